/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a warp has of a tile that is reduced by key, from when it is loaded until what ends in it is listed.
 * Results are wanted at the ends of runs alone: a row in which none begins has but one of interest, its total.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_ROWS_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_ROWS_CUH

#include "reduce_by_key/list.cuh"
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
    uint32_t heads, ends;

    __device__ uint32_t of_row(uint32_t all, int r) const
    {
        return all >> (r * count) & bits::row;
    }
    /* own: the lane's first element. */
    __device__ void load(const prefix__cuda_scan &scan, uint64_t own, bool full, bool direct)
    {
        if (full && direct) {
#pragma unroll
            for (int r = 0; r < rows; r++)
                unpack<OP, sizeof(word), count>(
                    x[r], load_packet<16>((const char *)scan.in + (own + r * 32 * count) * sizeof(word)));
        } else {
            load_words<OP>(x, scan, array_source{own, full});
        }
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
    /* As scan(), of what is loaded first; totals gets those of rows. scan: that of s, or what is promised of it. */
    __device__ uint32_t take(const prefix__cuda_segmented &s, const prefix__cuda_scan &scan, uint64_t own, bool full,
                             bool direct, word *totals)
    {
        const int lane = threadIdx.x & 31;
        if (own - lane * count < scan.n)
            load(scan, own, full, direct);
        heads = bits::heads(s, own, full);
        flip_words<OP>(x, s.scan);
        if (!full)
            fill_tile<OP>(x, scan, own);
        const uint32_t begins = this->scan();
        if (lane == 31) {
#pragma unroll
            for (int r = 0; r < rows; r++)
                totals[r] = last[r];
        }
        return begins;
    }
    /*
     * Of a row in which a run ends, results: finished, or, of the run that the tile begins in, what the tile
     * adds up to them. before: what stands before the row in the tile, in which begun says if a run has begun.
     */
    template <class FINISH> __device__ void results(int r, word before, carry init, bool begun, FINISH finish)
    {
        const cut_row<count> row(of_row(heads, r));
        if constexpr (OP::ordered) {
            const int open = row.open();
            const word total = __shfl_sync(~0u, last[r], 31);
#pragma unroll
            for (int k = 0; k < count; k++) {
                /* Behind the array's end nothing is added. */
                x[r][k] = row.begins() ? x[r][k] : total;
                const word entered = k < open ? OP::combine(before, x[r][k]) : x[r][k];
                x[r][k] = k < open && !begun ? entered : finish(OP::join(init, OP::widen(entered)));
            }
        } else {
            const word start = before_cut_lane<OP>(last[r], row, before, OP::neutral);
#pragma unroll
            for (int k = 0; k < count; k++) {
                OP::combine_unless(row.begun() & 1u << k, start, x[r][k]);
                x[r][k] = begun || row.apart() & 1u << k ? finish(x[r][k]) : x[r][k];
            }
        }
    }
    /* at: where the first end goes; place: of the lane's first element in the tile. */
    template <class FINISH>
    __device__ void list(const runs_list<word> &to, int at, int place, const word *before, carry init, bool begun,
                         FINISH finish)
    {
        /* Eight bits for each row: it has at most 128 ends. */
        uint32_t counts = 0, sums;
#pragma unroll
        for (int r = 0; r < rows; r++)
            counts |= (uint32_t)__popc(of_row(ends, r)) << (8 * r);
        sums = counts;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const uint32_t other = __shfl_up_sync(~0u, sums, distance);
            sums += (threadIdx.x & 31) >= distance ? other : 0;
        }
        const uint32_t all = __shfl_sync(~0u, sums, 31);
        sums -= counts;
#pragma unroll
        for (int r = 0; r < rows; r++) {
            if (all >> (8 * r) & 255) {
                int rank = at + (int)(sums >> (8 * r) & 255);
                results(r, before[r], init, begun, finish);
#pragma unroll
                for (int k = 0; k < count; k++) {
                    if (ends >> (r * count + k) & 1) {
                        to.results[rank] = x[r][k];
                        to.places[rank++] = (uint16_t)(place + r * 32 * count + k);
                    }
                }
                at += (int)(all >> (8 * r) & 255);
            }
            begun |= __any_sync(~0u, of_row(heads, r));
        }
    }
};

} // namespace prefix_cuda

#endif
