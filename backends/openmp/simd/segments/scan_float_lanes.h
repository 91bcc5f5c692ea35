/* SPDX-License-Identifier: BSD-3-Clause */
/* A row in which segments begin, where there are no masks, by tables of lanes (lane_tables.h); included by scan_float.h. */

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
 * In groups, as rows are (float_kernel.h). What stands before a group is taken by those of its lanes up to which no
 * segment has begun in it, and it is what it was for the next group only if none has begun. With a constant for
 * is_dense: then a block takes nothing but the last element of the block before.
 *
 * While a group goes through the steps inside vectors, the one before it goes through those across them: either alone
 * waits for its own results.
 */
INLINE VECTOR FN(cut_row)(const ELEMENT *in, ELEMENT *out, const uint64_t *heads, VECTOR row, int is_dense,
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
/* Inside vectors of the next group. */
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
            EACH_CUT(next[j] = LOAD(in + (g * CUT_GROUP + j) * LANES);
                     if (is_dense && (IDENTITY) == 0) /* no -0, to which another may be added, and then nothing more */
                     next[j] = next[j] + (ELEMENT)0)
        CUT_STEP(1)
        CUT_ACROSS(1)
        CUT_STEP(2)
        CUT_ACROSS(2)
        prefetch_two(lines);
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
#undef BEGUN
#undef TAKERS
#undef CUT_STEP
#undef CUT_ACROSS
#undef CUT_LEVEL
}

INLINE VECTOR FN(cut_row_of)(const ELEMENT *in, ELEMENT *out, const uint64_t (*takes)[CUT_WORDS], size_t word,
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
