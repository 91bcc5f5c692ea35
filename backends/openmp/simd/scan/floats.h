/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of sums of floats; products of them are in the base set alone, which all sets use. */
#define NAME sum
#define OPERATOR +
#define OP(a, b) ((a) + (b))
#define IDENTITY ((ELEMENT)0)
#define HAS_TOTALS

#define BYTES 4
#define ELEMENT float
#define SUFFIX f32
#define WIDE 1
#include "simd/scan/float_kernel.h"

#define BYTES 8
#define ELEMENT double
#define SUFFIX f64
#define WIDE 0
#include "simd/scan/float_kernel.h"

#undef HAS_TOTALS
#undef NAME
#undef OPERATOR
#undef OP
#undef IDENTITY

#if VECTOR_BYTES == 16
#define NAME product
#define OPERATOR *
#define OP(a, b) ((a) * (b))
#define IDENTITY ((ELEMENT)1)

#define BYTES 4
#define ELEMENT float
#define SUFFIX f32
#define WIDE 0
#include "simd/scan/float_kernel.h"

#define BYTES 8
#define ELEMENT double
#define SUFFIX f64
#define WIDE 0
#include "simd/scan/float_kernel.h"

#undef NAME
#undef OPERATOR
#undef OP
#undef IDENTITY
#endif
