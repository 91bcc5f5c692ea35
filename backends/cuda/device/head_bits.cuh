/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets of segments made into bits, one for each element, which are 0 before: for kernels that look at heads in
 * order, but not for offsets. A warp takes 32 offsets at a time. Where segments are short, many fall into a word.
 */
#ifndef PREFIX_CUDA_DEVICE_HEAD_BITS_CUH
#define PREFIX_CUDA_DEVICE_HEAD_BITS_CUH

#include <stdint.h>

namespace prefix_cuda
{

constexpr int head_bits_threads = 256;
constexpr int head_bits_each = 4; /* offsets that a lane has on their way */

/* Offsets do not decrease, so that those of a word are neighbours: the first lane of them gets all their bits. */
__device__ inline void set_head(uint32_t *bits, uint64_t offset, uint64_t n)
{
    const int lane = threadIdx.x & 31;
    const uint64_t word = min(offset, n) / 32; /* of those at the end, and lanes without any, too */
    uint32_t mine = offset < n ? 1u << offset % 32 : 0;
    const uint64_t word_before = __shfl_up_sync(~0u, word, 1);
    const bool first = lane == 0 || word != word_before;
    if (!__all_sync(~0u, first)) {
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const uint64_t other = __shfl_down_sync(~0u, word, distance);
            const uint32_t theirs = __shfl_down_sync(~0u, mine, distance);
            if (other == word)
                mine |= theirs;
        }
    }
    if (first && mine)
        atomicOr(bits + word, mine);
}

template <class INDEX>
__global__ void __launch_bounds__(head_bits_threads)
    head_bits_kernel(const INDEX *offsets, uint64_t count, uint32_t *bits, uint64_t n)
{
    const uint64_t stride = (uint64_t)gridDim.x * head_bits_threads * head_bits_each;
    const uint32_t warp = blockIdx.x * (head_bits_threads / 32) + (threadIdx.x >> 5), lane = threadIdx.x & 31;
    for (uint64_t k = (uint64_t)warp * 32 * head_bits_each; k < count; k += stride) {
        uint64_t offset[head_bits_each];
#pragma unroll
        for (int e = 0; e < head_bits_each; e++)
            offset[e] = k + e * 32 + lane < count ? (uint64_t)offsets[k + e * 32 + lane] : n;
#pragma unroll
        for (int e = 0; e < head_bits_each; e++)
            set_head(bits, offset[e], n);
    }
}

} // namespace prefix_cuda

#endif
