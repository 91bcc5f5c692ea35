/* SPDX-License-Identifier: BSD-3-Clause */
/* The loops of test_and_pack.h for elements of one width: BYTES, ELEMENT (unsigned) and SUFFIX. */

/* Which of 64 elements pass. is_range: those of a range as they stand. */
INLINE uint64_t JOIN(test_word, BYTES)(const ELEMENT *x, const struct prefix_test *test, int is_range, size_t ahead)
{
    const VECTOR flip = SPLAT((ELEMENT)test->flip), mask = SPLAT((ELEMENT)test->mask);
    const VECTOR first = SPLAT((ELEMENT)test->first), range = SPLAT((ELEMENT)test->range);
    uint64_t word = 0;
    _Pragma("GCC unroll 16") for (int k = 0; k < 64; k += LANES)
    {
        if (ahead && k * BYTES % LINE_BYTES == 0)
            prefetch_input(x + k, ahead);
        VECTOR y = LOAD(x + k);
        if (!is_range)
            y = (y ^ ((VECTOR)((JOIN(index, BYTES))y < 0) & flip)) & mask;
        word |= LE_BITS_OF(BYTES, y - first, range) << k;
    }
    return test->negate ? ~word : word;
}

static void JOIN(test, BYTES)(const void *in, uint64_t *bits, size_t n, const struct prefix_test *test)
{
    const ELEMENT *x = in, all = (ELEMENT)-1;
    const int is_range = (ELEMENT)test->flip == 0 && (ELEMENT)test->mask == all;
    for (; n >= 64; n -= 64, x += 64)
        *bits++ = is_range ? JOIN(test_word, BYTES)(x, test, 1, AHEAD) : JOIN(test_word, BYTES)(x, test, 0, AHEAD);
    if (n > 0) {
        ELEMENT rest[64] = {0};
        memcpy(rest, x, n * BYTES);
        *bits = first_bits(JOIN(test_word, BYTES)(rest, test, 0, 0), n);
    }
}

/*
 * Which of 64 elements differ from the one before them, of which last has the one before the first; integers need no
 * more tests. Those beyond the range differ from all, or, if it has the sign, are all equal. Elements are shifted in
 * registers: loads across lines take twice as long.
 */
INLINE uint64_t JOIN(heads_word, BYTES)(const ELEMENT *x, VECTOR *last, const struct prefix_test *test, int is_integer,
                                        size_t ahead)
{
    const ELEMENT bound = (ELEMENT)(test->range & test->mask);
    const VECTOR mask = SPLAT((ELEMENT)test->mask), most = SPLAT(bound), zero = {0};
    const uint64_t is_before_beyond = ((*last)[LANES - 1] & (ELEMENT)test->mask) > bound;
    uint64_t same = 0, within = 0;
    _Pragma("GCC unroll 16") for (int k = 0; k < 64; k += LANES)
    {
        if (ahead && k * BYTES % LINE_BYTES == 0)
            prefetch_input(x + k, ahead);
        const VECTOR y = LOAD(x + k), before = (VECTOR)SHIFT_IN(*last, y, BYTES);
        *last = y;
        uint64_t lanes = EQ_BITS_OF(BYTES, y, before);
        if (!is_integer) {
            lanes |= EQ_BITS_OF(BYTES, (y | before) & mask, zero);
            within |= LE_BITS_OF(BYTES, y & mask, most) << k;
        }
        same |= lanes << k;
    }
    if (!is_integer) {
        const uint64_t beyond = ~within, before_beyond = beyond << 1 | is_before_beyond;
        same = test->range > test->mask ? same | (beyond & before_beyond) : same & within;
    }
    return ~same;
}

static void JOIN(heads, BYTES)(const void *in, uint64_t *bits, size_t n, const struct prefix_test *test, int is_first,
                               size_t ahead)
{
    const ELEMENT *x = in, all = (ELEMENT)-1;
    const int is_integer = (ELEMENT)test->mask == all && (ELEMENT)test->range == all;
    VECTOR last = SPLAT(n == 0 ? 0 : x[is_first ? 0 : -1]);
    size_t i = 0;
    for (; i + 64 <= n; i += 64)
        bits[i / 64] = is_integer ? JOIN(heads_word, BYTES)(x + i, &last, test, 1, ahead)
                                  : JOIN(heads_word, BYTES)(x + i, &last, test, 0, ahead);
    if (i < n) {
        ELEMENT rest[64] = {0};
        memcpy(rest, x + i, (n - i) * BYTES);
        bits[i / 64] = first_bits(JOIN(heads_word, BYTES)(rest, &last, test, 0, 0), n - i);
    }
    if (is_first && n > 0)
        bits[0] |= 1;
}

INLINE size_t JOIN(pack_word, BYTES)(const ELEMENT *restrict in, uint64_t word, ELEMENT *restrict out)
{
    const size_t all = (size_t)__builtin_popcountll(word);
    if (all <= SPARSE) {
        _Pragma("GCC unroll 4") for (int k = 0; k < SPARSE; k++, word &= word - 1) out[k] =
            in[__builtin_ctzll(word | (uint64_t)1 << 63)];
        return all;
    }
    if (all == 64) {
        memcpy(out, in, 64 * BYTES);
        return all;
    }
    for (int k = 0; k < 64; k += PACK_LANES(BYTES)) {
        JOIN(pack_lanes, BYTES)(in + k, word >> k, out);
        out += __builtin_popcountll(first_bits(word >> k, PACK_LANES(BYTES)));
    }
    return all;
}

static size_t JOIN(pack, BYTES)(const void *restrict from, const uint64_t *restrict bits, size_t n, void *restrict to)
{
    const ELEMENT *in = from;
    ELEMENT *out = to;
#if VECTOR_BYTES == 64 && BYTES <= 2
    if (HAS_VBMI2) {
        out += JOIN(pack_words, BYTES)(in, bits, n / 64, out);
        in += n / 64 * 64;
        bits += n / 64;
        n %= 64;
    }
#endif
    for (; n >= 64; n -= 64, in += 64)
        out += JOIN(pack_word, BYTES)(in, *bits++, out);
    for (size_t i = 0; i < n; i++) {
        *out = in[i];
        out += *bits >> i & 1;
    }
    return (size_t)(out - (ELEMENT *)to);
}

/* Each less the one before it, which is there for the first, too, and init besides. */
static void JOIN(subtract, BYTES)(const void *in, size_t n, uint64_t init, void *out)
{
    const ELEMENT *from = in;
    ELEMENT *to = out;
    size_t i = 0;
    for (; i + LANES <= n; i += LANES)
        STORE(to + i, LOAD(from + i) - LOAD(from + i - 1) + (ELEMENT)init);
    for (; i < n; i++)
        to[i] = (ELEMENT)(from[i] - from[i - 1] + (ELEMENT)init);
}

#undef BYTES
#undef ELEMENT
#undef SUFFIX
