/* SPDX-License-Identifier: BSD-3-Clause */
/* The choice of the instruction set at run time. */
#include "simd/isa.h"

#ifdef __x86_64__
#include <cpuid.h>

/* Asked of the processor: compilers differ in the names that __builtin_cpu_supports() knows. */
static int has_f16c(void)
{
    unsigned a, b, c, d;
    return __get_cpuid(1, &a, &b, &c, &d) && (c & bit_F16C);
}
#endif

#define PREFIX__OPENMP_TABLES(text, set)                                                                               \
    {                                                                                                                  \
        text, &prefix__openmp_integers_##set, &prefix__openmp_floats_##set, &prefix__openmp_convert_##set,             \
            &prefix__openmp_segments_##set, &prefix__openmp_compact_##set, &prefix__openmp_tables_##set,               \
            &prefix__openmp_windows_##set, &prefix__openmp_recurrences_##set, &prefix__openmp_filters_##set            \
    }

const struct prefix__openmp_isa *prefix__openmp_isa(size_t index)
{
#ifdef __x86_64__
    static const struct prefix__openmp_isa avx512 = PREFIX__OPENMP_TABLES("AVX-512", avx512);
    static const struct prefix__openmp_isa avx2 = PREFIX__OPENMP_TABLES("AVX2", avx2);
    static const struct prefix__openmp_isa base = PREFIX__OPENMP_TABLES("SSE2", base);
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("bmi") &&
        __builtin_cpu_supports("bmi2") && has_f16c() && index-- == 0)
        return &avx512;
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && has_f16c() && index-- == 0)
        return &avx2;
#else
    static const struct prefix__openmp_isa base = PREFIX__OPENMP_TABLES("128-bit vectors", base);
#endif
    return index == 0 ? &base : NULL;
}
