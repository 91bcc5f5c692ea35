/* SPDX-License-Identifier: BSD-3-Clause */
/* Whether offsets of segments are what they must be: none less than the one before it, and none beyond n. */
#ifndef PREFIX_LIB_OFFSETS_H
#define PREFIX_LIB_OFFSETS_H

#include <prefix/backend.h>

/* The first of the offsets from first to last that is less than the one before it, or beyond n; last: none. */
size_t prefix__bad_offset(const struct prefix_heads *heads, size_t n, size_t first, size_t last);

#endif
