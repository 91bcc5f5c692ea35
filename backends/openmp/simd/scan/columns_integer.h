/* SPDX-License-Identifier: BSD-3-Clause */
/* Many rows in step, each in a lane of its own; included by integer_kernel.h. */

/* Elements of some vectors of columns, with constants for what is not known of c here. */
INLINE void FN(column_rows)(const struct prefix__openmp_columns *c, const char *in, char *out, size_t count,
                            const struct FN(key) * key, int exclusive)
{
    for (size_t at = 0; at < c->columns * BYTES; at += VECTOR_BYTES) {
        VECTOR carry = LOAD((const ELEMENT *)(c->carry + at));
        for (size_t i = 0; i < count; i++) {
            const VECTOR before = carry;
            carry = OP(carry, MAP(LOAD((const ELEMENT *)(in + (ptrdiff_t)i * c->in_step + at))));
            const VECTOR result = UNMAP(exclusive ? before : carry);
            if (out && c->past_cache)
                STREAM(out + (ptrdiff_t)i * c->out_step + at, &result);
            else if (out)
                STORE((ELEMENT *)(out + (ptrdiff_t)i * c->out_step + at), result);
        }
        STORE((ELEMENT *)(c->carry + at), carry);
    }
}

static void FN(columns)(const struct prefix__openmp_columns *c, size_t at, size_t count)
{
    const struct prefix__openmp_state state = {.lowering = *c->lowering};
    const struct FN(key) keys = FN(key_of)(&state);
    (void)at;
    for (size_t i = 0; i < count; i += PREFIX__OPENMP_COLUMN_BLOCK) {
        const size_t some = count - i < PREFIX__OPENMP_COLUMN_BLOCK ? count - i : PREFIX__OPENMP_COLUMN_BLOCK;
        const char *const in = c->in + (ptrdiff_t)i * c->in_step;
        char *const out = c->out ? c->out + (ptrdiff_t)i * c->out_step : NULL;
        prefix__openmp_prefetch_columns(c, in, out, c->columns * BYTES);
        if (!out)
            FN(column_rows)(c, in, NULL, some, &keys, 0);
        else if (c->exclusive)
            FN(column_rows)(c, in, out, some, &keys, 1);
        else
            FN(column_rows)(c, in, out, some, &keys, 0);
    }
}
