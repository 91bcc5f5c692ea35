/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cores of one operator on floats, in the canonical order. To be included once for each
 * accumulator ELEMENT (with its SUFFIX and BYTES) and operator (NAME, OP, IDENTITY). For f32 sums
 * WIDE is 1: their carry is f64; scan() then comes twice, rounding to f32 or writing f64.
 *
 * A row is taken vector by vector. Sklansky's network inside a vector takes log2(LANES) steps; its
 * further levels run like a binary counter: vector j takes the totals of the blocks of 1, 2, 4, ...
 * vectors before it that j's bits name, so that few values are live. Adding the identity in lanes
 * that a step leaves alone is exact.
 */
#define ROW ((int)(PREFIX__ROW_BYTES / BYTES))

INLINE VECTOR FN(local)(VECTOR x)
{
    STEP(1);
    STEP(2);
    STEP(4);
    STEP(8);
    return x;
}

/* Level d of the network across vectors: vector j joins the block before it, or ends the left one. */
#define LEVEL(j, d, block)                                                                                            \
    if ((j) & (d))                                                                                                    \
        x = OP(block, x);                                                                                             \
    else if (((j) & ((d)-1)) == (d)-1)                                                                                \
    block = LAST(x)
#define ROW_VECTOR(j)                                                                                                 \
    do {                                                                                                              \
        VECTOR x = FN(local)(LOAD(in + (j)*LANES));                                                                   \
        LEVEL(j, 1, block1);                                                                                          \
        LEVEL(j, 2, block2);                                                                                          \
        LEVEL(j, 4, block4);                                                                                          \
        LEVEL(j, 8, block8);                                                                                          \
        LEVEL(j, 16, block16);                                                                                        \
        x = OP(row, x);                                                                                               \
        FN(emit)(out, (j)*LANES, carry, x, wide);                                                                     \
        if ((j) == ROW / LANES - 1)                                                                                   \
            row = LAST(x);                                                                                            \
    } while (0)
#define ROW_2(j)                                                                                                      \
    ROW_VECTOR(j);                                                                                                    \
    ROW_VECTOR((j) + 1)
#define ROW_4(j)                                                                                                      \
    ROW_2(j);                                                                                                         \
    ROW_2((j) + 2)
#define ROW_8(j)                                                                                                      \
    ROW_4(j);                                                                                                         \
    ROW_4((j) + 4)
#define ROW_16(j)                                                                                                     \
    ROW_8(j);                                                                                                         \
    ROW_8((j) + 8)

#if WIDE
typedef v_f64 FN(carry);
/* Adds the tile carry in f64 and writes f32, rounded once, or the f64 themselves. */
INLINE void FN(emit)(void *out, size_t at, v_f64 carry, v_f32 x, int wide)
{
    v_f64 low = carry + widen_low(x), high = carry + widen_high(x);
    if (wide) {
        store_f64((double *)out + at, low);
        store_f64((double *)out + at + LANES / 2, high);
    } else {
        store_f32((float *)out + at, narrow_f64(low, high));
    }
}
#else
typedef VECTOR FN(carry);
INLINE void FN(emit)(void *out, size_t at, VECTOR carry, VECTOR x, int wide)
{
    (void)wide;
    JOIN(store, SUFFIX)((ELEMENT *)out + at, OP(carry, x));
}
#endif

/* One row; row_carry in all lanes of the result. */
INLINE VECTOR FN(row)(const ELEMENT *in, void *out, FN(carry) carry, VECTOR row, int wide)
{
    VECTOR block1 = row, block2 = row, block4 = row, block8 = row, block16 = row;
#if VECTOR_BYTES == 64
    ROW_8(0);
#elif VECTOR_BYTES == 32
    ROW_16(0);
#else
    ROW_16(0);
    ROW_16(16);
#endif
    return row;
}

INLINE void FN(scan_body)(const ELEMENT *in, char *out, size_t n, struct prefix__openmp_state *state, int wide)
{
    const size_t out_bytes = wide ? sizeof(double) : BYTES;
    ELEMENT first;
    CARRY carry_value;
    memcpy(&first, &state->local, sizeof first);
    memcpy(&carry_value, &state->carry, sizeof carry_value);
    FN(carry) carry = carry_value - (FN(carry)){0};
    VECTOR row = SPLAT(first);
    size_t i = 0;
    for (; i + ROW <= n; i += ROW)
        row = FN(row)(in + i, out + i * out_bytes, carry, row, wide);
    if (i < n) { /* a last row filled up with the identity, which changes nothing before it or in its total */
        ELEMENT rest[ROW];
        double result[ROW];
        for (size_t j = 0; j < ROW; j++)
            rest[j] = j < n - i ? in[i + j] : IDENTITY;
        row = FN(row)(rest, result, carry, row, wide);
        memcpy(out + i * out_bytes, result, (n - i) * out_bytes);
    }
    first = row[0];
    memcpy(&state->local, &first, sizeof first);
}

static void FN(scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state)
{
    FN(scan_body)(in, out, n, state, 0);
}

#if WIDE
static void FN(scan_wide)(const void *in, void *out, size_t n, struct prefix__openmp_state *state)
{
    FN(scan_body)(in, out, n, state, 1);
}
#endif

/* Combines neighbours: the next level of the tree, in order. */
INLINE VECTOR FN(pairs)(VECTOR a, VECTOR b)
{
    return OP(SHUFFLE(a, b, EVEN_(BYTES)), SHUFFLE(a, b, ODD_(BYTES)));
}

/* A row folded until one vector is left. */
INLINE VECTOR FN(fold_row)(const ELEMENT *in)
{
    VECTOR level[ROW / LANES];
    for (int j = 0; j < ROW / LANES; j++)
        level[j] = LOAD(in + j * LANES);
    for (int left = ROW / LANES / 2; left > 0; left /= 2)
        for (int j = 0; j < left; j++)
            level[j] = FN(pairs)(level[2 * j], level[2 * j + 1]);
    return level[0];
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

static void FN(element)(uint64_t carry, void *out)
{
    CARRY value;
    memcpy(&value, &carry, sizeof value);
    ELEMENT x = (ELEMENT)value;
    memcpy(out, &x, sizeof x);
}

#undef ROW
#undef LEVEL
#undef ROW_VECTOR
#undef ROW_2
#undef ROW_4
#undef ROW_8
#undef ROW_16
