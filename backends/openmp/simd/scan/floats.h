/* SPDX-License-Identifier: BSD-3-Clause */
/* The kernels of sums of floats; products of them are in the base set alone, which all sets use. */
#define BYTES 4
#define ELEMENT float
#define SUFFIX f32
#define CARRY double
#define WIDE 1
#define LEFT(x, d) LEFT_F32(x, d)
#define ASIDE(a, b) ADD_F32(a, b)
#define NAME sum
#define OPERATOR +
#define OP(a, b) ((a) + (b))
#define IDENTITY 0.0f
#define HAS_TOTALS
#include "simd/scan/float_kernel.h"
#undef LEFT
#undef ASIDE
#undef CARRY
#undef WIDE
#undef BYTES
#undef ELEMENT
#undef SUFFIX
#undef IDENTITY

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
#undef LEFT
#undef ASIDE
#undef CARRY
#undef BYTES
#undef ELEMENT
#undef SUFFIX
#undef NAME
#undef OPERATOR
#undef OP
#undef IDENTITY

#if VECTOR_BYTES == 16
#define NAME product
#define OPERATOR *
#define OP(a, b) ((a) * (b))
#define ASIDE(a, b) ((a) * (b))
#define LEFT(x, d) SHUFFLE(x, SPLAT(IDENTITY), SKLANSKY_(BYTES, d))

#define BYTES 4
#define ELEMENT float
#define SUFFIX f32
#define CARRY float
#define IDENTITY 1.0f
#include "simd/scan/float_kernel.h"
#undef BYTES
#undef ELEMENT
#undef SUFFIX
#undef CARRY
#undef IDENTITY

#define BYTES 8
#define ELEMENT double
#define SUFFIX f64
#define CARRY double
#define IDENTITY 1.0
#include "simd/scan/float_kernel.h"
#undef BYTES
#undef ELEMENT
#undef SUFFIX
#undef CARRY
#undef IDENTITY
#undef NAME
#undef OPERATOR
#undef OP
#undef ASIDE
#undef LEFT
#endif
#undef WIDE
