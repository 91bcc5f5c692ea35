/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a kernel of a batch is told: plain data, shared by the host side (C) and the kernels (CUDA C++). A row of the
 * batch is called a line here, for tiles have rows of their own, of 512 bytes.
 */
#ifndef PREFIX_CUDA_PARAMS_BATCH_PARAMS_H
#define PREFIX_CUDA_PARAMS_BATCH_PARAMS_H

#include "params/scan_params.h"

/* As many as PREFIX_BATCH_DIMS. */
#define PREFIX__CUDA_BATCH_DIMS 16

/* Of a block that has a line of neighbours, at most. */
#define PREFIX__CUDA_LINE_WARPS 16

/* Of a block that has short lines, and rows of each of these. */
#define PREFIX__CUDA_SHORT_LINE_WARPS 4
#define PREFIX__CUDA_SHORT_LINE_ROWS 2

struct prefix__cuda_batch_dim {
    uint64_t count;
    int64_t in_step, out_step;
};

/* What a launch does with the tiles of lines; see batch/strips.cuh. */
enum prefix__cuda_batch_pass {
    PREFIX__CUDA_BATCH_CHAINED, /* scans them behind what the tile before on the same lines publishes */
    PREFIX__CUDA_BATCH_TOTALS,  /* leaves the totals of their rows */
    PREFIX__CUDA_BATCH_GIVEN    /* scans them behind what stands before them, which has been worked out from those */
};

/* Of a block that has tuples; and lines of those, from 2 on. */
#define PREFIX__CUDA_TUPLE_WARPS 8
#define PREFIX__CUDA_TUPLE_LINES 4

/* Threads of a tile of strips. */
#define PREFIX__CUDA_STRIP_THREADS 256

/* Pieces of a row of 512 bytes, one to a thread. */
#define PREFIX__CUDA_STRIP_PIECES 4

/* The order in which a tile that is staged lies in memory. */
struct prefix__cuda_batch_order {
    uint8_t along;     /* along the lines, or else across them; */
    uint8_t dense;     /* without gaps, upwards from the first element of the first line; */
    uint8_t pad_shift; /* elements in shared memory to each one that is left out there, as a power of two */
};

struct prefix__cuda_batch {
    /*
     * n is the length of a line, and tiles those of one; in and out are at the first element of line 0 in memory's
     * order (lines of neighbours) or in the scan's (strips, which know of no reverse). The total is an array.
     */
    struct prefix__cuda_scan scan;
    uint64_t lines;
    int64_t in_step, out_step;                                  /* of strips: from an element of a line to its next */
    struct prefix__cuda_batch_dim dim[PREFIX__CUDA_BATCH_DIMS]; /* the outermost first */
    uint32_t dims;
    uint32_t strips;  /* of as many lines as a tile has columns, but for the last */
    uint32_t columns; /* columns * pieces is at most PREFIX__CUDA_STRIP_THREADS */
    uint32_t pieces;
    uint32_t lanes; /* of a short line: a power of two, and 32 if it may have several rows */
    /* Of passes: by row and line, by tile of the canonical order and line, and what stands before each of these. */
    void *row_totals, *tile_totals, *carries;
    uint8_t pass;       /* of enum prefix__cuda_batch_pass */
    uint8_t out_size;   /* bytes of an element of the output, */
    uint8_t total_size; /* and of a total */
    uint8_t staged;     /* tiles pass through shared memory */
    uint8_t packed;     /* arrays of tuples begin as packets do */
    struct prefix__cuda_batch_order in, out;
};

#endif
