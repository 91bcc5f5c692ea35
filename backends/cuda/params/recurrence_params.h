/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of recurrences are told. Shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_PARAMS_RECURRENCE_PARAMS_H
#define PREFIX_CUDA_PARAMS_RECURRENCE_PARAMS_H

#include "params/scan_params.h"

#define PREFIX__CUDA_RECURRENCE_THREADS 256 /* that have elements of a tile; a warp more folds */
#define PREFIX__CUDA_RECURRENCE_BLOCKS 4    /* on a multiprocessor */
#define PREFIX__CUDA_RECURRENCE_ROW 32      /* steps of a row of the canonical order, */
#define PREFIX__CUDA_RECURRENCE_TILE 2048   /* and of a tile */
#define PREFIX__CUDA_RECURRENCE_DIMS 16
#define PREFIX__CUDA_RECURRENCE_STRIP 32 /* lines side by side, one a lane */

/* Words of what a tile of a line tells: all its steps together, and the y before it; and a piece of a strip's line. */
#define PREFIX__CUDA_RECURRENCE_TILE_WORDS 6
#define PREFIX__CUDA_RECURRENCE_PIECE_WORDS 4

/* Rows of the canonical order in a piece: one a warp. Wide elements have fewer, as a lane has all steps of its row. */
#define PREFIX__CUDA_RECURRENCE_PIECE(size) ((size) > 4 ? 4 : 8)

struct prefix__cuda_recurrence_dim {
    uint64_t count;
    int64_t in_step, out_step, second_step;
};

/* A row of the caller's is called a line here. Steps are in elements, and go as the recurrence does. */
struct prefix__cuda_recurrence {
    struct prefix__cuda_scan scan; /* in, out, total, n, the workspace; tiles: blocks */
    const void *second;            /* or NULL: a is constant */
    const void *firsts;            /* of each line, or NULL: first is that of all, if there is one */
    double constant, first;
    int64_t in_step, out_step, second_step;
    uint64_t lines;
    struct prefix__cuda_recurrence_dim dim[PREFIX__CUDA_RECURRENCE_DIMS]; /* the outermost first */
    uint32_t dims;
    uint32_t line_tiles;  /* of a line, or pieces */
    uint32_t chains;      /* blocks that have no tile, but fold those of long lines */
    uint32_t short_shift; /* a tile has 2 to its power lines, all of each; or 0: of one line */
    uint32_t strips;
    uint8_t has_first;
    uint8_t is_plain;                       /* the constant, as a plain row's factors are */
    uint8_t firsts_are_wide, total_is_wide; /* f64 */
};

#endif
