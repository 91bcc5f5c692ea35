/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements among which segments begin, of exactly associative operators; included by core_integer.h. A lane
 * takes nothing from a place that lies before one where a segment begins, at or before the lane: begun holds
 * which lanes are shut off so, and spreads with the doubling. Where there are masks, these say it, and all of them are
 * found first (cut.h): two Xeon cores, 2^24 elements in segments of 4 that flags tell of, ms, u8 1.6 and 1.3, u16 2.75
 * and 2.1.
 */
struct FN(cut_state) {
    VECTOR carry, init;
};

#ifdef MASKS
#define MASK(level) JOIN(mask, BYTES)(takes[level], (int)(i / LANES))
#define PICK(mask, a, b) ((VECTOR)JOIN(PICK, BYTES)(mask, (raw)(a), (raw)(b)))
#define TAKE(level, left) x = PICK(MASK(level), OP((VECTOR)(left), x), x)
#define CARRIES (BYTES >= 4 ? 4 : BYTES == 2 ? 5 : 6) /* the level of those that take what stands before the vector */
INLINE VECTOR FN(cut_vector)(VECTOR x, size_t i, const uint64_t *heads, const uint64_t (*takes)[CUT_WORDS],
                             struct FN(cut_state) * state)
{
    (void)heads;
    const VECTOR identity = SPLAT(IDENTITY);
#if BYTES >= 4
    if (BYTES <= 4)
        TAKE(0, SHIFT_IN(identity, x, 4));
    TAKE(BYTES <= 4, SHIFT_IN(identity, x, 8));
    TAKE(BYTES <= 4 ? 2 : 1, SHIFT_IN(identity, x, 16));
    TAKE(BYTES <= 4 ? 3 : 2, SHIFT_IN(identity, x, 32));
#else
    if (BYTES == 1)
        TAKE(0, (v_u64)x << 8);
    TAKE(BYTES == 1, (v_u64)x << 16);
    TAKE(1 + (BYTES == 1), (v_u64)x << 32);
    TAKE(2 + (BYTES == 1), JOIN(WORD_LAST, BYTES)(x));
    TAKE(3 + (BYTES == 1), odd_lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x)));
    TAKE(4 + (BYTES == 1), upper_lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x)));
#endif
    x = OP(PICK(MASK(CARRIES), state->carry, state->init), x);
    state->carry = FN(last)(x);
    return UNMAP(x);
}
#undef MASK
#undef PICK
#undef TAKE
#undef CARRIES
#else
INLINE VECTOR FN(pick)(VECTOR mask, VECTOR a, VECTOR b)
{
    return (VECTOR)(((raw)a & (raw)mask) | ((raw)b & ~(raw)mask));
}

INLINE VECTOR FN(cut_vector)(VECTOR x, size_t i, const uint64_t *heads, const uint64_t (*takes)[CUT_WORDS],
                             struct FN(cut_state) * state)
{
    (void)takes;
    VECTOR begun = (VECTOR)JOIN(LANES_OF, BYTES)(heads[i / 64] >> i % 64);
    const VECTOR identity = SPLAT(IDENTITY), none = SPLAT(0);
#define TAKE(step_x, step_begun)                                                                                       \
    do {                                                                                                               \
        x = OP(FN(pick)(begun, identity, (VECTOR)(step_x)), x);                                                        \
        begun = (VECTOR)((raw)begun | (raw)(step_begun));                                                              \
    } while (0)
#define TAKE_SHIFTED(size) TAKE(LANE_SHIFT_IN(identity, x, size), LANE_SHIFT_IN(none, begun, size))
    if (BYTES <= 1)
        TAKE_SHIFTED(1);
    if (BYTES <= 2)
        TAKE_SHIFTED(2);
    if (BYTES <= 4)
        TAKE_SHIFTED(4);
    TAKE_SHIFTED(8);
#if VECTOR_BYTES > 16
    TAKE(odd_lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x)),
         odd_lanes((raw)none, JOIN(lane_last, BYTES)((raw)begun)));
#endif
#undef TAKE_SHIFTED
#undef TAKE
    const VECTOR last = FN(last)(x), ends = FN(last)(begun);
    x = OP(FN(pick)(begun, state->init, state->carry), x);
    state->carry = FN(pick)(ends, OP(state->init, last), OP(state->carry, last));
    return UNMAP(x);
}
#endif

/* The state is local, or it would go through memory at each vector: what is written there might be it. */
static void FN(cut_piece)(const SOURCE *in, ELEMENT *out, size_t n, const uint64_t *heads,
                          struct FN(cut_state) * states, struct prefix__openmp_aside *aside)
{
    struct FN(cut_state) state = *states;
#ifdef MASKS
    uint64_t takes[CUT_LEVELS][CUT_WORDS];
    if (BYTES >= 4)
        doubling_takes(heads, (n + 63) / 64, LANES, takes);
    else
        word_takes(heads, (n + 63) / 64, 8 / BYTES, takes);
#else
    const uint64_t(*const takes)[CUT_WORDS] = NULL;
#endif
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        if (i % CUT_SOME == 0)
            cut_aside(aside, CUT_SOME * sizeof *in, CUT_SOME * BYTES);
        STORE(out + i, FN(cut_vector)(FN(draw)(in + i), i, heads, takes, &state));
    }
    if (i < n) {
        VECTOR x = FN(cut_vector)(FN(draw_part)(in + i, n - i), i, heads, takes, &state);
        memcpy(out + i, &x, (n - i) * BYTES);
    }
    *states = state;
}

static void FN(cut)(const void *from, void *to, size_t n, const uint64_t *heads, struct prefix__openmp_state *states,
                    uint64_t init, struct prefix__openmp_aside *aside)
{
    struct FN(cut_state) state = {SPLAT((ELEMENT)states->carry), SPLAT((ELEMENT)init)};
    for (size_t i = 0; i < n; i += CUT_PIECE)
        FN(cut_piece)
    ((const SOURCE *)from + i, (ELEMENT *)to + i, n - i < CUT_PIECE ? n - i : CUT_PIECE, heads + i / 64, &state, aside);
    states->carry = (uint64_t)state.carry[0];
}
