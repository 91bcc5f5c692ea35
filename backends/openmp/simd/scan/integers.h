/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The integer kernels of one width: BYTES, with its types UNSIGNED (USUFFIX) and SIGNED (SSUFFIX). Minima, unsigned
 * maxima and conjunctions are the maximum and the disjunction of other bits; extrema of floats are maxima of keys.
 */
#define UNSIGNED_VECTOR JOIN(v, USUFFIX)
#define ELEMENT UNSIGNED
#define SUFFIX USUFFIX

#if BYTES == 1 && defined SCANS_FOUR_BYTES
#define SCAN_FOUR scan_four_u8
#endif
#define NAME sum
#define KEYED 0
#define OP(a, b) ((a) + (b))
#define IDENTITY ((ELEMENT)0)
#include "simd/scan/integer_kernel.h"

#define NAME product
#define KEYED 0
#define OP(a, b) (BYTES == 1 ? (VECTOR)mul_u8((v_u8)(a), (v_u8)(b)) : (a) * (b))
#define IDENTITY ((ELEMENT)1)
#include "simd/scan/integer_kernel.h"

#define NAME xor
#define KEYED 0
#define OP(a, b) ((a) ^ (b))
#define IDENTITY ((ELEMENT)0)
#include "simd/scan/integer_kernel.h"

#define NAME or
#define KEYED 3
#define OP(a, b) ((a) | (b))
#define IDENTITY ((ELEMENT)0)
#include "simd/scan/integer_kernel.h"

#undef ELEMENT
#undef SUFFIX
#define ELEMENT SIGNED
#define SUFFIX SSUFFIX
#define LEAST ((ELEMENT)((UNSIGNED)1 << (8 * BYTES - 1)))
#ifdef MASKS
#define HAS_TOTALS
#endif

#define NAME max
#define KEYED 1
#define OP(a, b) JOIN(max, SUFFIX)(a, b)
#define IDENTITY LEAST
#include "simd/scan/integer_kernel.h"

#if BYTES > 1
#define NAME float_max
#define KEYED 2
#define OP(a, b) JOIN(max, SUFFIX)(a, b)
#define IDENTITY LEAST
#include "simd/scan/integer_kernel.h"
#endif

#undef HAS_TOTALS
#undef LEAST
#undef ELEMENT
#undef SUFFIX
#undef UNSIGNED_VECTOR
#undef BYTES
#undef UNSIGNED
#undef USUFFIX
#undef SIGNED
#undef SSUFFIX
