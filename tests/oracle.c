/* SPDX-License-Identifier: BSD-3-Clause */
/* See oracle.h. Slow and plain on purpose. */
#include "oracle.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

size_t oracle_size(int type)
{
    switch (type) {
    case PREFIX_I8:
    case PREFIX_U8:
        return 1;
    case PREFIX_I16:
    case PREFIX_U16:
    case PREFIX_F16:
    case PREFIX_BF16:
        return 2;
    case PREFIX_I32:
    case PREFIX_U32:
    case PREFIX_F32:
        return 4;
    case PREFIX_I64:
    case PREFIX_U64:
    case PREFIX_F64:
        return 8;
    }
    return 0;
}

int oracle_is_float(int type)
{
    return type == PREFIX_F16 || type == PREFIX_BF16 || type == PREFIX_F32 || type == PREFIX_F64;
}

int oracle_is_signed(int type)
{
    return type == PREFIX_I8 || type == PREFIX_I16 || type == PREFIX_I32 || type == PREFIX_I64;
}

int oracle_takes(int op, int type)
{
    int bitwise = op == PREFIX_AND || op == PREFIX_OR || op == PREFIX_XOR;
    return oracle_size(type) > 0 && !(bitwise && oracle_is_float(type));
}

int oracle_widens(int type, int output_type)
{
    if (oracle_size(type) == 0 || oracle_size(output_type) == 0)
        return 0;
    return type == output_type ||
           (oracle_is_float(type) == oracle_is_float(output_type) &&
            oracle_is_signed(type) == oracle_is_signed(output_type) && oracle_size(type) < oracle_size(output_type));
}

int oracle_carry_type(int op, int output_type)
{
    if (!oracle_takes(op, output_type))
        return 0;
    if (op == PREFIX_SUM && oracle_is_float(output_type))
        return PREFIX_F64;
    if (op == PREFIX_PRODUCT && (output_type == PREFIX_F16 || output_type == PREFIX_BF16))
        return PREFIX_F32;
    return output_type;
}

/* --- single values ------------------------------------------------------------------------- */

/* The value of a non-negative half with these bits; the infinity counts as the next power of two. */
static double half_value(int type, unsigned bits)
{
    int fraction_bits = type == PREFIX_F16 ? 10 : 7;
    int bias = type == PREFIX_F16 ? 15 : 127;
    int exponent = (int)(bits >> fraction_bits);
    double fraction = (double)(bits & ((1u << fraction_bits) - 1)) / (double)(1u << fraction_bits);
    return exponent == 0 ? ldexp(fraction, 1 - bias) : ldexp(1 + fraction, exponent - bias);
}

static unsigned half_infinity(int type)
{
    return type == PREFIX_F16 ? 0x7c00u : 0x7f80u;
}

static const double *half_table(int type)
{
    static double tables[2][0x8000];
    double *table = tables[type == PREFIX_F16];
    if (table[1] == 0)
        for (unsigned bits = 0; bits <= half_infinity(type); bits++)
            table[bits] = half_value(type, bits);
    return table;
}

double oracle_float_get(int type, const void *from)
{
    if (type == PREFIX_F64) {
        double x;
        memcpy(&x, from, sizeof x);
        return x;
    }
    if (type == PREFIX_F32) {
        float x;
        memcpy(&x, from, sizeof x);
        return (double)x;
    }
    uint16_t bits;
    memcpy(&bits, from, sizeof bits);
    unsigned magnitude = bits & 0x7fffu;
    double x;
    if (magnitude > half_infinity(type))
        return (double)NAN;
    x = magnitude == half_infinity(type) ? (double)INFINITY : half_table(type)[magnitude];
    return bits & 0x8000u ? -x : x;
}

/* The largest half that is not above x, then the nearer of it and its successor. */
static uint16_t half_nearest(int type, double x)
{
    const double *table = half_table(type);
    unsigned sign = signbit(x) ? 0x8000u : 0;
    unsigned low = 0, high = half_infinity(type);
    if (isnan(x))
        return (uint16_t)(sign | high | 1u);
    x = fabs(x);
    if (x >= table[high])
        return (uint16_t)(sign | high);
    while (high - low > 1) { /* table[low] <= x < table[high] */
        unsigned middle = (low + high) / 2;
        if (table[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    double half_way = (table[low] + table[high]) / 2; /* exact: one bit more than a half has */
    if (x > half_way || (x == half_way && low % 2 == 1))
        low = high;
    return (uint16_t)(sign | low);
}

void oracle_float_put(int type, void *to, double value)
{
    if (type == PREFIX_F64) {
        memcpy(to, &value, sizeof value);
    } else if (type == PREFIX_F32) {
        float x = (float)value;
        memcpy(to, &x, sizeof x);
    } else {
        uint16_t bits = half_nearest(type, value);
        memcpy(to, &bits, sizeof bits);
    }
}

/* Where the byte of weight 256^i lies in an integer of this size. */
static size_t byte_at(size_t i, size_t size)
{
    const uint16_t probe = 1;
    return *(const unsigned char *)&probe ? i : size - 1 - i;
}

oracle_wide oracle_integer_get(int type, const void *from)
{
    uint64_t bits = 0;
    size_t size = oracle_size(type);
    for (size_t i = 0; i < size; i++)
        bits |= (uint64_t)((const unsigned char *)from)[byte_at(i, size)] << (8 * i);
    oracle_wide value = (oracle_wide)bits;
    if (oracle_is_signed(type) && bits >> (8 * size - 1))
        value -= (oracle_wide)1 << (8 * size);
    return value;
}

void oracle_integer_put(int type, void *to, oracle_wide value)
{
    size_t size = oracle_size(type);
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)to)[byte_at(i, size)] = (unsigned char)((unsigned __int128)value >> (8 * i) & 0xff);
}

/* --- operators ----------------------------------------------------------------------------- */

/* value modulo 2^bits, into the range of the type. */
static oracle_wide wrap(int type, oracle_wide value)
{
    int bits = (int)(8 * oracle_size(type));
    oracle_wide modulus = (oracle_wide)1 << bits;
    value %= modulus;
    if (value < 0)
        value += modulus;
    if (oracle_is_signed(type) && value >= modulus / 2)
        value -= modulus;
    return value;
}

static oracle_wide integer_apply(int op, int type, oracle_wide earlier, oracle_wide later)
{
    switch (op) {
    case PREFIX_SUM:
        return wrap(type, earlier + later);
    case PREFIX_PRODUCT: /* unsigned: 64 by 64 bits may pass 127; 2^bits divides 2^128 */
        return wrap(type, (oracle_wide)((unsigned __int128)earlier * (unsigned __int128)later));
    case PREFIX_MIN:
        return later < earlier ? later : earlier;
    case PREFIX_MAX:
        return later > earlier ? later : earlier;
    case PREFIX_AND:
        return earlier & later;
    case PREFIX_OR:
        return earlier | later;
    case PREFIX_XOR:
        return earlier ^ later;
    case PREFIX_LOGICAL_AND:
        return earlier != 0 && later != 0;
    case PREFIX_LOGICAL_OR:
        return earlier != 0 || later != 0;
    }
    abort();
}

static oracle_wide integer_identity(int op, int type)
{
    int bits = (int)(8 * oracle_size(type));
    oracle_wide one = 1;
    switch (op) {
    case PREFIX_PRODUCT:
    case PREFIX_LOGICAL_AND:
        return 1;
    case PREFIX_MIN:
        return oracle_is_signed(type) ? (one << (bits - 1)) - 1 : (one << bits) - 1;
    case PREFIX_MAX:
        return oracle_is_signed(type) ? -(one << (bits - 1)) : 0;
    case PREFIX_AND:
        return oracle_is_signed(type) ? -1 : (one << bits) - 1;
    }
    return 0;
}

/* The exact result, or for sums and products the f64 nearest to it. */
static double float_apply(int op, double earlier, double later)
{
    switch (op) {
    case PREFIX_SUM:
        return earlier + later;
    case PREFIX_PRODUCT:
        return earlier * later;
    case PREFIX_MIN:
    case PREFIX_MAX:
        if (isnan(earlier) || isnan(later))
            return (double)NAN;
        if (earlier == later) /* decides -0 and +0 */
            return (signbit(later) != 0) == (op == PREFIX_MIN) ? later : earlier;
        return (later < earlier) == (op == PREFIX_MIN) ? later : earlier;
    case PREFIX_LOGICAL_AND:
        return earlier != 0 && later != 0;
    case PREFIX_LOGICAL_OR:
        return earlier != 0 || later != 0;
    }
    abort();
}

static double float_identity(int op)
{
    switch (op) {
    case PREFIX_PRODUCT:
    case PREFIX_LOGICAL_AND:
        return 1;
    case PREFIX_MIN:
        return (double)INFINITY;
    case PREFIX_MAX:
        return (double)-INFINITY;
    }
    return 0;
}

/* --- the canonical order ------------------------------------------------------------------- */

enum { ROW_BYTES = 512, ROWS_OF_A_TILE = 64 };

/*
 * One operation in f32 or f64. Going through f64 rounds once only: f32 products are exact there,
 * and 53 bits are more than twice 24 and 2, so a sum that is rounded twice is rounded right.
 */
static double apply_in(int type, int op, double earlier, double later)
{
    double value = float_apply(op, earlier, later);
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
        x[i] = apply_in(type, op, x[half - 1], x[i]);
}

static void scan_tile(int type, int op, double *x, size_t n)
{
    size_t row = ROW_BYTES / oracle_size(type);
    for (size_t at = 0; at < n; at += row) {
        size_t length = n - at < row ? n - at : row;
        scan_row(type, op, x + at, length, row);
        for (size_t i = 0; at > 0 && i < length; i++)
            x[at + i] = apply_in(type, op, x[at - 1], x[at + i]);
    }
}

/* --- scans --------------------------------------------------------------------------------- */

struct place {
    const struct oracle_scan *scan;
    size_t n;
    unsigned char *out;
};

/* Where element i of the scan, in its own direction, lies in an array. */
static size_t index_of(const struct place *place, size_t i)
{
    return place->scan->reverse ? place->n - 1 - i : i;
}

static void emit_float(const struct place *place, size_t i, double value)
{
    if (place->out && i < place->n)
        oracle_float_put(place->scan->output_type,
                         place->out + index_of(place, i) * oracle_size(place->scan->output_type), value);
}

static void run_float(const struct place *place, const unsigned char *in, void *total, void *carry_out)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op;
    int accumulator = scan->output_type == PREFIX_F64 ? PREFIX_F64 : PREFIX_F32;
    int carry_type = oracle_carry_type(op, scan->output_type);
    int exclusive = scan->kind == PREFIX_EXCLUSIVE;
    int ordered = op == PREFIX_SUM || op == PREFIX_PRODUCT;
    size_t tile = (size_t)ROW_BYTES * ROWS_OF_A_TILE / oracle_size(accumulator);
    double *x = malloc(tile * sizeof *x);
    double carry = scan->init ? oracle_float_get(scan->init_type, scan->init) : float_identity(op);
    if (!x)
        abort();
    if (op == PREFIX_SUM && carry == 0)
        carry = 0; /* -0 counts as +0 */
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        carry = carry != 0;
    if (exclusive)
        emit_float(place, 0, carry);
    for (size_t at = 0; at < place->n; at += tile) {
        size_t length = place->n - at < tile ? place->n - at : tile;
        double before = carry;
        for (size_t i = 0; i < length; i++)
            x[i] = oracle_float_get(scan->type, in + index_of(place, at + i) * oracle_size(scan->type));
        if (ordered)
            scan_tile(accumulator, op, x, length);
        for (size_t i = 0; i < length; i++) {
            carry = ordered ? apply_in(carry_type, op, before, x[i]) : float_apply(op, carry, x[i]);
            emit_float(place, at + i + (size_t)exclusive, carry);
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
    oracle_wide sum = scan->init ? oracle_integer_get(scan->init_type, scan->init) : integer_identity(op, type);
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        sum = sum != 0;
    for (size_t i = 0; i < place->n; i++) {
        size_t at = index_of(place, i);
        oracle_wide x = oracle_integer_get(scan->type, in + at * oracle_size(scan->type));
        oracle_wide next = integer_apply(op, type, sum, x);
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
    struct place place = {scan, n, out};
    if (oracle_is_float(scan->output_type))
        run_float(&place, in, total, carry);
    else
        run_integer(&place, in, total, carry);
}

/* --- segments -------------------------------------------------------------------------------- */

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
    earlier.value = apply_in(type, op, earlier.value, later.value);
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
static int begins_at(const struct place *place, const unsigned char *begins, size_t i)
{
    size_t at = index_of(place, i);
    if (i == 0)
        return 1;
    return place->scan->reverse ? begins[at + 1] != 0 : begins[at] != 0;
}

static void segments_of_floats(const struct place *place, const unsigned char *in, const unsigned char *begins)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op, ordered = op == PREFIX_SUM || op == PREFIX_PRODUCT;
    int accumulator = scan->output_type == PREFIX_F64 ? PREFIX_F64 : PREFIX_F32;
    int carry_type = oracle_carry_type(op, scan->output_type);
    size_t tile = (size_t)ROW_BYTES * ROWS_OF_A_TILE / oracle_size(accumulator);
    struct lifted *x = malloc(tile * sizeof *x);
    double init = scan->init ? oracle_float_get(scan->init_type, scan->init) : float_identity(op);
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
            x[i].value = oracle_float_get(scan->type, in + index_of(place, at + i) * oracle_size(scan->type));
            x[i].begun = begins_at(place, begins, at + i);
        }
        if (ordered)
            lift_tile(accumulator, op, x, length);
        for (size_t i = 0; i < length; i++) {
            int begin = begins_at(place, begins, at + i);
            if (scan->kind == PREFIX_EXCLUSIVE)
                emit_float(place, at + i, begin ? init : carry);
            if (ordered)
                carry = apply_in(carry_type, op, x[i].begun ? init : before, x[i].value);
            else
                carry = float_apply(op, begin ? init : carry, x[i].value);
            if (scan->kind != PREFIX_EXCLUSIVE)
                emit_float(place, at + i, carry);
        }
    }
    free(x);
}

static void segments_of_integers(const struct place *place, const unsigned char *in, const unsigned char *begins)
{
    const struct oracle_scan *scan = place->scan;
    int op = scan->op, type = scan->output_type;
    size_t size = oracle_size(type);
    oracle_wide init = scan->init ? oracle_integer_get(scan->init_type, scan->init) : integer_identity(op, type);
    if (op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR)
        init = init != 0;
    oracle_wide sum = init;
    for (size_t i = 0; i < place->n; i++) {
        size_t at = index_of(place, i);
        if (begins_at(place, begins, i))
            sum = init;
        oracle_wide x = oracle_integer_get(scan->type, in + at * oracle_size(scan->type));
        oracle_wide next = integer_apply(op, type, sum, x);
        oracle_integer_put(type, place->out + at * size, scan->kind == PREFIX_EXCLUSIVE ? sum : next);
        sum = next;
    }
}

void oracle_run_segments(const struct oracle_scan *scan, const void *in, const unsigned char *begins, void *out,
                         size_t n)
{
    struct place place = {scan, n, out};
    if (oracle_is_float(scan->output_type))
        segments_of_floats(&place, in, begins);
    else
        segments_of_integers(&place, in, begins);
}

/* --- comparison ---------------------------------------------------------------------------- */

int oracle_same(int type, const void *a, const void *b, size_t n, size_t *where)
{
    size_t size = oracle_size(type);
    const unsigned char *left = a, *right = b;
    if (n == 0 || memcmp(a, b, n * size) == 0)
        return 1;
    for (size_t i = 0; i < n; i++) {
        if (memcmp(left + i * size, right + i * size, size) == 0)
            continue;
        if (oracle_is_float(type) && isnan(oracle_float_get(type, left + i * size)) &&
            isnan(oracle_float_get(type, right + i * size)))
            continue;
        *where = i;
        return 0;
    }
    return 1;
}

double oracle_sum_error(int type, int output_type, const void *in, const void *out, size_t n)
{
    int accumulator = output_type == PREFIX_F64 ? PREFIX_F64 : PREFIX_F32;
    size_t tile = (size_t)ROW_BYTES * ROWS_OF_A_TILE / oracle_size(accumulator);
    long double u = accumulator == PREFIX_F64 ? 0x1p-53L : 0x1p-24L;
    long double v = output_type == PREFIX_F16 ? 0x1p-11L : output_type == PREFIX_BF16 ? 0x1p-8L : u;
    long double least = output_type == PREFIX_F16 ? 0x1p-25L : output_type == PREFIX_BF16 ? 0x1p-134L : 0;
    long double levels = accumulator == PREFIX_F64 ? 70 : 71;
    long double exact = 0, magnitude = 0, worst = 0;
    for (size_t i = 0; i < n; i++) {
        long double x = oracle_float_get(type, (const unsigned char *)in + i * oracle_size(type));
        long double got = oracle_float_get(output_type, (const unsigned char *)out + i * oracle_size(output_type));
        exact += x;
        magnitude += fabsl(x);
        long double tiles = (long double)(i / tile + 1);
        long double bound = (levels * u + tiles * 0x1p-53L) * magnitude + v * fabsl(exact) + least;
        long double error = fabsl(got - exact);
        /* Sums of denormals are exact: there the bound may be less than a denormal. */
        long double ratio = error == 0 ? 0 : error / bound;
        if (isnan(ratio))
            return (double)NAN;
        if (ratio > worst)
            worst = ratio;
    }
    return (double)worst;
}

/* Whether a float lies within error of exact, both ends rounded to its type. */
static int within(int type, const void *got, long double exact, long double error)
{
    unsigned char low[8], high[8];
    double value = oracle_float_get(type, got);
    oracle_float_put(type, low, (double)(exact - error));
    oracle_float_put(type, high, (double)(exact + error));
    return value >= oracle_float_get(type, low) && value <= oracle_float_get(type, high);
}

int oracle_near(const struct oracle_scan *scan, const void *in, const void *out, size_t n, const void *total,
                int total_type, size_t chain, int rough, size_t *where)
{
    struct place place = {scan, n, NULL};
    const int sum = scan->op == PREFIX_SUM;
    const long double u = scan->output_type == PREFIX_F64 ? 0x1p-53L : 0x1p-24L;
    const long double v = scan->output_type == PREFIX_F16 ? 0x1p-11L : scan->output_type == PREFIX_BF16 ? 0x1p-8L : u;
    const long double least = scan->output_type == PREFIX_F16 ? 0x1p-25L : scan->output_type == PREFIX_BF16 ? 0x1p-134L : 0;
    long double exact = scan->init ? oracle_float_get(scan->init_type, scan->init) : sum ? 0 : 1;
    long double magnitude = fabsl(exact);
    for (size_t i = 0; i < n; i++) {
        const size_t at = index_of(&place, i);
        const unsigned char *got = (const unsigned char *)out + at * oracle_size(scan->output_type);
        const long double x =
            oracle_float_get(scan->type, (const unsigned char *)in + at * oracle_size(scan->type));
        /* One more for init, one for the ends in f64; 2^-63: of this sum in long double, for each element. */
        long double unit = ((long double)chain + 2) * u + (long double)(i + 1) * 0x1p-63L + (rough > 1 ? 2 * v : 0);
        const int inclusive = scan->kind == PREFIX_INCLUSIVE;
        if (!inclusive && !within(scan->output_type, got, exact, unit * magnitude + (rough > 1 ? least : 0))) {
            *where = at;
            return 0;
        }
        exact = sum ? exact + x : exact * x;
        magnitude = sum ? magnitude + fabsl(x) : fabsl(exact);
        if (inclusive && !within(scan->output_type, got, exact, unit * magnitude + (rough > 1 ? least : 0))) {
            *where = at;
            return 0;
        }
    }
    *where = n;
    return !total || within(total_type, total, exact,
                            (((long double)chain + 2) * u + (long double)n * 0x1p-63L) * magnitude);
}
