/* SPDX-License-Identifier: BSD-3-Clause */
/* Filters worked out one step after the other, and in the order of blocks that libprefix(7) has for long rows. */
#ifndef FILTER_ORACLE_H
#define FILTER_ORACLE_H

#include <stddef.h>

#include <prefix/prefix.h>

enum { MOST_ORDER = 16 };

struct filter {
    size_t order, sections;            /* sections: 0 for a transfer function */
    double b[MOST_ORDER + 1];          /* b[0] to b[order], */
    double a[MOST_ORDER + 1];          /* 1, and a[1] to a[order] */
    double section[MOST_ORDER / 2][6]; /* a[0] is 1 */
    int feedback;
};

/* All coefficients times a factor, which is to be divided out: a power of two. */
prefix_filter *create_filter(prefix_ctx *ctx, const struct filter *f, int type, double factor);

/* The state of one row moves on; to may be from. */
void filter_steps(const struct filter *f, const double *from, double *to, size_t n, double *z);
void filter_row(const struct filter *f, const double *from, double *to, size_t n, double *z);

#endif
