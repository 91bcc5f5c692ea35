/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan of segments, or the reduction of each: the kernel, its grid and the workspace that the size asks for. */
#include "launch/segmented.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/head_bits.h"
#include "launch/reduce_by_offset.h"
#include "launch/segmented_ring.h"
#include "plan/stages.h"
#include "memory/scratch.h"
#include "memory/workspace.h"
#include "plan/lower.h"
#include "plan/registry.h"

/* Bytes of words beyond which the three kernels of reductions by offsets are faster than one, up to twice. */
#define TOTALS_BEYOND (PREFIX__CUDA_RING_BEYOND / 2)

/* One call. */
struct launch {
    const struct prefix__cuda_segmented_kernel *kernel;
    struct prefix__cuda_segmented params;
    int plain;
    struct prefix__cuda_grid grid;
    const void *symbol;
};

static int by_offsets(const struct launch *l)
{
    return l->params.form == PREFIX_HEADS_OFFSETS;
}

/* Bytes of the words that elements become. */
static size_t word_bytes(const struct launch *l)
{
    return l->kernel->results / l->kernel->tile;
}

/* Whether elements are plain, and what is written is aligned, too. */
static int is_plain(const struct prefix__cuda_segmented *params)
{
    return prefix__cuda_segmented_is_plain(params) && (uintptr_t)params->scan.out % 16 == 0;
}

/*
 * Whether a persistent kernel takes them: what tells of segments is aligned, too, and no longer than words are;
 * or it is offsets, of which bits are made first.
 */
static int is_for_ring(const struct launch *l)
{
    const struct prefix__cuda_segmented *params = &l->params;
    const struct prefix__cuda_scan *scan = &params->scan;
    const int packed = params->form == PREFIX_HEADS_BITS;
    const uintptr_t heads = (uintptr_t)params->heads + (packed ? params->first / 8 : 0);
    if (!l->kernel->ring[l->plain] || !prefix__cuda_segmented_is_in_packets(params) || !scan->out || scan->tiles == 1 ||
        scan->n * word_bytes(l) <= PREFIX__CUDA_RING_BEYOND)
        return 0;
    return by_offsets(l) || (params->head_size <= word_bytes(l) && (!packed || params->first % 8 == 0) &&
                             heads % PREFIX__CUDA_RING_PACKET == 0);
}

/* The persistent kernel, if there is room for it. */
static void choose_ring(const struct prefix_session *session, const struct prefix__cuda_ring_room *room,
                        struct launch *l)
{
    if (!prefix__cuda_segmented_ring(session, room, l->kernel->tile, l->kernel->aggregate_words, &l->params, &l->grid))
        return;
    l->symbol = l->kernel->ring[l->plain];
    l->grid.threads = l->kernel->ring_threads;
}

/* The kernel for several tiles, but no more than are at work at once, or NULL: 5 to 25 % faster, 30 to 50 KB each. */
static const void *wave_of(const struct prefix_session *session, const struct launch *l)
{
    const int form = l->params.form;
    if (!l->params.scan.out || l->grid.blocks == 1 || l->grid.blocks > session->multiprocessors ||
        (form == PREFIX_HEADS_KEYS && !prefix__cuda_segmented_is_by_word(&l->params)))
        return NULL;
    return l->kernel->waves[form];
}

/* Blocks are alone on multiprocessors if there are enough of these: see prepare_solo(), launch/cluster.c. */
static void choose_plain(const struct prefix_session *session, struct launch *l)
{
    struct prefix__cuda_segmented *params = &l->params;
    const void *wave = wave_of(session, l);
    l->symbol = params->scan.out && prefix__cuda_segmented_is_by_word(params) ? l->kernel->by_key : l->kernel->plain;
    if (wave) {
        l->symbol = wave;
        l->grid.threads = l->kernel->wave_threads;
        l->grid.shared = 0;
        params->scan.ring_stride = (uint32_t)((prefix__cuda_cut_words(l->kernel, l->params.scan.tiles) + 15) / 16 * 16);
    } else if (l->grid.blocks <= session->multiprocessors && l->grid.shared < session->solo_shared) {
        l->grid.shared = session->solo_shared;
    }
}

static size_t workspace_bytes(const struct launch *l)
{
    const struct prefix__cuda_scan *scan = &l->params.scan;
    if (scan->ring_stages > 0)
        return prefix__cuda_ring_bytes(scan->ring_stride);
    const uint64_t words = scan->ring_stride > 0 ? (uint64_t)PREFIX__CUDA_WAVE_COPIES * scan->ring_stride
                                                 : prefix__cuda_cut_words(l->kernel, scan->tiles);
    return scan->tiles == 1 ? 0 : (size_t)(PREFIX__CUDA_HEADER_WORDS + words) * sizeof(uint64_t);
}

/* Makes the offsets bits, in memory of the call. */
static int make_bits(struct prefix_session *session, struct launch *l, int dependent, void *stream, void **memory)
{
    struct prefix__cuda_segmented *params = &l->params;
    int status = prefix__cuda_make_head_bits(session, params->heads, params->head_size, params->segments + 1,
                                             params->scan.n, dependent, stream, memory);
    params->heads = *memory;
    params->first = 0;
    params->form = PREFIX_HEADS_BITS;
    return status;
}

/* Looks at the kernels of the work, once. */
static int look_at_kernels(struct prefix_session *session, const struct launch *l, const void *ring,
                           struct prefix__cuda_ring_room *room)
{
    const void *const solo[] = {l->kernel->plain, l->kernel->by_key};
    int status = room->known ? PREFIX_OK : prefix__cuda_look_at_device(session);
    if (room->known)
        return status;
    for (size_t i = 0; solo[0] && i < sizeof solo / sizeof *solo && status == PREFIX_OK; i++)
        status = prefix__cuda_check(
            session,
            cudaFuncSetAttribute(solo[i], cudaFuncAttributeMaxDynamicSharedMemorySize, (int)session->solo_shared),
            "reserving shared memory");
    return status == PREFIX_OK ? prefix__cuda_look_at_ring(session, ring ? ring : l->kernel->function, room) : status;
}

int prefix__cuda_segmented_on_device(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct launch l = {.grid = {0, 0, 0, 0, 0}};
    struct prefix__cuda_scan *scan = &l.params.scan;
    struct prefix__cuda_workspace *own = NULL;
    void *stream = work->scan->stream, *bits = NULL;
    int status;
    l.kernel = prefix__cuda_segmented_lower(work, &l.params);
    scan->in = work->scan->in;
    scan->out = work->scan->out;
    scan->total = work->scan->out ? NULL : work->scan->total;
    scan->n = work->scan->n;
    scan->tiles = scan->n > 0 ? (scan->n - 1) / l.kernel->tile + 1 : 1;
    l.plain = is_plain(&l.params);
    const struct prefix__cuda_by_offset_kernel *by_offset = scan->out ? NULL : prefix__cuda_by_offset_of(scan->kernel);
    struct prefix__cuda_ring_room *room = scan->out ? &session->segmented_rings[scan->kernel].scans[l.plain]
                                                    : &session->segmented_rings[scan->kernel].totals[l.plain];
    const void *const large = scan->out ? l.kernel->ring[l.plain] : by_offset ? by_offset->functions[l.plain] : NULL;
    status = look_at_kernels(session, &l, large, room);
    if (status != PREFIX_OK)
        return status;
    l.symbol = l.kernel->function;
    l.grid.blocks = (unsigned int)scan->tiles;
    l.grid.threads = l.kernel->threads;
    l.grid.dependent = room->dependent;
    if (by_offsets(&l))
        l.grid.shared = l.kernel->tile + (scan->out ? 0 : l.kernel->results);
    if (prefix__cuda_segmented_is_in_packets(&l.params) && !scan->out && large &&
        scan->n * word_bytes(&l) > TOTALS_BEYOND && prefix__cuda_totals_fit(by_offset, room))
        return prefix__cuda_totals(session, l.kernel, by_offset, room, l.plain, &l.params, stream);
    if (l.plain && l.kernel->plain)
        choose_plain(session, &l);
    if (is_for_ring(&l))
        choose_ring(session, room, &l);
    const size_t bytes = workspace_bytes(&l);
    if (bytes > 0)
        status = prefix__cuda_workspace_for_call(session, bytes, stream, scan, &own);
    if (own && session->cleared) /* as in launch/scan.c */
        l.grid.dependent = 0;
    if (status == PREFIX_OK && by_offsets(&l) && scan->ring_stages > 0)
        status = make_bits(session, &l, room->dependent, stream, &bits);
    if (status == PREFIX_OK)
        status = prefix__cuda_queue(session, l.symbol, &l.grid, stream, (void *[]){&l.params},
                                    "launching a scan of segments");
    status = prefix__cuda_release(session, bits, stream, status);
    return prefix__cuda_workspace_used(session, own, stream, status);
}
