/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements among which segments begin, of exactly associative operators; included by integer_kernel.h. A lane takes
 * nothing from a place that lies before one where a segment begins, at or before the lane. Where there are masks, which
 * lanes those are in each step is found for a chunk before (masks.h). Without, bits of the vector tell (lane_tables.h).
 */
struct FN(cut_state) {
    struct FN(key) key;
    VECTOR carry, init; /* of short elements the last 8 bytes have the carry, where there are masks */
};

/* Elements between which lines are prefetched and written. */
#define CUT_SOME (VECTOR_BYTES == 64 ? BYTES < 8 ? 128 : 64 : BYTES < 4 ? 256 / BYTES : 64)

#ifdef MASKS
#define MASK(level) JOIN(mask, BYTES)(takes[level], (int)i)
#define PICK(mask, a, b) ((VECTOR)JOIN(PICK, BYTES)(mask, (raw)(a), (raw)(b)))
#define TAKE(level, left) x = PICK(MASK(level), OP((VECTOR)(left), x), x)
#define CARRIES (BYTES >= 4 ? 4 : BYTES == 2 ? 5 : 6) /* the level of those that take what stands before the vector */
/*
 * Vector i of a piece, which is vector j of those whose heads are here. dense: segments begin in all blocks of 8
 * elements. Then what stands before the first in each takes the last element of the block before, when the steps in
 * these are done, and no vector waits for the one before.
 */
INLINE VECTOR FN(cut_vector)(VECTOR x, size_t i, const uint64_t *heads, int j, const uint64_t (*takes)[CUT_WORDS],
                             int dense, struct FN(cut_state) * state)
{
    (void)heads;
    (void)j;
    const struct FN(key) *const key = &state->key;
    const VECTOR identity = SPLAT(IDENTITY);
#if BYTES >= 4
    (void)dense;
    if (BYTES <= 4)
        TAKE(0, SHIFT_IN(identity, x, 4));
    TAKE(BYTES <= 4, SHIFT_IN(identity, x, 8));
    TAKE(BYTES <= 4 ? 2 : 1, SHIFT_IN(identity, x, 16));
    TAKE(BYTES <= 4 ? 3 : 2, SHIFT_IN(identity, x, 32));
    x = OP(PICK(MASK(CARRIES), state->carry, state->init), x);
    state->carry = FN(last)(x);
#else
    if (BYTES == 1)
        TAKE(0, (v_u64)x << 8);
    TAKE(BYTES == 1, (v_u64)x << 16);
    TAKE(1 + (BYTES == 1), (v_u64)x << 32);
    if (BYTES == 2)
        TAKE(2, WORD_LAST_2(x));
    if (dense) {
        const VECTOR begun = OP(state->init, x), lasts = (VECTOR)JOIN(LAST_OF_EIGHT, BYTES)(begun);
        x = PICK(MASK(3), OP((VECTOR)SHIFT_IN(state->carry, lasts, 8 * BYTES), x), begun);
        state->carry = lasts;
        return UNMAP(x);
    }
    if (BYTES == 1)
        TAKE(3, WORD_LAST_1(x));
    TAKE(3 + (BYTES == 1), odd_lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x)));
    TAKE(4 + (BYTES == 1), upper_lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x)));
    x = OP(PICK(MASK(CARRIES), (VECTOR)LAST_WORD(state->carry), state->init), x);
    state->carry = (VECTOR)JOIN(lane_last, BYTES)((raw)x);
#endif
    return UNMAP(x);
}
#undef MASK
#undef PICK
#undef TAKE
#undef CARRIES
#else
INLINE VECTOR FN(cut_vector)(VECTOR x, size_t i, const uint64_t *heads, int j, const uint64_t (*takes)[CUT_WORDS],
                             int dense, struct FN(cut_state) * state)
{
    (void)i;
    (void)takes;
    (void)dense;
    const struct FN(key) *const key = &state->key;
#define TAKE(takers, left) x = OP(KEEP(takers, left), x)
#if BYTES == 1
    const uint64_t bits = heads[j * LANES / 64] >> j * LANES % 64 & ((1ull << LANES) - 1);
    const index_1 begun = SPREAD_BITS(bits);
    const raw carries = none_before_1(bits, 0, LANES), passes = (raw)((index_1){0} - (int8_t)(bits == 0));
    TAKE(none_in_word_1(begun, 1), (v_u64)x << 8);
    TAKE(none_in_word_1(begun, 2), (v_u64)x << 16);
    TAKE(none_in_word_1(begun, 4), (v_u64)x << 32);
    TAKE(none_in_second_1(begun), SHUFFLE(x, x, (IOTA(1) & ~15) + 7));
#if VECTOR_BYTES > 16
    TAKE(none_before_1(bits, 16, 16), odd_lanes((raw)SPLAT(IDENTITY), lane_last_1((raw)x)));
#endif
#elif BYTES == 2
    const v_u16 begun = begun_2(heads, j);
    const raw carries = none_up_to_2(begun), passes = none_2(begun);
    TAKE(none_among_2(begun, 1), LANE_SHIFT_IN(SPLAT(IDENTITY), x, 2));
    TAKE(none_among_2(begun, 2), LANE_SHIFT_IN(SPLAT(IDENTITY), x, 4));
    TAKE(none_among_2(begun, 4), LANE_SHIFT_IN(SPLAT(IDENTITY), x, 8));
#if VECTOR_BYTES > 16
    TAKE(none_in_block_2(begun), odd_lanes((raw)SPLAT(IDENTITY), lane_last_2((raw)x)));
#endif
#else
    const size_t begun = JOIN(begun, BYTES)(heads, j);
#define TAKERS(lanes, begun) JOIN(takers, BYTES)(lanes, begun)
    raw carries = TAKERS(LANES, begun), passes = TAKERS(LANES, begun ? NO_TAKERS : ALL_TAKERS);
    OPAQUE(carries); /* or gcc asks for the signs of what has nothing else */
    OPAQUE(passes);
    TAKE(TAKERS(1, begun), SHUFFLE(x, x, IOTA_OF(BYTES) & ~1));
    if (BYTES == 4)
        TAKE(TAKERS(2, begun), SHUFFLE(x, x, (IOTA_OF(BYTES) & ~3) + (BYTES == 4)));
#if VECTOR_BYTES > 16
    TAKE(TAKERS(16 / BYTES, begun), odd_lanes((raw)x, JOIN(lane_last, BYTES)((raw)x)));
#endif
#undef TAKERS
#endif
#undef TAKE
    const VECTOR last = FN(last)(x);
    x = OP((VECTOR)BLEND(carries, (raw)state->carry, (raw)state->init), x);
    state->carry = OP((VECTOR)BLEND(passes, (raw)state->carry, (raw)state->init), last);
    return UNMAP(x);
}
#endif

/* The state is local, or it would go through memory at each vector: what is written there might be it. */
static void FN(cut_piece)(const ELEMENT *in, ELEMENT *out, size_t n, const uint64_t *heads,
                          struct FN(cut_state) * states, struct prefix__openmp_aside *aside)
{
    struct FN(cut_state) state = *states;
    const struct FN(key) keys = state.key, *const key = &keys;
    unsigned dense = 0; /* words, by bits */
#ifdef MASKS
    uint64_t takes[CUT_LEVELS][CUT_WORDS];
    if (BYTES >= 4)
        doubling_takes(heads, (n + 63) / 64, LANES, takes);
    else
        dense = word_takes(heads, (n + 63) / 64, 8 / BYTES, takes);
#else
    const uint64_t(*const takes)[CUT_WORDS] = NULL;
#endif
    size_t i = 0;
    for (; i + 64 <= n; i += 64) {
        if (i % CUT_SOME == 0)
            cut_aside(aside, CUT_SOME * sizeof *in, CUT_SOME * BYTES);
        if (heads[i / 64] == UINT64_MAX) { /* segments of one element */
            VECTOR x = state.init;
            _Pragma("GCC unroll 32") for (int j = 0; j < 64; j += LANES)
            {
                x = OP(state.init, FN(load)(in + i + j, key));
                STORE(out + i + j, UNMAP(x));
            }
            state.carry = FN(last)(x);
            continue;
        }
        _Pragma("GCC unroll 32") for (int j = 0; j < 64 / LANES; j++)
        {
            const size_t at = i + (size_t)(j * LANES);
            STORE(out + at,
                  FN(cut_vector)(FN(load)(in + at, key), at / LANES, heads + i / 64, j, takes, dense >> i / 64 & 1, &state));
        }
    }
    for (size_t count; i < n; i += count) {
        count = n - i < LANES ? n - i : LANES;
        const VECTOR x = count < LANES ? FN(load_part)(in + i, count, key) : FN(load)(in + i, key);
        const VECTOR y = FN(cut_vector)(x, i / LANES, heads, (int)(i / LANES), takes, dense >> i / 64 & 1, &state);
        memcpy(out + i, &y, count * BYTES);
    }
    *states = state;
}

static void FN(cut)(const void *from, void *to, size_t n, const uint64_t *heads, struct prefix__openmp_state *states,
                    uint64_t init, struct prefix__openmp_aside *aside)
{
    struct FN(cut_state) state = {FN(key_of)(states), SPLAT((ELEMENT)states->carry), SPLAT((ELEMENT)init)};
    for (size_t i = 0; i < n; i += CUT_PIECE)
        FN(cut_piece)
    ((const ELEMENT *)from + i, (ELEMENT *)to + i, n - i < CUT_PIECE ? n - i : CUT_PIECE, heads + i / 64, &state, aside);
    states->carry = (uint64_t)state.carry[LANES - 1];
}
#undef CUT_SOME
