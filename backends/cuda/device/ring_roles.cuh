/* SPDX-License-Identifier: BSD-3-Clause */
/* The roles of ring.cuh; each is the whole life of a warp. */
#ifndef PREFIX_CUDA_DEVICE_RING_ROLES_CUH
#define PREFIX_CUDA_DEVICE_RING_ROLES_CUH

#include "../warp/row_scan.cuh"
#include "../warp/row_totals.cuh"
#include "look_back.cuh"
#include "ring.cuh"
#include "total.cuh"

namespace prefix_cuda
{

/*
 * Claims a tile only when it can be loaded at once: everyone waits for a tile that is claimed. A
 * few loads in flight suffice, and more would delay the descriptors, which share their way.
 */
template <class OP> __device__ inline void ring_load(ring<OP> &r, char *memory, const prefix__cuda_scan &scan)
{
    constexpr uint32_t elements = tile_shape<OP>::elements;
    uint32_t bytes = elements * scan.in_size;
    ring_place place = {0, 0}, landed = {0, 0};
    claim mine = {0, 0};
    int ends = 0;
    for (uint32_t i = 0; ends < ring_reducers; i++) {
        if (i >= (uint32_t)scan.ring_stages)
            barrier_wait(&r.free[place.at], place.parity ^ 1);
        if (i >= (uint32_t)scan.ring_ahead) {
            barrier_wait(&r.full[landed.at], landed.parity);
            landed.advance(1, scan.ring_stages);
        }
        if (ends == 0) {
            mine = claim_tile(scan.workspace);
            /* Each block claims once in vain: who does so last ends the claims. */
            if (mine.tile == scan.tiles + gridDim.x - 1)
                end_claims(scan.workspace, mine.tag);
        }
        uint64_t *full = &r.full[place.at];
        if (mine.tile >= scan.tiles) {
            r.stages[place.at].mine = claim{ring_end, mine.tag};
            barrier_arrive(full);
            ends++;
        } else {
            r.stages[place.at].mine = mine;
            uint64_t begin = (uint64_t)mine.tile * elements;
            if (begin + elements <= scan.n)
                bulk_load(memory + (size_t)place.at * bytes,
                          (const char *)scan.in + (scan.reverse ? scan.n - begin - elements : begin) * scan.in_size,
                          bytes, full);
            else
                barrier_arrive(full);
        }
        place.advance(1, scan.ring_stages);
    }
}

/*
 * The warp's 8 rows from the stage, or, the array's last tile being partial, from the array. The
 * input has the accumulator's own elements, to be taken as they are.
 */
template <class OP>
__device__ inline void ring_rows(typename OP::word (&x)[tile_shape<OP>::warp_rows][tile_shape<OP>::lane_words],
                                 const char *stage, uint32_t tile, int row, const prefix__cuda_scan &scan)
{
    using shape = tile_shape<OP>;
    int at = (row * 32 + (int)(threadIdx.x & 31)) * shape::lane_elements;
    uint64_t begin = (uint64_t)tile * shape::elements;
    if (begin + shape::elements <= scan.n)
        load_plain<OP>(x, scan, stage_source<shape::elements>{stage, at});
    else {
        load_plain<OP>(x, scan, array_source{begin + at, false});
        fill_tile<OP>(x, scan, begin + at);
    }
}

template <class OP>
__device__ inline void ring_reduce(ring<OP> &r, const char *memory, const prefix__cuda_scan &scan, int which)
{
    using shape = tile_shape<OP>;
    using word = typename OP::word;
    int lane = threadIdx.x & 31;
    uint64_t *aggregates = scan.workspace + PREFIX__CUDA_HEADER_WORDS;
    for (ring_place place = {which, 0};; place.advance(ring_reducers, scan.ring_stages)) {
        barrier_wait(&r.full[place.at], place.parity);
        typename ring<OP>::stage &stage = r.stages[place.at];
        claim mine = stage.mine;
        if (mine.tile == ring_end)
            return;
        const char *data = memory + (size_t)place.at * shape::elements * scan.in_size;
#pragma unroll 1
        for (int row = 0; row < shape::rows; row += shape::warp_rows) {
            word x[shape::warp_rows][shape::lane_words];
            ring_rows<OP>(x, data, mine.tile, row, scan);
            word total = totals_of_rows<OP>(x);
            if (lane < shape::warp_rows)
                stage.rows[row + row_of_lane(lane)] = total;
        }
        __syncwarp();
        word aggregate = row_carries<OP, shape::rows>(stage.rows);
        if (lane == 0) {
            publish(aggregates + (uint64_t)mine.tile * descriptor_words<word>, aggregate, mine.tag);
            stage.aggregate = aggregate;
        }
        barrier_arrive(&r.reduced[place.at]);
    }
}

/* Follows the aggregates of all tiles, in order, up to each of the block's own tiles. */
template <class OP> __device__ inline void ring_poll(ring<OP> &r, const prefix__cuda_scan &scan)
{
    using word = typename OP::word;
    constexpr int each = ring_chunk / 32;
    int lane = threadIdx.x & 31;
    const uint64_t *aggregates = scan.workspace + PREFIX__CUDA_HEADER_WORDS;
    ring_place slot = {0, 1}; /* the first round finds all chunks free */
    uint32_t next = 0;
    for (ring_place place = {0, 0};; place.advance(1, scan.ring_stages)) {
        barrier_wait(&r.full[place.at], place.parity);
        claim mine = r.stages[place.at].mine;
        bool last = false;
        while (!last) {
            typename ring<OP>::chunk &chunk = r.chunks[slot.at];
            barrier_wait(&r.chunk_free[slot.at], slot.parity);
            int count = 0;
            if (mine.tile != ring_end)
                count = (int)min(mine.tile - next, (uint32_t)ring_chunk);
            word seen[each];
            uint32_t missing = 0;
#pragma unroll
            for (int k = 0; k < each; k++)
                missing |= k * 32 + lane < count ? 1u << k : 0;
            while (__any_sync(~0u, missing)) {
#pragma unroll
                for (int k = 0; k < each; k++) {
                    const uint64_t *at = aggregates + ((uint64_t)next + k * 32 + lane) * descriptor_words<word>;
                    if (missing >> k & 1 && published(at, &seen[k], mine.tag))
                        missing &= ~(1u << k);
                }
            }
#pragma unroll
            for (int k = 0; k < each; k++)
                chunk.aggregates[k * 32 + lane] = OP::widen(k * 32 + lane < count ? seen[k] : OP::neutral);
            next += count;
            last = mine.tile == ring_end || next == mine.tile;
            if (lane == 0) {
                chunk.count = mine.tile == ring_end ? -1 : count;
                chunk.last = last;
            }
            barrier_arrive(&r.chunk_full[slot.at]);
            slot.advance(1, ring_chunks);
        }
        if (mine.tile == ring_end)
            return;
    }
}

template <class OP> __device__ inline void ring_fold(ring<OP> &r, const prefix__cuda_scan &scan)
{
    using carry = typename OP::carry;
    int lane = threadIdx.x & 31;
    carry before = scan.carry_from ? (carry)*scan.carry_from : (carry)scan.carry;
    ring_place slot = {0, 0};
    for (ring_place place = {0, 0};;) {
        typename ring<OP>::chunk &chunk = r.chunks[slot.at];
        barrier_wait(&r.chunk_full[slot.at], slot.parity);
        int count = chunk.count;
        if (count < 0)
            return;
        bool last = chunk.last;
        before = fold<OP, ring_chunk>(before, chunk.aggregates, count);
        __syncwarp();
        if (lane == 0) {
            barrier_arrive(&r.chunk_free[slot.at]);
            if (last) {
                r.stages[place.at].before = before;
                barrier_arrive(&r.carried[place.at]);
            }
        }
        slot.advance(1, ring_chunks);
        if (last)
            place.advance(1, scan.ring_stages);
    }
}

template <class OP>
__device__ inline void ring_scan(ring<OP> &r, const char *memory, const prefix__cuda_scan &scan, int which)
{
    using shape = tile_shape<OP>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    int lane = threadIdx.x & 31;
    int row = which * shape::warp_rows;
    for (ring_place place = {0, 0};; place.advance(1, scan.ring_stages)) {
        barrier_wait(&r.full[place.at], place.parity);
        typename ring<OP>::stage &stage = r.stages[place.at];
        uint32_t tile = stage.mine.tile;
        if (tile == ring_end) {
            /* All that the block published and polled is behind its tiles, which have been carried. */
            if (threadIdx.x == 0)
                retire(scan, stage.mine.tag);
            return;
        }
        word x[shape::warp_rows][shape::lane_words];
        ring_rows<OP>(x, memory + (size_t)place.at * shape::elements * scan.in_size, tile, row, scan);
        row_scan<OP>(x);

        barrier_wait(&r.reduced[place.at], place.parity);
        word rows[shape::warp_rows];
#pragma unroll
        for (int k = 0; k < shape::warp_rows; k++)
            rows[k] = stage.rows[row + k];
        barrier_wait(&r.carried[place.at], place.parity);
        carry before = stage.before;
        word aggregate = stage.aggregate;
        __syncwarp();
        if (lane == 0)
            barrier_arrive(&r.free[place.at]);

        if (tile == scan.tiles - 1 && threadIdx.x == 0 && scan.total_form != PREFIX__CUDA_TOTAL_NONE)
            write_total<OP>(scan, OP::join(before, OP::widen(aggregate)));
        uint64_t begin = (uint64_t)tile * shape::elements;
        store_tile<OP>(x, rows, before, scan, begin + (uint64_t)((row * 32 + lane) * shape::lane_elements),
                       begin + shape::elements <= scan.n);
    }
}

} // namespace prefix_cuda

#endif
