/* SPDX-License-Identifier: BSD-3-Clause */
/* What tells where segments begin, as an array of a call. */
#ifndef PREFIX_CUDA_STAGING_HEADS_H
#define PREFIX_CUDA_STAGING_HEADS_H

#include "staging/call.h"

static inline size_t prefix__cuda_heads_bytes(const struct prefix_heads *heads, size_t n)
{
    switch (heads->form) {
    case PREFIX_HEADS_BITS:
        return (heads->first + n + 7) / 8;
    case PREFIX_HEADS_OFFSETS:
        return (heads->segments + 1) * heads->size;
    case PREFIX_HEADS_KEYS:
        return n * heads->size;
    default:
        return n;
    }
}

/* Bits before the first, which may be many, are left out. */
static inline struct prefix__cuda_array prefix__cuda_heads(struct prefix_heads *heads, size_t n)
{
    if (heads->form == PREFIX_HEADS_BITS) {
        heads->data = (const char *)heads->data + heads->first / 8;
        heads->first %= 8;
    }
    return prefix__cuda_input(&heads->data, prefix__cuda_heads_bytes(heads, n), 1, heads->memory);
}

#endif
