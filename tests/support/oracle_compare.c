/* SPDX-License-Identifier: BSD-3-Clause */
/* What came, compared with what must come or may. See oracle.h. */
#include "oracle_parts.h"

#include <math.h>
#include <string.h>

#include <prefix/prefix.h>

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
    const int sum = scan->op == PREFIX_SUM;
    const long double u = scan->output_type == PREFIX_F64 ? 0x1p-53L : 0x1p-24L;
    const long double v = scan->output_type == PREFIX_F16 ? 0x1p-11L : scan->output_type == PREFIX_BF16 ? 0x1p-8L : u;
    const long double least = scan->output_type == PREFIX_F16    ? 0x1p-25L
                              : scan->output_type == PREFIX_BF16 ? 0x1p-134L
                                                                 : 0;
    long double exact = scan->init ? oracle_float_get(scan->init_type, scan->init) : sum ? 0 : 1;
    long double magnitude = fabsl(exact);
    for (size_t i = 0; i < n; i++) {
        const size_t at = oracle_index_of(scan, n, i);
        const unsigned char *got = (const unsigned char *)out + at * oracle_size(scan->output_type);
        const long double x = oracle_float_get(scan->type, (const unsigned char *)in + at * oracle_size(scan->type));
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
    return !total ||
           within(total_type, total, exact, (((long double)chain + 2) * u + (long double)n * 0x1p-63L) * magnitude);
}
