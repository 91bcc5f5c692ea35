/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short rows behind each other as one run of vectors, in each lane of which is known how far it is from where its row
 * begins: what lies before that does not reach it. Included by integer_kernel.h.
 */

/* Lanes, modulo a length that is less than they are. */
INLINE UNSIGNED_VECTOR FN(places)(size_t n)
{
    UNSIGNED_VECTOR place = (UNSIGNED_VECTOR)IOTA_(BYTES);
    size_t length = n;
    while (2 * length < (size_t)LANES)
        length *= 2;
    for (; length >= n; length /= 2)
        place -= ((UNSIGNED)length) & (UNSIGNED_VECTOR)(place >= (UNSIGNED)length);
    return place;
}

static void FN(scan_rows)(const void *from, void *to, size_t n, size_t rows, const struct prefix__openmp_state *state,
                          uint64_t *carries)
{
    const struct FN(key) keys = FN(key_of)(state), *const key = &keys;
    const ELEMENT *in = from;
    ELEMENT *out = to;
    const UNSIGNED_VECTOR lanes = (UNSIGNED_VECTOR)IOTA_(BYTES);
    const size_t length = n * rows, turn = (size_t)LANES % n;
    const VECTOR first = SPLAT((ELEMENT)state->carry);
    UNSIGNED_VECTOR place = FN(places)(n);
    VECTOR carry = first;
    size_t next = 0; /* lanes to where a row begins */
    for (size_t i = 0; i < length; i += LANES) {
        if (next >= 4 * (size_t)LANES) { /* vectors of one row */
            struct prefix__openmp_state within = {(uint64_t)carry[0], 0, state->lowering};
            const size_t whole = next / (4 * LANES) * (4 * LANES);
            FN(scan)(in + i, out + i, whole, &within, NULL);
            carry = SPLAT((ELEMENT)within.carry);
            next -= whole;
            i += whole;
        }
        VECTOR x = FN(load)(in + i, key);
        if (n >= (size_t)LANES)
            place = lanes - (UNSIGNED)(next < (size_t)LANES ? next : (size_t)LANES); /* before it more than all lanes */
        if (next < (size_t)LANES)
            FN(local)(&x, 1, &place);
        else
            FN(local)(&x, 1, NULL);
#ifdef MASKS
        x = OP((VECTOR)JOIN(PICK, BYTES)(~JOIN(LE_BITS, BYTES)((raw)place, (raw)lanes), (raw)carry, (raw)first), x);
#else
        const VECTOR goes_on = (VECTOR)(place > lanes);
        x = OP((carry & goes_on) | (first & ~goes_on), x);
#endif
        carry = FN(last)(x);
        STORE(out + i, UNMAP(x));
        if (n < (size_t)LANES) {
            place += (UNSIGNED)turn;
            place -= (UNSIGNED)n & (UNSIGNED_VECTOR)(place >= (UNSIGNED)n);
        } else {
            next = next < (size_t)LANES ? next + n - LANES : next - LANES;
        }
    }
    for (size_t k = 0; carries && k < rows; k++)
        carries[k] = (uint64_t)MAP(SPLAT(out[k * n + n - 1]))[0];
}
