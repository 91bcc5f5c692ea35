/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of the historic sort are told: shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_PARAMS_SPLIT_MERGE_PARAMS_H
#define PREFIX_CUDA_PARAMS_SPLIT_MERGE_PARAMS_H

#include <stdint.h>

/* Of each element the bits that count of its code, and where it stood in the input. */
struct prefix__cuda_elements {
    uint64_t *codes;
    uint32_t *places;
};

/* Chunks, each of which is sorted by itself. */
struct prefix__cuda_split {
    const void *keys;
    struct prefix__cuda_elements to;
    uint64_t n;                         /* less than 2^32 */
    uint64_t flip, infinity, zero, nan; /* as struct prefix_sort_code has them */
    uint64_t mask;                      /* of the bits that count, from the first one on */
    uint32_t first_bit;
    uint32_t size; /* bytes of a key */
};

/* Pairs of sorted runs, which are merged. */
struct prefix__cuda_merge {
    struct prefix__cuda_elements from, to;
    uint64_t n, run; /* run: elements, of all but the last */
};

#endif
