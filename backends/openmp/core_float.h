/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cores of one operator on floats, in the canonical order. To be included once for each
 * accumulator ELEMENT (with its SUFFIX and BYTES), operator (NAME, OP, OPERATOR, IDENTITY) and CARRY
 * type. DRAW gives a vector of elements from the SOURCE, which may be narrower, DRAW_PAIRS, where it is
 * defined, one of combined pairs. LEFT(x, d) is what the lanes take in
 * step d of the network, the identity where they take nothing; ASIDE is OP by units that have less to do. Where WIDE is
 * 1 (f32 sums, whose carry is f64), scan_local() leaves the tile carry out: it is added when
 * the elements are rounded to halves (core_half.h).
 *
 * A row is taken in groups of GROUP vectors, all of a group in step, so that the processor finds
 * independent work. Sklansky's network inside a vector takes log2(LANES) steps; its levels across
 * vectors run inside the group, and then like a binary counter: group g takes the totals of the
 * blocks of 1, 2, 4, ... groups before it that g's bits name, so that few values are live.
 * Combining the identity in lanes that a step leaves alone is exact.
 */
#define ROW ((int)(PREFIX__ROW_BYTES / BYTES))
#define TILE (PREFIX__TILE_BYTES / BYTES)
#define GROUP (VECTOR_BYTES == 64 ? 8 : 4)
#define GROUPS (ROW / LANES / GROUP)

#define EACH(statement)                                                                                                \
    _Pragma("GCC unroll 8") for (int j = 0; j < GROUP; j++)                                                            \
    {                                                                                                                  \
        statement;                                                                                                     \
    }
#define STEP_EACH(d)                                                                                                   \
    if (LANES > (d))                                                                                                   \
    EACH(VECTOR left = (VECTOR)LEFT(x[j], ((d) < LANES ? (d) : 1));                                                    \
         x[j] = (d) == LANES / 2 ? (VECTOR)ASIDE(left, x[j]) : OP(left, x[j]))

/* The carry of the tile in all lanes, and an element behind it. */
#if WIDE
typedef v_f64 FN(carry);
INLINE VECTOR FN(value)(v_f64 carry, VECTOR x)
{
    return narrow_f64((v_f64)ADD_F64(carry, widen_low(x)), (v_f64)ADD_F64(carry, widen_high(x)));
}
#else
typedef VECTOR FN(carry);
INLINE VECTOR FN(value)(VECTOR carry, VECTOR x)
{
    return OP(carry, x);
}
#endif

/*
 * How a row is written: LOCAL is without the tile carry; from PAST on it goes past the caches, in aligned vectors,
 * moved up by nothing, by an element or by the sink's shift.
 */
enum FN(mode) { FN(LOCAL), FN(PLAIN), FN(PAST), FN(BEHIND), FN(SHIFTED) };

struct FN(sink) {
    FN(carry) carry;
    struct shift shift;
    VECTOR last; /* vector written past the caches */
};

INLINE void FN(put)(struct FN(sink) * sink, ELEMENT *out, VECTOR x, int mode)
{
#if WIDE && defined NARROW_HALF
    if (mode == FN(PLAIN)) {
        NARROW_HALF(out, ADD_F64(sink->carry, widen_low((v_f32)x)));
        NARROW_HALF(out + LANES / 2, ADD_F64(sink->carry, widen_high((v_f32)x)));
        return;
    }
#endif
    if (mode != FN(LOCAL))
        x = FN(value)(sink->carry, x);
    if (mode >= FN(PAST)) {
        raw y = mode == FN(SHIFTED)  ? shift_next(&sink->shift, (raw)x)
                : mode == FN(BEHIND) ? (raw)SHIFT_IN(sink->last, x, BYTES)
                                     : (raw)x;
        STREAM(out, &y);
    } else {
        STORE(out, x);
    }
    sink->last = x;
}

/* Level d of the network across groups: group g joins the block before it, or ends the left one. */
#define LEVEL(g, d, block)                                                                                             \
    if ((g) & (d))                                                                                                     \
        EACH(x[j] = (VECTOR)ASIDE(block, x[j]))                                                                        \
    else if (((g) & ((d)-1)) == (d)-1)                                                                                 \
    block = LAST(x[GROUP - 1])

struct FN(group) {
    VECTOR x[GROUP];
};

struct FN(blocks) {
    VECTOR row, block1, block2, block4; /* their totals, in all lanes */
};

INLINE VECTOR FN(reverse)(VECTOR x)
{
    return SHUFFLE(x, x, REVERSE_(BYTES));
}

/* Writes a vector of values that were left without the tile carry; in reverse it ends where out begins. */
INLINE void FN(finish_vector)(const ELEMENT *values, ELEMENT *out, FN(carry) carry, int past_cache, int reverse)
{
#if WIDE && defined NARROW_HALF
    _Pragma("GCC unroll 2") for (int half = 0; half < LANES; half += LANES / 2)
    {
        const v_f64 x =
            (v_f64)ADD_F64(carry, reverse ? widen_reverse_f32(values + half) : widen_f32_f64(values + half));
        ELEMENT *to = reverse ? out - half - LANES / 2 : out + half;
        if (past_cache)
            STREAM_HALF(to, x);
        else
            NARROW_HALF(to, x);
    }
#else
    const VECTOR y = FN(value)(carry, LOAD(values)), x = reverse ? FN(reverse)(y) : y;
    out = reverse ? out - LANES : out;
    if (past_cache)
        STREAM(out, &x);
    else
        STORE(out, x);
#endif
}

/*
 * Scans group g of a row. Meanwhile the group before it, held, or one of values that were left without the tile
 * carry, is written: that has the conversions, this the shuffles, and the processor's window is too small to find
 * the one behind the other.
 */
INLINE struct FN(group) FN(group)(const SOURCE *in, int g, struct FN(blocks) * t, const struct FN(group) * held,
                                  const ELEMENT *values, ELEMENT *out, struct FN(sink) * sink, int mode, int reverse)
{
    struct FN(group) group;
    VECTOR *x = group.x;
    const FN(carry) carry = sink->carry;
    const int past = mode == FN(PAST);
    int next = 0;
#define PUT_HELD(until)                                                                                                \
    if (held || values)                                                                                                \
        _Pragma("GCC unroll 8") for (; next < (until); next++)                                                         \
        {                                                                                                              \
            if (held)                                                                                                  \
                FN(put)(sink, out + next * LANES, held->x[next], mode);                                                \
            else                                                                                                       \
                FN(finish_vector)                                                                                      \
            (values + next * LANES, out + (reverse ? -next : next) * LANES, carry, past, reverse);                     \
        }
    EACH(x[j] = reverse ? FN(reverse)(DRAW(in - (j + 1) * LANES)) : DRAW(in + j * LANES))
    STEP_EACH(1);
    PUT_HELD(GROUP / 4);
    STEP_EACH(2);
    PUT_HELD(GROUP / 2);
    STEP_EACH(4);
    PUT_HELD(GROUP * 3 / 4);
    STEP_EACH(8);
    _Pragma("GCC unroll 4") for (int d = 1; d < GROUP; d *= 2)
    {
        _Pragma("GCC unroll 4") for (int block = 0; block < GROUP; block += 2 * d)
        {
            VECTOR left = LAST(x[block + d - 1]);
            _Pragma("GCC unroll 4") for (int j = block + d; j < block + 2 * d; j++) x[j] = (VECTOR)ASIDE(left, x[j]);
        }
    }
    PUT_HELD(GROUP);
    LEVEL(g, 1, t->block1);
    LEVEL(g, 2, t->block2);
    LEVEL(g, 4, t->block4);
    EACH(x[j] = (VECTOR)ASIDE(t->row, x[j]))
    if (g == GROUPS - 1)
        t->row = LAST(x[GROUP - 1]);
#undef PUT_HELD
    return group;
}

/* Whole rows, with a constant for mode; next may be NULL, else from is how far the rows are into it. The row carry is
 * in all lanes of the result. */
INLINE VECTOR FN(rows)(const SOURCE *in, ELEMENT *out, size_t rows, VECTOR row, struct FN(sink) * sink,
                       const struct prefix__openmp_next *next, size_t from, int mode)
{
    struct FN(blocks) t = {row, row, row, row};
    struct FN(group) held = FN(group)(in, 0, &t, NULL, NULL, out, sink, mode, 0);
    const size_t groups = rows * GROUPS;
    for (size_t i = 1;; i += GROUPS) {
        if (next)
            prefix__openmp_draw_next(next, from + (i - 1) * (GROUP * LANES) * sizeof *in, ROW * sizeof *in);
        if (mode >= FN(PAST))
            prefix__openmp_draw_page(out + (i - 1) * (GROUP * LANES), ROW * BYTES);
        _Pragma("GCC unroll 8") for (int g = 1; g < GROUPS; g++)
        {
            const size_t at = (i + (size_t)g - 1) * (GROUP * LANES);
            held = FN(group)(in + at, g, &t, &held, NULL, out + at - GROUP * LANES, sink, mode, 0);
        }
        const size_t at = (i + GROUPS - 1) * (GROUP * LANES);
        if (i + GROUPS > groups)
            break;
        held = FN(group)(in + at, 0, &t, &held, NULL, out + at - GROUP * LANES, sink, mode, 0);
    }
    EACH(FN(put)(sink, out + (groups - 1) * (GROUP * LANES) + j * LANES, held.x[j], mode))
    return t.row;
}

INLINE void FN(fill)(SOURCE row[ROW], const SOURCE *in, size_t n)
{
    for (size_t j = 0; j < (size_t)ROW; j++)
        row[j] = j < n ? in[j] : (SOURCE)IDENTITY;
}

/* A last row of n elements, filled up with the identity: that changes nothing before it, nor its total. */
INLINE VECTOR FN(part)(const SOURCE *in, ELEMENT out[ROW], size_t n, VECTOR row, struct FN(sink) * sink, int mode)
{
    SOURCE filled[ROW];
    FN(fill)(filled, in, n);
    return FN(rows)(filled, out, 1, row, sink, NULL, 0, mode);
}

INLINE struct FN(sink) FN(begin)(const struct prefix__openmp_state *state, VECTOR *row)
{
    ELEMENT local;
    memcpy(&local, &state->local, sizeof local);
    *row = SPLAT(local);
    CARRY carry;
    memcpy(&carry, &state->carry, sizeof carry);
    struct FN(sink) sink = {.carry = carry - (FN(carry)){0}};
    sink.last = FN(value)(sink.carry, *row);
    return sink;
}

INLINE void FN(run)(const SOURCE *in, ELEMENT *out, size_t n, struct prefix__openmp_state *state,
                    const struct prefix__openmp_next *next, int mode)
{
    VECTOR row;
    struct FN(sink) sink = FN(begin)(state, &row);
    const size_t rows = n / ROW * ROW;
    if (rows)
        row = FN(rows)(in, out, n / ROW, row, &sink, next, 0, mode);
    if (rows < n) {
        ELEMENT rest[ROW];
        row = FN(part)(in + rows, rest, n - rows, row, &sink, mode);
        memcpy(out + rows, rest, (n - rows) * BYTES);
    }
    memcpy(&state->local, &row, BYTES);
}

#if WIDE
static void FN(scan_local)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                           const struct prefix__openmp_next *next)
{
    FN(run)(in, out, n, state, next, FN(LOCAL));
}
#endif

/*
 * In the first tile, before which nothing stands, values in the tile are the result: none is -0, as a row's carry is
 * not. 2^10 f32 come to .22 us of a Zen 4 core by that, with the tile carry to .35.
 */
static void FN(scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                     const struct prefix__openmp_next *next)
{
#if WIDE
    if (state->carry == 0) {
        FN(scan_local)(in, out, n, state, next);
        return;
    }
#endif
    FN(run)(in, out, n, state, next, FN(PLAIN));
}

/* Combines neighbours: the next level of the tree, in order. */
INLINE VECTOR FN(pairs)(VECTOR a, VECTOR b)
{
    return OP(SHUFFLE(a, b, EVEN_(BYTES)), SHUFFLE(a, b, ODD_(BYTES)));
}

/* Vectors j and up of a row, folded into one: depth first, so that few values are live. */
#define FOLD_1(j) DRAW(in + (j)*LANES)
#ifdef DRAW_PAIRS
#define FOLD_2(j) DRAW_PAIRS(in + (j)*LANES)
#else
#define FOLD_2(j) FN(pairs)(FOLD_1(j), FOLD_1((j) + 1))
#endif
#define FOLD_4(j) FN(pairs)(FOLD_2(j), FOLD_2((j) + 2))
#define FOLD_8(j) FN(pairs)(FOLD_4(j), FOLD_4((j) + 4))
#define FOLD_16(j) FN(pairs)(FOLD_8(j), FOLD_8((j) + 8))
#define FOLD_32(j) FN(pairs)(FOLD_16(j), FOLD_16((j) + 16))

#if defined LANES_SHUFFLE && BYTES == 8
/*
 * Eight vectors folded into one of their totals, in order: three levels of the tree by shuffles that are cheaper than
 * those for any order of lanes.
 */
INLINE VECTOR FN(fold_8)(const VECTOR x[8])
{
    VECTOR y[4], z[2];
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) y[j] =
        OP((VECTOR)UNPACK_LOW(x[2 * j], x[2 * j + 1]), (VECTOR)UNPACK_HIGH(x[2 * j], x[2 * j + 1]));
    _Pragma("GCC unroll 2") for (int j = 0; j < 2; j++) z[j] =
        OP((VECTOR)LANES_SHUFFLE(y[2 * j], y[2 * j + 1], 0x88), (VECTOR)LANES_SHUFFLE(y[2 * j], y[2 * j + 1], 0xdd));
    return OP((VECTOR)LANES_SHUFFLE(z[0], z[1], 0x88), (VECTOR)LANES_SHUFFLE(z[0], z[1], 0xdd));
}
#endif

INLINE VECTOR FN(fold_row)(const SOURCE *in)
{
#if defined LANES_SHUFFLE && BYTES == 8
    VECTOR x[8];
    _Pragma("GCC unroll 8") for (int j = 0; j < 8; j++) x[j] = DRAW(in + j * LANES);
    return FN(fold_8)(x);
#elif VECTOR_BYTES == 64
    return FOLD_8(0);
#elif VECTOR_BYTES == 32
    return FOLD_16(0);
#else
    return FOLD_32(0);
#endif
}

/*
 * The totals of up to LANES rows come out of a tree that they share. rows is a constant; next may be NULL, else from is
 * how far the rows are into it.
 */
INLINE VECTOR FN(total_rows)(const SOURCE *in, int rows, const struct prefix__openmp_next *next, size_t from)
{
    VECTOR level[LANES];
    _Pragma("GCC unroll 16") for (int j = 0; j < LANES; j++)
    {
        if (j < rows && next)
            prefix__openmp_draw_next(next, from + (size_t)j * ROW * sizeof *in, ROW * sizeof *in);
        level[j] = j < rows ? FN(fold_row)(in + j * ROW) : level[0];
    }
#if defined LANES_SHUFFLE && BYTES == 8
    level[0] = FN(fold_8)(level);
#else
    _Pragma("GCC unroll 4") for (int left = LANES / 2; left > 0; left /= 2)
    {
        _Pragma("GCC unroll 8") for (int j = 0; j < left; j++)
        {
            if (j * (LANES / left) < rows)
                level[j] = FN(pairs)(level[2 * j], level[2 * j + 1]);
        }
    }
#endif
    return level[0];
}

/* They are chained in order. */
INLINE ELEMENT FN(reduce_rows)(const SOURCE *in, int rows, ELEMENT total, const struct prefix__openmp_next *next,
                               size_t from)
{
    const VECTOR totals = FN(total_rows)(in, rows, next, from);
    _Pragma("GCC unroll 16") for (int j = 0; j < rows; j++) total = total OPERATOR totals[j];
    return total;
}

INLINE void FN(reduce_by)(const SOURCE *from, size_t n, struct prefix__openmp_state *state,
                          const struct prefix__openmp_next *next)
{
    const SOURCE *in = from;
    ELEMENT total;
    memcpy(&total, &state->local, sizeof total);
    for (; n >= ROW * LANES; n -= ROW * LANES, in += ROW * LANES)
        total = FN(reduce_rows)(in, LANES, total, next, (size_t)((const char *)in - (const char *)from));
    _Pragma("GCC unroll 4") for (int rows = LANES / 2; rows > 0; rows /= 2)
    {
        if (n < (size_t)(ROW * rows))
            continue;
        total = FN(reduce_rows)(in, rows, total, next, (size_t)((const char *)in - (const char *)from));
        n -= (size_t)(ROW * rows);
        in += ROW * rows;
    }
    if (n > 0) {
        SOURCE rest[ROW];
        FN(fill)(rest, in, n);
        total = FN(reduce_rows)(rest, 1, total, NULL, 0);
    }
    memcpy(&state->local, &total, sizeof total);
}

static void FN(reduce)(const void *in, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    if (next)
        FN(reduce_by)(in, n, state, next);
    else
        FN(reduce_by)(in, n, state, NULL);
}

/*
 * Of n elements of a row, those from low to high - 1. In the tree the others count as the identity, which changes
 * nothing: none is -0 behind what stands before the first.
 */
static void FN(between)(const void *from, size_t low, size_t high, size_t n, struct prefix__openmp_state *state)
{
    const SOURCE *in = from;
    ELEMENT total;
    memcpy(&total, &state->local, sizeof total);
#ifdef MASKS
    if (n >= ROW) {
        const uint64_t behind[2] = {high < 64 ? ((uint64_t)1 << high) - 1 : UINT64_MAX,
                                    high > 64 ? UINT64_MAX >> (128 - high) : 0};
        const uint64_t words[2] = {low < 64 ? behind[0] >> low << low : 0,
                                   low > 64 ? behind[1] >> (low - 64) << (low - 64) : behind[1]};
        VECTOR x[ROW / LANES];
        _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)
        {
            const uint64_t mask = words[j * LANES / 64] >> j * LANES % 64;
            x[j] = (VECTOR)JOIN(PICK, BYTES)((__mmask16)mask, (raw)(VECTOR)DRAW(in + j * LANES), (raw)SPLAT(IDENTITY));
        }
        _Pragma("GCC unroll 3") for (int left = ROW / LANES / 2; left > 0; left /= 2)
            _Pragma("GCC unroll 4") for (int j = 0; j < left; j++) x[j] = FN(pairs)(x[2 * j], x[2 * j + 1]);
        _Pragma("GCC unroll 4") for (int left = LANES / 2; left > 0; left /= 2) x[0] = FN(pairs)(x[0], x[0]);
        total = total OPERATOR x[0][0];
        memcpy(&state->local, &total, sizeof total);
        return;
    }
#endif
    (void)n;
    SOURCE some[ROW];
    FN(fill)(some, in, 0);
    memcpy(some + low, in + low, (high - low) * sizeof *in);
    total = FN(reduce_rows)(some, 1, total, NULL, 0);
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

/* Rows from element i on, with a constant for mode; out is where a vector goes that begins at element 0. */
INLINE VECTOR FN(stream_rows)(const SOURCE *in, ELEMENT *out, size_t i, size_t n, VECTOR row, struct FN(sink) * sink,
                              struct prefix__openmp_state *state, const struct prefix__openmp_next *next, int mode)
{
    while (i + ROW <= n) {
        size_t end = i - i % TILE + TILE;
        end = end < n ? end : n;
        row = FN(rows)(in + i, out + i, (end - i) / ROW, row, sink, next, i * sizeof *in, mode);
        i += (end - i) / ROW * ROW;
        if (i % TILE == 0) {
            uint64_t local = 0;
            memcpy(&local, &row, BYTES);
            state->carry = FN(combine)(state->carry, local);
            CARRY carry;
            memcpy(&carry, &state->carry, sizeof carry);
            sink->carry = carry - (FN(carry)){0};
            row = SPLAT(IDENTITY);
        }
    }
    return row;
}

/*
 * Rows lie where they lie: where that is off from a line, or where the result is one element off
 * from the row, the vectors that are written are put together from two of the row's. What stands in
 * an incomplete line at either end is written from a buffer.
 */
static void FN(stream)(const void *from, void *to, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next, int exclusive)
{
    const SOURCE *in = from;
    ELEMENT *out = to;
    ELEMENT buffer[LANES + ROW], *const rest = buffer + LANES; /* and before it, the last vector */
    const size_t off = (uintptr_t)to % VECTOR_BYTES / BYTES, rows = n / ROW * ROW;
    VECTOR row;
    struct FN(sink) sink = FN(begin)(state, &row);
    size_t done = 0;
    if (rows && off == 0 && !exclusive) {
        row = FN(stream_rows)(in, out, 0, n, row, &sink, state, next, FN(PAST));
        done = rows;
    } else if (rows && off == 0) {
        row = FN(stream_rows)(in, out, 0, n, row, &sink, state, next, FN(BEHIND));
        done = rows;
    } else if (rows) {
        sink.shift = shift_by((off + (size_t)exclusive) * BYTES);
        STORE(buffer, sink.last);
        row = FN(rows)(in, rest, 1, row, &sink, NULL, 0, FN(PLAIN));
        size_t i = off ? LANES - off : 0;
        memcpy(out, rest - exclusive, i * BYTES);
        for (; i < ROW - off; i += LANES)
            STREAM(out + i, rest - exclusive + i);
        sink.last = LOAD(rest + ROW - LANES);
        shift_next(&sink.shift, (raw)sink.last);
        row = FN(stream_rows)(in, out - off, ROW, n, row, &sink, state, next, FN(SHIFTED));
        done = rows - off;
    }
    if (done < n) {
        STORE(buffer, sink.last);
        if (rows < n)
            row = FN(part)(in + rows, rest, n - rows, row, &sink, FN(PLAIN));
        memcpy(out + done, rest - (rows - done) - exclusive, (n - done) * BYTES);
    }
    memcpy(&state->local, &row, BYTES);
}

#if BYTES == 4
/* Leaves a row's values in local; meanwhile a row of other values is written, unless they are NULL. */
INLINE VECTOR FN(step_row)(const SOURCE *in, ELEMENT *local, VECTOR row, const ELEMENT *values, ELEMENT *out,
                           struct FN(sink) * sink, int mode, int reverse)
{
    struct FN(blocks) t = {row, row, row, row};
    _Pragma("GCC unroll 8") for (int g = 0; g < GROUPS; g++)
    {
        const int at = g * GROUP * LANES, to = reverse ? -at : at;
        const struct FN(group) group =
            FN(group)(in + to, g, &t, NULL, values ? values + at : NULL, values ? out + to : NULL, sink, mode, reverse);
        EACH(STORE(local + at + j * LANES, group.x[j]))
    }
    return t.row;
}

/* Less than a line, or where it may not be written past the caches. */
INLINE void FN(finish_some)(const ELEMENT *values, ELEMENT *out, size_t n, FN(carry) carry, int reverse)
{
    for (; n >= LANES; n -= LANES, values += LANES, out += reverse ? -LANES : LANES)
        FN(finish_vector)(values, out, carry, 0, reverse);
    if (n == 0)
        return;
    ELEMENT rest[LANES] = {0};
    memcpy(rest, values, n * BYTES);
    if (reverse) {
        ELEMENT last[LANES];
        FN(finish_vector)(rest, last + LANES, carry, 0, 1);
        memcpy(out - n, last + LANES - n, n * BYTES);
    } else {
        FN(finish_vector)(rest, rest, carry, 0, 0);
        memcpy(out, rest, n * BYTES);
    }
}

INLINE void FN(draw_step)(const struct prefix__openmp_step *step, size_t i, int reverse)
{
    if (!step->next.at)
        return;
    if (reverse)
        prefix__openmp_draw_down(&step->next, (step->n - i - ROW) * sizeof(SOURCE), ROW * sizeof(SOURCE));
    else
        prefix__openmp_draw_next(&step->next, i * sizeof(SOURCE), ROW * sizeof(SOURCE));
}

/* With constants for mode and reverse, in which both arrays are gone through from their ends. */
INLINE void FN(step_by)(const struct prefix__openmp_step *step, int mode, int reverse)
{
    const ptrdiff_t forth = reverse ? -ROW : ROW;
    const SOURCE *in = (const SOURCE *)step->in + (reverse ? step->n : 0);
    ELEMENT *local = step->local, *out = (ELEMENT *)step->out + (reverse ? step->count : 0);
    const ELEMENT *values = step->values;
    VECTOR row;
    struct prefix__openmp_state start = {step->carry, step->state ? step->state->local : 0};
    struct FN(sink) sink = FN(begin)(&start, &row);
    size_t left = step->count, i = 0;
    if (left && mode == FN(PAST)) {
        size_t head = (reverse ? (uintptr_t)out : -(uintptr_t)out) % VECTOR_BYTES / BYTES;
        head = head < left ? head : left;
        FN(finish_some)(values, out, head, sink.carry, reverse);
        values += head;
        out += reverse ? -(ptrdiff_t)head : (ptrdiff_t)head;
        left -= head;
    }
    for (; i + ROW <= step->n && left >= (size_t)ROW; i += ROW, left -= ROW) {
        FN(draw_step)(step, i, reverse);
        if (mode == FN(PAST))
            prefix__openmp_draw_page_here(out, ROW * BYTES, reverse);
        row = FN(step_row)(in, local + i, row, values, out, &sink, mode, reverse);
        values += ROW;
        in += forth;
        out += forth;
    }
    for (; i + ROW <= step->n; i += ROW, in += forth) {
        FN(draw_step)(step, i, reverse);
        row = FN(step_row)(in, local + i, row, NULL, NULL, &sink, mode, reverse);
    }
    if (i < step->n) {
        SOURCE filled[ROW];
        if (reverse)
            for (size_t j = 0; j < (size_t)ROW; j++)
                filled[j] = j < step->n - i ? in[-1 - (ptrdiff_t)j] : (SOURCE)IDENTITY;
        else
            FN(fill)(filled, in, step->n - i);
        row = FN(step_row)(filled, local + i, row, NULL, NULL, &sink, mode, 0);
    }
    for (; left >= LANES; left -= LANES, values += LANES, out += reverse ? -LANES : LANES)
        FN(finish_vector)(values, out, sink.carry, mode == FN(PAST), reverse);
    FN(finish_some)(values, out, left, sink.carry, reverse);
    if (step->state)
        memcpy(&step->state->local, &row, BYTES);
}

static void FN(step)(const struct prefix__openmp_step *step)
{
    if (step->past_cache && step->reverse)
        FN(step_by)(step, FN(PAST), 1);
    else if (step->past_cache)
        FN(step_by)(step, FN(PAST), 0);
    else if (step->reverse)
        FN(step_by)(step, FN(PLAIN), 1);
    else
        FN(step_by)(step, FN(PLAIN), 0);
}
#endif

#include "cut_float.h"

#undef ROW
#undef TILE
#undef GROUP
#undef GROUPS
#undef EACH
#undef STEP_EACH
#undef LEVEL
#undef FOLD_1
#undef FOLD_2
#undef FOLD_4
#undef FOLD_8
#undef FOLD_16
#undef FOLD_32
