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
/* Of the BITS of a factor that is from 2^-15 on, and below 2, in magnitude: the same, among these. */
#define PLAIN (BITS)(sizeof(BITS) == 4 ? 0x38000000 : 0x3f00000000000000)
#define PLAIN_MASK (BITS)(sizeof(BITS) == 4 ? 0x78000000 : 0x7f00000000000000)

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

/* Of a row's blocks of ROWS steps: for each level that of the last left half. */
struct halves {
    lanes a[LEVELS], b[LEVELS];
};

/*
 * The network of a row, block by block: its levels within a block, and those above like a binary counter, in which
 * block k joins the blocks of 1, 2, 4, ... blocks before it that k's bits name. Of a constant the products of a whole
 * row are there: those of a right half are the first ones of all.
 */
KERNEL void scan_network(size_t block, const double *products, double constant, lanes *a, lanes *b,
                         struct halves *halves, int plain)
{
    int is_left = 0;
    UNROLL for (size_t i = 0; i < ROWS && !plain; i++)
    {
        const lanes factor = products ? constant - (lanes){0} : a[i];
        b[i] = pick(factor != factor, factor, b[i]);
    }
    UNROLL for (size_t d = 1; d < ROWS; d *= 2)
    {
        UNROLL for (size_t i = 0; i < ROWS; i++)
        {
            const size_t last = (i | (d - 1)) - d;
            if (!(i & d))
                continue;
            a[i] = products ? load_lanes(products + (i & (d - 1)) * ROWS) : a[i];
            combine(a[products ? i : last], b[last], &a[i], &b[i], plain);
        }
    }
    UNROLL for (size_t level = 0; level < LEVELS; level++)
    {
        const size_t first = block & (((size_t)1 << level) - 1);
        if (block >> level & 1) {
            UNROLL for (size_t i = 0; i < ROWS; i++)
            {
                a[i] = products ? load_lanes(products + (first * ROWS + i) * ROWS) : a[i];
                combine(products ? a[i] : halves->a[level], halves->b[level], &a[i], &b[i], plain);
            }
        } else if (!is_left) {
            is_left = 1;
            halves->a[level] = a[ROWS - 1];
            halves->b[level] = b[ROWS - 1];
        }
    }
}

/* What is not plain is rare, and long: all types and layouts share its code. */
static __attribute__((noinline, unused)) void scan_careful(size_t block, const double *products, double constant,
                                                           lanes *a, lanes *b, struct halves *halves)
{
    if (products)
        scan_network(block, products, constant, a, b, halves, 0);
    else
        scan_network(block, NULL, 0, a, b, halves, 0);
}

KERNEL void scan_block(size_t block, const double *products, double constant, lanes *a, lanes *b, struct halves *halves,
                       int plain)
{
    if (plain)
        scan_network(block, products, constant, a, b, halves, 1);
    else
        scan_careful(block, products, constant, a, b, halves);
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

KERNEL struct before before_lanes(lanes a, lanes b)
{
    const truths factor = a != 0;
    return (struct before){.a = a,
                           .b = b,
                           .least = (lanes)(factor & (truths)(LEAST - (lanes){0})),
                           .sign = factor & INT64_MIN,
                           .there = ~(truths){0}};
}

KERNEL struct before before_rows(const struct prefix__recurrence_tile *tile, size_t group)
{
    struct before before = before_lanes(load_lanes(tile->row_a + group * ROWS), load_lanes(tile->row_b + group * ROWS));
    before.there[0] = group > 0 ? -1 : 0;
    return before;
}

/*
 * Whether those of ROWS rows, each apart from each, are finite, and stand before steps as any. A y of 0 takes no part,
 * which shows only where a product is infinite: of a row's factors it is not, and a has those before the rows, or is
 * NULL: none.
 */
KERNEL int are_plain_y(const double *y, size_t apart, const double *a)
{
    int is_plain = 1;
    for (size_t i = 0; i < ROWS; i++) {
        const double here = y[i * apart];
        is_plain &= here - here == 0 && (here != 0 || !a || (a[i] < 0x1p900 && a[i] > -0x1p900));
    }
    return is_plain;
}

/* Results of a step of each row, behind what stands before the rows and the y before the tile, if there is one. */
KERNEL lanes result_of(const struct before *before, lanes a, lanes b, int is_first, const lanes *y, int plain)
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
        combine(a, *y, &a, &b, plain);
    return b;
}

static __attribute__((noinline, unused)) void finish_careful(const struct before *before, const lanes *a, lanes *b,
                                                             int is_first, const lanes *y)
{
    UNROLL for (size_t i = 0; i < ROWS; i++) b[i] = result_of(before, a[i], b[i], is_first, y, 0);
}

/* Of a block of steps: b becomes the results. Plain: are_plain_y(), too. */
KERNEL void finish_block(const struct before *before, const lanes *a, lanes *b, int is_first, const lanes *y, int plain)
{
    if (!plain)
        finish_careful(before, a, b, is_first, y);
    UNROLL for (size_t i = 0; i < ROWS && plain; i++) b[i] = result_of(before, a[i], b[i], is_first, y, 1);
}

#endif
