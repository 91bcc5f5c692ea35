/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which of two kernels reduces a large array by key: tiles.cuh, or ring.cuh, which is the faster one if runs
 * are long. Both are launched, and each block looks at keys in some places all over the array, the same for all, so
 * that all agree on which of them have nothing to do.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_LONG_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_LONG_CUH

#include "warp/mask.cuh"
#include "segments/run_heads.cuh"

namespace prefix_cuda
{

/* What long runs have at least; where these fold 64 bits in order, more. */
template <class OP> constexpr int runs_long = OP::bits == 64 && OP::ordered ? 800 : 140;

constexpr int runs_long_warps = 8; /* that look */

/* By a warp, of some places: less than 0 if runs are longer there than so many elements. */
template <class KEY> __device__ inline int runs_sampled(const prefix__cuda_segmented &s, const KEY *keys, int length)
{
    constexpr int each = sizeof(KEY) > 4 ? 2 : 4, some = 8, elements = 32 * each;
    using row = typename runs_bits<1, each>::template keys_of_row<KEY>;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const uint64_t stride = (s.scan.n - elements) / (some * runs_long_warps) / elements * elements;
    row own[some];
    uint32_t heads = 0;
#pragma unroll
    for (int i = 0; i < some; i++)
        own[i].load(keys + (i * runs_long_warps + warp) * stride + lane * each);
#pragma unroll
    for (int i = 0; i < some; i++) {
        KEY before = own[i].key[each - 1];
        const uint32_t bits = own[i].heads(before, [&](KEY x, KEY y) { return keys_differ(x, y, s); });
        heads += (uint32_t)__popc(lane == 0 ? bits & ~1u : bits); /* of which nothing is known */
    }
    return (int)sum_of_lanes(heads) * length - some * elements;
}

/* By all threads of a block, which has as many warps at least. Keys are aligned, and more than a tile. */
template <class OP> __device__ inline bool runs_are_long(const prefix__cuda_segmented &s)
{
    __shared__ int sampled[runs_long_warps];
    const int warp = threadIdx.x >> 5;
    if (warp < runs_long_warps) {
        int heads = 0;
        if (s.head_size == 4)
            heads = runs_sampled(s, (const uint32_t *)s.heads, runs_long<OP>);
        else if (s.head_size == 2)
            heads = runs_sampled(s, (const uint16_t *)s.heads, runs_long<OP>);
        else if (s.head_size == 1)
            heads = runs_sampled(s, (const uint8_t *)s.heads, runs_long<OP>);
        else if constexpr (sizeof(typename OP::word) == 8)
            heads = runs_sampled(s, (const uint64_t *)s.heads, runs_long<OP>);
        if ((threadIdx.x & 31) == 0)
            sampled[warp] = heads;
    }
    __syncthreads();
    int heads = 0;
#pragma unroll
    for (int w = 0; w < runs_long_warps; w++)
        heads += sampled[w];
    return heads < 0;
}

} // namespace prefix_cuda

#endif
