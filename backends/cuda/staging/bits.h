/* SPDX-License-Identifier: BSD-3-Clause */
/* The bitmap of missing elements as an array of a call. */
#ifndef PREFIX_CUDA_STAGING_BITS_H
#define PREFIX_CUDA_STAGING_BITS_H

#include "staging/call.h"

/* Those before the first of n, which may be many, are left out. */
static inline struct prefix__cuda_array prefix__cuda_bits(struct prefix_validity *validity, size_t n)
{
    if (validity->bits) {
        validity->bits += validity->first / 8;
        validity->first %= 8;
    }
    return prefix__cuda_input(&validity->bits, (validity->first + n + 7) / 8, 1, validity->memory);
}

#endif
