/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loops of moving windows on integers of one width: BYTES, with its types UNSIGNED (USUFFIX) and SIGNED (SSUFFIX).
 */
DEFINE_COMBINE(sum, BYTES, UNSIGNED, USUFFIX, x + y)
DEFINE_COMBINE(product, BYTES, UNSIGNED, USUFFIX, BYTES == 1 ? (JOIN(v, USUFFIX))mul_u8((v_u8)x, (v_u8)y) : x * y)
DEFINE_COMBINE(or, BYTES, UNSIGNED, USUFFIX, x | y)
DEFINE_COMBINE(xor, BYTES, UNSIGNED, USUFFIX, x ^ y)
DEFINE_COMBINE(max, BYTES, SIGNED, SSUFFIX, JOIN(max, SSUFFIX)(x, y))

/* A negative float's bits but the sign inverted: an integer of the same order. */
INLINE UNSIGNED JOIN(flipped, BYTES)(UNSIGNED x)
{
    return (UNSIGNED)(x ^ ((UNSIGNED)((SIGNED)x >> (8 * BYTES - 1)) & (UNSIGNED)((UNSIGNED)-1 >> 1)));
}

/* Elements to what is combined: plain loops, which the compiler turns into vector code. */
static void JOIN(lower, BYTES)(const void *in, void *out, size_t n, const struct prefix__openmp_lowering *l)
{
    const UNSIGNED mask = (UNSIGNED)l->mask, rotation = (UNSIGNED)l->rotation;
    const UNSIGNED magnitude = (UNSIGNED)l->magnitude, one = (UNSIGNED)l->one;
    const UNSIGNED *const from = in;
    UNSIGNED *const to = out;
    if (rotation)
        for (size_t i = 0; i < n; i++)
            to[i] = (UNSIGNED)((UNSIGNED)(JOIN(flipped, BYTES)(from[i]) + rotation) ^ mask);
    else if (one)
        for (size_t i = 0; i < n; i++)
            to[i] = (UNSIGNED)(((from[i] & magnitude) ? one : 0) ^ mask);
    else
        for (size_t i = 0; i < n; i++)
            to[i] = (UNSIGNED)(from[i] ^ mask);
}

static void JOIN(raise, BYTES)(const void *in, void *out, size_t n, const struct prefix__openmp_lowering *l)
{
    const UNSIGNED mask = (UNSIGNED)l->mask, rotation = (UNSIGNED)l->rotation;
    const UNSIGNED *const from = in;
    UNSIGNED *const to = out;
    if (rotation)
        for (size_t i = 0; i < n; i++)
            to[i] = JOIN(flipped, BYTES)((UNSIGNED)((UNSIGNED)(from[i] ^ mask) - rotation));
    else
        for (size_t i = 0; i < n; i++)
            to[i] = (UNSIGNED)(from[i] ^ mask);
}

#undef BYTES
#undef UNSIGNED
#undef USUFFIX
#undef SIGNED
#undef SSUFFIX
