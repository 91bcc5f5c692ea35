/* SPDX-License-Identifier: BSD-3-Clause */
/* The segments of a sort, those before the first and behind the last offset among them. */
#ifndef PREFIX_LIB_SHARED_SORT_SEGMENTS_H
#define PREFIX_LIB_SHARED_SORT_SEGMENTS_H

#include "shared/heads.h"

static inline size_t prefix__sort_segments(const struct prefix_heads *segments)
{
    return segments ? segments->segments + 2 : 1;
}

/* The length of one, and where it begins. */
static inline size_t prefix__sort_segment(const struct prefix_heads *segments, size_t n, size_t k, size_t *first)
{
    if (!segments) {
        *first = 0;
        return n;
    }
    *first = k > 0 ? (size_t)prefix__index_at(segments->data, segments->size, k - 1) : 0;
    return (k <= segments->segments ? (size_t)prefix__index_at(segments->data, segments->size, k) : n) - *first;
}

#endif
