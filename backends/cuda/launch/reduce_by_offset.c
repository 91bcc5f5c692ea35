/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions of the segments of offsets: the three kernels of reduce_by_offset/totals.cuh, and their memory. */
#include "launch/reduce_by_offset.h"

#include <string.h>

#include "base/function.h"
#include "launch/segmented_ring.h"
#include "memory/scratch.h"
#include "plan/runs_kernels.h"
#include "shared/half.h"

/* Places of offsets that a block has room for: of dense ones, a third as many as elements, nearly all. */
static uint32_t list_of(const struct prefix__cuda_by_offset_kernel *by_offset, int dense)
{
    return by_offset->marks ? by_offset->tile / 64 * (dense ? 60 : 15) : 0;
}

/* A tile, a mark for each of its elements, and the list, between which there is some space; or a tile and space. */
static size_t shared_bytes(const struct prefix__cuda_by_offset_kernel *by_offset, uint32_t list)
{
    return by_offset->results + (by_offset->marks ? by_offset->tile : 0) + PREFIX__CUDA_TOTALS_SPACE +
           list * sizeof(uint16_t);
}

int prefix__cuda_totals_fit(const struct prefix__cuda_by_offset_kernel *by_offset,
                            const struct prefix__cuda_ring_room *room)
{
    return room->bytes >= shared_bytes(by_offset, list_of(by_offset, 1));
}

/* What a segment without elements comes to, in the low bits: the carry, as segmented_result() has it. */
static uint64_t empty_total(const struct prefix__cuda_segmented *params)
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
        .empty = empty_total(params),
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
                        const struct prefix__cuda_ring_room *room, int plain,
                        const struct prefix__cuda_segmented *params, void *stream)
{
    const uint32_t list = list_of(by_offset, params->segments > params->scan.n / 3);
    const uint64_t tiles = (params->scan.n - 1) / by_offset->tile + 1;
    const uint64_t words = PREFIX__CUDA_HEADER_WORDS + prefix__cuda_cut_words(kernel, tiles),
                   word = kernel->results / kernel->tile;
    struct prefix__cuda_segment_totals totals = {.segmented = *params, .tile = by_offset->tile, .list = list};
    struct prefix__cuda_grid of_tiles = {(unsigned int)tiles + 1, by_offset->threads, shared_bytes(by_offset, list), 0,
                                         room->dependent};
    const struct prefix__cuda_grid of_joins = {(unsigned int)((tiles - 1) / by_offset->threads + 2), by_offset->threads,
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
        status = prefix__cuda_queue(session, by_offset->functions[plain], &of_tiles, stream, (void *[]){&totals},
                                    "launching a reduction of segments");
    if (status == PREFIX_OK)
        status =
            prefix__cuda_queue(session, by_offset->join, &of_joins, stream, (void *[]){&totals}, "joining segments");
    return prefix__cuda_release(session, memory, stream, status);
}
