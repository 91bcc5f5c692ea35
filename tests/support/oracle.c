/* SPDX-License-Identifier: BSD-3-Clause */
/* See oracle.h. Slow and plain on purpose: a scan is one of segments, of which only one begins. */
#include "oracle_parts.h"

#include <stdlib.h>

#include <prefix/prefix.h>

struct place {
    const struct oracle_scan *scan;
    size_t n;
    const unsigned char *begins; /* or NULL */
    unsigned char *out;          /* or NULL */
};

/* A value, and whether a segment begins at or before it in what it stands for. */
struct lifted {
    int begun;
    double value;
};

/*
 * One operation in f32 or f64. Going through f64 rounds once only: f32 products are exact there,
 * and 53 bits are more than twice 24 and 2, so a sum that is rounded twice is rounded right.
 */
static double apply_in(int type, int op, double earlier, double later)
{
    double value = oracle_float_apply(op, earlier, later);
    return type == PREFIX_F32 ? (double)(float)value : value;
}

/* The lifted operator. */
static struct lifted lift(int type, int op, struct lifted earlier, struct lifted later)
{
    if (later.begun)
        return later;
    earlier.value = apply_in(type, op, earlier.value, later.value);
    return earlier;
}

/* Sklansky: scan both halves, then the left half's last element goes before all of the right. */
static void scan_row(int type, int op, struct lifted *x, size_t n, size_t width)
{
    if (width == 1 || n == 0)
        return;
    size_t half = width / 2;
    size_t left = n < half ? n : half;
    scan_row(type, op, x, left, half);
    scan_row(type, op, x + left, n - left, half);
    for (size_t i = left; i < n; i++)
        x[i] = lift(type, op, x[half - 1], x[i]);
}

static void scan_tile(int type, int op, struct lifted *x, size_t n)
{
    size_t row = ROW_BYTES / oracle_size(type);
    for (size_t at = 0; at < n; at += row) {
        size_t length = n - at < row ? n - at : row;
        scan_row(type, op, x + at, length, row);
        for (size_t i = 0; at > 0 && i < length; i++)
            x[at + i] = lift(type, op, x[at - 1], x[at + i]);
    }
}

size_t oracle_index_of(const struct oracle_scan *scan, size_t n, size_t i)
{
    return scan->reverse ? n - 1 - i : i;
}

static size_t index_of(const struct place *place, size_t i)
{
    return oracle_index_of(place->scan, place->n, i);
}

/* Whether element i of the scan begins a segment of it. */
static int begins_at(const struct place *place, size_t i)
{
    size_t at = index_of(place, i);
    if (i == 0)
        return 1;
    return place->begins && (place->scan->reverse ? place->begins[at + 1] != 0 : place->begins[at] != 0);
}

static void emit_float(const struct place *place, size_t i, double value)
{
    const int type = place->scan->output_type;
    if (place->out)
        oracle_float_put(type, place->out + index_of(place, i) * oracle_size(type), value);
}

static void run_float(const struct place *place, const unsigned char *in, void *total, void *carry_out)
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
        init = 0; /* -0 counts as +0 */
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        init = init != 0;
    double carry = init;
    for (size_t at = 0; at < place->n; at += tile) {
        size_t length = place->n - at < tile ? place->n - at : tile;
        double before = carry;
        for (size_t i = 0; i < length; i++) {
            x[i].value = oracle_float_get(scan->type, in + index_of(place, at + i) * oracle_size(scan->type));
            x[i].begun = begins_at(place, at + i);
        }
        if (ordered)
            scan_tile(accumulator, op, x, length);
        for (size_t i = 0; i < length; i++) {
            int begin = begins_at(place, at + i);
            if (scan->kind == PREFIX_EXCLUSIVE)
                emit_float(place, at + i, begin ? init : carry);
            if (ordered)
                carry = apply_in(carry_type, op, x[i].begun ? init : before, x[i].value);
            else
                carry = oracle_float_apply(op, begin ? init : carry, x[i].value);
            if (scan->kind != PREFIX_EXCLUSIVE)
                emit_float(place, at + i, carry);
        }
    }
    free(x);
    if (total)
        oracle_float_put(scan->output_type, total, carry);
    if (carry_out)
        oracle_float_put(carry_type, carry_out, carry);
}

static void run_integer(const struct place *place, const unsigned char *in, void *total, void *carry_out)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op, type = scan->output_type;
    size_t size = oracle_size(type);
    oracle_wide init = scan->init ? oracle_integer_get(scan->init_type, scan->init) : oracle_integer_identity(op, type);
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        init = init != 0;
    oracle_wide sum = init;
    for (size_t i = 0; i < place->n; i++) {
        size_t at = index_of(place, i);
        if (begins_at(place, i))
            sum = init;
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

static void run(const struct place *place, const void *in, void *total, void *carry)
{
    if (oracle_is_float(place->scan->output_type))
        run_float(place, in, total, carry);
    else
        run_integer(place, in, total, carry);
}

void oracle_run(const struct oracle_scan *scan, const void *in, void *out, size_t n, void *total, void *carry)
{
    run(&(struct place){scan, n, NULL, out}, in, total, carry);
}

void oracle_run_segments(const struct oracle_scan *scan, const void *in, const unsigned char *begins, void *out,
                         size_t n)
{
    run(&(struct place){scan, n, begins, out}, in, NULL, NULL);
}
