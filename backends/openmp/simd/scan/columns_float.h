/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Many rows in step, each in a lane of its own; included by float_kernel.h. The levels of the network that lie within a
 * block are done in registers, those above like a binary counter: block b joins the blocks of 1, 2, 4, ... blocks
 * before it that b's bits name.
 */
#define BLOCK PREFIX__OPENMP_COLUMN_BLOCK
#define LEVELS (BYTES == 4 ? 4 : 3) /* above that of a block, up to a row */
#define PLACE(array) ((ELEMENT *)((array) + at))

/* The tile carries of a vector of columns. */
struct FN(column_carry) {
#if WIDE
    v_f64 low, high;
#else
    VECTOR all;
#endif
};

INLINE struct FN(column_carry) FN(load_carry)(const struct prefix__openmp_columns *c, size_t at)
{
    struct FN(column_carry) carry;
    memcpy(&carry, c->carry + at * sizeof carry / VECTOR_BYTES, sizeof carry);
    return carry;
}

INLINE VECTOR FN(column_value)(struct FN(column_carry) carry, VECTOR x)
{
#if WIDE
    return narrow_f64((v_f64)ADD_8(carry.low, widen_low(x)), (v_f64)ADD_8(carry.high, widen_high(x)));
#else
    return OP(carry.all, x);
#endif
}

/* The carries behind a tile. */
INLINE void FN(close_tile)(const struct prefix__openmp_columns *c, size_t at, struct FN(column_carry) carry, VECTOR x)
{
#if WIDE
    carry.low = (v_f64)ADD_8(carry.low, widen_low(x));
    carry.high = (v_f64)ADD_8(carry.high, widen_high(x));
#else
    carry.all = OP(carry.all, x);
#endif
    memcpy(c->carry + at * sizeof carry / VECTOR_BYTES, &carry, sizeof carry);
    STORE(PLACE(c->row), SPLAT(IDENTITY));
}

/* A block of a vector of columns, at byte at; with a constant for count, but at the end of the rows. */
INLINE void FN(column_block)(const struct prefix__openmp_columns *c, size_t at, const char *in, char *out,
                             size_t element, int count)
{
    const size_t block = element / BLOCK, end = element + (size_t)count;
    const struct FN(column_carry) carry = FN(load_carry)(c, at);
    const VECTOR row = LOAD(PLACE(c->row));
    VECTOR x[BLOCK];
    _Pragma("GCC unroll 8") for (int j = 0; j < BLOCK; j++) x[j] =
        j < count ? LOAD((const ELEMENT *)(in + j * c->in_step + at)) : SPLAT(IDENTITY);
    _Pragma("GCC unroll 4") for (int d = 1; d < BLOCK; d *= 2)
        _Pragma("GCC unroll 8") for (int j = 0; j < BLOCK; j++) if (j & d) x[j] =
            OP(x[(j & ~(2 * d - 1)) + d - 1], x[j]);
    _Pragma("GCC unroll 4") for (int level = 0; level < LEVELS; level++)
    {
        ELEMENT *const before = PLACE(c->blocks[level]);
        if (block >> level & 1) {
            const VECTOR left = LOAD(before);
            _Pragma("GCC unroll 8") for (int j = 0; j < BLOCK; j++) x[j] = OP(left, x[j]);
        } else if ((block & (((size_t)1 << level) - 1)) == ((size_t)1 << level) - 1) {
            STORE(before, x[BLOCK - 1]);
        }
    }
    _Pragma("GCC unroll 8") for (int j = 0; j < BLOCK; j++) x[j] = OP(row, x[j]);
    VECTOR last = x[BLOCK - 1];
    if (count < BLOCK)
        for (int j = 0; j < BLOCK; j++)
            if (j == count - 1)
                last = x[j];
    if (end % ROW == 0 || end == c->n)
        STORE(PLACE(c->row), last);
    if (end % TILE == 0 || end == c->n)
        FN(close_tile)(c, at, carry, last);
    if (!out)
        return;
    VECTOR before = LOAD(PLACE(c->last));
    _Pragma("GCC unroll 8") for (int j = 0; j < BLOCK; j++) if (j < count)
    {
        const VECTOR y = FN(column_value)(carry, x[j]);
        const VECTOR result = c->exclusive ? before : y;
        if (c->past_cache)
            STREAM(out + j * c->out_step + at, &result);
        else
            STORE((ELEMENT *)(out + j * c->out_step + at), result);
        before = y;
    }
    STORE(PLACE(c->last), before);
}

static void FN(columns)(const struct prefix__openmp_columns *c, size_t at, size_t count)
{
    for (size_t i = 0; i < count; i += BLOCK) {
        const char *const in = c->in + (ptrdiff_t)i * c->in_step;
        char *const out = c->out ? c->out + (ptrdiff_t)i * c->out_step : NULL;
        prefix__openmp_prefetch_columns(c, in, out, c->columns * BYTES);
        for (size_t column = 0; column < c->columns * BYTES; column += VECTOR_BYTES)
            if (count - i >= BLOCK)
                FN(column_block)(c, column, in, out, at + i, BLOCK);
            else
                FN(column_block)(c, column, in, out, at + i, (int)(count - i));
    }
}

#undef BLOCK
#undef LEVELS
#undef PLACE
