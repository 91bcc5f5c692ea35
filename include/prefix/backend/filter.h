/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: the work of a linear filter of rows, and its arithmetic. */
#ifndef PREFIX_BACKEND_FILTER_H
#define PREFIX_BACKEND_FILTER_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PREFIX_FILTER_ORDER 16  /* at most */
#define PREFIX_FILTER_BLOCK 128 /* elements */
#define PREFIX_FILTER_GROUP 64  /* blocks */
#define PREFIX_FILTER_LONG (8 * PREFIX_FILTER_BLOCK)

/*
 * Each row of an array filtered, in f64, and rounded once. With z the state, order f64, one element x makes
 *     y = b[0] x + z[0],  z[i] = z[i + 1] + b[i + 1] x - a[i + 1] y  (z[order] is 0)
 * from left to right; without feedback less the product of y, and without an order y = b[0] x. Sections follow each
 * other, each with two f64 of the state: y = b[0] x + z[0], z[0] = b[1] x - a[1] y + z[1], z[1] = b[2] x - a[2] y.
 *
 * With block_map rows of PREFIX_FILTER_LONG elements and more are cut into blocks. With v the state after a block that
 * begins with 0, and M its map, the state after it is M z + v, where each of M z is summed from left to right; without
 * feedback it is v. Of the blocks of a group, the first of which is taken to begin with 0, the last state is w; the
 * state after the group is N z + w, with N its map, and those within follow from that before it. With the state before
 * it each block is filtered as a row is. Blocks that no other follows need no v.
 */
struct prefix_filter_work {
    size_t size;     /* of this struct, in bytes */
    int type;        /* F32 or F64 */
    int threads;     /* CPU threads at most; 0: the backend's own rules */
    int reverse;     /* 0 or 1: the last element of a row is its first */
    int feedback;    /* 0: all a are 0 */
    size_t order;    /* of the state, at most PREFIX_FILTER_ORDER; twice the sections */
    size_t sections; /* 0: none */
    /* b[0] to b[order], a[1] to a[order]; or of each section b[0], b[1], b[2], a[1], a[2]. */
    const double *coefficients;
    const double *block_map, *group_map; /* order x order, rows first; or NULL, both */
    const void *in;
    void *out;                 /* disjoint from in, or equal to it with the same step */
    size_t n, rows;            /* at least 1 each */
    size_t in_step, out_step;  /* elements from a row to the next; at least n */
    const double *first;       /* the state before each row, rows x order; or NULL: 0 */
    double *last;              /* or NULL; where the states behind them go; or first */
    int in_memory, out_memory; /* of enum prefix_memory, never ANY; HOST for what is NULL */
    int first_memory, last_memory;
    void *stream; /* the caller's device stream, or NULL */
};

#ifdef __cplusplus
}
#endif

#endif
