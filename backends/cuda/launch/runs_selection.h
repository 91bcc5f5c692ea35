/* SPDX-License-Identifier: BSD-3-Clause */
/* The elements that begin runs, as a selection that writes their keys. */
#ifndef PREFIX_CUDA_LAUNCH_RUNS_SELECTION_H
#define PREFIX_CUDA_LAUNCH_RUNS_SELECTION_H

#include <prefix/backend.h>

static inline int prefix__cuda_key_type(size_t size)
{
    return size == 1 ? PREFIX_U8 : size == 2 ? PREFIX_U16 : size == 4 ? PREFIX_U32 : PREFIX_U64;
}

static inline struct prefix_select_work prefix__cuda_runs_selection(const struct prefix_runs_work *work)
{
    return (struct prefix_select_work){
        .size = sizeof(struct prefix_select_work),
        .type = prefix__cuda_key_type(work->keys.size),
        .selector = PREFIX_SELECTOR_HEADS,
        .test = {.mask = work->keys.mask, .range = work->keys.range},
        .in = work->keys.data,
        .out = work->unique,
        .n = work->n,
        .capacity = work->capacity,
        .stream = work->stream,
    };
}

#endif
