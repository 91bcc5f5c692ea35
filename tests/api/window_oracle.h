/* SPDX-License-Identifier: BSD-3-Clause */
/* Windows of floats in the order that the manual states, tree by tree. */
#ifndef WINDOW_ORACLE_H
#define WINDOW_ORACLE_H

#include <stddef.h>

/* Elements of a row, between neutral ones: the window of element i begins at place i, so many before it. */
struct window_values {
    const double *x;
    size_t n, before;
    double neutral;
    int is_product;
};

double window_value(const struct window_values *v, size_t place);
double window_by_trees(const struct window_values *v, size_t i, size_t k);

#endif
