/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements among which segments begin, of exactly associative operators; included by integer_kernel.h. The steps are
 * those of a scan; carry_masks.h says which elements take part in each.
 */
struct FN(segmented) {
    struct FN(key) key;
    VECTOR carry, init;
};

/* Elements between which lines are prefetched and written. */
#define ASIDE_ELEMENTS (VECTOR_BYTES == 64 ? BYTES < 8 ? 128 : 64 : BYTES < 4 ? 256 / BYTES : 64)
#ifdef MASKS
#define TAKE(mask, left) PICK(mask, OP((VECTOR)(left), x), x)
#else
#define TAKE(mask, left) OP(KEEP(mask, left), x)
#endif
#define MASK(level) JOIN(mask, BYTES)(masks + (level)*MASK_WORDS, j)
#define STEP(left) x = TAKE(MASK(level), left), level++

/* Vector j of those whose masks are here. */
INLINE VECTOR FN(scan_vector)(VECTOR x, const uint64_t *masks, int j, struct FN(segmented) * state)
{
    const struct FN(key) *const key = &state->key;
    const VECTOR identity = SPLAT(IDENTITY);
    int level = 0;
    if (BYTES <= 1)
        STEP(LANE_SHIFT_IN(identity, x, 1));
    if (BYTES <= 2)
        STEP(LANE_SHIFT_IN(identity, x, 2));
    if (BYTES <= 4)
        STEP(LANE_SHIFT_IN(identity, x, 4));
    STEP(LANE_SHIFT_IN(identity, x, 8));
#if VECTOR_BYTES > 16
    STEP(odd_lanes((raw)identity, JOIN(LANE_LAST, BYTES)((raw)x)));
#endif
#if VECTOR_BYTES > 32
    STEP(upper_lanes((raw)identity, JOIN(LANE_LAST, BYTES)((raw)x)));
#endif
    x = OP(PICK(MASK(CARRY_LEVEL), state->carry, state->init), x);
    state->carry = FN(last)(x);
    return UNMAP(x);
}
#undef TAKE
#undef MASK
#undef STEP

/* The state is local, or it would go through memory at each vector: what is written there might be it. */
static void FN(scan_masked)(const ELEMENT *in, ELEMENT *out, size_t n, const uint64_t *heads,
                            struct FN(segmented) * states, struct prefix__openmp_aside *aside)
{
    struct FN(segmented) state = *states;
    const struct FN(key) *const key = &state.key;
    uint64_t masks[MASK_LEVELS][MASK_WORDS];
    size_t i = 0;
    find_carry_masks(heads, (n + 63) / 64, 16 / BYTES, LANES, masks);
    for (; i + 64 <= n; i += 64) {
        if (i % ASIDE_ELEMENTS == 0) {
            struct prefix__openmp_lines lines = work_aside(aside, ASIDE_ELEMENTS * sizeof *in, ASIDE_ELEMENTS * BYTES);
            prefetch_rest(&lines);
        }
        _Pragma("GCC unroll 32") for (int j = 0; j < 64 / LANES; j++)
        {
            const size_t at = i + (size_t)(j * LANES);
            STORE(out + at, FN(scan_vector)(FN(load)(in + at, key), masks[0] + i / 64, j, &state));
        }
    }
    for (size_t count; i < n; i += count) {
        count = n - i < LANES ? n - i : LANES;
        const VECTOR x = count < LANES ? FN(load_part)(in + i, count, key) : FN(load)(in + i, key);
        const VECTOR y = FN(scan_vector)(x, masks[0] + i / 64, (int)(i % 64 / LANES), &state);
        memcpy(out + i, &y, count * BYTES);
    }
    *states = state;
}

static void FN(scan_segmented)(const void *from, void *to, size_t n, const uint64_t *heads,
                               struct prefix__openmp_state *states, uint64_t init, struct prefix__openmp_aside *aside)
{
    const ELEMENT *in = from;
    ELEMENT *out = to;
    struct FN(segmented) state = {FN(key_of)(states), SPLAT((ELEMENT)states->carry), SPLAT((ELEMENT)init)};
    for (size_t i = 0; i < n; i += MASKED_PIECE) {
        const size_t length = n - i < MASKED_PIECE ? n - i : MASKED_PIECE;
        FN(scan_masked)(in + i, out + i, length, heads + i / 64, &state, aside);
    }
    states->carry = (uint64_t)state.carry[LANES - 1];
}
#undef ASIDE_ELEMENTS
