/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * From the totals of a tile's rows, each behind the row's last head, to what stands before each row in the
 * tile, behind the last head of the rows before. One warp does it, in shared memory and in place, and returns
 * the tile's aggregate in every lane. begins: bit r is set when a segment begins in row r.
 */
#ifndef PREFIX_CUDA_BLOCK_CUT_CARRIES_CUH
#define PREFIX_CUDA_BLOCK_CUT_CARRIES_CUH

#include "warp/cut_scan.cuh"
#include "warp/warp_total.cuh"
#include "block/fold_step.cuh"

namespace prefix_cuda
{

/* Left to right, as the canonical order wants it. */
template <class OP, int ROWS>
__device__ inline typename OP::word fold_cut_rows(typename OP::word *rows, uint64_t begins)
{
    using word = typename OP::word;
    constexpr int chunk = 16;
    word before = OP::neutral;
    if ((threadIdx.x & 31) == 0) {
#pragma unroll 1
        for (int i = 0; i < ROWS; i += chunk, begins >>= chunk) {
            const uint32_t some = (uint32_t)begins;
            word total[chunk];
#pragma unroll
            for (int k = 0; k < chunk; k++)
                total[k] = rows[i + k];
#pragma unroll
            for (int k = 0; k < chunk; k++) {
                rows[i + k] = before;
                const word sum = OP::combine(before, total[k]);
                before = some >> k & 1 ? total[k] : sum;
            }
        }
    }
    return __shfl_sync(~0u, before, 0);
}

/* Any order: each lane takes neighbouring rows. */
template <class OP, int ROWS>
__device__ inline typename OP::word scan_cut_rows(typename OP::word *rows, uint64_t begins)
{
    using word = typename OP::word;
    constexpr int each = ROWS / 32;
    const int lane = threadIdx.x & 31;
    const cut_row<each> own((uint32_t)(begins >> (lane * each)) & ((1u << each) - 1));
    word mine[each], scanned[each];
#pragma unroll
    for (int k = 0; k < each; k++)
        scanned[k] = mine[k] = rows[lane * each + k];
    scan_cut_lane<OP>(scanned, own);
    const word total = scan_cut_totals<OP, each>(scanned[each - 1], own);
    word before = __shfl_up_sync(~0u, total, 1);
    before = lane == 0 ? OP::neutral : before;
#pragma unroll
    for (int k = 0; k < each; k++) {
        rows[lane * each + k] = before;
        before = own.is_head(k) ? mine[k] : OP::combine(before, mine[k]);
    }
    return __shfl_sync(~0u, total, 31);
}

/*
 * What the totals of rows from first to end - 1 come to behind what stands before them, for all lanes, as a block has
 * them in shared memory.
 */
template <class OP, int ROWS>
__device__ inline typename OP::word fold_rows(typename OP::word before, const typename OP::word *rows, int first,
                                              int end)
{
    if constexpr (OP::ordered) {
        const auto combine = [](typename OP::word a, typename OP::word b) { return OP::combine(a, b); };
        const typename OP::word *at = rows + first;
        int left = end - first;
#pragma unroll 1
        for (; left >= 16; left -= 16, at += 16)
            before = fold_step<16>(before, at, combine);
#pragma unroll 1
        for (; left >= 4; left -= 4, at += 4)
            before = fold_step<4>(before, at, combine);
#pragma unroll 1
        for (; left > 0; left--, at++)
            before = fold_step<1>(before, at, combine);
    } else {
        const int lane = threadIdx.x & 31;
        typename OP::word mine = OP::neutral;
#pragma unroll
        for (int i = 0; i < ROWS; i += 32)
            mine = OP::combine(mine, lane + i >= first && lane + i < end ? rows[lane + i] : OP::neutral);
        before = OP::combine(before, warp_total<OP>(mine));
    }
    return before;
}

/* Where segments begin in a tile that WARPS share, ROWS each. */
template <int WARPS, int ROWS> struct cut_begins {
    const uint32_t *begins; /* of each warp, in shared memory: bit r is that of its row r */
    uint32_t warps;         /* that have one */

    __device__ explicit cut_begins(const uint32_t *of_warps) : begins(of_warps)
    {
        look();
    }
    /* As if one began in the warp before. */
    __device__ cut_begins(const uint32_t *of_warps, int warp) : begins(of_warps), warps(warp > 0 ? 1u << (warp - 1) : 0)
    {
    }
    __device__ void look()
    {
        const int lane = threadIdx.x & 31;
        warps = __ballot_sync(~0u, lane < WARPS && begins[lane % WARPS] != 0);
    }
    __device__ uint32_t before(int warp) const
    {
        return warps & (uint32_t)((1ull << warp) - 1);
    }
    /* The last row before those of a warp in which one begins, or the first of all. */
    __device__ int last_row(int warp) const
    {
        const int last = 31 - __clz((int)before(warp));
        return before(warp) == 0 ? 0 : last * ROWS + 31 - __clz((int)begins[last]);
    }
    /* Of the tile, from the totals of its rows. */
    template <class OP> __device__ typename OP::word aggregate(const typename OP::word *rows) const
    {
        return fold_rows<OP, WARPS * ROWS>(OP::neutral, rows, last_row(WARPS), WARPS * ROWS);
    }
    /* What stands before each of the warp's rows. */
    template <class OP>
    __device__ void enter(typename OP::word (&before_rows)[ROWS], const typename OP::word *rows, int warp) const
    {
        enter<OP>(before_rows, rows, warp, begins[warp], false);
    }
    /* own: bits of the warp's rows; apart: that its first element begins a segment. */
    template <class OP>
    __device__ void enter(typename OP::word (&before_rows)[ROWS], const typename OP::word *rows, int warp, uint32_t own,
                          bool apart) const
    {
        before_rows[0] = OP::neutral;
        if (!apart)
            before_rows[0] = fold_rows<OP, WARPS * ROWS>(OP::neutral, rows, last_row(warp), warp * ROWS);
#pragma unroll
        for (int r = 1; r < ROWS; r++) {
            const typename OP::word total = rows[warp * ROWS + r - 1];
            before_rows[r] = own >> (r - 1) & 1 ? total : OP::combine(before_rows[r - 1], total);
        }
    }
};

template <class OP, int ROWS> __device__ inline typename OP::word cut_carries(typename OP::word *rows, uint64_t begins)
{
    if constexpr (OP::ordered)
        return fold_cut_rows<OP, ROWS>(rows, begins);
    else
        return scan_cut_rows<OP, ROWS>(rows, begins);
}

} // namespace prefix_cuda

#endif
