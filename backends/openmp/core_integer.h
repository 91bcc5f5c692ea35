/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The cores of one integer operator: exactly associative, so any order will do. To be included
 * once for each ELEMENT (with its SUFFIX and BYTES) and operator (NAME, OP on vectors, IDENTITY).
 */
INLINE VECTOR FN(local)(VECTOR x)
{
    STEP(1);
    STEP(2);
    STEP(4);
    STEP(8);
    STEP(16);
    STEP(32);
    return x;
}

static void FN(scan)(const void *from, void *to, size_t n, struct prefix__openmp_state *state)
{
    const ELEMENT *in = from;
    ELEMENT *out = to;
    VECTOR carry = SPLAT((ELEMENT)state->carry);
    size_t i = 0;
    for (; i + LANES <= n; i += LANES) {
        VECTOR x = FN(local)(LOAD(in + i));
        STORE(out + i, OP(carry, x));
        carry = OP(carry, LAST(x));
    }
    if (i < n) {
        VECTOR x = SPLAT(IDENTITY);
        memcpy(&x, in + i, (n - i) * BYTES);
        x = OP(carry, FN(local)(x));
        memcpy(out + i, &x, (n - i) * BYTES);
        carry = LAST(x);
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
    sum[0] = OP(SPLAT((ELEMENT)state->local), LAST(FN(local)(sum[0])));
    state->local = (uint64_t)sum[0][0];
}

static uint64_t FN(combine)(uint64_t carry, uint64_t local)
{
    return (uint64_t)OP(SPLAT((ELEMENT)carry), SPLAT((ELEMENT)local))[0];
}
