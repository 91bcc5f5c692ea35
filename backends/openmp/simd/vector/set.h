/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The instruction set that a unit is compiled for: the makefile compiles each unit once for each, with its compiler
 * flags, and defines ISA (the end of its names) and VECTOR_BYTES. HAS_SET: the compiler has it.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_SET_H
#define PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_SET_H

#if VECTOR_BYTES == 16
#define HAS_SET
#include "simd/vector/base.h"
#elif VECTOR_BYTES == 32 && defined __AVX2__
#define HAS_SET
#include "simd/vector/avx2.h"
#elif VECTOR_BYTES == 64 && defined __AVX512BW__
#define HAS_SET
#include "simd/vector/avx512.h"
#endif

#define OF_SET(name) JOIN(prefix__openmp_##name, ISA)

#endif
