/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The kernel of sums of halves of FORMAT, which reads and writes them; to be included once for each. In between are
 * f32, by the kernel of their sums. An element is tile carry + its value in the tile, in f64, rounded once.
 *
 * Where an instruction set has the functions of even_odd.h, nearly all elements get by with f32. For f16 the carry lies
 * between two neighbours of f32, the element therefore between the lower one plus the value, rounded down, and the
 * upper one plus the value, rounded up. Where both round to the same half, that is the element; for bf16 there is a
 * cheaper test of the same. What is left in doubt, in about one row of 30 (f16) or 128 (bf16), is rounded from f64.
 */
#define HALF(verb) PASTE(verb, FORMAT, sum)
#define TO_F32 PASTE(stage, FORMAT, f32)
#define ROW (PREFIX__ROW_BYTES / sizeof(float))
#define PIECE (8 * ROW)

#ifdef PLANES
INLINE void HALF(put)(const raw y[4], uint16_t *out, int past_cache)
{
    if (past_cache)
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) STREAM(out + j * 2 * FLOATS, &y[j]);
    else
        memcpy(out, y, 4 * sizeof *y);
}

/* Writes a row in which there is a doubt: what is in doubt from f64. */
static __attribute__((noinline)) void HALF(settle)(const struct planes_row *row, uint16_t *out,
                                                   const struct bounds *bounds, int past_cache)
{
    raw y[4];
    for (int j = 0; j < 4; j++) {
        raw doubt = bounds->doubt;
        y[j] = PASTE(round, FORMAT, planes)(bounds, row->pair[j], &doubt, bounds->quick);
        if (PASTE(any, FORMAT, doubt)(doubt, bounds->quick))
            y[j] = mix_planes(PASTE(settle, FORMAT, vector)(row->pair[j].even, splat_f64(bounds->carry)),
                              PASTE(settle, FORMAT, vector)(row->pair[j].odd, splat_f64(bounds->carry)));
    }
    HALF(put)(y, out, past_cache);
}

/* Rounds and writes a row. */
INLINE void HALF(write)(const struct planes_row *x, uint16_t *out, const struct bounds *bounds, int past_cache)
{
    raw y[4], doubt = bounds->doubt;
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) y[j] =
        PASTE(round, FORMAT, planes)(bounds, x->pair[j], &doubt, bounds->quick);
    if (__builtin_expect(PASTE(any, FORMAT, doubt)(doubt, bounds->quick), 0))
        HALF(settle)(x, out, bounds, past_cache);
    else
        HALF(put)(y, out, past_cache);
}

/*
 * Leaves a row's values in local. Meanwhile a row of other values, unless they are NULL, is rounded and written: that
 * has the conversions, this the shuffles, and the processor's window is too small to find the one behind the other.
 */
INLINE void HALF(row)(const uint16_t *in, struct planes_row *local, v_f32 *before, const struct planes_row *values,
                      uint16_t *out, const struct bounds *bounds, int past_cache)
{
    struct planes x[4];
    raw y[4], doubt = bounds->doubt;
#define EACH(statement) _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) statement
#define ROUND(j)                                                                                                       \
    if (values)                                                                                                        \
    y[j] = PASTE(round, FORMAT, planes)(bounds, values->pair[j], &doubt, bounds->quick)
    EACH(x[j] = PASTE(load, FORMAT, planes)(in + j * 2 * FLOATS));
    EACH(x[j].odd += x[j].even);
    ROUND(0);
    EACH(join_planes(&x[j], (v_f32)LEFT_4(x[j].odd, 1)));
    ROUND(1);
    EACH(join_planes(&x[j], (v_f32)LEFT_4(x[j].odd, 2)));
    ROUND(2);
    EACH(join_planes(&x[j], (v_f32)LEFT_4(x[j].odd, 4)));
    ROUND(3);
    EACH(join_planes(&x[j], (v_f32)LEFT_4(x[j].odd, 8)));
    join_planes(&x[1], last_f32(x[0].odd));
    join_planes(&x[3], last_f32(x[2].odd));
    const v_f32 half = last_f32(x[1].odd);
    join_planes(&x[2], half);
    join_planes(&x[3], half);
    EACH(join_planes(&x[j], *before));
    *before = last_f32(x[3].odd);
    if (values && __builtin_expect(PASTE(any, FORMAT, doubt)(doubt, bounds->quick), 0)) {
        EACH(local->pair[j] = x[j]);
        HALF(settle)(values, out, bounds, past_cache);
        return;
    }
    EACH(local->pair[j] = x[j]);
    if (values)
        HALF(put)(y, out, past_cache);
#undef EACH
#undef ROUND
}

/* With a constant for quick, which is what the bounds are. */
INLINE void HALF(step_by)(const struct prefix__openmp_step *step, struct bounds bounds, int quick)
{
    bounds.quick = quick;
    const uint16_t *in = step->in;
    uint16_t *out = step->out, rest[ROW] = {0};
    struct planes_row *local = step->local;
    const struct planes_row *values = step->values;
    float start = 0;
    if (step->state)
        memcpy(&start, &step->state->local, sizeof start);
    v_f32 before = splat_f32(start);
    size_t left = step->count;
    for (size_t i = 0; i < step->n; i += ROW, in += ROW) {
        if (step->next.at)
            prefix__openmp_prefetch_next(&step->next, i * sizeof *in, ROW * sizeof *in);
        if (step->n - i < ROW) /* filled up with zeros: they change nothing before them, nor the total */
            in = memcpy(rest, in, (step->n - i) * sizeof *in);
        if (left < ROW) {
            HALF(row)(in, local++, &before, NULL, NULL, &bounds, 0);
            continue;
        }
        if (step->past_cache)
            prefix__openmp_prefetch_output(out, ROW * sizeof *out, 0);
        HALF(row)(in, local++, &before, values++, out, &bounds, step->past_cache);
        out += ROW;
        left -= ROW;
    }
    for (; left >= ROW; left -= ROW, out += ROW)
        HALF(write)(values++, out, &bounds, step->past_cache);
    if (left) {
        HALF(write)(values, rest, &bounds, 0);
        memcpy(out, rest, left * sizeof *out);
    }
    if (step->state)
        memcpy(&step->state->local, &before, sizeof(float));
}

static void HALF(step)(const struct prefix__openmp_step *step)
{
    const struct bounds bounds = PASTE(bounds, FORMAT, of)(step->carry);
    if (bounds.quick)
        HALF(step_by)(step, bounds, 1);
    else
        HALF(step_by)(step, bounds, 0);
}
#else
/* One after the other. */
static void HALF(step)(const struct prefix__openmp_step *step)
{
    for (size_t i = 0; i < step->n; i += PIECE) {
        const size_t length = step->n - i < PIECE ? step->n - i : PIECE;
        float *const local = (float *)step->local + i;
        if (step->next.at)
            prefix__openmp_prefetch_next(&step->next, i * sizeof(uint16_t), length * sizeof(uint16_t));
        TO_F32((const uint16_t *)step->in + i, local, length);
        scan_local_f32_sum(local, local, length, step->state, NULL);
    }
    PASTE(finish, FORMAT, values)(step->values, step->out, step->count, step->carry);
}
#endif

/* Within a tile, chunk by chunk: one is written while the next is scanned. */
static void HALF(run)(const uint16_t *in, uint16_t *out, size_t n, struct prefix__openmp_state *state,
                      const struct prefix__openmp_next *next, int past_cache)
{
    _Alignas(VECTOR_BYTES) float chunks[2][PIECE];
    for (size_t k = 0, written = 0, count = 0; written < n; k++) {
        const size_t at = written + count, length = n - at < PIECE ? n - at : PIECE;
        struct prefix__openmp_step step = {.in = in + at,
                                           .local = chunks[k & 1],
                                           .n = length,
                                           .state = state,
                                           .values = chunks[~k & 1],
                                           .out = out + written,
                                           .count = count,
                                           .carry = state->carry,
                                           .past_cache = past_cache};
        if (next)
            prefix__openmp_next_part(next, at * sizeof *in, &step.next);
        HALF(step)(&step);
        written += count;
        count = length;
    }
}

static void HALF(scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    HALF(run)(in, out, n, state, next, 0);
}

#ifdef PLANES
/* For an out that begins with a line, and inclusive alone. */
static void HALF(stream)(const void *from, void *to, size_t n, struct prefix__openmp_state *state,
                         const struct prefix__openmp_next *next, int exclusive)
{
    const size_t tile = PREFIX__TILE_BYTES / sizeof(float);
    (void)exclusive;
    for (size_t i = 0; i < n; i += tile) {
        const size_t length = n - i < tile ? n - i : tile;
        struct prefix__openmp_next part;
        HALF(run)
        ((const uint16_t *)from + i, (uint16_t *)to + i, length, state,
         prefix__openmp_next_part(next, i * sizeof(uint16_t), &part), 1);
        if (length == tile) {
            state->carry = combine_f32_sum(state->carry, state->local);
            state->local = 0;
        }
    }
}
#endif

static void HALF(reduce)(const void *from, size_t n, struct prefix__openmp_state *state,
                         const struct prefix__openmp_next *next)
{
    const uint16_t *in = from;
    for (size_t i = 0; i < n; i += PIECE) {
        _Alignas(VECTOR_BYTES) float values[PIECE];
        const size_t length = n - i < PIECE ? n - i : PIECE;
        if (next)
            prefix__openmp_prefetch_next(next, i * sizeof *in, length * sizeof *in);
        TO_F32(in + i, values, length);
        reduce_f32_sum(values, length, state, NULL);
    }
}

static void HALF(reduce_row_part)(const void *row, size_t low, size_t high, size_t n,
                                  struct prefix__openmp_state *state)
{
    float values[ROW];
    TO_F32((const uint16_t *)row + low, values + low, high - low);
    reduce_row_part_f32_sum(values, low, high, n, state);
}

static void HALF(scan_segmented)(const void *from, void *to, size_t n, const uint64_t *heads,
                                 struct prefix__openmp_state *state, uint64_t init, struct prefix__openmp_aside *aside)
{
    uint16_t *const out = to;
    for (size_t i = 0; i < n; i += MASKED_PIECE) {
        float values[MASKED_PIECE];
        const size_t length = n - i < MASKED_PIECE ? n - i : MASKED_PIECE;
        TO_F32((const uint16_t *)from + i, values, length);
        size_t first = scan_piece_f32_sum(values, values, length, heads + i / 64, state, aside, sizeof(uint16_t));
        PASTE(finish, FORMAT, values)(values, out + i, first, state->carry);
        PASTE(finish, FORMAT, values)(values + first, out + i + first, length - first, init);
        if (first < length)
            state->carry = init;
    }
}

#undef HALF
#undef TO_F32
#undef ROW
#undef PIECE
#undef FORMAT
