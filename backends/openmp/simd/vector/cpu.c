/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked of the processor: its vendor, and what it does fast. */
#include "simd/vector/cpu.h"

#ifdef __x86_64__
#include <cpuid.h>

int prefix__openmp_is_amd, prefix__openmp_is_intel, prefix__openmp_gathers, prefix__openmp_permutes;

/*
 * Intel's processors since Sapphire Rapids, which have floats of 16 bits, too; those before are made to gather slowly,
 * so that they do not tell of what is in their registers (Downfall, 2023).
 */
static int gathers(void)
{
    unsigned a, b, c, d;
    return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (d >> 23 & 1);
}

static __attribute__((constructor)) void ask_vendor(void)
{
    __builtin_cpu_init();
    prefix__openmp_is_amd = __builtin_cpu_is("amd");
    prefix__openmp_is_intel = __builtin_cpu_is("intel");
    prefix__openmp_gathers = prefix__openmp_is_intel && gathers();
    prefix__openmp_permutes = prefix__openmp_is_intel && __builtin_cpu_supports("avx512vbmi");
}

#endif
