/* SPDX-License-Identifier: BSD-3-Clause */
/* Aggregates folded into what stands before them. A warp does it, and every lane gets the result. */
#ifndef PREFIX_CUDA_GRID_FOLD_CUH
#define PREFIX_CUDA_GRID_FOLD_CUH

#include "block/fold_step.cuh"
#include "warp/warp_total.cuh"

namespace prefix_cuda
{

/* A sum that is kept in a wider type from tile to tile. */
template <class OP> constexpr bool wide_carry = sizeof(typename OP::carry) > sizeof(typename OP::single::word);

template <class OP> struct join_carries {
    __device__ typename OP::carry operator()(typename OP::carry a, typename OP::carry b) const
    {
        return OP::join(a, b);
    }
};

/* The last count of them, by steps of powers of two: fewer than 2 * COUNT. */
template <class OP, int COUNT>
__device__ inline void fold_rest(typename OP::carry &before, const typename OP::carry *aggregates, int count)
{
    if (count & COUNT)
        before = fold_step<COUNT>(before, aggregates, join_carries<OP>());
    if constexpr (COUNT > 1)
        fold_rest<OP, COUNT / 2>(before, aggregates + (count & COUNT), count);
}

/*
 * Left to right, all lanes the same, so that none has to be told. aggregates: in shared memory.
 * The chain is all that takes time: the loads of a step go ahead of it, and nothing is branched
 * over inside.
 */
template <class OP>
__device__ inline typename OP::carry fold_left(typename OP::carry before, const typename OP::carry *aggregates,
                                               int count)
{
#pragma unroll 1
    for (; count >= 32; count -= 32, aggregates += 32)
        before = fold_step<32>(before, aggregates, join_carries<OP>());
    fold_rest<OP, 16>(before, aggregates, count);
    return before;
}

/* In any order: what the lanes have, combined. */
template <class OP> __device__ inline typename OP::carry fold_lanes(typename OP::carry mine)
{
    if constexpr (!OP::ordered && sizeof mine == 4) {
        return warp_total<typename OP::single>(mine);
    } else {
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            mine = OP::join(mine, __shfl_xor_sync(~0u, mine, distance));
        return mine;
    }
}

/* The largest of what the lanes have. */
__device__ inline uint32_t largest_of_lanes(uint32_t mine)
{
#if __CUDA_ARCH__ >= 800
    return __reduce_max_sync(~0u, mine);
#else
    for (int distance = 16; distance > 0; distance /= 2)
        mine = max(mine, __shfl_xor_sync(~0u, mine, distance));
    return mine;
#endif
}

/* Of a float: the least bound, a power of two, that its magnitude is below; at least that of the least normal. */
__device__ inline int bound_of(double x)
{
    return (__double2hiint(x) >> 20 & 0x7ff) - 1022;
}

/*
 * Sums of f32 in f64: whether any order of adding the lanes' terms to before gives the same, as it
 * does when all partial sums are exact. They are if all terms are multiples of a unit, and their
 * magnitudes add up to no more than 2^53 units. Let before and each term, times half the number of terms, be
 * below a bound of 2^51 units: magnitudes then add up to less than three bounds. Whether x is a
 * multiple is seen when three bounds are added: between two and four, f64 rounds to units.
 */
template <int COUNT> __device__ inline bool sums_are_exact(uint64_t before, const uint64_t (&terms)[COUNT])
{
    static_assert(COUNT <= 16, "more terms than the bound is made for");
    constexpr int half = COUNT <= 8 ? 7 : 8; /* their number, at least, as a power of two */
    double x[COUNT + 1];
    uint32_t largest = 0;
    x[COUNT] = __longlong_as_double((long long)before);
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        x[k] = __longlong_as_double((long long)terms[k]);
        largest = max(largest, (uint32_t)(bound_of(x[k]) + 1022));
    }
    int bound = max((int)largest_of_lanes(largest) - 1022 + half, bound_of(x[COUNT]));
    if (bound > 1000) /* infinities, NaN, and what is close to overflow */
        return false;
    double three_bounds = __hiloint2double((bound + 1024) << 20 | 1 << 19, 0);
    bool exact = true;
#pragma unroll
    for (int k = 0; k <= COUNT; k++)
        exact &= __dadd_rn(__dadd_rn(x[k], three_bounds), -three_bounds) == x[k];
    return __all_sync(~0u, exact);
}

/* Terms of all lanes, neutral where there are none, folded into what stands before if any order will do. */
template <class OP, int COUNT>
__device__ inline bool fold_terms(typename OP::carry &before, const typename OP::carry (&terms)[COUNT])
{
    if constexpr (OP::ordered) {
        if constexpr (!wide_carry<OP>)
            return false;
        else if (!sums_are_exact(before, terms))
            return false;
    }
    typename OP::carry sum = terms[0];
#pragma unroll
    for (int k = 1; k < COUNT; k++)
        sum = OP::join(sum, terms[k]);
    before = OP::join(before, fold_lanes<OP>(sum));
    return true;
}

/* Aggregates in shared memory. */
template <class OP>
__device__ inline typename OP::carry fold(typename OP::carry before, const typename OP::carry *aggregates, int count)
{
    if constexpr (OP::ordered && !wide_carry<OP>) {
        before = fold_left<OP>(before, aggregates, count);
    } else {
        constexpr int each = 6, most = each * 32;
#pragma unroll 1
        for (; count > 0; count -= most, aggregates += most) {
            typename OP::carry terms[each];
#pragma unroll
            for (int k = 0; k < each; k++) {
                int at = k * 32 + (int)(threadIdx.x & 31);
                terms[k] = at < count ? aggregates[at] : OP::widen(OP::single::neutral);
            }
            if (!fold_terms<OP>(before, terms))
                before = fold_left<OP>(before, aggregates, min(count, most));
        }
    }
    return before;
}

/*
 * A window of aggregates, COUNT in each lane: AT_ONCE neighbours, those that all lanes together are ahead,
 * and so on; of which count are wanted, first on. The others are neutral. shared: room for all.
 */
template <class OP, int AT_ONCE = 1, int COUNT>
__device__ inline typename OP::carry fold_window(typename OP::carry before,
                                                 const typename OP::single::word (&aggregates)[COUNT],
                                                 typename OP::carry *shared, int first, int count)
{
    typename OP::carry terms[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        terms[k] = OP::widen(aggregates[k]);
    if (fold_terms<OP>(before, terms))
        return before;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        shared[(k / AT_ONCE * 32 + (threadIdx.x & 31)) * AT_ONCE + k % AT_ONCE] = terms[k];
    __syncwarp();
    return fold_left<OP>(before, shared + first, count);
}

} // namespace prefix_cuda

#endif
