/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The core of sums of halves of FORMAT, which reads and writes them; to be included once for each. In
 * between are f32, by the cores that widen them.
 *
 * An element is tile carry + its value in the tile, in f64, rounded once. Where an instruction set has
 * the functions of planes.h, nearly all get by with f32: the carry lies between two neighbours of f32,
 * the element therefore between the lower one plus the value, rounded down, and the upper one plus the
 * value, rounded up. Where both round to the same half, that is the element. Rows with another one,
 * about one of 30 (f16) or 250 (bf16), are rounded from f64.
 */
#define HALF(verb) PASTE(verb, FORMAT, sum)
#define OF_F32(verb) PASTE(verb, f32_sum, FORMAT)
#define ROW (PREFIX__ROW_BYTES / sizeof(float))

#ifdef PLANES
#define TILE (PREFIX__TILE_BYTES / sizeof(float))

/* The exact elements of a row. */
static __attribute__((noinline)) void HALF(settle)(const struct planes_row *row, const double *carry, raw y[4])
{
    for (int j = 0; j < 4; j++)
        y[j] = mix_planes(PASTE(settle, FORMAT, vector)(row->pair[j].even, splat_f64(*carry)),
                          PASTE(settle, FORMAT, vector)(row->pair[j].odd, splat_f64(*carry)));
}

/* Rounds pair j of a row. */
INLINE raw HALF(round)(const struct planes_row *x, int j, const struct bounds *bounds, raw *differ)
{
    return PASTE(round, FORMAT, planes)(add_bounds(bounds, x->pair[j].even), add_bounds(bounds, x->pair[j].odd),
                                        differ);
}

/* Writes a row that is rounded, y, and where that does not settle it, from f64. */
INLINE void HALF(write)(const struct planes_row *x, raw y[4], raw differ, uint16_t *out, const struct bounds *bounds,
                        int past_cache)
{
    if (__builtin_expect(PASTE(any, FORMAT, differs)(differ), 0)) {
        const struct planes_row copy = *x; /* so that x itself stays in registers */
        raw settled[4];
        HALF(settle)(&copy, &bounds->carry, settled);
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) y[j] = settled[j];
    }
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
    {
        if (past_cache)
            STREAM(out + j * 2 * FLOATS, &y[j]);
        else
            memcpy(out + j * 2 * FLOATS, &y[j], sizeof y[j]);
    }
}

INLINE void HALF(flush)(const struct planes_row *x, uint16_t *out, const struct bounds *bounds, int past_cache)
{
    raw y[4], differ = {0};
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) y[j] = HALF(round)(x, j, bounds, &differ);
    HALF(write)(x, y, differ, out, bounds, past_cache);
}

/*
 * Scans a row. Meanwhile the row before it, held, is rounded and written, if there is one: that has the
 * conversions, this the shuffles, and the processor's window is too small to find the one behind the other.
 */
INLINE struct planes_row HALF(row)(const uint16_t *in, v_f32 *before, const struct planes_row *held, uint16_t *out,
                                   const struct bounds *bounds, int past_cache)
{
    struct planes_row x;
    raw y[4], differ = {0};
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
    {
        x.pair[j] = scan_planes(PASTE(load, FORMAT, planes)(in + j * 2 * FLOATS));
        if (held)
            y[j] = HALF(round)(held, j, bounds, &differ);
    }
    join_planes(&x.pair[1], last_f32(x.pair[0].odd));
    join_planes(&x.pair[3], last_f32(x.pair[2].odd));
    const v_f32 half = last_f32(x.pair[1].odd);
    join_planes(&x.pair[2], half);
    join_planes(&x.pair[3], half);
    _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++) join_planes(&x.pair[j], *before);
    *before = last_f32(x.pair[3].odd);
    if (held)
        HALF(write)(held, y, differ, out, bounds, past_cache);
    return x;
}

/* Within a tile, with a constant for past_cache. */
INLINE void HALF(run)(const uint16_t *in, uint16_t *out, size_t n, struct prefix__openmp_state *state,
                      const struct prefix__openmp_next *next, int past_cache)
{
    const struct bounds bounds = bounds_of(state->carry);
    float local;
    memcpy(&local, &state->local, sizeof local);
    v_f32 before = splat_f32(local);
    struct planes_row held;
    const size_t rows = n / ROW * ROW;
    if (rows) {
        held = HALF(row)(in, &before, NULL, NULL, &bounds, past_cache);
        for (size_t i = ROW; i < rows; i += ROW) {
            if (next)
                prefix__openmp_draw_near(next, (i - ROW) * sizeof *in, ROW * sizeof *in);
            held = HALF(row)(in + i, &before, &held, out + i - ROW, &bounds, past_cache);
        }
        HALF(flush)(&held, out + rows - ROW, &bounds, past_cache);
    }
    if (rows < n) { /* filled up with zeros: that changes nothing before them, nor the total */
        uint16_t rest[ROW] = {0};
        memcpy(rest, in + rows, (n - rows) * sizeof *in);
        held = HALF(row)(rest, &before, NULL, NULL, &bounds, 0);
        HALF(flush)(&held, rest, &bounds, 0);
        memcpy(out + rows, rest, (n - rows) * sizeof *out);
    }
    memcpy(&state->local, &before, sizeof(float));
}

static void HALF(scan)(const void *in, void *out, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    HALF(run)(in, out, n, state, next, 0);
}

/* For an out that begins with a line, and inclusive alone. */
static void HALF(stream)(const void *from, void *to, size_t n, struct prefix__openmp_state *state,
                         const struct prefix__openmp_next *next, int exclusive)
{
    (void)exclusive;
    const uint16_t *in = from;
    uint16_t *out = to;
    for (size_t i = 0; i < n; i += TILE) {
        const size_t length = n - i < TILE ? n - i : TILE;
        struct prefix__openmp_next part;
        HALF(run)(in + i, out + i, length, state, prefix__openmp_next_part(next, i * sizeof *in, &part), 1);
        if (length == TILE) {
            state->carry = OF_F32(combine)(state->carry, state->local);
            state->local = 0;
        }
    }
}
#undef TILE
#else
#define PIECE (8 * ROW)

static void HALF(scan)(const void *from, void *to, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next)
{
    const uint16_t *in = from;
    uint16_t *out = to;
    for (size_t i = 0; i < n; i += PIECE) {
        float values[PIECE];
        const size_t length = n - i < PIECE ? n - i : PIECE;
        struct prefix__openmp_next part;
        OF_F32(scan_local)(in + i, values, length, state, prefix__openmp_next_part(next, i * sizeof *in, &part));
        PASTE(finish, FORMAT, values)(values, out + i, length, state->carry);
    }
}
#undef PIECE
#endif

/* Rows in which segments begin. */
static void HALF(cut)(const void *from, void *to, size_t n, const uint64_t *heads, struct prefix__openmp_state *state,
                      uint64_t init, const void *ahead)
{
    const uint16_t *in = from, *next = ahead;
    uint16_t *out = to;
    for (size_t i = 0; i < n; i += CUT_PIECE) {
        float values[CUT_PIECE];
        const size_t length = n - i < CUT_PIECE ? n - i : CUT_PIECE;
        size_t first =
            OF_F32(cut_local)(in + i, values, length, heads + i / 64, state, (const char *)(next ? next + i : NULL));
        PASTE(finish, FORMAT, values)(values, out + i, first, state->carry);
        PASTE(finish, FORMAT, values)(values + first, out + i + first, length - first, init);
        if (first < length)
            state->carry = init;
    }
}

#undef HALF
#undef OF_F32
#undef ROW
#undef FORMAT
