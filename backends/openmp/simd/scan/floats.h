/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of sums of floats; products of them are in the base set alone, which all sets use. */
#define NAME sum
#define OPERATOR +
#define OP(a, b) ((a) + (b))
#define HAS_TOTALS

#define BYTES 4
#define ELEMENT float
#define SUFFIX f32
#define CARRY double
#define WIDE 1
#define LEFT(x, d) LEFT_F32(x, d)
#define ASIDE(a, b) ADD_F32(a, b)
#define IDENTITY 0.0f
#include "simd/scan/float_kernel.h"

#define BYTES 8
#define ELEMENT double
#define SUFFIX f64
#define CARRY double
#define WIDE 0
#define LEFT(x, d) LEFT_F64(x, d)
#define ASIDE(a, b) ADD_F64(a, b)
#define IDENTITY 0.0
#include "simd/scan/float_kernel.h"

#undef HAS_TOTALS
#undef NAME
#undef OPERATOR
#undef OP

#if VECTOR_BYTES == 16
#define NAME product
#define OPERATOR *
#define OP(a, b) ((a) * (b))

#define BYTES 4
#define ELEMENT float
#define SUFFIX f32
#define CARRY float
#define WIDE 0
#define LEFT(x, d) SHUFFLE(x, SPLAT(IDENTITY), SKLANSKY_(BYTES, d))
#define ASIDE(a, b) OP(a, b)
#define IDENTITY 1.0f
#include "simd/scan/float_kernel.h"

#define BYTES 8
#define ELEMENT double
#define SUFFIX f64
#define CARRY double
#define WIDE 0
#define LEFT(x, d) SHUFFLE(x, SPLAT(IDENTITY), SKLANSKY_(BYTES, d))
#define ASIDE(a, b) OP(a, b)
#define IDENTITY 1.0
#include "simd/scan/float_kernel.h"

#undef NAME
#undef OPERATOR
#undef OP
#endif
