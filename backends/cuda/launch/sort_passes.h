/* SPDX-License-Identifier: BSD-3-Clause */
/* A sort of keys, and of values that kernels take along. */
#ifndef PREFIX_CUDA_LAUNCH_SORT_PASSES_H
#define PREFIX_CUDA_LAUNCH_SORT_PASSES_H

#include "base/session.h"
#include "memory/room.h"
#include "params/sort_params.h"

struct prefix__cuda_sort_arrays {
    const void *keys, *values; /* values: or NULL, if there are any: their places */
    void *out, *values_out;    /* either may be its input; out: or NULL */
    size_t value_size;         /* 4 or 8, aligned; 0: none */
    const uint32_t *wanted;    /* on the device: 0 if nothing is to be done; or NULL */
};

/* Whether kernels take the work's values along; and all that they take, if so. */
int prefix__cuda_is_taken_along(const struct prefix_sort_work *work);
struct prefix__cuda_sort_arrays prefix__cuda_sort_arrays_of(const struct prefix_sort_work *work);

/* What kernels are told; and the memory between passes of n elements, which is cut for it. */
struct prefix__cuda_sort prefix__cuda_sort_described(const struct prefix_sort_work *work,
                                                     const struct prefix__cuda_sort_arrays *arrays);
void prefix__cuda_sort_buffers(struct prefix__cuda_sort *s, struct prefix__cuda_room *room, size_t n, size_t key,
                               size_t value);

int prefix__cuda_sort_reserve(struct prefix_session *session, const void *kernel, size_t shared);

/* Type, code, bits and n are the work's. */
int prefix__cuda_sort_passes(struct prefix_session *session, const struct prefix_sort_work *work,
                             const struct prefix__cuda_sort_arrays *arrays, struct prefix__cuda_room room);

#endif
