/* SPDX-License-Identifier: BSD-3-Clause */
/* A line: where its elements lie, what stands before it, and where its last y goes. */
#ifndef PREFIX_CUDA_RECURRENCES_LINE_CUH
#define PREFIX_CUDA_RECURRENCES_LINE_CUH

#include "recurrences/step.cuh"

namespace prefix_cuda
{

/* Its first elements. */
template <class E> struct recurrence_line {
    using memory = typename E::memory;
    const memory *in, *second;
    memory *out;

    __device__ recurrence_line(const prefix__cuda_recurrence &p, uint64_t line)
        : in((const memory *)p.scan.in), second((const memory *)p.second), out((memory *)p.scan.out)
    {
#pragma unroll 1
        for (uint32_t d = p.dims; d-- > 1; line /= p.dim[d].count)
            go(p.dim[d], line % p.dim[d].count);
        if (p.dims > 0)
            go(p.dim[0], line);
    }
    __device__ void go(const prefix__cuda_recurrence_dim &dim, uint64_t i)
    {
        in += (int64_t)i * dim.in_step;
        out += (int64_t)i * dim.out_step;
        second += (int64_t)i * dim.second_step;
    }
};

template <class E> __device__ inline recurrence_before first_of_line(const prefix__cuda_recurrence &p, uint64_t line)
{
    if (!p.firsts)
        return {p.first, p.has_first != 0};
    return {p.firsts_are_wide ? ((const double *)p.firsts)[line]
                              : E::widen(((const typename E::memory *)p.firsts)[line]),
            true};
}

template <class E> __device__ inline void store_last(const prefix__cuda_recurrence &p, uint64_t line, double y)
{
    if (!p.scan.total)
        return;
    if (p.total_is_wide)
        ((double *)p.scan.total)[line] = y;
    else
        ((typename E::memory *)p.scan.total)[line] = E::narrow(y);
}

} // namespace prefix_cuda

#endif
