/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction by key: the launch. Keys that are written in place are read from a copy; see reduce_by_key/reduce.cuh, and
 * reduce_by_key/long.cuh for large arrays of words.
 */
#include "launch/reduce_by_key.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/segmented_ring.h"
#include "plan/stages.h"
#include "memory/scratch.h"
#include "memory/workspace.h"
#include "params/runs_reduce_params.h"
#include "plan/lower.h"
#include "plan/registry.h"

/* Bytes of elements beyond which the persistent kernel is the faster one. */
#define RING_BEYOND (PREFIX__CUDA_RING_BEYOND / 4 * 3)

/* One call. */
struct launch {
    const struct prefix__cuda_segmented_kernel *kernel;
    const struct prefix__cuda_by_key_kernel *by_key;
    struct prefix__cuda_runs_reduce params;
    struct prefix__cuda_grid grid;
    const void *symbol;
    size_t workspace; /* bytes */
};

/* Kernels that take more shared memory than one gets unasked, as bits. */
enum { ANY = 1, PLAIN = 2, SMALL = 4, TILES = 8 };

/* Sees to that once. */
static int make_room(struct prefix_session *session, struct prefix__cuda_ring_room *room, const void *symbol, int which,
                     size_t bytes)
{
    if (room->reserved & which)
        return PREFIX_OK;
    room->reserved |= (uint8_t)which;
    return prefix__cuda_check(session,
                              cudaFuncSetAttribute(symbol, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes),
                              "reserving shared memory");
}

/* One workspace behind the other: of aggregates, and of counts, which take a word each, and two with a group's. */
static size_t lay_out(const struct prefix__cuda_segmented_kernel *kernel, const struct prefix__cuda_scan *scan,
                      size_t *counts)
{
    const uint64_t groups = (scan->tiles - 1) / PREFIX__CUDA_GROUP + 1, even = (scan->tiles + 1) / 2 * 2;
    *counts = (size_t)(PREFIX__CUDA_HEADER_WORDS + even * kernel->aggregate_words + groups * kernel->prefix_words);
    *counts = (*counts + 1) / 2 * 2;
    return (*counts + (size_t)(PREFIX__CUDA_HEADER_WORDS + even + 2 * groups)) * sizeof(uint64_t);
}

/* Blocks of a tile each. Of as many tiles as multiprocessors larger ones, 5 to 25 % faster: 60 KB an operator. */
static int choose_blocks(struct prefix_session *session, struct prefix__cuda_ring_room *room, struct launch *l,
                         size_t *counts)
{
    const struct prefix__cuda_by_key_kernel *by_key = l->by_key;
    const struct prefix__cuda_segmented *params = &l->params.segmented;
    const int plain = by_key->plain && prefix__cuda_segmented_is_plain(params);
    const int small = plain && params->scan.tiles <= session->multiprocessors;
    l->symbol = small ? by_key->small : plain ? by_key->plain : by_key->function;
    l->grid.blocks = (unsigned int)params->scan.tiles;
    l->grid.threads = small ? by_key->small_threads : by_key->threads;
    l->grid.shared = by_key->shared;
    l->workspace = lay_out(l->kernel, &params->scan, counts);
    return make_room(session, room, l->symbol, small ? SMALL : plain ? PLAIN : ANY, by_key->shared);
}

/* Bytes of the words that elements become. */
static size_t word_bytes(const struct prefix__cuda_segmented_kernel *kernel)
{
    return kernel->results / kernel->tile;
}

/* Whether persistent blocks take it: what they read is aligned, and keys are no longer than words. */
static int is_for_ring(const struct launch *l)
{
    const struct prefix__cuda_segmented *params = &l->params.segmented;
    const struct prefix__cuda_scan *scan = &params->scan;
    return l->by_key->ring && prefix__cuda_segmented_is_plain(params) && scan->tiles > 1 &&
           scan->n * word_bytes(l->kernel) > RING_BEYOND && params->head_size <= word_bytes(l->kernel) &&
           (uintptr_t)params->heads % PREFIX__CUDA_RING_PACKET == 0;
}

/* What a block of reduce_by_key/tiles.cuh takes: a tile, and a list of keys. */
static size_t tiles_bytes(const struct prefix__cuda_segmented_kernel *kernel)
{
    return kernel->results + PREFIX__CUDA_RUNS_LISTED;
}

/*
 * Those, unless there is no room for them here; and those for short runs, which use the same memory. Of runs of 500
 * and of 1 20 and 12 % faster, of 7 as fast: 400 KB an operator.
 */
static int choose_ring(struct prefix_session *session, struct prefix__cuda_ring_room *room, struct launch *l,
                       size_t *counts)
{
    struct prefix__cuda_scan *scan = &l->params.segmented.scan;
    l->grid.blocks = (unsigned int)scan->tiles;
    l->grid.threads = l->by_key->ring_threads;
    if (!prefix__cuda_segmented_ring(session, room, l->kernel->tile, l->by_key->ring_words, &l->params.segmented,
                                     &l->grid))
        return PREFIX_OK;
    l->symbol = l->by_key->ring;
    l->workspace = prefix__cuda_ring_bytes(scan->ring_stride);
    const size_t of_tiles = lay_out(l->kernel, scan, counts);
    if (l->workspace < of_tiles)
        l->workspace = of_tiles;
    return make_room(session, room, l->by_key->tiles, TILES, tiles_bytes(l->kernel));
}

static int queue(struct prefix_session *session, const struct launch *l, void *stream)
{
    const struct prefix__cuda_segmented_kernel *kernel = l->kernel;
    const struct prefix__cuda_by_key_kernel *by_key = l->by_key;
    struct prefix__cuda_runs_reduce params = l->params;
    const uint64_t tiles = params.segmented.scan.tiles;
    struct prefix__cuda_grid grid = {session->multiprocessors * by_key->tiles_blocks, by_key->tiles_threads,
                                     tiles_bytes(kernel), 0, l->grid.dependent};
    void *arguments[] = {&params};
    int status = prefix__cuda_queue(session, l->symbol, &l->grid, stream, arguments, "launching a reduction");
    if (status != PREFIX_OK || l->symbol != by_key->ring)
        return status;
    if (grid.blocks > tiles)
        grid.blocks = (unsigned int)tiles;
    return prefix__cuda_queue(session, by_key->tiles, &grid, stream, arguments, "launching a reduction");
}

static int launch(struct prefix_session *session, const struct prefix_runs_work *work, const void *keys,
                  uint64_t *count)
{
    struct prefix_segmented_work segmented = {.size = sizeof segmented, .scan = work->scan, .heads = work->keys};
    struct launch l = {.symbol = NULL};
    struct prefix__cuda_scan *scan = &l.params.segmented.scan;
    struct prefix__cuda_workspace *own = NULL;
    size_t counts = 0;
    int status = PREFIX_OK;
    segmented.heads.data = keys;
    l.kernel = prefix__cuda_segmented_lower(&segmented, &l.params.segmented);
    l.by_key = prefix__cuda_by_key_of(scan->kernel);
    scan->in = work->scan->in;
    scan->out = work->scan->out;
    scan->n = work->n;
    scan->tiles = (scan->n - 1) / l.kernel->tile + 1;
    l.params.unique = work->unique;
    l.params.count = count;
    l.params.capacity = work->capacity;
    struct prefix__cuda_ring_room *room = &session->segmented_rings[scan->kernel].runs;
    const void *ring = l.by_key->ring;
    if (!room->known)
        status = prefix__cuda_look_at_ring(session, ring ? ring : l.by_key->function, room);
    l.grid.dependent = room->dependent;
    if (status == PREFIX_OK && is_for_ring(&l))
        status = choose_ring(session, room, &l, &counts);
    if (status == PREFIX_OK && !l.symbol)
        status = choose_blocks(session, room, &l, &counts);
    if (status == PREFIX_OK)
        status = prefix__cuda_workspace_for_call(session, l.workspace, work->stream, scan, &own);
    if (status != PREFIX_OK)
        return status;
    if (own && session->cleared) /* as in launch/scan.c */
        l.grid.dependent = 0;
    l.params.counts = scan->workspace + counts;
    return prefix__cuda_workspace_used(session, own, work->stream, queue(session, &l, work->stream));
}

int prefix__cuda_runs_reduce(struct prefix_session *session, const struct prefix_runs_work *work, uint64_t *counts)
{
    const size_t bytes = work->n * work->keys.size;
    const void *keys = work->keys.data;
    void *copy = NULL;
    int status = prefix__cuda_look_at_device(session);
    if (status == PREFIX_OK && work->unique == keys) {
        status = prefix__cuda_allocate(session, &copy, bytes, work->stream);
        if (status == PREFIX_OK)
            status = prefix__cuda_check(
                session, cudaMemcpyAsync(copy, keys, bytes, cudaMemcpyDeviceToDevice, (cudaStream_t)work->stream),
                "copying keys that are written in place");
        keys = copy;
    }
    if (status == PREFIX_OK)
        status = launch(session, work, keys, counts);
    return prefix__cuda_release(session, copy, work->stream, status);
}
