/* SPDX-License-Identifier: BSD-3-Clause */
/* One scan of segments, or the reduction of each: the kernel, its grid and the workspace that the size asks for. */
#include "launch/segmented.h"

#include "base/context.h"
#include "base/device.h"
#include "base/function.h"
#include "launch/reduce_by_offset.h"
#include "launch/segmented_ring.h"
#include "launch/stages.h"
#include "memory/scratch.h"
#include "memory/workspace.h"
#include "params/runs_params.h"
#include "plan/lower.h"
#include "plan/registry.h"

/* Bytes of output beyond which the kernels of reductions of segments of offsets are the faster ones. Lowered, too. */
#ifndef PREFIX__CUDA_TOTALS_BEYOND
#define PREFIX__CUDA_TOTALS_BEYOND ((uint64_t)256 << 10)
#endif

/* Elements for each segment, below which floats of two bytes have a kernel of their own: those of a lane. */
#define SHORT 8

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
    if (!l->kernel->ring[l->plain].function || !prefix__cuda_segmented_is_in_packets(params) || !scan->out ||
        scan->tiles == 1 || scan->n * params->out_size <= PREFIX__CUDA_RING_BEYOND)
        return 0;
    return by_offsets(l) || (params->head_size <= l->kernel->results / l->kernel->tile &&
                             (!packed || params->first % 8 == 0) && heads % PREFIX__CUDA_RING_PACKET == 0);
}

/*
 * Which of the kernels of enum prefix__cuda_segmented_rings suits the elements: those for 1 and 2 bytes take integers
 * as they are, and floats that become what they were.
 */
static enum prefix__cuda_segmented_rings kind_of(const struct launch *l)
{
    const struct prefix__cuda_segmented *params = &l->params;
    const struct prefix__cuda_scan *scan = &params->scan;
    if (scan->in_size < 4 && scan->in_size == params->out_size && scan->map == PREFIX__CUDA_MAP_NONE &&
        prefix__cuda_segmented_is_in_packets(params) && (uintptr_t)scan->out % 16 == 0) {
        if (scan->round == PREFIX__CUDA_ROUND_F16 && scan->convert == PREFIX__CUDA_CONVERT_F16)
            return PREFIX__CUDA_SEGMENTED_RING_F16;
        if (scan->round == PREFIX__CUDA_ROUND_BF16 && scan->convert == PREFIX__CUDA_CONVERT_BF16)
            return PREFIX__CUDA_SEGMENTED_RING_BF16;
        if (l->kernel->ring[PREFIX__CUDA_SEGMENTED_RING_BYTES].function)
            return scan->in_size == 1 ? PREFIX__CUDA_SEGMENTED_RING_BYTES : PREFIX__CUDA_SEGMENTED_RING_HALVES;
    }
    return l->plain ? PREFIX__CUDA_SEGMENTED_RING_PLAIN : PREFIX__CUDA_SEGMENTED_RING_ANY;
}

/* The persistent kernel for tiles of so many elements, if there is room for it. */
static int choose_ring(struct prefix_session *session, int ring, uint32_t tile, struct launch *l)
{
    struct prefix__cuda_scan *scan = &l->params.scan;
    struct prefix__cuda_ring_room *room = &session->segmented_rings[scan->kernel].scans[ring];
    const uint64_t tiles = scan->tiles;
    const int is_pair = ring == PREFIX__CUDA_SEGMENTED_RING_F16 || ring == PREFIX__CUDA_SEGMENTED_RING_BF16 ||
                        ring >= PREFIX__CUDA_SEGMENTED_RING_SHORT_F16;
    const uint32_t at_once = is_pair ? 2 : 1; /* see cut_tiles of segments/ring.cuh */
    int status = room->known ? PREFIX_OK : prefix__cuda_look_at_ring(session, l->kernel->ring[ring].function, room);
    if (status != PREFIX_OK)
        return status;
    scan->tiles = (scan->n - 1) / tile + 1;
    const struct prefix__cuda_persistent *kernel = &l->kernel->ring[ring];
    if (prefix__cuda_segmented_ring(session, room, tile, kernel->starts, at_once * l->kernel->aggregate_words,
                                    &l->params, &l->grid)) {
        l->symbol = kernel->function;
        l->grid.threads = kernel->threads;
    } else {
        scan->tiles = tiles;
    }
    return PREFIX_OK;
}

/* Whether they are minima or maxima of floats, which are as results will be; and, of two bytes, no others. */
static int is_extremum_of_floats(const struct prefix__cuda_segmented *params)
{
    const struct prefix__cuda_scan *scan = &params->scan;
    if (scan->map < PREFIX__CUDA_MAP_KEY_MIN || scan->in_size != params->out_size || (uintptr_t)scan->out % 16 != 0)
        return 0;
    return scan->in_size >= 4 || (scan->round == PREFIX__CUDA_ROUND_F16 && scan->convert == PREFIX__CUDA_CONVERT_F16) ||
           (scan->round == PREFIX__CUDA_ROUND_BF16 && scan->convert == PREFIX__CUDA_CONVERT_BF16);
}

/* Floats of two bytes as integers: see word/floats.cuh. */
static void take_halves_as_keys(struct prefix__cuda_segmented *params)
{
    struct prefix__cuda_scan *scan = &params->scan;
    const uint16_t infinity = scan->round == PREFIX__CUDA_ROUND_F16 ? 0x7c00 : 0x7f80;
    uint16_t bits = (uint16_t)prefix__cuda_empty_total(params);
    if ((bits & 0x7fff) > infinity)
        bits = 0x7fff;
    else if (scan->map == PREFIX__CUDA_MAP_KEY_MIN)
        bits ^= 0x8000;
    scan->carry = bits & 0x8000 ? 0xffff0000 | (bits ^ 0x7fff) : bits;
    scan->pattern = infinity;
    scan->convert = PREFIX__CUDA_CONVERT_SIGN;
    params->scan.flip = 0;
}

/* The persistent kernel for narrow elements; 0: there is none. */
static int narrow_ring_of(const struct launch *l, int is_wide)
{
    const struct prefix__cuda_segmented *params = &l->params;
    const int kind = kind_of(l), wide = PREFIX__CUDA_SEGMENTED_RING_WIDE - PREFIX__CUDA_SEGMENTED_RING_BYTES;
    if (params->scan.in_size == 2 && is_extremum_of_floats(params))
        return (is_wide ? PREFIX__CUDA_SEGMENTED_RING_KEYS_WIDE_F16 : PREFIX__CUDA_SEGMENTED_RING_KEYS_F16) +
               (params->scan.round == PREFIX__CUDA_ROUND_BF16);
    if (kind >= PREFIX__CUDA_SEGMENTED_RING_F16 && by_offsets(l) && params->segments > params->scan.n / SHORT)
        return kind - PREFIX__CUDA_SEGMENTED_RING_F16 + PREFIX__CUDA_SEGMENTED_RING_SHORT_F16;
    return kind < PREFIX__CUDA_SEGMENTED_RING_BYTES ? 0 : is_wide ? kind + wide : kind;
}

/* Narrow elements have kernels of their own, and so have floats, unless there is no room for them. */
static int choose_rings(struct prefix_session *session, struct launch *l)
{
    const int size = l->params.scan.in_size, is_wide = !by_offsets(l) && l->params.head_size > size;
    const int narrow = narrow_ring_of(l, is_wide);
    const uint32_t tile = l->kernel->results / size;
    int status = PREFIX_OK, ring = l->plain;
    if (narrow)
        status = choose_ring(session, narrow, is_wide ? tile / 2 : tile, l);
    if (status != PREFIX_OK || l->params.scan.ring_stages > 0) {
        if (narrow >= PREFIX__CUDA_SEGMENTED_RING_KEYS_F16 && narrow <= PREFIX__CUDA_SEGMENTED_RING_KEYS_WIDE_BF16)
            take_halves_as_keys(&l->params);
        return status;
    }
    if (size >= 4 && is_extremum_of_floats(&l->params))
        ring = PREFIX__CUDA_SEGMENTED_RING_FLOATS;
    return choose_ring(session, ring, l->kernel->tile, l);
}

/* The kernel for several tiles, but no more than are at work at once, or NULL. */
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

/*
 * Makes the offsets bits, in memory that is the call's own. If that starts while the kernel before ends, few are sooner
 * done, many later: on an H200, segments of 500 of 2^27 elements by 3 us, of 7 by 2.
 */
static int make_bits(struct prefix_session *session, struct launch *l, int dependent, void *stream, void **memory)
{
    struct prefix__cuda_segmented *params = &l->params;
    struct prefix__cuda_head_bits bits = {.offsets = params->heads, .count = params->segments + 1, .n = params->scan.n};
    struct prefix__cuda_grid grid = {session->multiprocessors * PREFIX__CUDA_HEAD_BITS_BLOCKS, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_head_bits_kernel(params->head_size, &grid.threads);
    bits.words = ((bits.n - 1) / 128 + 1) * PREFIX__CUDA_RING_PACKET / sizeof *bits.bits;
    bits.part = (bits.words + bits.count - 1) / grid.blocks + 1;
    bits.of_part = (double)bits.part * (double)bits.count / (double)(bits.words + bits.count);
    grid.dependent = dependent && bits.count < bits.words;
    int status = prefix__cuda_allocate(session, memory, bits.words * sizeof *bits.bits, stream);
    if (status != PREFIX_OK)
        return status;
    bits.bits = *memory;
    params->heads = *memory;
    params->first = 0;
    params->form = PREFIX_HEADS_BITS;
    return prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){&bits}, "making bits of offsets");
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
    const int kind = by_offset ? prefix__cuda_totals_kind(by_offset, kind_of(&l), &l.params) : l.plain;
    struct prefix__cuda_ring_room *room = scan->out ? &session->segmented_rings[scan->kernel].scans[kind]
                                                    : &session->segmented_rings[scan->kernel].totals[kind];
    const void *const large = scan->out ? l.kernel->ring[kind].function : by_offset ? by_offset->functions[kind] : NULL;
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
        scan->n * l.params.out_size > PREFIX__CUDA_TOTALS_BEYOND &&
        prefix__cuda_totals_fit(session, by_offset, kind, room))
        return prefix__cuda_totals(session, l.kernel, by_offset, room, kind, &l.params, stream);
    if (l.plain && l.kernel->plain)
        choose_plain(session, &l);
    if (is_for_ring(&l))
        status = choose_rings(session, &l);
    const size_t bytes = workspace_bytes(&l);
    if (status == PREFIX_OK && bytes > 0)
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
