/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cores of one operator on floats, in the canonical order. To be included once for each
 * accumulator ELEMENT (with its SUFFIX and BYTES), operator (NAME, OP, OPERATOR, IDENTITY) and
 * CARRY type. Where WIDE is 1 (f32 sums, whose carry is f64), scan() leaves the tile carry out: it
 * is added when the elements are rounded (finish.h).
 *
 * A row is taken in groups of GROUP vectors, all of a group in step, so that the processor finds
 * independent work. Sklansky's network inside a vector takes log2(LANES) steps; its levels across
 * vectors run inside the group, and then like a binary counter: group g takes the totals of the
 * blocks of 1, 2, 4, ... groups before it that g's bits name, so that few values are live.
 * Combining the identity in lanes that a step leaves alone is exact.
 */
#define ROW ((int)(PREFIX__ROW_BYTES / BYTES))
#define GROUP (VECTOR_BYTES == 64 ? 8 : 4)
#define GROUPS (ROW / LANES / GROUP)

#define EACH(statement)                                                                                               \
    _Pragma("GCC unroll 8") for (int j = 0; j < GROUP; j++)                                                           \
    {                                                                                                                 \
        statement;                                                                                                    \
    }
#define STEP_EACH(d)                                                                                                  \
    if (LANES > (d))                                                                                                  \
    EACH(x[j] = OP(SHUFFLE(x[j], SPLAT(IDENTITY), SKLANSKY_(BYTES, ((d) < LANES ? (d) : 1))), x[j]))

/* Scans a group by itself. */
INLINE void FN(group)(VECTOR x[GROUP])
{
    STEP_EACH(1);
    STEP_EACH(2);
    STEP_EACH(4);
    STEP_EACH(8);
    _Pragma("GCC unroll 4") for (int d = 1; d < GROUP; d *= 2)
    {
        _Pragma("GCC unroll 4") for (int block = 0; block < GROUP; block += 2 * d)
        {
            VECTOR left = LAST(x[block + d - 1]);
            _Pragma("GCC unroll 4") for (int j = block + d; j < block + 2 * d; j++) x[j] = OP(left, x[j]);
        }
    }
}

/* Level d of the network across groups: group g joins the block before it, or ends the left one. */
#define LEVEL(g, d, block)                                                                                            \
    if ((g) & (d))                                                                                                    \
        EACH(x[j] = OP(block, x[j]))                                                                                  \
    else if (((g) & ((d)-1)) == (d)-1)                                                                                \
    block = LAST(x[GROUP - 1])
#define ROW_GROUP(g)                                                                                                  \
    if ((g) < GROUPS) {                                                                                               \
        VECTOR x[GROUP];                                                                                              \
        EACH(x[j] = LOAD(in + ((g)*GROUP + j) * LANES))                                                               \
        FN(group)(x);                                                                                                 \
        LEVEL(g, 1, block1);                                                                                          \
        LEVEL(g, 2, block2);                                                                                          \
        LEVEL(g, 4, block4);                                                                                          \
        EACH(x[j] = OP(row, x[j]))                                                                                    \
        EACH(STORE(out + ((g)*GROUP + j) * LANES, WIDE ? x[j] : OP(carry, x[j])))                                     \
        if ((g) == GROUPS - 1)                                                                                        \
            row = LAST(x[GROUP - 1]);                                                                                 \
    }

/* One row; the row carry is in all lanes of the result. */
INLINE VECTOR FN(row)(const ELEMENT *in, ELEMENT *out, VECTOR carry, VECTOR row)
{
    VECTOR block1 = row, block2 = row, block4 = row;
    (void)carry, (void)block1, (void)block2, (void)block4;
    ROW_GROUP(0)
    ROW_GROUP(1)
    ROW_GROUP(2)
    ROW_GROUP(3)
    ROW_GROUP(4)
    ROW_GROUP(5)
    ROW_GROUP(6)
    ROW_GROUP(7)
    return row;
}

static void FN(scan)(const void *from, void *to, size_t n, struct prefix__openmp_state *state)
{
    const ELEMENT *in = from;
    ELEMENT *out = to, local, tile = IDENTITY;
    memcpy(&local, &state->local, sizeof local);
    if (!WIDE)
        memcpy(&tile, &state->carry, sizeof tile);
    VECTOR carry = SPLAT(tile), row = SPLAT(local);
    size_t i = 0;
    for (; i + ROW <= n; i += ROW)
        row = FN(row)(in + i, out + i, carry, row);
    if (i < n) { /* a last row, filled up with the identity: that changes nothing before it, nor its total */
        ELEMENT rest[ROW];
        for (size_t j = 0; j < (size_t)ROW; j++)
            rest[j] = j < n - i ? in[i + j] : IDENTITY;
        row = FN(row)(rest, rest, carry, row);
        memcpy(out + i, rest, (n - i) * BYTES);
    }
    local = row[0];
    memcpy(&state->local, &local, sizeof local);
}

/* Combines neighbours: the next level of the tree, in order. */
INLINE VECTOR FN(pairs)(VECTOR a, VECTOR b)
{
    return OP(SHUFFLE(a, b, EVEN_(BYTES)), SHUFFLE(a, b, ODD_(BYTES)));
}

/* Vectors j and up of a row, folded into one: depth first, so that few values are live. */
#define FOLD_1(j) LOAD(in + (j)*LANES)
#define FOLD_2(j) FN(pairs)(FOLD_1(j), FOLD_1((j) + 1))
#define FOLD_4(j) FN(pairs)(FOLD_2(j), FOLD_2((j) + 2))
#define FOLD_8(j) FN(pairs)(FOLD_4(j), FOLD_4((j) + 4))
#define FOLD_16(j) FN(pairs)(FOLD_8(j), FOLD_8((j) + 8))
#define FOLD_32(j) FN(pairs)(FOLD_16(j), FOLD_16((j) + 16))

INLINE VECTOR FN(fold_row)(const ELEMENT *in)
{
#if VECTOR_BYTES == 64
    return FOLD_8(0);
#elif VECTOR_BYTES == 32
    return FOLD_16(0);
#else
    return FOLD_32(0);
#endif
}

/* The totals of up to LANES rows come out of a tree that they share; they are chained in order. */
static void FN(reduce)(const void *from, size_t n, struct prefix__openmp_state *state)
{
    const ELEMENT *in = from;
    ELEMENT total;
    memcpy(&total, &state->local, sizeof total);
    for (size_t i = 0; i < n; i += ROW * LANES) {
        size_t rows = n - i < ROW * LANES ? (n - i) / ROW : LANES;
        VECTOR level[LANES];
        for (size_t j = 0; j < rows; j++)
            level[j] = FN(fold_row)(in + i + j * ROW);
        if (rows < LANES) {
            ELEMENT rest[ROW];
            size_t at = i + rows * ROW;
            for (size_t j = 0; j < ROW; j++)
                rest[j] = at + j < n ? in[at + j] : IDENTITY;
            level[rows] = FN(fold_row)(rest);
            for (size_t j = rows + 1; j < LANES; j++)
                level[j] = SPLAT(IDENTITY);
        }
        for (int left = LANES / 2; left > 0; left /= 2)
            for (int j = 0; j < left; j++)
                level[j] = FN(pairs)(level[2 * j], level[2 * j + 1]);
        for (int j = 0; j < LANES; j++)
            total = total OPERATOR level[0][j];
    }
    memcpy(&state->local, &total, sizeof total);
}

static uint64_t FN(combine)(uint64_t carry, uint64_t local)
{
    CARRY a;
    ELEMENT b;
    memcpy(&a, &carry, sizeof a);
    memcpy(&b, &local, sizeof b);
    a = a OPERATOR b;
    carry = 0;
    memcpy(&carry, &a, sizeof a);
    return carry;
}

#undef ROW
#undef GROUP
#undef GROUPS
#undef EACH
#undef STEP_EACH
#undef LEVEL
#undef ROW_GROUP
#undef FOLD_1
#undef FOLD_2
#undef FOLD_4
#undef FOLD_8
#undef FOLD_16
#undef FOLD_32
