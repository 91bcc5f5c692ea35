/* SPDX-License-Identifier: BSD-3-Clause */
/* How the rows of a batch are scanned. No call of CUDA. */
#ifndef PREFIX_CUDA_PLAN_BATCH_H
#define PREFIX_CUDA_PLAN_BATCH_H

#include <prefix/backend.h>

#include "params/batch_params.h"
#include "params/grid.h"
#include "plan/batch_kernels.h"
#include "plan/scan_kernels.h"

/* Sets where lines lie: all of params but what lowering and the plans set. */
void prefix__cuda_batch_places(const struct prefix_scan_work *work, struct prefix__cuda_batch *params);

/* How lines are best scanned by a kernel that params have been lowered for, or by the one for strips. */
enum prefix__cuda_batch_way {
    PREFIX__CUDA_BATCH_OF_SCANS,       /* few long ones, one after the other */
    PREFIX__CUDA_BATCH_OF_LINES,       /* batch/lines.cuh */
    PREFIX__CUDA_BATCH_OF_SHORT_LINES, /* batch/short_lines.cuh */
    PREFIX__CUDA_BATCH_OF_STRIPS       /* batch/strips.cuh */
};
enum prefix__cuda_batch_way prefix__cuda_batch_way(const struct prefix__cuda_kernel *kernel,
                                                   unsigned int multiprocessors,
                                                   const struct prefix__cuda_batch *params);

/* Sets what short lines need, and gives their blocks, of PREFIX__CUDA_SHORT_LINE_WARPS warps each. */
uint64_t prefix__cuda_plan_short_lines(const struct prefix__cuda_kernel *kernel, struct prefix__cuda_batch *params);

/* Of a block, for a line. */
unsigned int prefix__cuda_batch_line_warps(unsigned int multiprocessors, uint64_t lines);

struct prefix__cuda_batch_plan {
    uint64_t blocks;
    unsigned int threads;
    const void *totals, *scan; /* kernels of the passes, of so many blocks and threads */
    int passes;     /* rather than a chain */
    uint64_t words; /* of the workspace of a chain */
    uint64_t rows;  /* of passes: of a line, and */
    uint64_t tiles; /* tiles of the canonical order */
};
void prefix__cuda_plan_strips(const struct prefix__cuda_strip_kernel *kernel, struct prefix__cuda_batch *params,
                              struct prefix__cuda_batch_plan *plan);

#endif
