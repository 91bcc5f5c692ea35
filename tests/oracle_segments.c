/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans in segments, by the lifted operator. See oracle.h. */
#include "oracle_parts.h"

#include <stdlib.h>

#include <prefix/prefix.h>

/* A value, and whether a segment begins at or before it in what it stands for. */
struct lifted {
    int begun;
    double value;
};

/* The lifted operator. */
static struct lifted lift(int type, int op, struct lifted earlier, struct lifted later)
{
    if (later.begun)
        return later;
    earlier.value = oracle_apply_in(type, op, earlier.value, later.value);
    return earlier;
}

static void lift_row(int type, int op, struct lifted *x, size_t n, size_t width)
{
    if (width == 1 || n == 0)
        return;
    size_t half = width / 2;
    size_t left = n < half ? n : half;
    lift_row(type, op, x, left, half);
    lift_row(type, op, x + left, n - left, half);
    for (size_t i = left; i < n; i++)
        x[i] = lift(type, op, x[half - 1], x[i]);
}

static void lift_tile(int type, int op, struct lifted *x, size_t n)
{
    size_t row = ROW_BYTES / oracle_size(type);
    for (size_t at = 0; at < n; at += row) {
        size_t length = n - at < row ? n - at : row;
        lift_row(type, op, x + at, length, row);
        for (size_t i = 0; at > 0 && i < length; i++)
            x[at + i] = lift(type, op, x[at - 1], x[at + i]);
    }
}

/* Whether element i of the scan begins a segment of it. */
static int begins_at(const struct oracle_place *place, const unsigned char *begins, size_t i)
{
    size_t at = oracle_index_of(place, i);
    if (i == 0)
        return 1;
    return place->scan->reverse ? begins[at + 1] != 0 : begins[at] != 0;
}

static void segments_of_floats(const struct oracle_place *place, const unsigned char *in, const unsigned char *begins)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op, ordered = op == PREFIX_SUM || op == PREFIX_PRODUCT;
    int accumulator = scan->output_type == PREFIX_F64 ? PREFIX_F64 : PREFIX_F32;
    int carry_type = oracle_carry_type(op, scan->output_type);
    size_t tile = (size_t)ROW_BYTES * ROWS_OF_A_TILE / oracle_size(accumulator);
    struct lifted *x = malloc(tile * sizeof *x);
    double init = scan->init ? oracle_float_get(scan->init_type, scan->init) : oracle_float_identity(op);
    if (!x)
        abort();
    if (op == PREFIX_SUM && init == 0)
        init = 0;
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        init = init != 0;
    double carry = init;
    for (size_t at = 0; at < place->n; at += tile) {
        size_t length = place->n - at < tile ? place->n - at : tile;
        double before = carry;
        for (size_t i = 0; i < length; i++) {
            x[i].value = oracle_float_get(scan->type, in + oracle_index_of(place, at + i) * oracle_size(scan->type));
            x[i].begun = begins_at(place, begins, at + i);
        }
        if (ordered)
            lift_tile(accumulator, op, x, length);
        for (size_t i = 0; i < length; i++) {
            int begin = begins_at(place, begins, at + i);
            if (scan->kind == PREFIX_EXCLUSIVE)
                oracle_emit_float(place, at + i, begin ? init : carry);
            if (ordered)
                carry = oracle_apply_in(carry_type, op, x[i].begun ? init : before, x[i].value);
            else
                carry = oracle_float_apply(op, begin ? init : carry, x[i].value);
            if (scan->kind != PREFIX_EXCLUSIVE)
                oracle_emit_float(place, at + i, carry);
        }
    }
    free(x);
}

static void segments_of_integers(const struct oracle_place *place, const unsigned char *in, const unsigned char *begins)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op, type = scan->output_type;
    size_t size = oracle_size(type);
    oracle_wide init = scan->init ? oracle_integer_get(scan->init_type, scan->init) : oracle_integer_identity(op, type);
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        init = init != 0;
    oracle_wide sum = init;
    for (size_t i = 0; i < place->n; i++) {
        size_t at = oracle_index_of(place, i);
        if (begins_at(place, begins, i))
            sum = init;
        oracle_wide x = oracle_integer_get(scan->type, in + at * oracle_size(scan->type));
        oracle_wide next = oracle_integer_apply(op, type, sum, x);
        oracle_integer_put(type, place->out + at * size, scan->kind == PREFIX_EXCLUSIVE ? sum : next);
        sum = next;
    }
}

void oracle_run_segments(const struct oracle_scan *scan, const void *in, const unsigned char *begins, void *out,
                         size_t n)
{
    struct oracle_place place = {scan, n, out};
    if (oracle_is_float(scan->output_type))
        segments_of_floats(&place, in, begins);
    else
        segments_of_integers(&place, in, begins);
}
