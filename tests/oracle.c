/* SPDX-License-Identifier: BSD-3-Clause */
/* See oracle.h. Slow and plain on purpose. */
#include "oracle_parts.h"

#include <stdlib.h>

#include <prefix/prefix.h>

double oracle_apply_in(int type, int op, double earlier, double later)
{
    double value = oracle_float_apply(op, earlier, later);
    return type == PREFIX_F32 ? (double)(float)value : value;
}

/* Sklansky: scan both halves, then the left half's last element goes before all of the right. */
static void scan_row(int type, int op, double *x, size_t n, size_t width)
{
    if (width == 1 || n == 0)
        return;
    size_t half = width / 2;
    size_t left = n < half ? n : half;
    scan_row(type, op, x, left, half);
    scan_row(type, op, x + left, n - left, half);
    for (size_t i = left; i < n; i++)
        x[i] = oracle_apply_in(type, op, x[half - 1], x[i]);
}

static void scan_tile(int type, int op, double *x, size_t n)
{
    size_t row = ROW_BYTES / oracle_size(type);
    for (size_t at = 0; at < n; at += row) {
        size_t length = n - at < row ? n - at : row;
        scan_row(type, op, x + at, length, row);
        for (size_t i = 0; at > 0 && i < length; i++)
            x[at + i] = oracle_apply_in(type, op, x[at - 1], x[at + i]);
    }
}

size_t oracle_index_of(const struct oracle_place *place, size_t i)
{
    return place->scan->reverse ? place->n - 1 - i : i;
}

void oracle_emit_float(const struct oracle_place *place, size_t i, double value)
{
    if (place->out && i < place->n)
        oracle_float_put(place->scan->output_type,
                         place->out + oracle_index_of(place, i) * oracle_size(place->scan->output_type), value);
}

static void run_float(const struct oracle_place *place, const unsigned char *in, void *total, void *carry_out)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op;
    int accumulator = scan->output_type == PREFIX_F64 ? PREFIX_F64 : PREFIX_F32;
    int carry_type = oracle_carry_type(op, scan->output_type);
    int exclusive = scan->kind == PREFIX_EXCLUSIVE;
    int ordered = op == PREFIX_SUM || op == PREFIX_PRODUCT;
    size_t tile = (size_t)ROW_BYTES * ROWS_OF_A_TILE / oracle_size(accumulator);
    double *x = malloc(tile * sizeof *x);
    double carry = scan->init ? oracle_float_get(scan->init_type, scan->init) : oracle_float_identity(op);
    if (!x)
        abort();
    if (op == PREFIX_SUM && carry == 0)
        carry = 0; /* -0 counts as +0 */
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        carry = carry != 0;
    if (exclusive)
        oracle_emit_float(place, 0, carry);
    for (size_t at = 0; at < place->n; at += tile) {
        size_t length = place->n - at < tile ? place->n - at : tile;
        double before = carry;
        for (size_t i = 0; i < length; i++)
            x[i] = oracle_float_get(scan->type, in + oracle_index_of(place, at + i) * oracle_size(scan->type));
        if (ordered)
            scan_tile(accumulator, op, x, length);
        for (size_t i = 0; i < length; i++) {
            carry = ordered ? oracle_apply_in(carry_type, op, before, x[i]) : oracle_float_apply(op, carry, x[i]);
            oracle_emit_float(place, at + i + (size_t)exclusive, carry);
        }
    }
    free(x);
    if (total)
        oracle_float_put(scan->output_type, total, carry);
    if (carry_out)
        oracle_float_put(carry_type, carry_out, carry);
}

static void run_integer(const struct oracle_place *place, const unsigned char *in, void *total, void *carry_out)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op, type = scan->output_type;
    size_t size = oracle_size(type);
    oracle_wide sum = scan->init ? oracle_integer_get(scan->init_type, scan->init) : oracle_integer_identity(op, type);
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        sum = sum != 0;
    for (size_t i = 0; i < place->n; i++) {
        size_t at = oracle_index_of(place, i);
        oracle_wide x = oracle_integer_get(scan->type, in + at * oracle_size(scan->type));
        oracle_wide next = oracle_integer_apply(op, type, sum, x);
        if (place->out)
            oracle_integer_put(type, place->out + at * size, scan->kind == PREFIX_EXCLUSIVE ? sum : next);
        sum = next;
    }
    if (total)
        oracle_integer_put(type, total, sum);
    if (carry_out)
        oracle_integer_put(type, carry_out, sum);
}

void oracle_run(const struct oracle_scan *scan, const void *in, void *out, size_t n, void *total, void *carry)
{
    struct oracle_place place = {scan, n, out};
    if (oracle_is_float(scan->output_type))
        run_float(&place, in, total, carry);
    else
        run_integer(&place, in, total, carry);
}
