/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/sort_gather.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "plan/sort_kernels.h"

#define BLOCKS 8 /* on a multiprocessor */

static int queue(struct prefix_session *session, const void *kernel, uint64_t items, uint32_t threads, void *params,
                 void *stream)
{
    int status = prefix__cuda_look_at_device(session);
    if (status != PREFIX_OK)
        return status;
    const uint64_t blocks = (items - 1) / threads + 1, most = (uint64_t)session->multiprocessors * BLOCKS;
    const struct prefix__cuda_grid grid = {(unsigned)(blocks < most ? blocks : most), threads, 0, 0, 0};
    return prefix__cuda_queue(session, kernel, &grid, stream, &params, "places of a sort");
}

int prefix__cuda_sort_gather(struct prefix_session *session, const struct prefix__cuda_sorted *sorted, const void *from,
                             void *to, size_t size, size_t alignment, struct prefix__cuda_room room)
{
    uint32_t threads;
    const void *kernel = prefix__cuda_gather_kernel(&threads);
    const size_t bytes = sorted->n * size;
    void *const copy = from == to ? prefix__cuda_cut(&room, bytes) : NULL;
    int status = PREFIX_OK;
    struct prefix__cuda_gather g = {
        .in = from,
        .indices = sorted->indices,
        .out = to,
        .n = sorted->n,
        .index_size = (uint32_t)sorted->size,
        .index_step = (uint32_t)sorted->step,
        .unit = (uint32_t)alignment,
        .units = (uint32_t)(size / alignment),
        .wanted = sorted->wanted,
    };
    if (room.needed)
        return PREFIX_OK;
    if (copy) {
        struct prefix__cuda_gather as_it_is = g;
        as_it_is.indices = NULL;
        as_it_is.out = copy;
        g.in = copy;
        status = queue(session, kernel, g.n * g.units, threads, &as_it_is, sorted->stream);
    }
    return status == PREFIX_OK ? queue(session, kernel, g.n * g.units, threads, &g, sorted->stream) : status;
}

int prefix__cuda_sort_number(struct prefix_session *session, const struct prefix_heads *offsets, size_t n,
                             uint64_t *words, uint32_t *segments, const uint32_t *wanted, void *stream)
{
    uint32_t threads;
    const void *kernel = prefix__cuda_sort_places_kernel(&threads);
    struct prefix__cuda_sort_places p = {
        .words = words,
        .segments = segments,
        .offsets = offsets->data,
        .n = n,
        .offset_count = offsets->segments + 1,
        .offset_size = (uint32_t)offsets->size,
        .wanted = wanted,
    };
    return queue(session, kernel, n, threads, &p, stream);
}
