/* SPDX-License-Identifier: BSD-3-Clause */
/* The catalogue's kernels for an operator that does not commute: maps x -> scale x + offset, one after the other. */
#ifndef CUDA_AFFINE_H
#define CUDA_AFFINE_H

#include "params/catalogue_params.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A map has its scale in the upper half of a word. */
#ifdef __CUDACC__
__host__ __device__
#endif
    static inline uint64_t
    affine_then(uint64_t earlier, uint64_t later)
{
    const uint32_t scale = (uint32_t)(later >> 32);
    const uint32_t offset = scale * (uint32_t)earlier + (uint32_t)later;
    return (uint64_t)(scale * (uint32_t)(earlier >> 32)) << 32 | offset;
}

/* As prefix__cuda_catalogue_any64(). */
const struct prefix__cuda_pass_kernel *affine_catalogue(int algorithm);

#ifdef __cplusplus
}
#endif

#endif
