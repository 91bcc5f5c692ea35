/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of an array in one launch: each block claims a tile, scans its rows in registers,
 * publishes the aggregate, looks back for its carry, combines and stores (Merrill and Garland,
 * Single-pass parallel prefix scan with decoupled look-back, 2016). Data is read once and written
 * once. In place is safe: a tile lies in registers before any of it is stored.
 */
#ifndef PREFIX_CUDA_DEVICE_SCAN_CUH
#define PREFIX_CUDA_DEVICE_SCAN_CUH

#include "../block/row_carries.cuh"
#include "../block/tile_load.cuh"
#include "../block/tile_store.cuh"
#include "../warp/row_scan.cuh"
#include "look_back.cuh"
#include "tile_shape.cuh"
#include "total.cuh"

namespace prefix_cuda
{

template <class OP>
__global__ void __launch_bounds__(tile_shape<OP>::threads, 4)
    scan_kernel(const __grid_constant__ prefix__cuda_scan scan)
{
    using shape = tile_shape<OP>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    __shared__ alignas(16) word rows[shape::rows];
    __shared__ alignas(16) carry window[PREFIX__CUDA_GROUP];
    __shared__ carry tile_carry;
    __shared__ claim claimed;

    int lane = threadIdx.x & 31;
    int warp = threadIdx.x >> 5;
    claim mine = {0, 0};
    if (scan.tiles > 1) {
        if (threadIdx.x == 0)
            claimed = claim_tile(scan.workspace);
        __syncthreads();
        mine = claimed;
    }
    uint64_t begin = (uint64_t)mine.tile * shape::elements;
    bool full = begin + shape::elements <= scan.n;
    uint64_t first = begin + (uint64_t)((warp * shape::warp_rows * 32 + lane) * shape::lane_elements);

    word x[shape::warp_rows][shape::lane_words];
    load_tile<OP>(x, scan, first, full);
    row_scan<OP>(x);
    word *warp_rows = rows + warp * shape::warp_rows;
    if (lane == 31) {
#pragma unroll
        for (int r = 0; r < shape::warp_rows; r++)
            warp_rows[r] = OP::spread(x[r][shape::lane_words - 1]);
    }
    __syncthreads();

    if (warp == 0) {
        carry before = scan.carry_from ? (carry)*scan.carry_from : (carry)scan.carry;
        word aggregate = row_carries<OP, shape::rows>(rows);
        if (scan.tiles > 1)
            before = look_back<OP>(scan.workspace, mine, scan.tiles, aggregate, before, window);
        if (lane == 0) {
            tile_carry = before;
            if (mine.tile == scan.tiles - 1) {
                if (scan.tiles > 1)
                    end_claims(scan.workspace, mine.tag);
                if (scan.total_form != PREFIX__CUDA_TOTAL_NONE)
                    write_total<OP>(scan, OP::join(before, OP::widen(aggregate)));
            }
            if (scan.tiles > 1)
                retire(scan, mine.tag);
        }
    }
    __syncthreads();
    store_tile<OP>(x, warp_rows, tile_carry, scan, first, full);
}

} // namespace prefix_cuda

#endif
