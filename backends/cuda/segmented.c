/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan of segments, or the reduction of each: the kernel, its grid and the workspace that the size asks for. */
#include <string.h>

#include "call.h"
#include "runs_params.h"
#include "segmented.h"

/* Bytes of output beyond which the persistent kernel is the faster one. Lowered, in a build to test it. */
#ifndef PREFIX__CUDA_RING_BEYOND
#define PREFIX__CUDA_RING_BEYOND ((uint64_t)16 << 20)
#endif

/*
 * Elements that segments have on an average at least for the persistent kernel to reduce them: on an H200, those of
 * 2^28 f32 are reduced in 900 us if they have 4, of which the other kernel takes 1415, but in 1485 if 30 % besides have
 * none. Lowered, in a build to test it.
 */
#ifndef PREFIX__CUDA_TOTALS_MEAN
#define PREFIX__CUDA_TOTALS_MEAN 4
#endif

/* Blocks on a multiprocessor that make bits of offsets. */
#define HEAD_BITS_BLOCKS 8

/* One call. */
struct launch {
    const struct prefix__cuda_segmented_kernel *kernel;
    struct prefix__cuda_segment_totals totals;
    struct prefix__cuda_grid grid;
    const void *symbol;
};

static int by_offsets(const struct launch *l)
{
    return l->totals.segmented.form == PREFIX_HEADS_OFFSETS;
}

/* Whether elements are plain, and what is written is aligned, too. */
static int is_plain(const struct launch *l)
{
    return prefix__cuda_segmented_is_plain(&l->totals.segmented) && (uintptr_t)l->totals.segmented.scan.out % 16 == 0;
}

/* What a segment without elements comes to, as a word of the output. */
static uint64_t empty_total(const struct prefix__cuda_segmented *params, size_t size)
{
    const uint64_t carry = params->scan.carry ^ params->flip;
    double wide;
    float narrow;
    uint32_t word;
    if (size == 8 || params->scan.kernel / 2 != PREFIX__CUDA_SEGMENTED_SUM_FLOAT)
        return carry;
    memcpy(&wide, &carry, sizeof wide);
    narrow = (float)wide;
    memcpy(&word, &narrow, sizeof word);
    return word;
}

/*
 * Whether what stands before each segment is what the persistent kernel that reduces them takes it for: neutral, or of
 * an operator in the canonical order, exactly a word.
 */
static int starts_plainly(const struct prefix__cuda_segmented *params)
{
    const uint64_t carry = params->scan.carry, sign = params->out_size == 8 ? (uint64_t)1 << 63 : (uint64_t)1 << 31;
    double wide;
    switch (params->scan.kernel / 2) {
    case PREFIX__CUDA_SEGMENTED_SUM_FLOAT:
        memcpy(&wide, &carry, sizeof wide);
        return params->out_size == 8 || (double)(float)wide == wide;
    case PREFIX__CUDA_SEGMENTED_PRODUCT_FLOAT:
        return 1;
    case PREFIX__CUDA_SEGMENTED_PRODUCT:
        return carry == 1;
    case PREFIX__CUDA_SEGMENTED_MAX:
        return carry == sign;
    default:
        return carry == 0;
    }
}

/*
 * Whether the persistent kernel takes them: what tells of segments is aligned, too, and no longer than they are;
 * or it is offsets, of which bits are made first.
 */
static int is_for_ring(const struct launch *l)
{
    const struct prefix__cuda_segmented *params = &l->totals.segmented;
    const struct prefix__cuda_scan *scan = &params->scan;
    const int packed = params->form == PREFIX_HEADS_BITS;
    const uintptr_t heads = (uintptr_t)params->heads + (packed ? params->first / 8 : 0);
    if (scan->tiles == 1 || scan->n * params->out_size <= PREFIX__CUDA_RING_BEYOND)
        return 0;
    if (!scan->out && (params->segments * PREFIX__CUDA_TOTALS_MEAN > scan->n || !starts_plainly(params)))
        return 0;
    return by_offsets(l) || (params->head_size <= scan->in_size && (!packed || params->first % 8 == 0) &&
                             heads % PREFIX__CUDA_RING_PACKET == 0);
}

static void choose_ring(struct prefix_session *session, const struct prefix__cuda_ring_room *room, struct launch *l)
{
    if (!prefix__cuda_segmented_ring(session, room, l->kernel->tile, l->kernel->aggregate_words, &l->totals.segmented,
                                     &l->grid))
        return;
    l->symbol = l->totals.segmented.scan.out ? l->kernel->ring : l->kernel->totals_ring;
    l->grid.threads = l->kernel->ring_threads;
}

/* Blocks are alone on multiprocessors if there are enough of these: see prepare_solo(), cluster.c. */
static void choose_plain(struct prefix_session *session, const struct prefix__cuda_ring_room *room, struct launch *l)
{
    l->symbol = l->kernel->plain;
    if (l->grid.blocks <= session->multiprocessors && l->grid.shared < session->solo_shared)
        l->grid.shared = session->solo_shared;
    if (is_for_ring(l))
        choose_ring(session, room, l);
}

static size_t workspace_bytes(const struct launch *l)
{
    const struct prefix__cuda_scan *scan = &l->totals.segmented.scan;
    const uint64_t aggregates = (scan->tiles * l->kernel->aggregate_words + 1) / 2 * 2;
    const uint64_t prefixes = ((scan->tiles - 1) / PREFIX__CUDA_GROUP + 1) * l->kernel->prefix_words;
    if (scan->ring_stages > 0)
        return prefix__cuda_segmented_ring_bytes(scan);
    return scan->tiles == 1 ? 0 : (size_t)(PREFIX__CUDA_HEADER_WORDS + aggregates + prefixes) * sizeof(uint64_t);
}

/*
 * Makes the offsets bits, in memory that is the call's own; behind these stands, for reductions, how many offsets are
 * before each tile.
 */
static int make_bits(struct prefix_session *session, struct launch *l, void *stream, void **memory)
{
    struct prefix__cuda_segmented *params = &l->totals.segmented;
    const struct prefix__cuda_scan *scan = &params->scan;
    const size_t bytes = ((scan->n - 1) / 128 + 1) * PREFIX__CUDA_RING_PACKET;
    const size_t beside = scan->out ? 0 : (scan->tiles + 1) * sizeof(uint64_t);
    struct prefix__cuda_grid grid = {session->multiprocessors * HEAD_BITS_BLOCKS, 0, 0, 0, 0};
    struct prefix__cuda_head_bits bits = {.offsets = params->heads, .count = params->segments + 1, .n = scan->n};
    const void *kernel = prefix__cuda_head_bits_kernel(params->head_size, !scan->out, &grid.threads);
    int status = prefix__cuda_allocate(session, memory, bytes + beside, stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_check(session, cudaMemsetAsync(*memory, 0, bytes, (cudaStream_t)stream),
                                    "clearing scratch memory");
    if (status != PREFIX_OK)
        return status;
    bits.bits = *memory;
    if (!scan->out) {
        bits.before = (uint64_t *)((char *)*memory + bytes);
        bits.totals = scan->total;
        bits.empty = empty_total(params, params->out_size);
        bits.out_size = params->out_size;
        for (bits.tile_shift = 0; l->kernel->tile >> bits.tile_shift > 1; bits.tile_shift++)
            ;
        l->totals.offsets = params->heads;
        l->totals.before = bits.before;
        params->scan.out = scan->total;
    }
    params->heads = *memory;
    params->first = 0;
    params->form = PREFIX_HEADS_BITS;
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){&bits}, "making bits of offsets");
}

/* Looks at the kernels of the work, once. */
static int look_at_kernels(struct prefix_session *session, const struct launch *l, const void *ring,
                           struct prefix__cuda_ring_room *room)
{
    int status = room->known ? PREFIX_OK : prefix__cuda_look_at_device(session);
    if (room->known || status != PREFIX_OK)
        return status;
    status = prefix__cuda_check(
        session,
        cudaFuncSetAttribute(l->kernel->plain, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)session->solo_shared),
        "reserving shared memory");
    return status == PREFIX_OK ? prefix__cuda_look_at_ring(session, ring, room) : status;
}

int prefix__cuda_segmented_on_device(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct launch l = {.grid = {0, 0, 0, 0, 0}};
    struct prefix__cuda_scan *scan = &l.totals.segmented.scan;
    struct prefix__cuda_workspace *own = NULL;
    void *stream = work->scan->stream, *bits = NULL;
    int status;
    l.kernel = prefix__cuda_segmented_lower(work, &l.totals.segmented);
    const void *ring = work->scan->out ? l.kernel->ring : l.kernel->totals_ring;
    struct prefix__cuda_ring_room *room = &session->segmented_rings[scan->kernel][work->scan->out ? 0 : 2];
    status = look_at_kernels(session, &l, ring, room);
    if (status != PREFIX_OK)
        return status;
    scan->in = work->scan->in;
    scan->out = work->scan->out;
    scan->total = work->scan->out ? NULL : work->scan->total;
    scan->n = work->scan->n;
    scan->tiles = scan->n > 0 ? (scan->n - 1) / l.kernel->tile + 1 : 1;
    l.symbol = l.kernel->function;
    l.grid.blocks = (unsigned int)scan->tiles;
    l.grid.threads = l.kernel->threads;
    l.grid.dependent = room->dependent;
    if (by_offsets(&l))
        l.grid.shared = l.kernel->tile + (scan->out ? 0 : l.kernel->results);
    if (is_plain(&l))
        choose_plain(session, room, &l);
    const size_t bytes = workspace_bytes(&l);
    if (bytes > 0)
        status = prefix__cuda_workspace_for_call(session, bytes, stream, scan, &own);
    if (own && session->cleared) /* as in launch.c */
        l.grid.dependent = 0;
    if (status == PREFIX_OK && by_offsets(&l) && scan->ring_stages > 0)
        status = make_bits(session, &l, stream, &bits);
    if (status == PREFIX_OK)
        status = prefix__cuda_queue(session, l.symbol, &l.grid, stream, (void *[]){&l.totals},
                                    "launching a scan of segments");
    status = prefix__cuda_release(session, bits, stream, status);
    return prefix__cuda_workspace_used(session, own, stream, status);
}

int prefix__cuda_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_segmented_is_staged(work) ? prefix__cuda_segmented_staged(session, work)
                                                    : prefix__cuda_segmented_on_device(session, work);
    prefix__cuda_leave(&scope);
    return status;
}
