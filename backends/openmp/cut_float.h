/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows in which segments begin, in the canonical order; included by core_float.h. The network is that of a
 * whole row, with one difference: a lane takes the last element of a left half only if no segment has begun
 * behind that, which a comparison tells of the place of the last one that has begun at or before the lane.
 */

/* Whether any bit of a row is set. */
INLINE int FN(is_any)(const uint64_t *words)
{
    return (words[0] | words[ROW / 64 - 1]) != 0;
}

#ifdef MASKS
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
 * takes more than what comes of its part, and the last element of the part before. A Xeon core, 2^15 f32 by vectors and
 * by parts of them: up to 8, half of them empty, 11.8 and 10.4 us; of 4 that begin anywhere 9.7 and 7.1.
 */
INLINE VECTOR FN(cut_row)(const SOURCE *in, ELEMENT *out, const uint64_t (*takes)[CUT_WORDS], size_t word, VECTOR row,
                          int shift, struct prefix__openmp_lines *lines)
{
    const int part = shift < 0 ? LANES : LANES >> shift; /* of so many lanes, beyond which the first steps do not go */
    VECTOR x[ROW / LANES];
    const uint64_t *of_row = takes[0] + word;
    __asm__("" : "+r"(of_row)); /* or compilers keep the address of each mask */
#define MASK(level, j) JOIN(mask, BYTES)(of_row + (level)*CUT_WORDS, j)
#define TAKE(level, j, left)                                                                                           \
    x[j] = (VECTOR)((IDENTITY) == 0 ? JOIN(MASKED_ASIDE, BYTES)(MASK(level, j), left, x[j])                            \
                                    : JOIN(MASKED_MULTIPLY, BYTES)(MASK(level, j), left, x[j]))
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
                x[j] = (VECTOR)JOIN(MASKED_MULTIPLY, BYTES)(MASK(level, j), LEFT(x[j], d), x[j]);                      \
            }                                                                                                          \
        }
    _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)
    {
        x[j] = DRAW(in + j * LANES);
        if ((IDENTITY) == 0)
            x[j] = x[j] + (ELEMENT)0; /* no -0, to which another may be added, and then nothing more */
    }
    TAKE_EACH(0);
    draw_two(lines);
    TAKE_EACH(1);
    draw_two(lines);
    TAKE_EACH(2);
    draw_two(lines);
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
    draw_two(lines);
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

INLINE VECTOR FN(cut_row_of)(const SOURCE *in, ELEMENT *out, const uint64_t (*takes)[CUT_WORDS], size_t word,
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
#else
#define CUT_GROUP 4
#define CUT_GROUPS (ROW / LANES / CUT_GROUP)
#define CUT_BLOCK (LANES < 8 ? 8 / LANES : 1) /* vectors of 8 elements */

/* Here the heads are all that is known of a piece. */
typedef uint64_t FN(takes)[1][CUT_WORDS];

INLINE void FN(find_takes)(const uint64_t *heads, size_t n, FN(takes) takes)
{
    takes[0][(n - 1) / 64 | (ROW / 64 - 1)] = 0; /* the rest of a last row */
    memcpy(takes[0], heads, (n + 63) / 64 * sizeof *heads);
}

/* Whether segments begin in each 8 elements of a row. */
INLINE int FN(is_dense)(const uint64_t *heads)
{
    const uint64_t ones = 0x0101010101010101, tops = ones << 7;
    return (((heads[0] - ones) & ~heads[0] & tops) | ((heads[ROW / 64 - 1] - ones) & ~heads[ROW / 64 - 1] & tops)) == 0;
}

/*
 * In groups, as rows are (core_float.h). What stands before a group is taken by those of its lanes up to which no
 * segment has begun in it, and it is what it was for the next group only if none has begun. With a constant for
 * is_dense: then a block takes nothing but the last element of the block before.
 */
INLINE VECTOR FN(cut_row)(const SOURCE *in, ELEMENT *out, const uint64_t *heads, VECTOR row, int is_dense,
                          struct prefix__openmp_lines *lines)
{
    const int some = is_dense ? CUT_BLOCK : CUT_GROUP; /* vectors that take the same from before them */
    VECTOR block1 = row, block2 = row, block4 = row, next[CUT_GROUP], x[CUT_GROUP];
#define EACH_CUT(statement)                                                                                            \
    _Pragma("GCC unroll 4") for (int j = 0; j < CUT_GROUP; j++)                                                        \
    {                                                                                                                  \
        statement;                                                                                                     \
    }
#define BEGUN(g, j) JOIN(begun, BYTES)(heads, (g)*CUT_GROUP + (j))
#define TAKERS(lanes, begun) JOIN(takers, BYTES)(lanes, begun)
#define CUT_STEP(d)                                                                                                    \
    if (LANES > (d) && g < CUT_GROUPS)                                                                                 \
    EACH_CUT(const VECTOR left = KEEP(TAKERS(d, BEGUN(g, j)), LEFT(next[j], ((d) < LANES ? (d) : 1)));                 \
             next[j] = (d) == 2 ? (VECTOR)ASIDE(left, next[j]) : OP(left, next[j]))
/* Across vectors of the group before. */
#define CUT_ACROSS(d)                                                                                                  \
    if ((d) < some && g > 0)                                                                                           \
        _Pragma("GCC unroll 2") for (int block = 0; block < CUT_GROUP; block += 2 * (d))                               \
        {                                                                                                              \
            VECTOR left = LAST(x[block + (d)-1]);                                                                      \
            _Pragma("GCC unroll 2") for (int j = block + (d); j < block + 2 * (d); j++)                                \
            {                                                                                                          \
                x[j] = OP(KEEP(TAKERS(LANES, BEGUN(g - 1, j)), left), x[j]);                                           \
                left = KEEP(TAKERS(LANES, BEGUN(g - 1, j) ? NO_TAKERS : ALL_TAKERS), left);                            \
            }                                                                                                          \
        }
/* Level d of the network across groups: what comes of the left half is taken, or this is its end. */
#define CUT_LEVEL(d, block)                                                                                            \
    if ((g - 1) & (d)) {                                                                                               \
        EACH_CUT(x[j] = (VECTOR)ASIDE(KEEP(TAKERS(LANES, open[j]), block), x[j]))                                      \
        block = KEEP(passes, block);                                                                                   \
    } else if (((g - 1) & ((d)-1)) == (d)-1) {                                                                         \
        block = LAST(x[CUT_GROUP - 1]);                                                                                \
    }
    _Pragma("GCC unroll 9") for (int g = 0; g <= CUT_GROUPS; g++)
    {
        if (g < CUT_GROUPS)
            EACH_CUT(next[j] = DRAW(in + (g * CUT_GROUP + j) * LANES);
                     if (is_dense && (IDENTITY) == 0) /* no -0, to which another may be added, and then nothing more */
                     next[j] = next[j] + (ELEMENT)0)
        CUT_STEP(1)
        CUT_ACROSS(1)
        CUT_STEP(2)
        CUT_ACROSS(2)
        draw_two(lines);
        CUT_STEP(4)
        if (g > 0) {
            size_t open[CUT_GROUP], any = 0;
            EACH_CUT(any = j % some > 0 ? any : 0; open[j] = any ? NO_TAKERS : BEGUN(g - 1, j); any |= BEGUN(g - 1, j))
            if (is_dense) {
                _Pragma("GCC unroll 4") for (int block = 0; block < CUT_GROUP; block += some)
                {
                    const VECTOR last = LAST(x[block + some - 1]);
                    _Pragma("GCC unroll 4") for (int j = block; j < block + some; j++) x[j] =
                        (VECTOR)ASIDE(KEEP(TAKERS(LANES, open[j]), row), x[j]);
                    row = last;
                }
            } else {
                const raw passes = TAKERS(LANES, any ? NO_TAKERS : ALL_TAKERS);
                CUT_LEVEL(1, block1)
                CUT_LEVEL(2, block2)
                CUT_LEVEL(4, block4)
                EACH_CUT(x[j] = (VECTOR)ASIDE(KEEP(TAKERS(LANES, open[j]), row), x[j]))
                row = g == CUT_GROUPS ? LAST(x[CUT_GROUP - 1]) : KEEP(passes, row);
            }
            EACH_CUT(STORE(out + ((g - 1) * CUT_GROUP + j) * LANES, x[j]))
        }
        EACH_CUT(x[j] = next[j])
    }
    return row;
#undef EACH_CUT
#undef TAKERS
#undef CUT_STEP
#undef CUT_LEVEL
}

INLINE VECTOR FN(cut_row_of)(const SOURCE *in, ELEMENT *out, const uint64_t (*takes)[CUT_WORDS], size_t word,
                             VECTOR row, struct prefix__openmp_lines *lines)
{
    const uint64_t *heads = takes[0] + word;
    if (FN(is_dense)(heads))
        return FN(cut_row)(in, out, heads, row, 1, lines);
    return FN(cut_row)(in, out, heads, row, 0, lines);
}
#undef CUT_GROUP
#undef CUT_GROUPS
#undef CUT_BLOCK
#endif

/* A row of segments of one element. */
INLINE VECTOR FN(copy_row)(const SOURCE *in, ELEMENT *out)
{
    VECTOR x;
    _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)
    {
        x = DRAW(in + j * LANES);
        if ((IDENTITY) == 0)
            x = x + (ELEMENT)0;
        STORE(out + j * LANES, x);
    }
    return LAST(x);
}

/* Whether most rows from an element of a piece on have no beginning. */
INLINE int FN(are_plain)(const uint64_t *heads, size_t i, size_t n)
{
    int plain = 0;
    for (int j = 0; j < TOTAL_ROWS && n - i >= (size_t)(TOTAL_ROWS * ROW); j++)
        plain += !FN(is_any)(heads + (i + (size_t)j * ROW) / 64);
    return 2 * plain > TOTAL_ROWS;
}

/*
 * Rows of a piece without the tile carry; returns how many elements there are before the first segment that begins.
 * ends: only values before segments that begin are asked for, and the last.
 */
static size_t FN(cut_local)(const SOURCE *in, ELEMENT *out, size_t n, const uint64_t *heads,
                            struct prefix__openmp_state *state, struct prefix__openmp_aside *aside, int ends)
{
    ELEMENT local;
    memcpy(&local, &state->local, sizeof local);
    VECTOR row = SPLAT(local);
    FN(takes) takes;
    struct FN(sink) sink = {.carry = (FN(carry)){0}};
    ELEMENT totals[LANES];
    size_t first = 0;
    int by_totals = 0;
    while (first < n && !heads[first / 64])
        first += 64;
    first = first < n ? first + (size_t)__builtin_ctzll(heads[first / 64]) : n;
    FN(find_takes)(heads, n, takes);
    for (size_t i = 0; i < n; i += ROW) {
        struct prefix__openmp_lines lines = cut_aside_but_lines(aside, ROW * sizeof *in, PREFIX__ROW_BYTES);
        if (ends && i % (TOTAL_ROWS * ROW) == 0) {
            by_totals = FN(are_plain)(heads, i, n);
            if (by_totals)
                STORE(totals, FN(total_rows)(in + i, TOTAL_ROWS, NULL, 0));
        }
        if (n - i >= ROW) {
            const uint64_t *words = heads + i / 64, *last = words + ROW / 64 - 1;
            if ((*words & *last) == UINT64_MAX) {
                row = FN(copy_row)(in + i, out + i);
            } else if (FN(is_any)(words)) {
                row = FN(cut_row_of)(in + i, out + i, takes, i / 64, row, &lines);
            } else if (by_totals) {
                row = OP(row, SPLAT(totals[i / ROW % TOTAL_ROWS]));
                out[i + ROW - 1] = row[0];
            } else {
                row = FN(rows)(in + i, out + i, 1, row, &sink, NULL, 0, FN(LOCAL));
            }
            draw_rest(&lines);
            continue;
        }
        SOURCE filled[ROW];
        ELEMENT rest[ROW];
        FN(fill)(filled, in + i, n - i);
        row = FN(cut_row_of)(filled, rest, takes, i / 64, row, &lines);
        memcpy(out + i, rest, (n - i) * BYTES);
    }
    memcpy(&state->local, &row, BYTES);
    return first;
}

/* Puts what stands before them before elements. */
INLINE void FN(cut_put)(ELEMENT *x, size_t n, uint64_t before)
{
    CARRY value;
    memcpy(&value, &before, sizeof value);
    const FN(carry) carry = value - (FN(carry)){0};
    size_t i = 0;
    if (value == (IDENTITY)) /* no element is -0 */
        return;
    for (; i + LANES <= n; i += LANES)
        STORE(x + i, FN(value)(carry, LOAD(x + i)));
    for (; i < n; i++)
        x[i] = (ELEMENT)(value OPERATOR(CARRY) x[i]);
}

static void FN(cut)(const void *from, void *to, size_t n, const uint64_t *heads, struct prefix__openmp_state *state,
                    uint64_t init, struct prefix__openmp_aside *aside)
{
    ELEMENT *out = to;
    for (size_t i = 0; i < n; i += CUT_PIECE) {
        const size_t length = n - i < CUT_PIECE ? n - i : CUT_PIECE;
        size_t first = FN(cut_local)((const SOURCE *)from + i, out + i, length, heads + i / 64, state, aside, 0);
        FN(cut_put)(out + i, first, state->carry);
        FN(cut_put)(out + i + first, length - first, init);
        if (first < length)
            state->carry = init;
    }
}

static void FN(ends)(const void *from, void *to, size_t n, const uint64_t *heads, struct prefix__openmp_state *state,
                     uint64_t init, struct prefix__openmp_aside *aside)
{
    ELEMENT *out = to;
    CARRY value;
    memcpy(&value, &init, sizeof value);
    if (value != (IDENTITY)) { /* which would have to be put before what is not written */
        FN(cut)(from, to, n, heads, state, init, aside);
        return;
    }
    for (size_t i = 0; i < n; i += CUT_PIECE) {
        const size_t length = n - i < CUT_PIECE ? n - i : CUT_PIECE;
        size_t first = FN(cut_local)((const SOURCE *)from + i, out + i, length, heads + i / 64, state, aside, 1);
        if (first > 0)
            FN(cut_put)(out + i + first - 1, 1, state->carry);
        if (first < length)
            state->carry = init;
    }
}
