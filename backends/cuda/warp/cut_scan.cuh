/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of rows in which segments begin, each row by itself. heads[r] are the bits of the lane's own
 * elements of row r, cut_row what follows from those of all lanes. A lane's elements before its first head, if
 * no lane before has one, belong to what stands before the row; they are all that is ever combined with it.
 *
 * Ordered operators: the network of row_scan.cuh, where a lane takes the last element of a left half only if
 * no segment has begun behind that. Others: as there, lanes' totals are scanned, by Kogge and Stone.
 */
#ifndef PREFIX_CUDA_WARP_CUT_SCAN_CUH
#define PREFIX_CUDA_WARP_CUT_SCAN_CUH

#include <stdint.h>

namespace prefix_cuda
{

template <int COUNT> struct cut_row {
    uint32_t lanes; /* in which a segment begins */
    uint32_t heads; /* of the lane's own elements */

    __device__ explicit cut_row(uint32_t own) : lanes(__ballot_sync(~0u, own != 0)), heads(own)
    {
    }
    __device__ bool begins() const
    {
        return lanes != 0;
    }
    /* In a lane before. */
    __device__ bool begun_before() const
    {
        return lanes & ((1u << (threadIdx.x & 31)) - 1);
    }
    __device__ bool is_head(int k) const
    {
        return heads >> k & 1;
    }
    /* The lane's elements before its first head. */
    __device__ int open_in_lane() const
    {
        return __ffs((int)(heads | 1u << COUNT)) - 1;
    }
    /* Those that belong to what stands before the row. */
    __device__ int open() const
    {
        return begun_before() ? 0 : open_in_lane();
    }
    /* The last lane up to this one with a head; the first if there is none. */
    __device__ int last_begun() const
    {
        return 31 - __clz((int)((lanes & ((2u << (threadIdx.x & 31)) - 1)) | 1));
    }
};

/* x becomes the row's inclusive scan. */
template <class OP, int COUNT>
__device__ inline void sklansky_cut_row(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row)
{
    using word = typename OP::word;
    const int lane = threadIdx.x & 31;
    const uint32_t open = ~row.heads & (row.heads - 1);
#pragma unroll
    for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if (k & distance) {
                const int half = k & ~(distance - 1); /* the right one's first */
                const uint32_t cut = row.heads & ((2u << k) - (1u << half));
                if constexpr (sizeof(word) == 4)
                    OP::combine_where(cut == 0, x[half - 1], x[k]);
                else
                    x[k] = cut ? x[k] : OP::combine(x[half - 1], x[k]);
            }
        }
    }
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const int half = lane & ~(distance - 1);
        /* Lanes of the right half up to this one; in the left one, that of all, none of which is a lane before. */
        const uint32_t between = lane & distance ? (1u << lane) - (1u << half) : 1u << 31;
        word left = __shfl_sync(~0u, x[COUNT - 1], half - 1);
        left = (row.lanes | 1u << 31) & between ? OP::neutral : left;
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if constexpr (sizeof(word) == 4)
                OP::combine_where(open & 1u << k, left, x[k]);
            else
                x[k] = open & 1u << k ? OP::combine(left, x[k]) : x[k];
        }
    }
}

/* What the lane's elements come to behind its last head. */
template <class OP, int COUNT>
__device__ inline typename OP::word cut_lane_total(const typename OP::word (&x)[COUNT], const cut_row<COUNT> &row)
{
    typename OP::word total = x[0];
#pragma unroll
    for (int k = 1; k < COUNT; k++)
        total = row.is_head(k) ? x[k] : OP::combine(total, x[k]);
    return total;
}

/* Totals of lanes become those behind the last head of all lanes up to each. */
template <class OP, int COUNT>
__device__ inline typename OP::word scan_cut_totals(typename OP::word total, const cut_row<COUNT> &row)
{
    const int lane = threadIdx.x & 31, reach = lane - row.last_begun();
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const typename OP::word before = __shfl_up_sync(~0u, total, distance);
        total = distance <= reach ? OP::combine(before, total) : total;
    }
    return total;
}

/*
 * The row's scan, in x for ordered operators; last becomes what the row comes to up to the lane's last
 * element, behind the last head.
 */
template <class OP, int COUNT>
__device__ inline void scan_cut_row(typename OP::word (&x)[COUNT], typename OP::word &last, const cut_row<COUNT> &row)
{
    if constexpr (OP::ordered) {
        sklansky_cut_row<OP>(x, row);
        last = x[COUNT - 1];
    } else {
        last = scan_cut_totals<OP, COUNT>(cut_lane_total<OP>(x, row), row);
    }
}

/* An inclusive scan becomes the exclusive one: what a head takes is neutral, and init. */
template <class OP, int COUNT>
__device__ inline void exclude_cut_row(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row)
{
    typename OP::word left = __shfl_up_sync(~0u, x[COUNT - 1], 1);
    left = (threadIdx.x & 31) == 0 ? OP::neutral : left;
#pragma unroll
    for (int k = COUNT - 1; k >= 0; k--)
        x[k] = row.is_head(k) ? OP::neutral : k > 0 ? x[k > 0 ? k - 1 : 0] : left;
}

/*
 * After scan_cut_row(): the row, or the exclusive scan of it, with what stands before it, in the tile if ordered. init:
 * before each segment that begins in the row; if ordered, it is still to be joined with all.
 */
template <class OP, int COUNT>
__device__ inline void continue_cut_row(typename OP::word (&x)[COUNT], typename OP::word last,
                                        const cut_row<COUNT> &row, typename OP::word before, typename OP::carry init,
                                        bool exclusive)
{
    using word = typename OP::word;
    if constexpr (OP::ordered) {
        if (exclusive)
            exclude_cut_row<OP>(x, row);
        const int open = row.open();
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            const word entered = OP::combine(before, x[k]);
            x[k] = k < open ? entered : x[k];
        }
    } else {
        const word left = __shfl_up_sync(~0u, last, 1);
        word sum = row.begun_before() ? init : before;
        sum = (threadIdx.x & 31) == 0 ? sum : OP::combine(sum, left);
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            const word start = row.is_head(k) ? init : sum;
            sum = OP::combine(start, x[k]);
            x[k] = exclusive ? start : sum;
        }
    }
}

/*
 * Results, after scan_cut_row(). before: what stands before the row in the tile; carry: before the tile, or
 * before the segment that has begun in the tile; init: before each that begins in the row. Each result goes
 * through finish(), from the carry type to a word of the output.
 */
template <class OP, int COUNT, class FINISH>
__device__ inline void enter_cut_row(typename OP::word (&x)[COUNT], typename OP::word last, const cut_row<COUNT> &row,
                                     typename OP::word before, typename OP::carry carry, typename OP::carry init,
                                     bool exclusive, FINISH finish)
{
    if constexpr (!OP::ordered)
        before = OP::join(carry, before);
    continue_cut_row<OP>(x, last, row, before, init, exclusive);
    const int open = row.open();
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        typename OP::carry result = OP::widen(x[k]);
        if constexpr (OP::ordered)
            result = OP::join(k < open ? carry : init, result);
        x[k] = finish(result);
    }
}

/*
 * The same but for what stands before the tile, which is still to be joined with what belongs to it, and if ordered,
 * init with all else. begun: whether a segment has begun in the tile before the row.
 */
template <class OP, int COUNT>
__device__ inline void prepare_cut_row(typename OP::carry (&results)[COUNT], typename OP::word (&x)[COUNT],
                                       typename OP::word last, const cut_row<COUNT> &row, typename OP::word before,
                                       bool begun, typename OP::carry init, bool exclusive)
{
    if constexpr (!OP::ordered)
        before = begun ? OP::join(init, before) : before;
    continue_cut_row<OP>(x, last, row, before, init, exclusive);
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        results[k] = OP::widen(x[k]);
}

/*
 * Ordered results of a row before which a segment has begun in the tile, where init is no wider than a word: then
 * nothing has to be, since the sum of two f32, made in f64 and rounded to f32, is that made in f32 (S. Figueroa,
 * When is Double Rounding Innocuous?, 1995).
 */
template <class OP, int COUNT>
__device__ inline void enter_begun_row(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row,
                                       typename OP::word before, typename OP::word init, bool exclusive)
{
    continue_cut_row<OP>(x, x[COUNT - 1], row, before, init, exclusive);
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        x[k] = OP::combine(init, x[k]);
}

} // namespace prefix_cuda

#endif
