/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Steps of ROWS rows in the lanes of vectors, of a file that defines ROWS. What is done to a group of rows is compiled
 * twice: plain, where no product of the factors of a row is 0, small or infinite, which is seen beforehand, and with
 * all that prefix__follow() asks for.
 */
#ifndef PREFIX_LIB_SHARED_RECURRENCE_LANES_H
#define PREFIX_LIB_SHARED_RECURRENCE_LANES_H

#include "shared/lanes.h"
#include "shared/recurrence_tile.h"

#define ROW PREFIX__RECURRENCE_ROW
#define GROUP (ROWS * ROW)
#define LEVELS (ROWS == 8 ? 2 : ROWS == 4 ? 3 : 4) /* of a row's network, above those of ROWS columns */
#define LEAST 0x1p-500
#define LINE 64 /* bytes */

/* What prefix__follow() does, in each lane. */
KERNEL void follow(lanes xa, lanes xb, lanes *ya, lanes *yb)
{
    const lanes a = xa * *ya, b = *ya * xb + *yb;
    const truths least = ((truths)a & INT64_MIN) | (truths)(LEAST - (lanes){0});
    *yb = pick((b != b) & ((*ya == 0) | (xb == 0)), *yb, b);
    *ya = pick((xa == 0) | (*ya == 0), (lanes){0}, pick(magnitude(a) < LEAST, (lanes)least, a));
}

KERNEL void combine(lanes xa, lanes xb, lanes *ya, lanes *yb, int plain)
{
    if (plain) {
        *yb = *ya * xb + *yb;
        *ya = xa * *ya;
    } else {
        follow(xa, xb, ya, yb);
    }
}

/* What stands before the rows of a group in their tile, and what products with it are at least. */
struct before {
    lanes a, b;
    lanes least;
    truths sign, there; /* but for the first row */
};

KERNEL void prefetch(const struct prefix__recurrence_flow *flow, size_t from, size_t bytes)
{
    for (size_t at = from; at < from + bytes && at < flow->bytes; at += LINE)
        for (int k = 0; k < 2; k++)
            if (flow->next[k])
                __builtin_prefetch(flow->next[k] + at, 0, 2);
}

KERNEL struct before before_rows(const struct prefix__recurrence_tile *tile, size_t group)
{
    struct before before = {.a = load_lanes(tile->row_a + group * ROWS), .b = load_lanes(tile->row_b + group * ROWS)};
    const truths factor = before.a != 0;
    before.least = (lanes)(factor & (truths)(LEAST - (lanes){0}));
    before.sign = factor & INT64_MIN;
    before.there = ~(truths){0};
    before.there[0] = group > 0 ? -1 : 0;
    return before;
}

/* Results of the steps of a column, behind those before their rows and a y before the tile: plain if finite, not 0. */
KERNEL lanes results(const struct before *before, lanes a, lanes b, int is_first, const double *y, int plain)
{
    const lanes a_here = a, b_here = b;
    if (plain) {
        b = a * before->b + b;
        a = before->a * a;
        a = (lanes)((truths)GREATER(magnitude(a), before->least) | ((truths)a & before->sign));
    } else {
        follow(before->a, before->b, &a, &b);
    }
    if (is_first) {
        a = pick(before->there, a, a_here);
        b = pick(before->there, b, b_here);
    }
    if (y)
        combine(a, *y - (lanes){0}, &a, &b, plain);
    return b;
}

#endif
