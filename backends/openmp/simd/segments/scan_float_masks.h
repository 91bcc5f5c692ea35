/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A row in which segments begin, where there are masks; included by scan_float.h. Which lanes take something in each
 * step is found for a piece before (masks.h).
 */

/* The takes of a piece are told by its first row. */
typedef uint64_t FN(takes)[CUT_LEVELS][CUT_WORDS];

INLINE void FN(find_takes)(const uint64_t *heads, size_t n, FN(takes) takes)
{
    network_takes(heads, (n + 63) / 64, ROW / 64, LANES, takes);
}

/* Whether segments begin in all parts of a row, of so many lanes; open has the lanes before the first in each. */
INLINE int FN(is_dense)(const uint64_t *open, int part)
{
    const uint64_t lasts = UINT64_MAX / (((uint64_t)1 << part) - 1) << (part - 1);
    return ((open[0] | open[ROW / 64 - 1]) & lasts) == 0;
}

/*
 * A constant for shift: 0 to 2 where segments begin in all vectors, halves or quarters of them; else -1. Then none
 * takes more than what comes of its part, and the last element of the part before.
 */
INLINE VECTOR FN(cut_row)(const ELEMENT *in, ELEMENT *out, const uint64_t (*takes)[CUT_WORDS], size_t word, VECTOR row,
                          int shift, struct prefix__openmp_lines *lines)
{
    const int part = shift < 0 ? LANES : LANES >> shift; /* of so many lanes, beyond which the first steps do not go */
    VECTOR x[ROW / LANES];
    const uint64_t *of_row = takes[0] + word;
    __asm__("" : "+r"(of_row)); /* or compilers keep the address of each mask */
#define MASK(level, j) JOIN(mask, BYTES)(of_row + (level)*CUT_WORDS, j)
#define TAKE(level, j, left)                                                                                           \
    x[j] = (VECTOR)((IDENTITY) == 0 ? JOIN(MASKED_ASIDE, BYTES)(MASK(level, j), left, x[j])                            \
                                    : JOIN(MULTIPLY_ONTO, BYTES)(x[j], MASK(level, j), left, x[j]))
/* Sums get 0 where nothing is taken; they are done by two kinds of units in turn. */
#define TAKE_EACH(level)                                                                                               \
    if (part > 1 << (level) && FN(is_any)(of_row + (level)*CUT_WORDS))                                                 \
        _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)                                                  \
        {                                                                                                              \
            const int d = part > 1 << (level) ? 1 << (level) : 1;                                                      \
            if ((IDENTITY) == 0 && BYTES == 4 && (level) == 0) {                                                       \
                x[j] = (VECTOR)MASKED_FIRST_4(MASK(level, j), x[j]);                                                   \
            } else if ((IDENTITY) == 0) {                                                                              \
                const VECTOR left = (VECTOR)JOIN(MASKED_LEFT, BYTES)(MASK(level, j), x[j], d);                         \
                x[j] = (level) % 2 ? left + x[j] : (VECTOR)ASIDE(left, x[j]);                                          \
            } else {                                                                                                   \
                x[j] = (VECTOR)JOIN(MULTIPLY_ONTO, BYTES)(x[j], MASK(level, j), LEFT(x[j], d), x[j]);                  \
            }                                                                                                          \
        }
    _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)
    {
        x[j] = LOAD(in + j * LANES);
        if ((IDENTITY) == 0)
            x[j] = x[j] + (ELEMENT)0; /* no -0, to which another may be added, and then nothing more */
    }
    TAKE_EACH(0);
    prefetch_two(lines);
    TAKE_EACH(1);
    prefetch_two(lines);
    TAKE_EACH(2);
    prefetch_two(lines);
    TAKE_EACH(3);
    if (shift >= 0) {
        const int any = FN(is_any)(of_row + (CUT_VECTORS + shift) * CUT_WORDS);
        _Pragma("GCC unroll 8") for (int j = ROW / LANES; j-- > 0;)
        {
            const VECTOR before = j > 0 ? x[j > 0 ? j - 1 : 0] : row;
            if (any)
                TAKE(CUT_VECTORS + shift, j, shift > 0 ? SHUFFLE(before, x[j], ENDS_(BYTES, part)) : LAST(before));
            STORE(out + j * LANES, x[j]);
        }
        return LAST(x[ROW / LANES - 1]);
    }
    prefetch_two(lines);
    _Pragma("GCC unroll 3") for (int level = 0; level < 3; level++)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)
        {
            if (j & 1 << level)
                TAKE((BYTES == 4 ? 4 : 3) + level, j, LAST(x[(j >> level << level) - 1]));
        }
    }
    _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)
    {
        TAKE(7, j, row);
        STORE(out + j * LANES, x[j]);
    }
    return LAST(x[ROW / LANES - 1]);
#undef MASK
#undef TAKE
#undef TAKE_EACH
}

INLINE VECTOR FN(cut_row_of)(const ELEMENT *in, ELEMENT *out, const uint64_t (*takes)[CUT_WORDS], size_t word,
                             VECTOR row, struct prefix__openmp_lines *lines)
{
    if (FN(is_dense)(takes[CUT_VECTORS + 2] + word, LANES / 4))
        return FN(cut_row)(in, out, takes, word, row, 2, lines);
    if (FN(is_dense)(takes[CUT_VECTORS + 1] + word, LANES / 2))
        return FN(cut_row)(in, out, takes, word, row, 1, lines);
    if (FN(is_dense)(takes[CUT_VECTORS] + word, LANES))
        return FN(cut_row)(in, out, takes, word, row, 0, lines);
    return FN(cut_row)(in, out, takes, word, row, -1, lines);
}
