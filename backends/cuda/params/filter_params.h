/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of filters are told. Shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_PARAMS_FILTER_PARAMS_H
#define PREFIX_CUDA_PARAMS_FILTER_PARAMS_H

#include <stdint.h>

/* As PREFIX_FILTER_ORDER, _BLOCK and _GROUP are. */
#define PREFIX__CUDA_FILTER_ORDER 16
#define PREFIX__CUDA_FILTER_STEPS 128
#define PREFIX__CUDA_FILTER_STRANDS 64 /* rows, or blocks of a group, that a block of threads filters, one a thread */

/* What a launch does. */
enum prefix__cuda_filter_part {
    PREFIX__CUDA_FILTER_ROWS,   /* rows in one go */
    PREFIX__CUDA_FILTER_ENDS,   /* blocks that begin with 0: the states behind them, and behind groups of them */
    PREFIX__CUDA_FILTER_RESULTS /* blocks, behind the states before their groups */
};

struct prefix__cuda_filter {
    const void *in;
    void *out;
    const double *first; /* or NULL */
    double *last;        /* or NULL */
    /* Of each row its blocks, and its groups: the states behind them; those of groups become the states before them. */
    double *blocks, *groups;
    uint64_t n, rows, row_blocks, row_groups;
    int64_t in_step, out_step; /* elements from a row to the next */
    uint32_t order, sections;
    uint8_t part;    /* of enum prefix__cuda_filter_part */
    uint8_t is_wide; /* f64 */
    uint8_t reverse, feedback;
    double b[PREFIX__CUDA_FILTER_ORDER + 1], a[PREFIX__CUDA_FILTER_ORDER]; /* of a transfer function: a from a[1] on */
    double section[PREFIX__CUDA_FILTER_ORDER / 2][5];
    double map[PREFIX__CUDA_FILTER_ORDER * PREFIX__CUDA_FILTER_ORDER]; /* of a block or a group, columns first */
};

#endif
