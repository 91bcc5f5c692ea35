/* SPDX-License-Identifier: BSD-3-Clause */
/* The cores of sums and products of floats; of sums also those that read narrower ones. */
#define BYTES 4
#define ELEMENT float
#define SUFFIX f32

#define OPERATOR +
#define OP(a, b) ((a) + (b))
#define ASIDE(a, b) ADD_F32(a, b)
#define LEFT(x, d) LEFT_F32(x, d)
#define IDENTITY 0.0f
#define CARRY double
#define WIDE 1

#define SOURCE float
#define NAME sum
#define HAS_TOTALS
#define LOAD_SOURCE(p) LOAD(p)
#include "simd/scan/float_kernel.h"
#undef HAS_TOTALS
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE

#define SOURCE uint16_t
#define NAME sum_f16
#define LOAD_SOURCE(p) half_f32(load_half(p))
#include "simd/scan/float_kernel.h"
#undef NAME
#undef LOAD_SOURCE

#define NAME sum_bf16
#define LOAD_SOURCE(p) bhalf_f32(load_half(p))
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define LOAD_SOURCE_PAIRS(p) bhalf_pairs(p)
#endif
#include "simd/scan/float_kernel.h"
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE
#undef LOAD_SOURCE_PAIRS
#undef OPERATOR
#undef OP
#undef ASIDE
#undef LEFT
#undef IDENTITY
#undef CARRY
#undef WIDE

#define SOURCE float
#define NAME product
#define LOAD_SOURCE(p) LOAD(p)
#define OPERATOR *
#define OP(a, b) ((a) * (b))
#define ASIDE(a, b) ((a) * (b))
#define LEFT(x, d) SHUFFLE(x, SPLAT(IDENTITY), SKLANSKY_(BYTES, d))
#define IDENTITY 1.0f
#define CARRY float
#define WIDE 0
#include "simd/scan/float_kernel.h"
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE
#undef OPERATOR
#undef OP
#undef ASIDE
#undef LEFT
#undef IDENTITY
#undef CARRY
#undef ELEMENT
#undef SUFFIX
#undef BYTES

#define BYTES 8
#define ELEMENT double
#define SUFFIX f64
#define CARRY double

#define OPERATOR +
#define OP(a, b) ((a) + (b))
#define ASIDE(a, b) ADD_F64(a, b)
#define LEFT(x, d) LEFT_F64(x, d)
#define IDENTITY 0.0

#define SOURCE double
#define NAME sum
#define HAS_TOTALS
#define LOAD_SOURCE(p) LOAD(p)
#include "simd/scan/float_kernel.h"
#undef HAS_TOTALS
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE

#ifdef WIDENS
#define SOURCE float
#define NAME sum_f32
#define LOAD_SOURCE(p) widen_f32_f64(p)
#include "simd/scan/float_kernel.h"
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE

#define SOURCE uint16_t
#define NAME sum_f16
#define LOAD_SOURCE(p) widen_f16_f64(p)
#include "simd/scan/float_kernel.h"
#undef NAME
#undef LOAD_SOURCE

#define NAME sum_bf16
#define LOAD_SOURCE(p) widen_bf16_f64(p)
#include "simd/scan/float_kernel.h"
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE
#endif
#undef OPERATOR
#undef OP
#undef ASIDE
#undef LEFT
#undef IDENTITY

#define SOURCE double
#define NAME product
#define LOAD_SOURCE(p) LOAD(p)
#define OPERATOR *
#define OP(a, b) ((a) * (b))
#define ASIDE(a, b) ((a) * (b))
#define LEFT(x, d) SHUFFLE(x, SPLAT(IDENTITY), SKLANSKY_(BYTES, d))
#define IDENTITY 1.0
#include "simd/scan/float_kernel.h"
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE
#undef OPERATOR
#undef OP
#undef ASIDE
#undef LEFT
#undef IDENTITY
#undef CARRY
#undef WIDE
#undef ELEMENT
#undef SUFFIX
#undef BYTES
