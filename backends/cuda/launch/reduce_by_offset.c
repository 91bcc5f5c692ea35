/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions of the segments of offsets: the three kernels of reduce_by_offset/totals.cuh, and their memory. */
#include "launch/reduce_by_offset.h"

#include <string.h>

#include "base/function.h"
#include "launch/segmented_ring.h"
#include "memory/scratch.h"
#include "params/runs_params.h"
#include "shared/half.h"

/*
 * What a block of a kernel takes: elements of a tile, bytes of shared memory for all and for what it makes of them
 * beside, and places of offsets in its list.
 */
struct share {
    uint32_t tile;
    size_t bytes, beside;
    uint32_t list;
    int pairs; /* whether it takes two of them */
};

/* Elements for each segment, up to which floats of two bytes are scanned: see segments/chunk.cuh. */
#define HALVES_SHORT 10

/*
 * Whether a tile has a third as many offsets as elements, or more: so that lists of them have to be long. Where none is
 * kept, an eighth: then tiles are smaller. On an H200, sums of 2^27 u8 in segments of 1 and 40 take 250 and 60 us in
 * tiles of 16 KiB, 310 and 53 in those of 32.
 */
static int is_dense(const struct prefix__cuda_by_offset_kernel *by_offset, const struct prefix__cuda_segmented *params)
{
    return params->segments > params->scan.n / (by_offset->marks ? 3 : 8);
}

int prefix__cuda_totals_kind(const struct prefix__cuda_by_offset_kernel *by_offset,
                             enum prefix__cuda_segmented_rings kind, const struct prefix__cuda_segmented *params)
{
    const struct prefix__cuda_scan *scan = &params->scan;
    if (scan->map >= PREFIX__CUDA_MAP_KEY_MIN && scan->in_size == params->out_size) {
        if (scan->in_size > 2)
            return PREFIX__CUDA_TOTALS_FLOATS;
        if (scan->round == PREFIX__CUDA_ROUND_F16 && scan->convert == PREFIX__CUDA_CONVERT_F16)
            kind = PREFIX__CUDA_SEGMENTED_RING_F16;
        else if (scan->round == PREFIX__CUDA_ROUND_BF16 && scan->convert == PREFIX__CUDA_CONVERT_BF16)
            kind = PREFIX__CUDA_SEGMENTED_RING_BF16;
    }
    const int dense = by_offset->marks ? params->segments > scan->n / HALVES_SHORT : is_dense(by_offset, params);
    return kind + (kind >= PREFIX__CUDA_SEGMENTED_RING_BYTES && dense ? PREFIX__CUDA_TOTALS_DENSE : 0);
}

/* Of a kernel that marks nothing, and keeps no list. */
static struct share share_of_elements(const struct prefix__cuda_by_offset_kernel *by_offset, int which)
{
    const uint32_t bytes = which < PREFIX__CUDA_SEGMENTED_RING_WIDE ? by_offset->results : by_offset->results / 2;
    switch (which) {
    case PREFIX__CUDA_SEGMENTED_RING_ANY:
    case PREFIX__CUDA_SEGMENTED_RING_PLAIN:
    case PREFIX__CUDA_TOTALS_FLOATS:
        return (struct share){by_offset->tile, by_offset->results, 0, 0, 0};
    case PREFIX__CUDA_SEGMENTED_RING_BYTES:
    case PREFIX__CUDA_SEGMENTED_RING_BYTES + PREFIX__CUDA_TOTALS_DENSE:
        return (struct share){bytes, bytes, 0, 0, 0};
    default:
        return (struct share){bytes / 2, bytes, 0, 0, 0};
    }
}

/*
 * Dense offsets have room for nearly all of those that follow each other without empty segments between, of floats of
 * two bytes for all; others for fewer, so that a multiprocessor has five blocks, or four that take two tiles each.
 */
static struct share share_of(const struct prefix__cuda_by_offset_kernel *by_offset, int which, int dense)
{
    const uint32_t bytes = by_offset->results, half = bytes / 2, chunks = bytes / 32, of_64 = dense ? 60 : 15;
    if (!by_offset->marks)
        return share_of_elements(by_offset, which);
    switch (which) {
    case PREFIX__CUDA_SEGMENTED_RING_F16:
    case PREFIX__CUDA_SEGMENTED_RING_BF16:
        return (struct share){half / 2, bytes, PREFIX__CUDA_TOTALS_CHUNKS_BYTES(2 * chunks), half / 8, 1};
    case PREFIX__CUDA_SEGMENTED_RING_F16 + PREFIX__CUDA_TOTALS_DENSE:
    case PREFIX__CUDA_SEGMENTED_RING_BF16 + PREFIX__CUDA_TOTALS_DENSE:
        return (struct share){half / 2, bytes, PREFIX__CUDA_TOTALS_PLANES_BYTES(chunks),
                              dense ? half / 2 : half / 2 / 64 * 20, 0};
    default:
        return (struct share){by_offset->tile, bytes, by_offset->tile, by_offset->tile / 64 * of_64, 0};
    }
}

/* A tile, a mark for each of its elements, and the list, between which there is some space; or a tile and space. */
static size_t shared_bytes(struct share share)
{
    return share.bytes + share.beside + PREFIX__CUDA_TOTALS_SPACE + share.list * sizeof(uint16_t);
}

/* The block that folds waits for the others, which must find room beside it. */
int prefix__cuda_totals_fit(const struct prefix_session *session, const struct prefix__cuda_by_offset_kernel *by_offset,
                            int which, const struct prefix__cuda_ring_room *room)
{
    return session->multiprocessors > 1 && room->bytes >= shared_bytes(share_of(by_offset, which, 1));
}

uint64_t prefix__cuda_empty_total(const struct prefix__cuda_segmented *params)
{
    const struct prefix__cuda_scan *scan = &params->scan;
    const int wide = scan->kernel % 2, is_f64 = scan->kernel == 2 * PREFIX__CUDA_SUM_FLOAT;
    const uint64_t sign = (uint64_t)1 << (wide ? 63 : 31), carry = scan->carry ^ params->scan.flip;
    double value;
    const uint64_t bits = scan->map >= PREFIX__CUDA_MAP_KEY_MIN && carry & sign ? carry ^ (sign - 1) : carry;
    if (scan->round == PREFIX__CUDA_ROUND_NONE && !is_f64)
        return bits;
    if (is_f64)
        memcpy(&value, &bits, sizeof value);
    else
        value = (double)prefix__f32_from_bits((uint32_t)bits);
    return scan->round == PREFIX__CUDA_ROUND_F16    ? prefix__f16_from_f64(value)
           : scan->round == PREFIX__CUDA_ROUND_BF16 ? prefix__bf16_from_f64(value)
                                                    : prefix__f32_bits((float)value);
}

/* Which offsets are in which tile, and totals of many empty segments at one place. */
static int search(struct prefix_session *session, const struct prefix__cuda_segment_totals *totals, uint64_t *before,
                  void *stream)
{
    const struct prefix__cuda_segmented *params = &totals->segmented;
    struct prefix__cuda_totals_search asked = {
        .offsets = params->heads,
        .count = params->segments + 1,
        .of_tile = (double)(params->segments + 1) * totals->tile / (double)params->scan.n,
        .tiles = params->scan.tiles,
        .before = before,
        .workspace = params->scan.workspace,
        .words = params->scan.workspace_words,
        .totals = params->scan.out,
        .empty = prefix__cuda_empty_total(params),
        .tile = totals->tile,
        .out_size = params->out_size,
        .offset_size = params->head_size,
    };
    struct prefix__cuda_grid grid = {0, 0, 0, 0, 0};
    uint32_t lanes;
    const void *symbol = prefix__cuda_totals_search_kernel(&grid.threads, &lanes);
    asked.searches = (uint32_t)(asked.tiles / (grid.threads / lanes) + 1);
    const uint64_t chunks = asked.count / PREFIX__CUDA_TOTALS_CHUNK;
    grid.blocks =
        asked.searches + (unsigned int)((chunks + PREFIX__CUDA_TOTALS_CHUNKS - 1) / PREFIX__CUDA_TOTALS_CHUNKS);
    return prefix__cuda_queue(session, symbol, &grid, stream, (void *[]){&asked}, "searching offsets");
}

int prefix__cuda_totals(struct prefix_session *session, const struct prefix__cuda_segmented_kernel *kernel,
                        const struct prefix__cuda_by_offset_kernel *by_offset,
                        const struct prefix__cuda_ring_room *room, int which,
                        const struct prefix__cuda_segmented *params, void *stream)
{
    const struct share share = share_of(by_offset, which, is_dense(by_offset, params));
    const uint64_t tiles = (params->scan.n - 1) / share.tile + 1;
    const uint64_t words = PREFIX__CUDA_HEADER_WORDS + prefix__cuda_cut_words(kernel, tiles),
                   word = kernel->results / kernel->tile;
    struct prefix__cuda_segment_totals totals = {.segmented = *params, .tile = share.tile, .list = share.list};
    const uint64_t blocks = share.pairs ? (tiles + 1) / 2 : tiles;
    struct prefix__cuda_grid of_tiles = {(unsigned int)blocks + 1, by_offset->threads, shared_bytes(share), 0,
                                         room->dependent};
    const struct prefix__cuda_grid of_joins = {(unsigned int)((tiles - 1) / by_offset->threads + 1), by_offset->threads,
                                               0, 0, room->dependent};
    void *memory;
    const size_t bytes = (words + tiles + 1) * sizeof(uint64_t) + tiles * word;
    int status = prefix__cuda_allocate(session, &memory, bytes, stream);
    if (status != PREFIX_OK)
        return status;
    totals.segmented.scan.tiles = tiles;
    totals.segmented.scan.out = params->scan.total;
    totals.segmented.scan.workspace = memory;
    totals.segmented.scan.workspace_words = words;
    uint64_t *const before = (uint64_t *)memory + words;
    totals.before = before;
    totals.leads = before + tiles + 1;
    status = search(session, &totals, before, stream);
    if (status == PREFIX_OK)
        status = prefix__cuda_queue(session, by_offset->functions[which], &of_tiles, stream, (void *[]){&totals},
                                    "launching a reduction of segments");
    if (status == PREFIX_OK)
        status =
            prefix__cuda_queue(session, by_offset->join, &of_joins, stream, (void *[]){&totals}, "joining segments");
    return prefix__cuda_release(session, memory, stream, status);
}
