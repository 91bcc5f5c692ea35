/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_CPU_H
#define PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_CPU_H

/* Whose the processor is; known before anything is called. */
#ifdef __x86_64__
extern int prefix__openmp_is_amd, prefix__openmp_is_intel;
#else
enum { prefix__openmp_is_amd, prefix__openmp_is_intel = 0 };
#endif

#endif
