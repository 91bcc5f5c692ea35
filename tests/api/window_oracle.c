/* SPDX-License-Identifier: BSD-3-Clause */
#include "window_oracle.h"

double window_value(const struct window_values *v, size_t place)
{
    return place < v->before || place - v->before >= v->n ? v->neutral : v->x[place - v->before];
}

static double combine(const struct window_values *v, double earlier, double later)
{
    return v->is_product ? earlier * later : earlier + later;
}

static double tree(const struct window_values *v, size_t at, size_t size)
{
    if (size == 1)
        return window_value(v, at);
    return combine(v, tree(v, at, size / 2), tree(v, at + size / 2, size / 2));
}

double window_by_trees(const struct window_values *v, size_t i, size_t k)
{
    size_t size = 1;
    double sum;
    while (!(k & size))
        size *= 2;
    sum = tree(v, i, size);
    for (k -= size, i += size; k > 0; k -= size, i += size) {
        while (!(k & size))
            size *= 2;
        sum = combine(v, sum, tree(v, i, size));
    }
    return sum;
}
