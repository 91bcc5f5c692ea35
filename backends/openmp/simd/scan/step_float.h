/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile's values without the tile carry are left in memory, and values that were left there are written with theirs,
 * both at once; included by core_float.h for f32.
 */

/* Leaves a row's values in local; meanwhile a row of other values is written, unless they are NULL. */
INLINE VECTOR FN(step_row)(const SOURCE *in, ELEMENT *local, VECTOR row, const ELEMENT *values, ELEMENT *out,
                           struct FN(sink) * sink, int mode, int reverse)
{
    struct FN(blocks) t = {row, row, row, row};
    _Pragma("GCC unroll 8") for (int g = 0; g < GROUPS; g++)
    {
        const int at = g * GROUP * LANES, to = reverse ? -at : at;
        const struct FN(group) group =
            FN(group)(in + to, g, &t, NULL, values ? values + at : NULL, values ? out + to : NULL, sink, mode, reverse);
        EACH(STORE(local + at + j * LANES, group.x[j]))
    }
    return t.row;
}

/* Less than a line, or where it may not be written past the caches. */
INLINE void FN(finish_some)(const ELEMENT *values, ELEMENT *out, size_t n, FN(carry) carry, int reverse)
{
    for (; n >= LANES; n -= LANES, values += LANES, out += reverse ? -LANES : LANES)
        FN(finish_vector)(values, out, carry, 0, reverse);
    if (n == 0)
        return;
    ELEMENT rest[LANES] = {0};
    memcpy(rest, values, n * BYTES);
    if (reverse) {
        ELEMENT last[LANES];
        FN(finish_vector)(rest, last + LANES, carry, 0, 1);
        memcpy(out - n, last + LANES - n, n * BYTES);
    } else {
        FN(finish_vector)(rest, rest, carry, 0, 0);
        memcpy(out, rest, n * BYTES);
    }
}

INLINE void FN(prefetch_step)(const struct prefix__openmp_step *step, size_t i, int reverse)
{
    if (!step->next.at)
        return;
    if (reverse)
        prefix__openmp_prefetch_down(&step->next, (step->n - i - ROW) * sizeof(SOURCE), ROW * sizeof(SOURCE));
    else
        prefix__openmp_prefetch_next(&step->next, i * sizeof(SOURCE), ROW * sizeof(SOURCE));
}

/* With constants for mode and reverse, in which both arrays are gone through from their ends. */
INLINE void FN(step_by)(const struct prefix__openmp_step *step, int mode, int reverse)
{
    const ptrdiff_t forth = reverse ? -ROW : ROW;
    const SOURCE *in = (const SOURCE *)step->in + (reverse ? step->n : 0);
    ELEMENT *local = step->local, *out = (ELEMENT *)step->out + (reverse ? step->count : 0);
    const ELEMENT *values = step->values;
    VECTOR row;
    struct prefix__openmp_state start = {step->carry, step->state ? step->state->local : 0};
    struct FN(sink) sink = FN(begin)(&start, &row);
    size_t left = step->count, i = 0;
    if (left && mode == FN(PAST)) {
        size_t head = (reverse ? (uintptr_t)out : -(uintptr_t)out) % VECTOR_BYTES / BYTES;
        head = head < left ? head : left;
        FN(finish_some)(values, out, head, sink.carry, reverse);
        values += head;
        out += reverse ? -(ptrdiff_t)head : (ptrdiff_t)head;
        left -= head;
    }
    for (; i + ROW <= step->n && left >= (size_t)ROW; i += ROW, left -= ROW) {
        FN(prefetch_step)(step, i, reverse);
        if (mode == FN(PAST))
            prefix__openmp_prefetch_output(out, ROW * BYTES, reverse);
        row = FN(step_row)(in, local + i, row, values, out, &sink, mode, reverse);
        values += ROW;
        in += forth;
        out += forth;
    }
    for (; i + ROW <= step->n; i += ROW, in += forth) {
        FN(prefetch_step)(step, i, reverse);
        row = FN(step_row)(in, local + i, row, NULL, NULL, &sink, mode, reverse);
    }
    if (i < step->n) {
        SOURCE filled[ROW];
        if (reverse)
            for (size_t j = 0; j < (size_t)ROW; j++)
                filled[j] = j < step->n - i ? in[-1 - (ptrdiff_t)j] : (SOURCE)IDENTITY;
        else
            FN(fill)(filled, in, step->n - i);
        row = FN(step_row)(filled, local + i, row, NULL, NULL, &sink, mode, 0);
    }
    for (; left >= LANES; left -= LANES, values += LANES, out += reverse ? -LANES : LANES)
        FN(finish_vector)(values, out, sink.carry, mode == FN(PAST), reverse);
    FN(finish_some)(values, out, left, sink.carry, reverse);
    if (step->state)
        memcpy(&step->state->local, &row, BYTES);
}

static void FN(step)(const struct prefix__openmp_step *step)
{
    if (step->past_cache && step->reverse)
        FN(step_by)(step, FN(PAST), 1);
    else if (step->past_cache)
        FN(step_by)(step, FN(PAST), 0);
    else if (step->reverse)
        FN(step_by)(step, FN(PLAIN), 1);
    else
        FN(step_by)(step, FN(PLAIN), 0);
}
