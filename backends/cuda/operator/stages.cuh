/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Stages of an operator OP, where it has any: OP::load() makes elements of OP::input on their way to shared memory, and
 * OP::store() makes OP::output of elements on their way back. Elements are told where they stand in the array.
 */
#ifndef PREFIX_CUDA_OPERATOR_STAGES_CUH
#define PREFIX_CUDA_OPERATOR_STAGES_CUH

#include "operator/tile.cuh"

/* Of expressions of stores: lowers what stands at report to a place. */
__device__ inline void prefix_report(uint64_t *report, uint64_t place)
{
    if (place < *(volatile uint64_t *)report)
        atomicMin((unsigned long long *)report, (unsigned long long)place);
}

namespace prefix_cuda
{

/* What is aligned to its size, as pairs of numbers need not be, is read and written as a whole. */
template <class X> struct whole {
    static constexpr bool is_possible = sizeof(X) <= 16 && (sizeof(X) & (sizeof(X) - 1)) == 0;
    static constexpr int alignment = is_possible ? sizeof(X) : alignof(X);
    struct alignas(alignment) aligned {
        X x;
    };
    static __device__ bool is_at(const X *at)
    {
        return (uintptr_t)at % alignment == 0;
    }
};

/* Where the element of a place of the scan stands in the array. */
__device__ inline uint64_t array_place(const prefix__cuda_operator &p, uint64_t at)
{
    return p.scan.reverse ? p.scan.n - 1 - at : at;
}

template <class X> __device__ inline X input_at(const X *array, uint64_t place, bool aligned)
{
    return aligned ? ((const typename whole<X>::aligned *)array)[place].x : array[place];
}

/* Each warp moves what it scans. begin: the place in the scan of the first of the tile's elements. */
template <class OP, class T>
__device__ inline void load_elements(const prefix__cuda_operator &p, uint64_t begin, int count, operator_room<T> &room,
                                     const void *state)
{
    using input = typename OP::input;
    const input *const in = (const input *)p.scan.in, *const second = (const input *)p.second;
    const bool aligned = whole<input>::is_at(in) && (!OP::has_second || whole<input>::is_at(second));
    for_elements<T>(count, [&](int i) {
        const uint64_t place = array_place(p, begin + i);
        const input x = input_at(in, place, aligned);
        if constexpr (OP::has_second)
            room.element(i) = OP::load(x, input_at(second, p.second_is_one ? 0 : place, aligned), place, state);
        else
            room.element(i) = OP::load(x, x, place, state);
    });
}

/* What stands before a row. */
template <class OP, class T>
__device__ inline T first_of_row(const prefix__cuda_operator &p, uint64_t row, const void *state)
{
    using input = typename OP::input;
    T first;
    if (p.first_bytes == 0) {
        const input x = ((const input *)p.firsts)[row];
        return OP::load(x, x, 0, state);
    }
    memset(&first, 0, sizeof first);
    for (int i = 0; i < p.first_bytes; i++)
        ((char *)&first)[p.total_at + i] = ((const char *)p.firsts)[row * p.first_bytes + i];
    return first;
}

/* element(i): what becomes the result of a place of the tile. */
template <class OP, class T, class ELEMENT>
__device__ inline void store_elements(const prefix__cuda_operator &p, uint64_t begin, int count, const void *state,
                                      ELEMENT element)
{
    using output = typename OP::output;
    output *const out = (output *)p.scan.out;
    const bool aligned = whole<output>::is_at(out);
    for_elements<T>(count, [&](int i) {
        const uint64_t place = array_place(p, begin + i);
        const output x = OP::store(element(i), place, state, p.report);
        if (aligned)
            ((typename whole<output>::aligned *)out)[place] = {x};
        else
            out[place] = x;
    });
}

template <class OP, class T>
__device__ inline void store_total(const prefix__cuda_operator &p, const T &total, const void *state)
{
    if (OP::stores && !p.total_is_element)
        *(typename OP::output *)p.scan.total = OP::store(total, array_place(p, p.scan.n - 1), state, p.report);
    else
        for (int i = 0; i < p.total_bytes; i++)
            ((char *)p.scan.total)[i] = ((const char *)&total)[p.total_at + i];
}

} // namespace prefix_cuda

#endif
