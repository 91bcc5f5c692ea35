/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The logical cores of FORMAT: AND and OR of the bits of 0 and 1, on unsigned integers ELEMENT (SUFFIX)
 * of its BYTES. TRUE is the 1; what has any of the bits of MAGNITUDE is true.
 */
#define SOURCE ELEMENT
#define MAP(x) ((VECTOR)(((x) & (ELEMENT)MAGNITUDE) != 0) & (ELEMENT)TRUE)
#define LOAD_SOURCE(p) MAP(LOAD(p))
#define UNMAP(x) (x)

#define NAME JOIN(FORMAT, all)
#define OP(a, b) ((a) & (b))
#define IDENTITY ((ELEMENT)TRUE)
#include "simd/scan/integer_kernel.h"
#undef NAME
#undef OP
#undef IDENTITY

#define NAME JOIN(FORMAT, any)
#define OP(a, b) ((a) | (b))
#define IDENTITY ((ELEMENT)0)
#include "simd/scan/integer_kernel.h"
#undef NAME
#undef OP
#undef IDENTITY

#undef SOURCE
#undef MAP
#undef LOAD_SOURCE
#undef UNMAP
#undef FORMAT
#undef TRUE
#undef MAGNITUDE
#undef BYTES
#undef ELEMENT
#undef SUFFIX
