/* SPDX-License-Identifier: BSD-3-Clause */
/* The host side of runs. */
#ifndef PREFIX_CUDA_RUNS_H
#define PREFIX_CUDA_RUNS_H

#include "call.h"
#include "runs_params.h"
#include "select.h"

/* Blocks on a multiprocessor of kernels whose blocks work by turns. */
#define PREFIX__CUDA_RUNS_BLOCKS 8

/* runs_bits.c: encodes keys of any size, or nontrivial runs alone, in several passes. */
int prefix__cuda_runs_by_bits(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts);

/* runs_reduce.c: reduces by key. */
int prefix__cuda_runs_reduce(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts);

/* As test.mask and test.range of a selection. */
static inline struct prefix_test prefix__cuda_heads_test(const struct prefix_heads *keys)
{
    return (struct prefix_test){.mask = keys->mask, .range = keys->range};
}

#endif
