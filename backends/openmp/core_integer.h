/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cores of one integer operator: exactly associative, so any order will do. To be included
 * once for each ELEMENT (with its SUFFIX and BYTES) and operator (NAME, OP on vectors, IDENTITY).
 */

/*
 * Scans each of some vectors by itself, in step, so that the processor finds independent work:
 * doubling inside 16-byte lanes, by shifts that bring the identity in, and then across lanes.
 */
INLINE void FN(local)(VECTOR *x, int count)
{
    const VECTOR identity = SPLAT(IDENTITY);
#define SHIFT_EACH(size)                                                                                              \
    _Pragma("GCC unroll 4") for (int j = 0; j < count; j++)                                                           \
        x[j] = OP((VECTOR)LANE_SHIFT(x[j], size) | (identity & (VECTOR)LANE_HEAD(BYTES, size)), x[j])
#define ACROSS_EACH(lanes)                                                                                            \
    _Pragma("GCC unroll 4") for (int j = 0; j < count; j++)                                                           \
        x[j] = OP((VECTOR)lanes((raw)identity, JOIN(lane_last, BYTES)((raw)x[j])), x[j])
    if (BYTES <= 1)
        SHIFT_EACH(1);
    if (BYTES <= 2)
        SHIFT_EACH(2);
    if (BYTES <= 4)
        SHIFT_EACH(4);
    SHIFT_EACH(8);
#if VECTOR_BYTES > 16
    ACROSS_EACH(odd_lanes);
#endif
#if VECTOR_BYTES > 32
    ACROSS_EACH(upper_lanes);
#endif
#undef SHIFT_EACH
#undef ACROSS_EACH
}

INLINE VECTOR FN(last)(VECTOR x)
{
    return (VECTOR)last_lane(JOIN(lane_last, BYTES)((raw)x));
}

static void FN(scan)(const void *from, void *to, size_t n, struct prefix__openmp_state *state)
{
    const ELEMENT *in = from;
    ELEMENT *out = to;
    VECTOR carry = SPLAT((ELEMENT)state->carry);
    size_t i = 0;
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        VECTOR x[4] = {LOAD(in + i), LOAD(in + i + LANES), LOAD(in + i + 2 * LANES), LOAD(in + i + 3 * LANES)};
        FN(local)(x, 4);
        _Pragma("GCC unroll 4") for (int j = 0; j < 4; j++)
        {
            STORE(out + i + j * LANES, OP(carry, x[j]));
            carry = OP(carry, FN(last)(x[j]));
        }
    }
    for (; i < n; i += LANES) {
        size_t bytes = (n - i < LANES ? n - i : LANES) * BYTES;
        VECTOR x = SPLAT(IDENTITY);
        memcpy(&x, in + i, bytes);
        FN(local)(&x, 1);
        x = OP(carry, x);
        memcpy(out + i, &x, bytes);
        carry = FN(last)(x);
    }
    state->carry = (uint64_t)carry[0];
}

static void FN(reduce)(const void *from, size_t n, struct prefix__openmp_state *state)
{
    const ELEMENT *in = from;
    VECTOR sum[4] = {SPLAT(IDENTITY), SPLAT(IDENTITY), SPLAT(IDENTITY), SPLAT(IDENTITY)};
    size_t i = 0;
    for (; i + 4 * LANES <= n; i += 4 * LANES) {
        sum[0] = OP(sum[0], LOAD(in + i));
        sum[1] = OP(sum[1], LOAD(in + i + LANES));
        sum[2] = OP(sum[2], LOAD(in + i + 2 * LANES));
        sum[3] = OP(sum[3], LOAD(in + i + 3 * LANES));
    }
    for (; i < n; i += LANES) {
        VECTOR x = SPLAT(IDENTITY);
        memcpy(&x, in + i, (n - i < LANES ? n - i : LANES) * BYTES);
        sum[0] = OP(sum[0], x);
    }
    sum[0] = OP(OP(sum[0], sum[1]), OP(sum[2], sum[3]));
    FN(local)(sum, 1);
    sum[0] = OP(SPLAT((ELEMENT)state->local), FN(last)(sum[0]));
    state->local = (uint64_t)sum[0][0];
}

static uint64_t FN(combine)(uint64_t carry, uint64_t local)
{
    return (uint64_t)OP(SPLAT((ELEMENT)carry), SPLAT((ELEMENT)local))[0];
}
