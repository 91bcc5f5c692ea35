/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of the canonical order of lines that lie side by side, each in one lane: its elements as they are in memory, so
 * that registers hold them until what stands before the row is known, and the network is then gone through anew.
 */
#ifndef PREFIX_CUDA_RECURRENCES_STRIP_CUH
#define PREFIX_CUDA_RECURRENCES_STRIP_CUH

#include "recurrences/tile.cuh"

namespace prefix_cuda
{

template <class E> struct recurrence_lane_row {
    using memory = typename E::memory;
    memory a[recurrence_row], b[recurrence_row];
    double constant;
    int count;
    bool has_second;

    static __device__ void load(const memory *from, int64_t step, int count, memory (&x)[recurrence_row])
    {
        if (count == recurrence_row) {
#pragma unroll
            for (int i = 0; i < recurrence_row; i++, from += step)
                x[i] = *from;
        } else {
#pragma unroll
            for (int i = 0; i < recurrence_row; i++, from += step)
                x[i] = i < count ? *from : (memory)0;
        }
    }
    /* Whether it is plain. in, second: its first element; one that is not whole never is. */
    __device__ bool load(const prefix__cuda_recurrence &p, const memory *in, const memory *second, int elements)
    {
        uint32_t unlike = 0;
        constant = p.constant;
        count = elements;
        has_second = p.second != nullptr;
        load(in, p.in_step, count, b);
        if (!has_second)
            return count == recurrence_row && p.is_plain;
        load(second, p.second_step, count, a);
#pragma unroll
        for (int i = 0; i < recurrence_row; i++)
            unlike |= E::unlike(a[i]);
        return count == recurrence_row && !E::not_plain(unlike);
    }
    template <bool PLAIN> __device__ recurrence_step step(int i) const
    {
        return step_of<PLAIN>(has_second ? E::widen(a[i]) : constant, E::widen(b[i]));
    }
    /* Each element behind those before it in the row, in order: then(step). The network, like a binary counter. */
    template <bool PLAIN, class THEN> __device__ void scan(THEN then) const
    {
        recurrence_step before[5];
#pragma unroll
        for (int i = 0; i < recurrence_row; i++) {
            recurrence_step s = step<PLAIN>(i);
            bool is_left = false;
#pragma unroll
            for (int level = 0; level < 5; level++) {
                if (i >> level & 1) {
                    s = follow<PLAIN>(before[level], s);
                } else if (!is_left) {
                    before[level] = s;
                    is_left = true;
                }
            }
            if (PLAIN || i < count)
                then(s);
        }
    }
    /* The same, all together. */
    template <bool PLAIN, int FROM = 0, int COUNT = recurrence_row> __device__ recurrence_step total() const
    {
        if constexpr (COUNT == 1)
            return step<PLAIN>(FROM);
        else
            return follow<PLAIN>(total<PLAIN, FROM, COUNT / 2>(), total<PLAIN, FROM + COUNT / 2, COUNT / 2>());
    }
};

} // namespace prefix_cuda

#endif
