/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows in which segments begin, in the canonical order; included by float_kernel.h. The network is that of a
 * whole row, with one difference: a lane takes the last element of a left half only if no segment has begun
 * behind that.
 */

/* Whether any bit of a row is set. */
INLINE int FN(is_any)(const uint64_t *words)
{
    return (words[0] | words[ROW / 64 - 1]) != 0;
}

#ifdef MASKS
#include "simd/segments/scan_float_masks.h"
#else
#include "simd/segments/scan_float_lanes.h"
#endif

/* A row of segments of one element. */
INLINE VECTOR FN(copy_row)(const ELEMENT *in, ELEMENT *out)
{
    VECTOR x;
    _Pragma("GCC unroll 8") for (int j = 0; j < ROW / LANES; j++)
    {
        x = LOAD(in + j * LANES);
        if ((IDENTITY) == 0)
            x = x + (ELEMENT)0;
        STORE(out + j * LANES, x);
    }
    return LAST(x);
}

/* Whether most rows from an element of a piece on have no beginning. */
INLINE int FN(are_plain)(const uint64_t *heads, size_t i, size_t n)
{
    int plain = 0;
    for (int j = 0; j < TOTAL_ROWS && n - i >= (size_t)(TOTAL_ROWS * ROW); j++)
        plain += !FN(is_any)(heads + (i + (size_t)j * ROW) / 64);
    return 2 * plain > TOTAL_ROWS;
}

/*
 * Rows of a piece without the tile carry; returns how many elements there are before the first segment that begins.
 * ends: only values before segments that begin are asked for, and the last.
 */
static size_t FN(cut_local)(const ELEMENT *in, ELEMENT *out, size_t n, const uint64_t *heads,
                            struct prefix__openmp_state *state, struct prefix__openmp_aside *aside, int ends)
{
    ELEMENT local;
    memcpy(&local, &state->local, sizeof local);
    VECTOR row = SPLAT(local);
    FN(takes) takes;
    struct FN(sink) sink = {.carry = (FN(carry)){0}};
    ELEMENT totals[LANES];
    size_t first = 0;
    int by_totals = 0;
    while (first < n && !heads[first / 64])
        first += 64;
    first = first < n ? first + (size_t)__builtin_ctzll(heads[first / 64]) : n;
    FN(find_takes)(heads, n, takes);
    for (size_t i = 0; i < n; i += ROW) {
        struct prefix__openmp_lines lines = cut_aside_but_lines(aside, ROW * sizeof *in, PREFIX__ROW_BYTES);
        if (ends && i % (TOTAL_ROWS * ROW) == 0) {
            by_totals = FN(are_plain)(heads, i, n);
            if (by_totals)
                STORE(totals, FN(total_rows)(in + i, TOTAL_ROWS, NULL, 0));
        }
        if (n - i >= ROW) {
            const uint64_t *words = heads + i / 64, *last = words + ROW / 64 - 1;
            if ((*words & *last) == UINT64_MAX) {
                row = FN(copy_row)(in + i, out + i);
            } else if (FN(is_any)(words)) {
                row = FN(cut_row_of)(in + i, out + i, takes, i / 64, row, &lines);
            } else if (by_totals) {
                row = OP(row, SPLAT(totals[i / ROW % TOTAL_ROWS]));
                out[i + ROW - 1] = row[0];
            } else {
                row = FN(rows)(in + i, out + i, 1, row, &sink, NULL, 0, FN(LOCAL));
            }
            prefetch_rest(&lines);
            continue;
        }
        ELEMENT filled[ROW];
        ELEMENT rest[ROW];
        FN(fill)(filled, in + i, n - i);
        row = FN(cut_row_of)(filled, rest, takes, i / 64, row, &lines);
        memcpy(out + i, rest, (n - i) * BYTES);
    }
    memcpy(&state->local, &row, BYTES);
    return first;
}

/* Puts what stands before them before elements. */
INLINE void FN(cut_put)(ELEMENT *x, size_t n, uint64_t before)
{
    CARRY value;
    memcpy(&value, &before, sizeof value);
    const FN(carry) carry = value - (FN(carry)){0};
    size_t i = 0;
    if (value == (IDENTITY)) /* no element is -0 */
        return;
    for (; i + LANES <= n; i += LANES)
        STORE(x + i, FN(value)(carry, LOAD(x + i)));
    for (; i < n; i++)
        x[i] = (ELEMENT)(value OPERATOR(CARRY) x[i]);
}

static void FN(cut)(const void *from, void *to, size_t n, const uint64_t *heads, struct prefix__openmp_state *state,
                    uint64_t init, struct prefix__openmp_aside *aside)
{
    ELEMENT *out = to;
    for (size_t i = 0; i < n; i += CUT_PIECE) {
        const size_t length = n - i < CUT_PIECE ? n - i : CUT_PIECE;
        size_t first = FN(cut_local)((const ELEMENT *)from + i, out + i, length, heads + i / 64, state, aside, 0);
        FN(cut_put)(out + i, first, state->carry);
        FN(cut_put)(out + i + first, length - first, init);
        if (first < length)
            state->carry = init;
    }
}

static void FN(ends)(const void *from, void *to, size_t n, const uint64_t *heads, struct prefix__openmp_state *state,
                     uint64_t init, struct prefix__openmp_aside *aside)
{
    ELEMENT *out = to;
    CARRY value;
    memcpy(&value, &init, sizeof value);
    if (value != (IDENTITY)) { /* which would have to be put before what is not written */
        FN(cut)(from, to, n, heads, state, init, aside);
        return;
    }
    for (size_t i = 0; i < n; i += CUT_PIECE) {
        const size_t length = n - i < CUT_PIECE ? n - i : CUT_PIECE;
        size_t first = FN(cut_local)((const ELEMENT *)from + i, out + i, length, heads + i / 64, state, aside, 1);
        if (first > 0)
            FN(cut_put)(out + i + first - 1, 1, state->carry);
        if (first < length)
            state->carry = init;
    }
}
