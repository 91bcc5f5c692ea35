/* SPDX-License-Identifier: BSD-3-Clause */
/* A sort of keys, and of values that kernels take along. */
#ifndef PREFIX_CUDA_LAUNCH_SORT_PASSES_H
#define PREFIX_CUDA_LAUNCH_SORT_PASSES_H

#include "base/session.h"
#include "memory/room.h"

struct prefix__cuda_sort_arrays {
    const void *keys, *values; /* values: or NULL, if there are any: their places */
    void *out, *values_out;    /* either may be its input; out: or NULL */
    size_t value_size;         /* 4 or 8, aligned; 0: none */
};

/* Type, code, bits and n are the work's. */
int prefix__cuda_sort_passes(struct prefix_session *session, const struct prefix_sort_work *work,
                             const struct prefix__cuda_sort_arrays *arrays, struct prefix__cuda_room room);

#endif
