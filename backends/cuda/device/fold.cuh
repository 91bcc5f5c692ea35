/* SPDX-License-Identifier: BSD-3-Clause */
/* Aggregates folded into what stands before them. A warp does it, and every lane gets the result. */
#ifndef PREFIX_CUDA_DEVICE_FOLD_CUH
#define PREFIX_CUDA_DEVICE_FOLD_CUH

namespace prefix_cuda
{

/* A sum that is kept in a wider type from tile to tile. */
template <class OP> constexpr bool wide_carry = sizeof(typename OP::carry) > sizeof(typename OP::single::word);

template <class OP, int COUNT>
__device__ inline void fold_step(typename OP::carry &before, const typename OP::carry *aggregates)
{
    typename OP::carry a[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        a[k] = aggregates[k];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        before = OP::join(before, a[k]);
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
        fold_step<OP, 32>(before, aggregates);
    if (count & 16)
        fold_step<OP, 16>(before, aggregates);
    aggregates += count & 16;
    if (count & 8)
        fold_step<OP, 8>(before, aggregates);
    aggregates += count & 8;
    if (count & 4)
        fold_step<OP, 4>(before, aggregates);
    aggregates += count & 4;
    if (count & 2)
        fold_step<OP, 2>(before, aggregates);
    aggregates += count & 2;
    if (count & 1)
        fold_step<OP, 1>(before, aggregates);
    return before;
}

/* In any order: what the lanes have, combined. */
template <class OP> __device__ inline typename OP::carry fold_lanes(typename OP::carry mine)
{
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2)
        mine = OP::join(mine, __shfl_xor_sync(~0u, mine, distance));
    return mine;
}

/* Aggregates in shared memory, left to right if their order matters. */
template <class OP>
__device__ inline typename OP::carry fold(typename OP::carry before, const typename OP::carry *aggregates, int count)
{
    if constexpr (OP::ordered)
        return fold_left<OP>(before, aggregates, count);
    typename OP::carry mine = OP::single::neutral;
    for (int k = threadIdx.x & 31; k < count; k += 32)
        mine = OP::join(mine, aggregates[k]);
    return OP::join(before, fold_lanes<OP>(mine));
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

/*
 * Sums of f32 in f64: whether any order of adding the lanes' terms to before gives the same, as it
 * does when all partial sums are exact. They are if all terms are multiples of a unit, and their
 * magnitudes add up to no more than 2^53 units. Let before and 128 times each term be below a bound of
 * 2^51 units: of 256 terms at most, magnitudes then add up to less than three bounds. Whether x is a
 * multiple is seen when three bounds are added: between two and four, f64 rounds to units.
 */
template <int COUNT> __device__ inline bool sums_are_exact(double before, const float (&terms)[COUNT])
{
    static_assert(COUNT * 32 <= 256, "more terms than the bound is made for");
    uint32_t largest = 0;
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        largest = max(largest, __float_as_uint(terms[k]) & 0x7fffffffu);
    largest = largest_of_lanes(largest);
    int bound_of_terms = (int)(largest >> 23) - 119, bound_of_before = (__double2hiint(before) >> 20 & 0x7ff) - 1022;
    int bound = max(bound_of_terms, bound_of_before); /* a power of two */
    double three_bounds = __hiloint2double((bound + 1024) << 20 | 1 << 19, 0);
    bool exact = __dadd_rn(__dadd_rn(before, three_bounds), -three_bounds) == before;
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        double term = terms[k];
        exact &= __dadd_rn(__dadd_rn(term, three_bounds), -three_bounds) == term;
    }
    /* Neither infinite nor NaN, nor close to overflow. */
    exact &= largest < 0x7f800000u && bound_of_before < 1000;
    return __all_sync(~0u, exact);
}

/*
 * A window of aggregates, COUNT in each lane, folded into what stands before: those at lane, lane + 32
 * and so on, of which count are wanted, first on. The others are neutral. shared: room for all.
 */
template <class OP, int COUNT>
__device__ inline typename OP::carry fold_window(typename OP::carry before,
                                                 const typename OP::single::word (&aggregates)[COUNT],
                                                 typename OP::carry *shared, int first, int count)
{
    using carry = typename OP::carry;
    int lane = threadIdx.x & 31;
    bool any_order = !OP::ordered;
    if constexpr (wide_carry<OP>) {
        float terms[COUNT];
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            terms[k] = __uint_as_float(aggregates[k]);
        any_order = sums_are_exact(__longlong_as_double((long long)before), terms);
    }
    if (any_order) {
        carry sum = OP::widen(aggregates[0]);
#pragma unroll
        for (int k = 1; k < COUNT; k++)
            sum = OP::join(sum, OP::widen(aggregates[k]));
        return OP::join(before, fold_lanes<OP>(sum));
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        shared[k * 32 + lane] = OP::widen(aggregates[k]);
    __syncwarp();
    return fold_left<OP>(before, shared + first, count);
}

} // namespace prefix_cuda

#endif
