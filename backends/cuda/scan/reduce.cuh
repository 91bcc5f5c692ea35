/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reduction of an array of many tiles in one launch, by blocks that stay: each claims tiles,
 * works out their rows' totals and publishes their aggregates, and waits for nobody. One warp, in the
 * block that claimed the first tile, follows the aggregates in order and folds them. Its block claims
 * tiles like any other, so that the end needs no two blocks to run at once. The bits are those of
 * scan.cuh.
 */
#ifndef PREFIX_CUDA_SCAN_REDUCE_CUH
#define PREFIX_CUDA_SCAN_REDUCE_CUH

#include "block/row_carries.cuh"
#include "block/tile_load.cuh"
#include "warp/row_totals.cuh"
#include "grid/claim.cuh"
#include "grid/dependent.cuh"
#include "grid/descriptor.cuh"
#include "grid/fold.cuh"
#include "word/tile_shape.cuh"
#include "grid/total.cuh"

namespace prefix_cuda
{

/* Beside the warps that share a tile's rows, one claims and publishes, and one may fold. */
constexpr int reduce_clerk = 8;
constexpr int reduce_folder = 9;
constexpr int reduce_warps = 10;

constexpr int reduce_each = 8; /* aggregates that a lane reads at once */

template <class OP> __device__ inline uint64_t *reduce_descriptor(const prefix__cuda_scan &scan, uint64_t tile)
{
    return scan.workspace + PREFIX__CUDA_HEADER_WORDS + tile * descriptor_words<typename OP::single::word>;
}

/* Aggregates as one warp reads them: tiles begin + lane, + 32 and so on. */
template <class OP> struct reduce_window {
    using single = typename OP::single::word;
    static constexpr int tiles = reduce_each * 32;
    reading<single> seen[reduce_each];
    uint32_t missing; /* a bit for each reading */

    __device__ void read(const prefix__cuda_scan &scan, uint64_t begin)
    {
#pragma unroll
        for (int k = 0; k < reduce_each; k++)
            seen[k].read(reduce_descriptor<OP>(scan, begin + k * 32 + (threadIdx.x & 31)), missing >> k & 1);
    }
    /* The first reading, on its way. */
    __device__ void begin_at(const prefix__cuda_scan &scan, uint64_t begin)
    {
        missing = 0;
#pragma unroll
        for (int k = 0; k < reduce_each; k++)
            missing |= begin + k * 32 + (threadIdx.x & 31) < scan.tiles ? 1u << k : 0;
        read(scan, begin);
    }
    /* Reads until all are there, and folds them into before. */
    __device__ typename OP::carry fold(const prefix__cuda_scan &scan, uint64_t begin, uint32_t tag,
                                       typename OP::carry before, typename OP::carry *shared)
    {
        int count = (int)min((uint64_t)tiles, scan.tiles - begin);
        single aggregates[reduce_each];
        for (;;) {
#pragma unroll
            for (int k = 0; k < reduce_each; k++) {
                if (seen[k].published(tag))
                    missing &= ~(1u << k);
            }
            if (!__any_sync(~0u, missing))
                break;
            read(scan, begin);
        }
#pragma unroll
        for (int k = 0; k < reduce_each; k++)
            aggregates[k] = k * 32 + (int)(threadIdx.x & 31) < count ? seen[k].value() : OP::single::neutral;
        before = fold_window<OP>(before, aggregates, shared, 0, count);
        __syncwarp();
        return before;
    }
};

/*
 * The folder: the aggregates of all tiles, folded into what stands before them. Two windows are on
 * their way at a time: a reading takes longer than the blocks take for as many tiles.
 */
template <class OP>
__device__ inline typename OP::carry fold_tiles(const prefix__cuda_scan &scan, uint32_t tag, typename OP::carry *shared)
{
    constexpr int window = reduce_window<OP>::tiles;
    typename OP::carry before =
        scan.carry_from ? (typename OP::carry) * scan.carry_from : (typename OP::carry)scan.carry;
    reduce_window<OP> even, odd;
    even.begin_at(scan, 0);
    for (uint64_t begin = 0; begin < scan.tiles; begin += 2 * window) {
        odd.begin_at(scan, begin + window);
        before = even.fold(scan, begin, tag, before, shared);
        if (begin + window >= scan.tiles)
            break;
        even.begin_at(scan, begin + 2 * window);
        before = odd.fold(scan, begin + window, tag, before, shared);
    }
    return before;
}

/* The clerk: from the totals of a tile's rows to its published aggregate. */
template <class OP>
__device__ inline void publish_tile(const prefix__cuda_scan &scan, claim mine, typename OP::single::word *rows)
{
    typename OP::single::word aggregate = row_carries<OP, tile_shape<OP>::rows>(rows);
    if ((threadIdx.x & 31) == 0)
        publish(reduce_descriptor<OP>(scan, mine.tile), aggregate, mine.tag);
    __syncwarp();
}

/* All warps but the folder. */
__device__ inline void reduce_barrier()
{
    asm volatile("barrier.sync 1, %0;" ::"n"(reduce_folder * 32) : "memory");
}

constexpr int reduce_blocks = 2; /* on a multiprocessor: 64 KiB on their way; the folder needs registers */

template <class OP>
__global__ void __launch_bounds__(reduce_warps * 32, reduce_blocks)
    reduce_kernel(const __grid_constant__ prefix__cuda_scan scan)
{
    using shape = tile_shape<OP>;
    using single = typename OP::single::word;
    using carry = typename OP::carry;
    __shared__ alignas(16) single rows[2][shape::rows];
    __shared__ alignas(16) carry window[OP::ordered ? reduce_each * 32 : 1];
    __shared__ claim claimed[2], first_claimed;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    claim next; /* of the clerk's first lane */
    auto claim_next = [&] {
        if (lane == 0)
            next = claim_tile(scan.workspace);
    };
    auto hand_out = [&](int at) {
        if (lane != 0)
            return;
        claimed[at] = next;
        /* Each block claims once in vain: who does so last ends the claims. */
        if (next.tile == scan.tiles + gridDim.x - 1)
            end_claims(scan.workspace, next.tag);
    };
    await_previous();
    if (warp == reduce_clerk) {
        claim_next();
        hand_out(0);
        if (lane == 0)
            first_claimed = next;
    }
    __syncthreads();
    const claim first = first_claimed;
    if (warp == reduce_folder) {
        if (first.tile == 0) {
            carry total = fold_tiles<OP>(scan, first.tag, window);
            if (lane == 0)
                write_total<OP>(scan, total);
        }
    } else {
        claim before = {0, 0};
        for (int i = 0;; i++) {
            claim mine = claimed[i & 1];
            bool over = mine.tile >= scan.tiles;
            if (warp == reduce_clerk) { /* publishes the tile before while the next claim is on its way */
                if (!over)
                    claim_next();
                if (i > 0)
                    publish_tile<OP>(scan, before, rows[(i - 1) & 1]);
                if (!over)
                    hand_out((i + 1) & 1);
            } else if (!over) {
                typename OP::word x[shape::warp_rows][shape::lane_words];
                uint64_t begin = (uint64_t)mine.tile * shape::elements;
                int row = warp * shape::warp_rows;
                load_tile<OP>(x, scan, begin + (uint64_t)((row * 32 + lane) * shape::lane_elements),
                              begin + shape::elements <= scan.n);
                single total = totals_of_rows<OP>(x);
                if (lane < shape::warp_rows)
                    rows[i & 1][row + row_of_lane<shape::warp_rows>(lane)] = total;
            }
            if (over)
                break;
            before = mine;
            reduce_barrier();
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        retire(scan, first.tag);
}

} // namespace prefix_cuda

#endif
