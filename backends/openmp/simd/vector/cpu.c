/* SPDX-License-Identifier: BSD-3-Clause */
/* What is asked of the processor: its vendor. */
#include "simd/vector/cpu.h"

#ifdef __x86_64__
int prefix__openmp_is_amd, prefix__openmp_is_intel;

static __attribute__((constructor)) void ask_vendor(void)
{
    __builtin_cpu_init();
    prefix__openmp_is_amd = __builtin_cpu_is("amd");
    prefix__openmp_is_intel = __builtin_cpu_is("intel");
}

#endif
