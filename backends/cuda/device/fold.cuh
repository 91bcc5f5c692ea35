/* SPDX-License-Identifier: BSD-3-Clause */
/* Aggregates folded into what stands before them. A warp does it, and every lane gets the result. */
#ifndef PREFIX_CUDA_DEVICE_FOLD_CUH
#define PREFIX_CUDA_DEVICE_FOLD_CUH

namespace prefix_cuda
{

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

} // namespace prefix_cuda

#endif
