/* SPDX-License-Identifier: BSD-3-Clause */
/* Groups as a stable merge sort of numbers finds them, and aggregates in the canonical order of what is sorted. */
#include "group_oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../support/oracle.h"
#include "../support/support.h"

static int is_less(int type, const unsigned char *a, const unsigned char *b)
{
    if (!oracle_is_float(type))
        return oracle_integer_get(type, a) < oracle_integer_get(type, b);
    const double x = oracle_float_get(type, a), y = oracle_float_get(type, b);
    return isnan(x) || isnan(y) ? !isnan(x) : x < y;
}

static void merge_sort(int type, const unsigned char *from, size_t *order, size_t *spare, size_t n)
{
    const size_t size = prefix_type_size(type), half = n / 2;
    if (n < 2)
        return;
    merge_sort(type, from, order, spare, half);
    merge_sort(type, from, order + half, spare, n - half);
    memcpy(spare, order, half * sizeof *spare);
    for (size_t i = 0, j = half, k = 0; i < half; k++) {
        const int later = j < n && is_less(type, from + order[j] * size, from + spare[i] * size) &&
                          !(is_less(type, from + spare[i] * size, from + order[j] * size));
        order[k] = later ? order[j++] : spare[i++];
    }
}

struct groups groups_find(int type, const unsigned char *key, size_t n)
{
    const size_t size = prefix_type_size(type);
    struct groups g = {must_alloc((n + 1) * sizeof(size_t)), must_alloc((n + 1) * sizeof(size_t)), 0};
    for (size_t i = 0; i < n; i++)
        g.places[i] = i;
    merge_sort(type, key, g.places, g.begins, n);
    for (size_t i = 0; i < n; i++) {
        const unsigned char *here = key + g.places[i] * size;
        const unsigned char *before = i ? key + g.places[i - 1] * size : here;
        if (i == 0 || (is_less(type, before, here) && !is_less(type, here, before)))
            g.begins[g.count++] = i;
    }
    g.begins[g.count] = n;
    return g;
}

static void combine_means(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                          ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    (void)state;
    for (ptrdiff_t i = 0; i < (ptrdiff_t)n; i++) {
        const double *a = (const double *)((const char *)earlier + i * earlier_step);
        const double *b = (const double *)((const char *)later + i * later_step);
        double *r = (double *)((char *)result + i * result_step);
        const double sum = a[0] + b[0], count = a[1] + b[1];
        r[0] = sum;
        r[1] = count;
    }
}

static double number_at(int type, const unsigned char *x)
{
    return oracle_is_float(type) ? oracle_float_get(type, x) : (double)oracle_integer_get(type, x);
}

void groups_fold(const struct groups *g, const struct subject *own, int op, int type, const unsigned char *sorted,
                 unsigned char *want)
{
    const size_t n = g->begins[g->count];
    const struct subject means = {.name = "mean", .size = 16, .alignment = 8, .host = combine_means};
    const struct subject *const subject = op == PREFIX_MEAN ? &means : own;
    const size_t size = own ? own->size : prefix_type_size(type);
    const size_t element = subject ? subject->size : size, out_size = op == PREFIX_MEAN ? 8 : size;
    unsigned char *begins = calloc(n + 1, 1), *scanned = must_alloc(n * element + 1);
    for (size_t k = 0; k < g->count; k++)
        begins[g->begins[k]] = 1;
    for (size_t i = 0; op == PREFIX_MEAN && i < n; i++) {
        const double pair[2] = {number_at(type, sorted + i * size), 1};
        memcpy(scanned + i * element, pair, sizeof pair);
    }
    if (op != PREFIX_MEAN)
        memcpy(scanned, sorted, n * size);
    if (subject)
        operator_scan_by_the_book(subject, (char *)scanned, n, NULL, begins);
    else if (op != PREFIX_FIRST)
        oracle_run_segments(&(struct oracle_scan){PREFIX_INCLUSIVE, op, type, type, 0, 0, NULL}, sorted, begins,
                            scanned, n);
    for (size_t k = 0; k < g->count; k++) {
        const size_t at = op == PREFIX_FIRST ? g->begins[k] : g->begins[k + 1] - 1;
        double pair[2];
        memcpy(want + k * out_size, scanned + at * element, out_size);
        if (op == PREFIX_MEAN) {
            memcpy(pair, scanned + at * element, sizeof pair);
            pair[0] /= pair[1];
            memcpy(want + k * out_size, pair, out_size);
        }
    }
    free(begins);
    free(scanned);
}
