/* SPDX-License-Identifier: BSD-3-Clause */
/* The choice of the instruction set at run time. */
#include "internal.h"

const struct prefix__openmp_isa *prefix__openmp_isa(size_t index)
{
#ifdef __x86_64__
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && index-- == 0)
        return &prefix__openmp_isa_avx512;
    if (__builtin_cpu_supports("avx2") && index-- == 0)
        return &prefix__openmp_isa_avx2;
#endif
    return index == 0 ? &prefix__openmp_isa_base : NULL;
}
