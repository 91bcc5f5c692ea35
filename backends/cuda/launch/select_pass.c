/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/select_pass.h"

#include "base/device.h"
#include "base/function.h"
#include "plan/stages.h"
#include "memory/workspace.h"
#include "shared/types.h"

/* Tiles beyond which larger blocks are the faster ones, as long as all of them are at work at once. */
#define FEW_TILES 32

/* Bytes beyond which runs are taken by the persistent kernel. */
#define RUNS_RING_BEYOND (PREFIX__CUDA_RING_BEYOND / 8 * 3)

/* Bytes of an element from which on a large array is sooner counted, and then partitioned at once. */
#define PARTITION_WIDE 4

/* What there is to store, as prefix__cuda_select_kernels has its rings. */
enum { KEPT, BOTH, ALL, RUNS };

static int what_of(const struct prefix__cuda_select *params)
{
    return params->lengths ? RUNS : params->indices || params->values ? ALL : params->rejected ? BOTH : KEPT;
}

/* 64-bit words of what tiles tell each other: a count, or where runs begin, too. */
static unsigned int told_words(int what)
{
    return what == RUNS ? 2 : 1;
}

/* Tiles begin where what selects is aligned to packets: so many elements before the array's first. */
static uint8_t lead_of(const struct prefix__cuda_select *params)
{
    uintptr_t flags = (uintptr_t)params->flags % PREFIX__CUDA_RING_PACKET;
    uintptr_t in = (uintptr_t)params->scan.in % PREFIX__CUDA_RING_PACKET;
    return (uint8_t)(params->selector == PREFIX_SELECTOR_BITS    ? 8 * flags
                     : params->selector == PREFIX_SELECTOR_BYTES ? flags
                                                                 : in / params->scan.in_size);
}

/* Bytes that the kernel keeps of a tile beside its elements. */
static size_t beside(const struct prefix__cuda_select_kernel *kernel, int selector)
{
    size_t bits = kernel->tile / 8;
    return bits + (selector == PREFIX_SELECTOR_BYTES ? kernel->tile : selector == PREFIX_SELECTOR_BITS ? bits : 0);
}

/*
 * Makes it the persistent kernel's, which may count elements before the array's first, too, but does not see
 * them: who wants to is another's. *shared: what that takes; words: of what tiles tell each other.
 */
static void choose_ring(const struct prefix__cuda_select_kernel *kernel, const struct prefix__cuda_ring_room *room,
                        struct prefix__cuda_select *params, unsigned int words, size_t *shared)
{
    struct prefix__cuda_scan *scan = &params->scan;
    uint64_t beyond = params->lengths ? RUNS_RING_BEYOND : PREFIX__CUDA_RING_BEYOND;
    if (room->bytes == 0 || !scan->in || params->again > 0 || !params->head_first || scan->n <= kernel->tile ||
        scan->n * scan->in_size <= beyond)
        return;
    uint8_t lead = lead_of(params);
    uintptr_t in = (uintptr_t)scan->in - lead * scan->in_size;
    /* Where runs begin, the packet before is wanted, too. */
    size_t skew = in % PREFIX__CUDA_RING_PACKET;
    if (params->selector == PREFIX_SELECTOR_HEADS)
        skew += PREFIX__CUDA_RING_PACKET;
    size_t tile = (size_t)kernel->tile * scan->in_size;
    size_t stage = PREFIX__CUDA_RING_STAGE(tile, skew) + beside(kernel, params->selector);
    size_t stages =
        prefix__cuda_fit_stages(room->bytes, stage, tile, PREFIX__CUDA_STAGES_PIECES, PREFIX__CUDA_STAGES_LEAST, scan);
    if (stages == 0)
        return;
    scan->in = (const void *)in;
    scan->n += lead;
    scan->ring_lead = lead;
    scan->ring_skew = (uint8_t)skew;
    scan->tiles = (scan->n - 1) / kernel->tile + 1;
    scan->ring_stride = prefix__cuda_ring_stride(scan->tiles, words);
    params->place -= lead;
    *shared = stages * stage;
}

int prefix__cuda_select_partitions(const struct prefix__cuda_select *params)
{
    return what_of(params) == KEPT && params->scan.n * params->scan.in_size <= PREFIX__CUDA_RING_BEYOND;
}

int prefix__cuda_partition_is_large(const struct prefix__cuda_select *params)
{
    return what_of(params) == KEPT && params->scan.in_size >= PARTITION_WIDE &&
           params->scan.n * params->scan.in_size > PREFIX__CUDA_RING_BEYOND;
}

/* wave: for a kernel of one wave. */
static size_t workspace_bytes(const struct prefix__cuda_select *params, int wave)
{
    const struct prefix__cuda_scan *scan = &params->scan;
    uint64_t groups = (scan->tiles - 1) / PREFIX__CUDA_GROUP + 1;
    uint64_t words = wave ? PREFIX__CUDA_WAVE_COPIES * PREFIX__CUDA_WAVE_STRIDE
                     : scan->ring_stages > 0
                         ? (uint64_t)PREFIX__CUDA_RING_SPREAD * scan->ring_stride
                         : scan->tiles * told_words(what_of(params)) + 1 + 2 * groups; /* sums take two */
    return scan->tiles == 1 && !wave ? 0 : (size_t)(PREFIX__CUDA_HEADER_WORDS + words) * sizeof(uint64_t);
}

/* Whether as many blocks as there are multiprocessors take it at once. */
static int is_one_wave(const struct prefix_session *session, const struct prefix__cuda_select_kernel *kernel,
                       const struct prefix__cuda_scan *scan)
{
    const uint64_t tiles = (scan->n - 1) / kernel->tile + 1;
    return tiles <= session->multiprocessors && tiles <= PREFIX__CUDA_WAVE_TILES &&
           scan->n * scan->in_size <= PREFIX__CUDA_RING_BEYOND;
}

/*
 * Those that read an array once in one wave, where that is possible: encodings up to 30 % faster, 21 KB each,
 * partitions 10 to 30 %, 30 KB.
 */
static const struct prefix__cuda_select_kernel *wave_kernel(const struct prefix_session *session,
                                                            const struct prefix__cuda_select_kernels *kernels,
                                                            const struct prefix__cuda_select *params)
{
    const struct prefix__cuda_scan *scan = &params->scan;
    if (params->lengths && scan->n > kernels->runs.tile && !params->runs_before && params->ends &&
        is_one_wave(session, &kernels->encode, scan))
        return &kernels->encode;
    for (int i = 0; i < 2 && params->again > 0; i++) {
        if (is_one_wave(session, &kernels->partitions[i], scan))
            return &kernels->partitions[i];
    }
    return NULL;
}

static const struct prefix__cuda_select_kernel *look_back_kernel(const struct prefix_session *session,
                                                                 const struct prefix__cuda_select_kernels *kernels,
                                                                 const struct prefix__cuda_select *params)
{
    const uint64_t tiles = (params->scan.n - 1) / kernels->large.tile + 1;
    return params->lengths                                          ? &kernels->runs
           : what_of(params) > 0                                    ? &kernels->general
           : params->again > 0                                      ? &kernels->partitions[2]
           : tiles > FEW_TILES && tiles <= session->multiprocessors ? &kernels->large
                                                                    : &kernels->kept;
}

int prefix__cuda_select_launch(struct prefix_session *session, const struct prefix__cuda_select *asked, void *stream)
{
    struct prefix__cuda_select params = *asked;
    struct prefix__cuda_scan *scan = &params.scan;
    struct prefix__cuda_workspace *own = NULL;
    int width = prefix__log2_of(scan->in_size), what = what_of(&params), status = PREFIX_OK;
    const struct prefix__cuda_select_kernels *kernels = prefix__cuda_select_kernels_of(width);
    const struct prefix__cuda_select_kernel *kernel;
    struct prefix__cuda_ring_room *room = &session->select_rings[width][what];
    struct prefix__cuda_grid grid = {0, 0, 0, 0, 0};
    if (!room->known)
        status = prefix__cuda_look_at_ring(session, kernels->ring[what].function, room);
    if (status != PREFIX_OK)
        return status;
    const struct prefix__cuda_select_kernel *wave = wave_kernel(session, kernels, &params);
    kernel = wave ? wave : look_back_kernel(session, kernels, &params);
    scan->ring_stages = 0;
    scan->tiles = (scan->n - 1) / kernel->tile + 1;
    if (!wave)
        choose_ring(&kernels->ring[what], room, &params, told_words(what), &grid.shared);
    if (wave) {
        params.again = 0;
    } else if (params.again > 0) {
        params.again = (uint32_t)scan->tiles;
        scan->tiles *= 2;
    }
    grid.blocks = (unsigned int)scan->tiles;
    grid.dependent = room->dependent;
    if (scan->ring_stages > 0) {
        kernel = &kernels->ring[what];
        if (grid.blocks > session->multiprocessors)
            grid.blocks = session->multiprocessors;
    }
    grid.threads = kernel->threads;
    size_t bytes = workspace_bytes(&params, wave != NULL);
    if (bytes > 0)
        status = prefix__cuda_workspace_for_call(session, bytes, stream, scan, &own);
    if (own && session->cleared) /* as in launch/scan.c */
        grid.dependent = 0;
    if (status == PREFIX_OK)
        status =
            prefix__cuda_queue(session, kernel->function, &grid, stream, (void *[]){&params}, "launching a selection");
    return prefix__cuda_workspace_used(session, own, stream, status);
}

/* Blocks on a multiprocessor, which copy by turns. */
#define BEHIND_BLOCKS 8

int prefix__cuda_select_behind(struct prefix_session *session, const void *from, void *to, const uint64_t *count,
                               size_t n, size_t size, void *stream)
{
    const struct prefix__cuda_select_kernel *kernel = prefix__cuda_behind_kernel();
    uint32_t bytes = (uint32_t)size;
    uint64_t elements = n;
    void *arguments[] = {&from, &to, &count, &elements, &bytes};
    struct prefix__cuda_grid grid = {session->multiprocessors * BEHIND_BLOCKS, kernel->threads, 0, 0, 0};
    return prefix__cuda_queue(session, kernel->function, &grid, stream, arguments, "launching a selection");
}
