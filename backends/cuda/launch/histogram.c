/* SPDX-License-Identifier: BSD-3-Clause */
/* Edges go to scratch memory, counts begin with zeros, and one kernel does the rest. */
#include "launch/histogram.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "memory/scratch.h"
#include "plan/histogram_kernels.h"
#include "shared/types.h"

#define BLOCKS 8                        /* on a multiprocessor */
#define TABLES_BYTES ((size_t)24 << 10) /* of shared memory, that several tables of a block take at most */
#define SHARED_BYTES ((size_t)48 << 10) /* and one */
#define TABLES_MAX 8                    /* one for each warp */
/* Of all blocks, of which there are then eight at least, so that no count of a table overflows. */
#define ELEMENTS_MAX ((uint64_t)UINT32_MAX << 2)

/* In the shared memory of a block. */
static uint32_t tables_for(const struct prefix_histogram_work *work)
{
    const size_t bytes = work->bins * sizeof(uint32_t), several = TABLES_BYTES / bytes;
    if (!work->counts || work->n > ELEMENTS_MAX)
        return 0;
    return several > TABLES_MAX ? TABLES_MAX : several > 1 ? (uint32_t)several : bytes <= SHARED_BYTES;
}

static struct prefix__cuda_histogram describe(const struct prefix_histogram_work *work, const uint64_t *edges)
{
    return (struct prefix__cuda_histogram){
        .in = work->in,
        .edges = edges,
        .counts = work->counts,
        .numbers = work->numbers,
        .n = work->n,
        .flip = work->code.flip,
        .infinity = work->code.infinity,
        .zero = work->code.zero,
        .nan = work->code.nan,
        .first = work->first,
        .last = work->last,
        .base = work->base,
        .low = work->low,
        .scale = work->scale,
        .bins = (uint32_t)work->bins,
        .shift = (uint32_t)work->shift,
        .count_size = work->counts ? (uint32_t)prefix__size_of(work->count_type) : 0,
        .tables = tables_for(work),
    };
}

static int queue(struct prefix_session *session, const struct prefix_histogram_work *work, const uint64_t *edges)
{
    struct prefix__cuda_histogram h = describe(work, edges);
    const size_t size = prefix__size_of(work->type);
    struct prefix__cuda_grid grid = {0, 0, h.tables * work->bins * sizeof(uint32_t), 0, 0};
    const void *kernel = prefix__cuda_histogram_kernel(size, work->code.infinity > 0, &grid.threads);
    const uint64_t words = work->n / (16 / size) + 1, blocks = (words - 1) / grid.threads + 1;
    const uint64_t most = (uint64_t)session->multiprocessors * BLOCKS;
    grid.blocks = (unsigned)(blocks < most ? blocks : most);
    if (work->counts) {
        const int status = prefix__cuda_check(
            session, cudaMemsetAsync(work->counts, 0, work->bins * h.count_size, (cudaStream_t)work->stream),
            "clearing the counts of a histogram");
        if (status != PREFIX_OK)
            return status;
    }
    return prefix__cuda_queue(session, kernel, &grid, work->stream, (void *[]){&h}, "a histogram");
}

int prefix__cuda_histogram_on_device(struct prefix_session *session, const struct prefix_histogram_work *work)
{
    const size_t bytes = work->bins * sizeof *work->edges;
    void *edges = NULL;
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK && work->edges)
        status = prefix__cuda_allocate(session, &edges, bytes, work->stream);
    if (status != PREFIX_OK)
        return status;
    if (work->edges)
        status = prefix__cuda_check(
            session, cudaMemcpyAsync(edges, work->edges, bytes, cudaMemcpyHostToDevice, (cudaStream_t)work->stream),
            "copying the edges of bins");
    if (status == PREFIX_OK)
        status = queue(session, work, edges);
    return prefix__cuda_release(session, edges, work->stream, status);
}
