/* SPDX-License-Identifier: BSD-3-Clause */
/* The integer cores of one width: BYTES, with its types UNSIGNED (USUFFIX) and SIGNED (SSUFFIX). */

#define SOURCE ELEMENT
#define MAP(x) (x)
#define AS_IT_IS /* an element is mapped to itself */
#define LOAD_SOURCE(p) MAP(LOAD(p))
#define UNMAP(x) (x)

#define ELEMENT UNSIGNED
#define SUFFIX USUFFIX

#define NAME sum
#define OP(a, b) ((a) + (b))
#define IDENTITY ((ELEMENT)0)
#ifdef BY_FOURS
#define SCAN_FOUR scan_four_bytes
#endif
#include "simd/scan/integer_kernel.h"
#undef SCAN_FOUR
#undef NAME
#undef OP

#define NAME or
#define OP(a, b) ((a) | (b))
#include "simd/scan/integer_kernel.h"
#undef NAME
#undef OP

#define NAME xor
#define COUNTS_ONCE
#define OP(a, b) ((a) ^ (b))
#include "simd/scan/integer_kernel.h"
#undef COUNTS_ONCE
#undef NAME
#undef OP

#define NAME max
#define HAS_TOTALS
#define OP(a, b) JOIN(max, SUFFIX)(a, b)
#include "simd/scan/integer_kernel.h"
#undef HAS_TOTALS
#undef NAME
#undef OP
#undef IDENTITY

#define NAME product
#define COUNTS_ONCE
#define OP(a, b) JOIN(mul, SUFFIX)(a, b)
#define IDENTITY ((ELEMENT)1)
#include "simd/scan/integer_kernel.h"
#undef COUNTS_ONCE
#undef NAME
#undef OP
#undef IDENTITY

#define NAME and
#define OP(a, b) ((a) & (b))
#define IDENTITY ((ELEMENT)~(ELEMENT)0)
#include "simd/scan/integer_kernel.h"
#undef NAME
#undef OP

#define NAME min
#define HAS_TOTALS
#define OP(a, b) JOIN(min, SUFFIX)(a, b)
#include "simd/scan/integer_kernel.h"
#undef HAS_TOTALS
#undef NAME
#undef OP
#undef IDENTITY
#undef ELEMENT
#undef SUFFIX

#define ELEMENT SIGNED
#define SUFFIX SSUFFIX

#define NAME min
#define HAS_TOTALS
#define OP(a, b) JOIN(min, SUFFIX)(a, b)
#define IDENTITY ((ELEMENT)(((UNSIGNED)~(UNSIGNED)0) >> 1))
#include "simd/scan/integer_kernel.h"
#undef HAS_TOTALS
#undef NAME
#undef OP
#undef IDENTITY

#define NAME max
#define HAS_TOTALS
#define OP(a, b) JOIN(max, SUFFIX)(a, b)
#define IDENTITY ((ELEMENT)(-(ELEMENT)(((UNSIGNED)~(UNSIGNED)0) >> 1) - 1))
#include "simd/scan/integer_kernel.h"
#undef HAS_TOTALS
#undef NAME
#undef OP
#undef IDENTITY
#undef ELEMENT
#undef SUFFIX

#undef SOURCE
#undef MAP
#undef AS_IT_IS
#undef LOAD_SOURCE
#undef UNMAP
#undef BYTES
#undef UNSIGNED
#undef USUFFIX
#undef SIGNED
#undef SSUFFIX
