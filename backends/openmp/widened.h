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
#define DRAW(p) PASTE(widen, USUFFIX, SUFFIX)(p)
#ifdef BY_FOURS
#define SCAN_FOUR scan_four_u8
#define SUM_FOUR sum_four_u8
#endif
#include "core_integer.h"
#undef SCAN_FOUR
#undef SUM_FOUR
#undef SOURCE
#undef NAME
#undef DRAW

#define SOURCE SIGNED
#define NAME JOIN(sum, SSUFFIX)
#define DRAW(p) PASTE(widen, SSUFFIX, SUFFIX)(p)
#ifdef BY_FOURS
#define SCAN_FOUR scan_four_i8
#define SUM_FOUR sum_four_i8
#endif
#include "core_integer.h"
#undef SCAN_FOUR
#undef SUM_FOUR
#undef SOURCE
#undef NAME
#undef DRAW

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
