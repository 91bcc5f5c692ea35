/* SPDX-License-Identifier: BSD-3-Clause */
#include "filter_oracle.h"

#include <string.h>

#include "../support/support.h"

enum { BLOCK = 128, GROUP = 64, LONG_ROW = 1024 };

static double direct(const struct filter *f, double x, double *z)
{
    const size_t k = f->order;
    const double y = k > 0 ? z[0] + f->b[0] * x : f->b[0] * x;
    for (size_t i = 1; i <= k; i++) {
        double next = i < k ? z[i] + f->b[i] * x : f->b[i] * x;
        if (f->feedback)
            next -= f->a[i] * y;
        z[i - 1] = next;
    }
    return y;
}

static double cascade(const struct filter *f, double x, double *z)
{
    for (size_t s = 0; s < f->sections; s++, z += 2) {
        const double *const c = f->section[s], y = c[0] * x + z[0];
        double first = c[1] * x, second = c[2] * x;
        if (f->feedback) {
            first -= c[4] * y;
            second -= c[5] * y;
        }
        z[0] = first + z[1];
        z[1] = second;
        x = y;
    }
    return x;
}

void filter_steps(const struct filter *f, const double *from, double *to, size_t n, double *z)
{
    for (size_t i = 0; i < n; i++)
        to[i] = f->sections > 0 ? cascade(f, from[i], z) : direct(f, from[i], z);
}

/* M z + v. */
static void advance(const struct filter *f, double map[MOST_ORDER][MOST_ORDER], const double *v, double *z)
{
    double next[MOST_ORDER];
    for (size_t i = 0; i < f->order; i++) {
        double sum = 0;
        for (size_t k = 0; k < f->order; k++)
            sum = k == 0 ? map[i][k] * z[k] : sum + map[i][k] * z[k];
        next[i] = !v ? sum : f->feedback ? sum + v[i] : v[i];
    }
    memcpy(z, next, f->order * sizeof *z);
}

static void find_maps(const struct filter *f, double block[MOST_ORDER][MOST_ORDER],
                      double group[MOST_ORDER][MOST_ORDER])
{
    static const double none[BLOCK];
    double out[BLOCK];
    memset(block, 0, MOST_ORDER * sizeof *block);
    memset(group, 0, MOST_ORDER * sizeof *group);
    for (size_t k = 0; k < f->order && f->feedback; k++) {
        double z[MOST_ORDER] = {0};
        z[k] = 1;
        filter_steps(f, none, out, BLOCK, z);
        for (size_t i = 0; i < f->order; i++)
            block[i][k] = z[i];
    }
    for (size_t k = 0; k < f->order && f->feedback; k++) {
        double z[MOST_ORDER] = {0};
        z[k] = 1;
        for (int j = 0; j < GROUP; j++)
            advance(f, block, NULL, z);
        for (size_t i = 0; i < f->order; i++)
            group[i][k] = z[i];
    }
}

void filter_row(const struct filter *f, const double *from, double *to, size_t n, double *z)
{
    double block[MOST_ORDER][MOST_ORDER], group[MOST_ORDER][MOST_ORDER];
    double before[MOST_ORDER], alone[MOST_ORDER] = {0}, here[MOST_ORDER], out[BLOCK];
    if (n < LONG_ROW || f->order == 0) {
        filter_steps(f, from, to, n, z);
        return;
    }
    find_maps(f, block, group);
    memcpy(before, z, sizeof before);
    memcpy(here, z, sizeof here);
    for (size_t at = 0, k = 1; at < n; at += BLOCK, k++) {
        const size_t count = n - at < BLOCK ? n - at : BLOCK;
        double v[MOST_ORDER] = {0};
        filter_steps(f, from + at, out, count, v);
        memcpy(z, here, sizeof here);
        filter_steps(f, from + at, to + at, count, z);
        advance(f, block, v, here);
        advance(f, block, v, alone);
        if (k % GROUP == 0) {
            advance(f, group, alone, before);
            memcpy(here, before, sizeof here);
            memset(alone, 0, sizeof alone);
        }
    }
}

prefix_filter *create_filter(prefix_ctx *ctx, const struct filter *f, int type, double factor)
{
    double a[MOST_ORDER + 1], b[MOST_ORDER + 1], sections[MOST_ORDER / 2][6];
    prefix_filter *filter;
    for (size_t i = 0; i <= f->order; i++) {
        a[i] = f->a[i] * factor;
        b[i] = f->b[i] * factor;
    }
    for (size_t i = 0; i < 6 * f->sections; i++)
        sections[i / 6][i % 6] = f->section[i / 6][i % 6] * factor;
    must(ctx, f->sections ? prefix_filter_create_sections(&filter, ctx, type, sections[0], f->sections)
                          : prefix_filter_create(&filter, ctx, type, b, f->order + 1, a, f->order + 1));
    return filter;
}
