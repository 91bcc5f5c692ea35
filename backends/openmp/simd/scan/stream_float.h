/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans that are written past the caches, in the canonical order; included by float_kernel.h. */

/* Rows from element i on, with a constant for mode; out is where a vector goes that begins at element 0. */
INLINE VECTOR FN(stream_rows)(const ELEMENT *in, ELEMENT *out, size_t i, size_t n, VECTOR row, struct FN(sink) * sink,
                              struct prefix__openmp_state *state, const struct prefix__openmp_next *next, int mode)
{
    while (i + ROW <= n) {
        size_t end = i - i % TILE + TILE;
        end = end < n ? end : n;
        row = FN(rows)(in + i, out + i, (end - i) / ROW, row, sink, next, i * sizeof *in, mode);
        i += (end - i) / ROW * ROW;
        if (i % TILE == 0) {
            uint64_t local = 0;
            memcpy(&local, &row, BYTES);
            state->carry = FN(combine)(state->carry, local);
            sink->carry = FN(carry_of)(state->carry);
            row = SPLAT(IDENTITY);
        }
    }
    return row;
}

/*
 * Rows lie where they lie: where that is off from a line, or where the result is one element off
 * from the row, the vectors that are written are put together from two of the row's. What stands in
 * an incomplete line at either end is written from a buffer.
 */
static void FN(stream)(const void *from, void *to, size_t n, struct prefix__openmp_state *state,
                       const struct prefix__openmp_next *next, int exclusive)
{
    const ELEMENT *in = from;
    ELEMENT *out = to;
    ELEMENT buffer[LANES + ROW], *const rest = buffer + LANES; /* and before it, the last vector */
    const size_t off = (uintptr_t)to % VECTOR_BYTES / BYTES, rows = n / ROW * ROW;
    VECTOR row;
    struct FN(sink) sink = FN(begin)(state->carry, state, &row);
    size_t done = 0;
    if (rows && off == 0 && !exclusive) {
        row = FN(stream_rows)(in, out, 0, n, row, &sink, state, next, FN(PAST));
        done = rows;
    } else if (rows) {
        sink.shift = shift_by((off + (size_t)exclusive) * BYTES);
        STORE(buffer, sink.last);
        row = FN(rows)(in, rest, 1, row, &sink, NULL, 0, FN(PLAIN));
        size_t i = off ? LANES - off : 0;
        memcpy(out, rest - exclusive, i * BYTES);
        for (; i < ROW - off; i += LANES)
            STREAM(out + i, rest - exclusive + i);
        sink.last = LOAD(rest + ROW - LANES);
        shift_next(&sink.shift, (raw)sink.last);
        row = FN(stream_rows)(in, out - off, ROW, n, row, &sink, state, next, FN(SHIFTED));
        done = rows - off;
    }
    if (done < n) {
        STORE(buffer, sink.last);
        if (rows < n)
            row = FN(part)(in + rows, rest, n - rows, row, &sink, FN(PLAIN));
        memcpy(out + done, rest - (rows - done) - exclusive, (n - done) * BYTES);
    }
    memcpy(&state->local, &row, BYTES);
}
