/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of an array in one launch: each block takes a tile, scans its rows in registers, learns
 * its carry, combines and stores. A small array is one block's, or one cluster's (cluster_scan.cuh);
 * otherwise blocks claim tiles and look back (Merrill and Garland, Single-pass parallel prefix scan
 * with decoupled look-back, 2016). Data is read once and written once. In place is safe: a tile
 * lies in registers before any of it is stored.
 */
#ifndef PREFIX_CUDA_SCAN_SCAN_CUH
#define PREFIX_CUDA_SCAN_SCAN_CUH

#include "block/row_carries.cuh"
#include "block/tile_load.cuh"
#include "block/tile_store.cuh"
#include "warp/row_scan.cuh"
#include "grid/cluster_scan.cuh"
#include "grid/dependent.cuh"
#include "grid/look_back.cuh"
#include "word/tile_shape.cuh"
#include "grid/total.cuh"

namespace prefix_cuda
{

/* Many rows a warp are less work, and fewer are sooner done. */
constexpr int scan_warps = 8;
constexpr int small_scan_warps = 16;

/*
 * A plain scan: the input elements are the accumulator's own, to be taken as they are and forwards,
 * and both arrays are aligned to packets. The compiler is told, and drops all else: where there is
 * little data, the instructions count.
 */
template <class OP, bool PLAIN> __device__ inline prefix__cuda_scan promised(const prefix__cuda_scan &given)
{
    prefix__cuda_scan scan = given;
    if constexpr (PLAIN) {
        scan.in = __builtin_assume_aligned(scan.in, 16);
        scan.out = __builtin_assume_aligned(scan.out, 16);
        scan.in_size = OP::bits / 8;
        scan.convert = PREFIX__CUDA_CONVERT_NONE;
        scan.map = PREFIX__CUDA_MAP_NONE;
        scan.round = PREFIX__CUDA_ROUND_NONE;
        scan.reverse = false;
    }
    return scan;
}

/* Blocks at once on a multiprocessor. Floats of 64 bits are faster with fewer than with spilt registers. */
template <class OP, int WARPS>
constexpr int scan_blocks = OP::ordered &&OP::bits == 64 && WARPS == scan_warps ? 3 : 32 / WARPS;

template <class OP, int WARPS, bool PLAIN>
__global__ void __launch_bounds__(WARPS * 32, scan_blocks<OP, WARPS>)
    scan_kernel(const __grid_constant__ prefix__cuda_scan given)
{
    const prefix__cuda_scan scan = promised<OP, PLAIN>(given);
    using shape = tile_shape<OP, WARPS>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    using single = typename OP::single::word;
    __shared__ alignas(16) single rows[shape::rows];
    __shared__ alignas(16) carry window[PREFIX__CUDA_GROUP];
    __shared__ cluster_inbox<OP, shape::rows> inbox;
    __shared__ carry tile_carry;
    __shared__ claim claimed;

    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    int block_rows = (int)(blockDim.x >> 5) * shape::warp_rows; /* a tile's, or a part of them */
    int block_elements = block_rows * 32 * shape::lane_elements;
    bool in_cluster = gridDim.x > 1 && !scan.workspace;
    claim mine = {blockIdx.x, 0};
    if (scan.workspace) {
        if (threadIdx.x == 0)
            claimed = claim_one_tile(scan.workspace);
        __syncthreads();
        mine = claimed;
    } else {
        let_next_start();
        if (in_cluster)
            inbox.open(block_rows);
    }
    await_previous();
    uint64_t begin = (uint64_t)mine.tile * block_elements;
    bool full = begin + block_elements <= scan.n;
    uint64_t first = begin + (uint64_t)((warp * shape::warp_rows * 32 + lane) * shape::lane_elements);

    word x[shape::warp_rows][shape::lane_words];
    single last[shape::warp_rows];
    single *warp_rows = rows + warp * shape::warp_rows;
    bool some = full || begin + (uint64_t)(warp * shape::warp_rows * 32 * shape::lane_elements) < scan.n;
    if (some) {
        load_tile<OP>(x, scan, first, full);
        row_scan<OP>(x, last);
        if (lane == 31) {
#pragma unroll
            for (int r = 0; r < shape::warp_rows; r++)
                warp_rows[r] = last[r];
        }
    } else if (lane < shape::warp_rows) {
        warp_rows[lane] = OP::single::neutral;
    }
    for (int r = block_rows + (int)threadIdx.x; r < shape::rows; r += blockDim.x)
        rows[r] = OP::single::neutral;
    if (in_cluster)
        inbox.opened();
    __syncthreads();
    if (in_cluster)
        inbox.send_totals(rows, block_rows);

    if (warp == 0) {
        carry before = scan.carry_from ? (carry)*scan.carry_from : (carry)scan.carry;
        single aggregate;
        if (in_cluster) {
            before = inbox.carries(rows, block_rows, before, &aggregate);
        } else {
            aggregate = row_carries<OP, shape::rows>(rows);
            if (scan.workspace)
                before = look_back<OP>(scan.workspace, mine, scan.tiles, aggregate, before, window);
        }
        if (lane == 0) {
            tile_carry = before;
            if (mine.tile == gridDim.x - 1 && scan.total_form != PREFIX__CUDA_TOTAL_NONE)
                write_total<OP>(scan, OP::join(before, OP::widen(aggregate)));
            if (scan.workspace)
                retire(scan, mine.tag);
        }
    }
    __syncthreads();
    if (some && scan.out) {
        enter_rows<OP>(x, last, warp_rows, scan.exclusive);
        store_tile<OP>(x, last, tile_carry, scan, first, full);
    }
}

} // namespace prefix_cuda

#endif
