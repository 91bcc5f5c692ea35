/* SPDX-License-Identifier: BSD-3-Clause */
/* Launching, with the grid and the workspace that the size asks for. */
#include "launch/scan.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/catalogue.h"
#include "launch/cluster.h"
#include "launch/ring.h"
#include "memory/workspace.h"

/* Tiles up to which the kernel for small arrays is the faster one, if the scan is plain. */
#define SMALL_TILES 512

static uint64_t tiles_of(const struct prefix__cuda_kernel *kernel, uint64_t n)
{
    return (n - 1) / kernel->tile + 1;
}

/*
 * Blocks of a cluster at most, and whether dependent launches are available. A cluster's blocks begin
 * together or not at all, so that it waits for a kernel that holds nearly all multiprocessors. Who
 * names the algorithm gets no cluster.
 */
static int largest_cluster(struct prefix_session *session, const struct prefix_scan_work *work,
                           const struct prefix__cuda_kernel *kernel, int which, unsigned int *blocks, int *dependent)
{
    int status = prefix__cuda_cluster(session, kernel, which, blocks);
    *dependent = *blocks > 1;
    if (work->algorithm != PREFIX_ALGORITHM_AUTO)
        *blocks = 1;
    return status;
}

int prefix__cuda_workspace_bytes(struct prefix_session *session, const struct prefix_scan_work *work,
                                 const struct prefix__cuda_kernel *kernel, int which, uint64_t n, size_t *bytes)
{
    uint64_t tiles = tiles_of(kernel, n);
    unsigned int blocks = 1;
    int dependent;
    /* One for a reduction is enough for that, too, which is not the catalogue's. */
    uint64_t named = prefix__cuda_in_catalogue(work) ? prefix__cuda_catalogue_words(work, which, n) : 0;
    *bytes = (size_t)named * sizeof(uint64_t);
    if (tiles <= 1)
        return PREFIX_OK;
    uint64_t ring = prefix__cuda_ring_words(kernel, n);
    int status = largest_cluster(session, work, kernel, which, &blocks, &dependent);
    if (status != PREFIX_OK || (tiles <= blocks && ring == 0))
        return status;
    uint64_t aggregates = (tiles * kernel->aggregate_words + 1) / 2 * 2;
    uint64_t prefixes = (tiles + PREFIX__CUDA_GROUP - 1) / PREFIX__CUDA_GROUP * kernel->prefix_words;
    uint64_t words = PREFIX__CUDA_HEADER_WORDS + aggregates + prefixes;
    words = ring > words ? ring : words;
    *bytes = (size_t)(named > words ? named : words) * sizeof(uint64_t);
    return PREFIX_OK;
}

/* Blocks have a half or a quarter of a tile each if the cluster has room for so many: then all is sooner done. */
static void share(const struct prefix__cuda_kernel *kernel, uint64_t n, unsigned int largest,
                  struct prefix__cuda_grid *grid)
{
    for (unsigned int parts = 4; parts > 1; parts /= 2) {
        uint64_t blocks = (n - 1) / (kernel->tile / parts) + 1;
        if (blocks > largest)
            continue;
        grid->blocks = (unsigned int)blocks;
        grid->threads /= parts;
        return;
    }
}

static int queue(struct prefix_session *session, const struct prefix_scan_work *work,
                 const struct prefix__cuda_kernel *kernel, struct prefix__cuda_scan *params)
{
    void *arguments[] = {params};
    const void *symbol = kernel->function;
    unsigned int largest = 1;
    struct prefix__cuda_grid grid = {(unsigned int)params->tiles, kernel->threads, 0, 0, 0};
    int status = largest_cluster(session, work, kernel, params->kernel, &largest, &grid.dependent);
    if (status != PREFIX_OK)
        return status;
    /* Tiles are claimed before the end of what comes before is awaited. */
    if (params->workspace && session->cleared)
        grid.dependent = 0;
    if (params->ring_stages > 0) {
        const struct prefix__cuda_ring_kernel *ring = &kernel->ring[params->ring_kind];
        symbol = ring->function;
        if (grid.blocks > session->multiprocessors)
            grid.blocks = session->multiprocessors;
        grid.threads = session->rings[params->ring_kind].bulk >> params->kernel & 1 ? ring->threads
                                                                                    : PREFIX__CUDA_RING_ASYNC_THREADS;
        grid.shared = params->ring_stages *
                      PREFIX__CUDA_RING_STAGE((size_t)kernel->tile * ring->tiles * params->in_size, params->ring_skew);
    } else if (!params->out && params->workspace) {
        symbol = kernel->reduce;
        grid.threads = kernel->reduce_threads;
        if (grid.blocks > session->multiprocessors * kernel->reduce_blocks)
            grid.blocks = session->multiprocessors * kernel->reduce_blocks;
    } else if (params->tiles <= SMALL_TILES && !params->reverse && prefix__cuda_plain(kernel, params)) {
        symbol = kernel->small;
        grid.threads = kernel->small_threads;
        if (!params->workspace)
            share(kernel, params->n, largest, &grid);
        else if (grid.blocks <= session->solo_blocks)
            grid.shared = session->solo_shared;
    }
    grid.cluster = grid.blocks > 1 && !params->workspace;
    return prefix__cuda_queue(session, symbol, &grid, work->stream, arguments, "launching a scan");
}

int prefix__cuda_launch(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__cuda_kernel *kernel, const struct prefix__cuda_scan *asked)
{
    size_t bytes;
    struct prefix__cuda_scan params = *asked;
    struct prefix__cuda_workspace *own = NULL;
    const int named = prefix__cuda_in_catalogue(work);
    params.tiles = tiles_of(kernel, params.n);
    int status = prefix__cuda_workspace_bytes(session, work, kernel, params.kernel, params.n, &bytes);
    if (status == PREFIX_OK && !named)
        status = params.out ? prefix__cuda_ring(session, kernel, &params) : prefix__cuda_look_at_device(session);
    /* A fresh workspace is cleared by the first run, whatever that needs: the next is not told again. */
    if (status == PREFIX_OK && (bytes > 0 || (work->workspace && work->workspace_fresh)))
        status = prefix__cuda_workspace_take(session, work, bytes, &params, &own);
    if (status != PREFIX_OK)
        return status;
    if (bytes == 0)
        params.workspace = NULL;
    status =
        named ? prefix__cuda_catalogue_queue(session, work, kernel, &params) : queue(session, work, kernel, &params);
    return prefix__cuda_workspace_used(session, own, work->stream, status);
}
