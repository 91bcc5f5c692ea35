/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Minimum and maximum of the floats of FORMAT with BYTES, on integers ELEMENT (SUFFIX) of their width.
 * A float's bits, those of a negative number but the sign inverted, are an integer of the same
 * order, with -0 < +0; NaN (more than INFINITE) gets the key that wins. So both are exact and cheap.
 */
#define GREATEST ((ELEMENT)(((uint64_t)1 << (8 * BYTES - 1)) - 1))

INLINE VECTOR PASTE(unmap, FORMAT, keys)(VECTOR x)
{
    return x ^ ((x >> (8 * BYTES - 1)) & GREATEST);
}

INLINE VECTOR PASTE(map, FORMAT, keys)(VECTOR x, ELEMENT nan)
{
    VECTOR is_nan = (VECTOR)((x & GREATEST) > INFINITE);
    return (SPLAT(nan) & is_nan) | (PASTE(unmap, FORMAT, keys)(x) & ~is_nan);
}

#define UNMAP(x) PASTE(unmap, FORMAT, keys)(x)

#define NAME JOIN(FORMAT, min)
#define OP(a, b) JOIN(min, SUFFIX)(a, b)
#define IDENTITY GREATEST
#define MAP(x) PASTE(map, FORMAT, keys)(x, -GREATEST - 1)
#include "core_integer.h"
#undef NAME
#undef OP
#undef IDENTITY
#undef MAP

#define NAME JOIN(FORMAT, max)
#define OP(a, b) JOIN(max, SUFFIX)(a, b)
#define IDENTITY ((ELEMENT)(-GREATEST - 1))
#define MAP(x) PASTE(map, FORMAT, keys)(x, GREATEST)
#include "core_integer.h"
#undef NAME
#undef OP
#undef IDENTITY
#undef MAP
#undef UNMAP
#undef GREATEST

#undef FORMAT
#undef INFINITE
#undef BYTES
#undef ELEMENT
#undef SUFFIX
