/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a warp has of a tile that is reduced by key, from when it is loaded until its rows are scanned. Results are
 * wanted at the ends of runs alone: a row in which none begins has but one of interest, its total.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_ROWS_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_ROWS_CUH

#include "segments/run_heads.cuh"
#include "segments/segmented.cuh"

namespace prefix_cuda
{

/* In lane 31: the total of a row, by the additions that its scan makes for that. */
template <class OP, int COUNT> __device__ inline typename OP::word ordered_total(const typename OP::word (&x)[COUNT])
{
    typename OP::word pair[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        pair[k] = x[k];
#pragma unroll
    for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
        for (int k = 0; k + distance < COUNT; k += 2 * distance)
            pair[k] = OP::combine(pair[k], pair[k + distance]);
    }
    typename OP::word total = pair[0];
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2)
        total = OP::combine(__shfl_up_sync(~0u, total, distance), total);
    return total;
}

template <class OP, int WARPS> struct runs_rows {
    using shape = tile_shape<OP, WARPS>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int count = shape::lane_words, rows = shape::warp_rows;
    static constexpr int elements = rows * 32 * count;
    using bits = runs_bits<rows, count>;
    word x[rows][count], last[rows];
    uint32_t heads;

    __device__ uint32_t of_row(uint32_t all, int r) const
    {
        return all >> (r * count) & bits::row;
    }
    /* Bit r of the result is set when a run begins in row r; last becomes what is behind the last head. */
    __device__ uint32_t scan()
    {
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const cut_row<count> row(of_row(heads, r));
            if (OP::ordered && !row.begins())
                last[r] = ordered_total<OP>(x[r]);
            else
                scan_cut_row<OP>(x[r], last[r], row);
        }
        return rows_begun<rows, count>(heads);
    }
    /* As scan(), of what is loaded first, the lane's from its own place on; totals gets those of rows. */
    template <bool PLAIN>
    __device__ uint32_t take(const prefix__cuda_segmented &s, uint64_t own, bool full, word *totals)
    {
        const int lane = threadIdx.x & 31;
        if (PLAIN && full) {
#pragma unroll
            for (int r = 0; r < rows; r++)
                unpack<OP, sizeof(word), count>(
                    x[r], load_packet<16>((const char *)s.scan.in + (own + r * 32 * count) * sizeof(word)));
        } else if (own - lane * count < s.scan.n)
            load_words<OP>(x, s.scan, array_source{own, full});
        heads = bits::heads(s, own, full);
        flip_words<OP>(x, s.scan);
        if (!full)
            fill_tile<OP>(x, s.scan, own);
        const uint32_t begins = this->scan();
        if (lane == 31) {
#pragma unroll
            for (int r = 0; r < rows; r++)
                totals[r] = last[r];
        }
        return begins;
    }
};

} // namespace prefix_cuda

#endif
