/* SPDX-License-Identifier: BSD-3-Clause */
/* What the kernels of moving windows are told: one pass over some lines. Shared by the host side and the kernels. */
#ifndef PREFIX_CUDA_PARAMS_WINDOW_PARAMS_H
#define PREFIX_CUDA_PARAMS_WINDOW_PARAMS_H

#include "params/batch_params.h"

/* Places of a tile, some of which lie behind its results. */
#define PREFIX__CUDA_WINDOW_VALUES 4096

struct prefix__cuda_window {
    struct prefix__cuda_batch
        batch;                  /* the arrays, and where lines lie; of sums of floats the kernel's elements are f64 */
    uint64_t first_line, lines; /* that the launch does */
    uint64_t groups;            /* of columns, of a later pass */
    uint64_t line_tiles;        /* tiles of a line, or of some side by side */
    uint64_t before, after, n;  /* elements of a window around the one of its result; of a line */
    uint64_t step;              /* from a row of a tile to its next: 1, or the elements of the trees that it finds */
    uint64_t found, results;    /* trees of a line that it finds, and what it makes */
    const void *trees_in;       /* by line; or of the first pass NULL: it finds elements */
    void *trees_out;            /* or NULL: it is the last */
    void *sums;                 /* of each line: windows so far */
    uint32_t k;                 /* rows of a window of this pass */
    uint32_t bits;              /* trees of so many rows, as a power of two, are made */
    uint32_t rows;              /* results of a column of a tile */
    uint8_t column_bits;        /* columns of a tile, as a power of two */
    uint8_t begun;              /* sums are there */
    uint8_t mean, idempotent;   /* in one pass: trees of a window may overlap */
    uint8_t out_type;           /* of enum prefix_type */
};

/* What those of differences are told: tiles without places behind their results. */
struct prefix__cuda_difference {
    struct prefix__cuda_window window;
    void *last;     /* or NULL: of each tile of each line its last element, as another tile may replace it */
    uint64_t first; /* what stands before the first element, as the kernel has elements; or */
    uint8_t leads;  /* it is in memory */
};

/* Elements of a block. */
#define PREFIX__CUDA_ROW_DIFFERENCE_TILE 2048

/* What one row is told whose elements are those of the result; see windows/row_difference.cuh. */
struct prefix__cuda_row_difference {
    const void *in;
    void *out; /* another array */
    uint64_t n;
    uint64_t first; /* likewise what stands before the first element */
    int reverse;
};

#endif
