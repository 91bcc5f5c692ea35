/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Minimum and maximum of the floats of FORMAT with BYTES, on integers ELEMENT (SUFFIX; USUFFIX without
 * a sign) of their width. A float's bits, those of a negative number but the sign inverted, are an
 * integer of the same order, with -0 < +0. NaN stands at both ends of it, beyond the infinities: turned
 * by ROTATION, which wraps round, all NaN stand at the one end where they win. So both are exact and cheap.
 */
#define GREATEST ((ELEMENT)(((uint64_t)1 << (8 * BYTES - 1)) - 1))
#define ROTATION (GREATEST - (ELEMENT)INFINITE)
#define FLIP(x) ((x) ^ (((x) >> (8 * BYTES - 1)) & GREATEST))
#define SOURCE ELEMENT
#define HAS_TOTALS
#define LOAD_SOURCE(p) MAP(LOAD(p))
#define TURN(x, by) ((VECTOR)((JOIN(v, USUFFIX))(x) + JOIN(splat, USUFFIX)(by)))

#define NAME JOIN(FORMAT, min)
#define OP(a, b) JOIN(min, SUFFIX)(a, b)
#define IDENTITY GREATEST
#define MAP(x) TURN(FLIP(x), ROTATION)
#define UNMAP(x) FLIP(TURN(x, -ROTATION))
#include "simd/scan/integer_kernel.h"
#undef NAME
#undef OP
#undef IDENTITY
#undef MAP
#undef UNMAP

#define NAME JOIN(FORMAT, max)
#define OP(a, b) JOIN(max, SUFFIX)(a, b)
#define IDENTITY ((ELEMENT)(-GREATEST - 1))
#define MAP(x) TURN(FLIP(x), -ROTATION)
#define UNMAP(x) FLIP(TURN(x, ROTATION))
#include "simd/scan/integer_kernel.h"
#undef NAME
#undef OP
#undef IDENTITY
#undef MAP
#undef UNMAP
#undef GREATEST
#undef ROTATION
#undef FLIP
#undef SOURCE
#undef HAS_TOTALS
#undef LOAD_SOURCE
#undef TURN

#undef FORMAT
#undef INFINITE
#undef BYTES
#undef ELEMENT
#undef SUFFIX
#undef USUFFIX
