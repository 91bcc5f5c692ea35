/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of rows in which segments begin, each row by itself. heads[r] are the bits of the lane's own
 * elements of row r, cut_row what follows from those of all lanes. A lane's elements before its first head, if
 * no lane before has one, belong to what stands before the row; they are all that is ever combined with it.
 *
 * Ordered operators: the network of row_scan.cuh, where an element takes the last one of a left half only if
 * no segment has begun behind that. Others: each lane's elements are scanned, by Kogge and Stone their totals.
 */
#ifndef PREFIX_CUDA_WARP_CUT_SCAN_CUH
#define PREFIX_CUDA_WARP_CUT_SCAN_CUH

#include <stdint.h>

namespace prefix_cuda
{

/* The lanes before this one, and the lanes up to it. */
__device__ inline uint32_t lanes_before()
{
    return (1u << (threadIdx.x & 31)) - 1;
}

__device__ inline uint32_t lanes_up_to()
{
    return (2u << (threadIdx.x & 31)) - 1;
}

template <int COUNT> struct cut_row {
    uint32_t lanes; /* in which a segment begins */
    uint32_t heads; /* of the lane's own elements */

    __device__ explicit cut_row(uint32_t own) : cut_row(own, __ballot_sync(~0u, own != 0))
    {
    }
    /* all: of the warp. */
    __device__ cut_row(uint32_t own, uint32_t all) : lanes(all), heads(own)
    {
    }
    __device__ bool begins() const
    {
        return lanes != 0;
    }
    /* Not 0 if one begins in a lane before, */
    __device__ uint32_t before() const
    {
        return lanes & lanes_before();
    }
    /* the last such lane, or -1, */
    __device__ int last_before() const
    {
        return 31 - __clz((int)before());
    }
    /* in a lane behind, */
    __device__ uint32_t behind() const
    {
        return lanes & ~lanes_up_to();
    }
    /* or with the lane's k-th element. */
    __device__ uint32_t is_head(int k) const
    {
        return heads & 1u << k;
    }
    /* Bits of elements up to which one begins in the lane, */
    __device__ uint32_t begun() const
    {
        return heads | (0u - heads);
    }
    /* or in the row: others belong to what stands before it. */
    __device__ uint32_t apart() const
    {
        return before() ? ~0u : begun();
    }
    /* How many of the lane's elements belong to what stands before the row. */
    __device__ int open() const
    {
        return before() ? 0 : __ffs((int)(heads | 1u << COUNT)) - 1;
    }
};

/* Of COUNT bits of a lane for each of several rows, those behind which one is set in the same row, for all at once. */
template <int COUNT> __device__ inline uint32_t left_behind_lane(uint32_t heads)
{
    constexpr uint32_t lowest = ~0u / ((1u << COUNT) - 1); /* of each row */
    uint32_t bits = heads >> 1 & ~(lowest << (COUNT - 1));
#pragma unroll
    for (int distance = 1; distance < COUNT - 1; distance *= 2)
        bits |= bits >> distance & lowest * ((1u << (COUNT - distance)) - 1);
    return bits;
}

/*
 * For ordered operators: what the lane has of a row behind its last head, which is the tree of x without elements whose
 * bits are set, as left_behind_lane() has them.
 */
template <class OP, int COUNT>
__device__ inline typename OP::word lane_total_behind(typename OP::word (&x)[COUNT], uint32_t left)
{
#pragma unroll
    for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
        for (int k = 2 * distance - 1; k < COUNT; k += 2 * distance)
            OP::combine_unless(left & 1u << (k - distance), x[k - distance], x[k]);
    }
    return x[COUNT - 1];
}

__device__ inline uint32_t or_of_lanes(uint32_t bits)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_or_sync(~0u, bits);
#else
    for (int distance = 16; distance > 0; distance /= 2)
        bits |= __shfl_xor_sync(~0u, bits, distance);
    return bits;
#endif
}

/*
 * In which rows segments begin, a bit for each, of COUNT bits of each lane for each row. By a lane for each row: put
 * together from predicates, row by row, the bits were at times those of other rows, as ptxas 13.0 has it on sm_90.
 */
template <int ROWS, int COUNT> __device__ inline uint32_t rows_begun(uint32_t heads)
{
    const int row = threadIdx.x & 31;
    const uint32_t of_row = or_of_lanes(heads) >> (row * COUNT % 32) & ((1u << COUNT) - 1);
    return __ballot_sync(~0u, row < ROWS && of_row != 0);
}

/* The rounds of the network inside a lane. */
template <class OP, int COUNT>
__device__ inline void sklansky_cut_lane(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row)
{
#pragma unroll
    for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if (k & distance) {
                const int half = k & ~(distance - 1); /* the right one's first */
                OP::combine_unless(row.heads & ((2u << k) - (1u << half)), x[half - 1], x[k]);
            }
        }
    }
}

/*
 * The distances, as bits, at which a lane takes something from a left half of lanes: it is in a right half, in which no
 * segment has begun in a lane before.
 */
template <int COUNT> __device__ inline uint32_t distances_taken(const cut_row<COUNT> &row)
{
    const uint32_t lane = threadIdx.x & 31;
    return lane & ~0u >> __clz((int)(lane ^ (uint32_t)row.last_before()));
}

/* What it takes, or what is neutral. */
template <class OP, int COUNT>
__device__ inline typename OP::word left_of_cut_lane(const typename OP::word (&x)[COUNT], int distance, uint32_t taken)
{
    const typename OP::word left = __shfl_sync(~0u, x[COUNT - 1], distance - 1, 2 * distance);
    return taken & distance ? left : OP::neutral;
}

/* x becomes the row's inclusive scan. */
template <class OP, int COUNT>
__device__ inline void sklansky_cut_row(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row)
{
    const uint32_t taken = distances_taken(row), begun = row.begun();
    sklansky_cut_lane<OP>(x, row);
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const typename OP::word left = left_of_cut_lane<OP>(x, distance, taken);
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            OP::combine_unless(begun & 1u << k, left, x[k]);
    }
}

/* The lane's elements become their inclusive scan. */
template <class OP, int COUNT>
__device__ inline void scan_cut_lane(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row)
{
#pragma unroll
    for (int k = 1; k < COUNT; k++)
        OP::combine_unless(row.is_head(k), x[k - 1], x[k]);
}

/* Totals of lanes become those behind the last head of all lanes up to each. Lane 0 is as one with a head. */
template <class OP, int COUNT>
__device__ inline typename OP::word scan_cut_totals(typename OP::word total, const cut_row<COUNT> &row)
{
    const uint32_t lanes = row.lanes | 1u;
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const uint32_t between = lanes_up_to() & ~(lanes_up_to() >> distance);
        const typename OP::word before = __shfl_up_sync(~0u, total, distance);
        OP::combine_unless(lanes & between, before, total);
    }
    return total;
}

/*
 * x becomes the row's scan, or each lane's if any order will do; last what the row comes to up to the lane's last
 * element, behind the last head.
 */
template <class OP, int COUNT>
__device__ inline void scan_cut_row(typename OP::word (&x)[COUNT], typename OP::word &last, const cut_row<COUNT> &row)
{
    if constexpr (OP::ordered) {
        sklansky_cut_row<OP>(x, row);
        last = x[COUNT - 1];
    } else {
        scan_cut_lane<OP>(x, row);
        last = scan_cut_totals<OP, COUNT>(x[COUNT - 1], row);
    }
}

/*
 * For operators that allow any order: what stands before the lane's elements, if none of them begins a segment. last:
 * from scan_cut_row(); before: what stands before the row, begun: before each segment that begins in it.
 */
template <class OP, int COUNT>
__device__ inline typename OP::word before_cut_lane(typename OP::word last, const cut_row<COUNT> &row,
                                                    typename OP::word before, typename OP::word begun)
{
    typename OP::word sum = row.before() ? begun : before;
    OP::combine_where(threadIdx.x & 31, __shfl_up_sync(~0u, last, 1), sum);
    return sum;
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

/* For operators that allow any order: elements whose bits are set are combined with init. */
template <class OP, int COUNT>
__device__ inline void enter_init(typename OP::word (&x)[COUNT], uint32_t bits, typename OP::word init)
{
    if (init != OP::neutral) {
        /* The same; or ptxas keeps what it is told of bits for this, in words, since predicates are too few. */
        const uint32_t again = __shfl_sync(~0u, bits, threadIdx.x & 31);
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            OP::combine_where(again & 1u << k, init, x[k]);
    }
}

/* And the lane's inclusive scan becomes the exclusive one, behind start. */
template <class OP, int COUNT>
__device__ inline void move_up_behind(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row, typename OP::word init,
                                      typename OP::word start)
{
#pragma unroll
    for (int k = COUNT - 1; k >= 0; k--)
        x[k] = row.is_head(k) ? init : k > 0 ? x[k > 0 ? k - 1 : 0] : start;
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
    if constexpr (OP::ordered) {
        if (exclusive)
            exclude_cut_row<OP>(x, row);
        const uint32_t apart = row.apart();
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            OP::combine_unless(apart & 1u << k, before, x[k]);
    } else {
        const typename OP::word start = before_cut_lane<OP>(last, row, before, init);
        const uint32_t begun = row.begun();
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            OP::combine_unless(begun & 1u << k, start, x[k]);
        enter_init<OP>(x, begun, init);
        if (exclusive)
            move_up_behind<OP>(x, row, init, start);
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
    const uint32_t apart = row.apart();
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        typename OP::carry result = OP::widen(x[k]);
        if constexpr (OP::ordered)
            result = OP::join(apart & 1u << k ? init : carry, result);
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
