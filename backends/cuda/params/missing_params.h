/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of missing elements are told: plain data, shared by the host side (C) and the kernels (CUDA C++). */
#ifndef PREFIX_CUDA_PARAMS_MISSING_PARAMS_H
#define PREFIX_CUDA_PARAMS_MISSING_PARAMS_H

#include <stdint.h>

#include "params/scan_params.h"

/* Blocks on a multiprocessor. */
#define PREFIX__CUDA_MISSING_BLOCKS 8
/* Words of 32 validity bits that a warp takes by a turn, where elements are filled in. */
#define PREFIX__CUDA_FILL_WORDS 8
/* Bytes of an element of the caller's own. */
#define PREFIX__CUDA_MISSING_ELEMENT 160

/* Elements to the output type, with the identity for those that are missing. */
struct prefix__cuda_fill {
    const void *in;
    void *out; /* in, or outside of it */
    uint64_t n;
    const uint8_t *bits; /* of validity, the first element's at first; or NULL */
    uint64_t first;
    uint64_t mask, range; /* missing are also elements x for which (x & mask) > range */
    uint64_t identity;
    uint32_t *closed; /* gets validity bits that know both; or NULL */
    uint8_t convert;
    uint8_t out_size;
};

/* A value over elements that are missing. */
struct prefix__cuda_blank {
    void *out;
    uint64_t n;
    const uint8_t *bits; /* of validity, the first element's at first */
    uint64_t first;
    uint32_t units;                                   /* of an element, which are stored one by one */
    uint64_t value[PREFIX__CUDA_MISSING_ELEMENT / 8]; /* one element */
};

#endif
