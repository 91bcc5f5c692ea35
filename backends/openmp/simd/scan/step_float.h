/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile's values without the tile carry are left in memory, and values that were left there are written with theirs,
 * both at once; included by float_kernel.h for f32.
 */

/* Leaves a row's values in local; meanwhile a row of other values is written, unless they are NULL. */
INLINE VECTOR FN(step_row)(const ELEMENT *in, ELEMENT *local, VECTOR row, const ELEMENT *values, ELEMENT *out,
                           struct FN(sink) * sink, int mode)
{
    struct FN(blocks) t = {row, row, row, row};
    _Pragma("GCC unroll 8") for (int g = 0; g < GROUPS; g++)
    {
        const int at = g * GROUP * LANES;
        const struct FN(group) group =
            FN(group)(in + at, g, &t, NULL, values ? values + at : NULL, values ? out + at : NULL, sink, mode);
        EACH(STORE(local + at + j * LANES, group.x[j]))
    }
    return t.row;
}

/* Less than a line, or where it may not be written past the caches. */
static void FN(finish_some)(const ELEMENT *values, ELEMENT *out, size_t n, struct FN(sink) * sink)
{
    for (; n >= LANES; n -= LANES, values += LANES, out += LANES)
        FN(store_vector)(sink, out, LOAD(values), FN(PLAIN));
    if (n == 0)
        return;
    ELEMENT rest[LANES] = {0};
    memcpy(rest, values, n * BYTES);
    FN(store_vector)(sink, rest, LOAD(rest), FN(PLAIN));
    memcpy(out, rest, n * BYTES);
}

/* With a constant for mode. */
INLINE void FN(step_by)(const struct prefix__openmp_step *step, int mode)
{
    const ELEMENT *in = step->in, *values = step->values;
    ELEMENT *local = step->local, *out = step->out;
    VECTOR row;
    struct FN(sink) sink = FN(begin)(step->carry, step->state, &row);
    size_t left = step->count, i = 0;
    if (left && mode == FN(PAST)) {
        size_t head = -(uintptr_t)out % VECTOR_BYTES / BYTES;
        head = head < left ? head : left;
        FN(finish_some)(values, out, head, &sink);
        values += head;
        out += head;
        left -= head;
    }
    for (; i + ROW <= step->n; i += ROW) {
        if (step->next.at)
            prefix__openmp_prefetch_next(&step->next, i * BYTES, ROW * BYTES);
        if (left < (size_t)ROW) {
            row = FN(step_row)(in + i, local + i, row, NULL, NULL, &sink, mode);
            continue;
        }
        if (mode == FN(PAST))
            prefix__openmp_prefetch_output(out, ROW * BYTES, 0);
        row = FN(step_row)(in + i, local + i, row, values, out, &sink, mode);
        values += ROW;
        out += ROW;
        left -= ROW;
    }
    if (i < step->n) {
        ELEMENT filled[ROW];
        FN(fill)(filled, in + i, step->n - i);
        row = FN(step_row)(filled, local + i, row, NULL, NULL, &sink, mode);
    }
    for (; left >= LANES; left -= LANES, values += LANES, out += LANES)
        FN(store_vector)(&sink, out, LOAD(values), mode);
    FN(finish_some)(values, out, left, &sink);
    if (step->state)
        memcpy(&step->state->local, &row, BYTES);
}

static void FN(step)(const struct prefix__openmp_step *step)
{
    if (step->past_cache)
        FN(step_by)(step, FN(PAST));
    else
        FN(step_by)(step, FN(PLAIN));
}
