/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums of integers that are widened to BYTES, to ELEMENT (SUFFIX), as they are read: from UNSIGNED
 * (USUFFIX) and SIGNED (SSUFFIX), by the instruction set's widen_*().
 */
#define OP(a, b) ((a) + (b))
#define IDENTITY ((ELEMENT)0)
#define UNMAP(x) (x)

#define SOURCE UNSIGNED
#define NAME JOIN(sum, USUFFIX)
#define LOAD_SOURCE(p) PASTE(widen, USUFFIX, SUFFIX)(p)
#ifdef BY_FOURS
#define SCAN_FOUR scan_four_u8
#define SUM_FOUR sum_four_u8
#endif
#include "simd/scan/integer_kernel.h"
#undef SCAN_FOUR
#undef SUM_FOUR
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE

#define SOURCE SIGNED
#define NAME JOIN(sum, SSUFFIX)
#define LOAD_SOURCE(p) PASTE(widen, SSUFFIX, SUFFIX)(p)
#ifdef BY_FOURS
#define SCAN_FOUR scan_four_i8
#define SUM_FOUR sum_four_i8
#endif
#include "simd/scan/integer_kernel.h"
#undef SCAN_FOUR
#undef SUM_FOUR
#undef SOURCE
#undef NAME
#undef LOAD_SOURCE

#undef OP
#undef IDENTITY
#undef UNMAP
#undef BYTES
#undef ELEMENT
#undef SUFFIX
#undef UNSIGNED
#undef USUFFIX
#undef SIGNED
#undef SSUFFIX
