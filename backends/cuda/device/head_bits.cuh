/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets of segments made into bits, one for each element, which are 0 before: for kernels that look at heads in
 * order, but not for offsets. Offsets do not decrease: where segments are short, neighbours fall into a word, and
 * are brought together by each lane and then by the warp.
 */
#ifndef PREFIX_CUDA_DEVICE_HEAD_BITS_CUH
#define PREFIX_CUDA_DEVICE_HEAD_BITS_CUH

#include "../block/packet.cuh"

namespace prefix_cuda
{

constexpr int head_bits_threads = 256;
constexpr int head_bits_each = 8; /* neighbours that a lane has */

/* Those from k on, in whole packets where there are; those that the array does not have become n. */
template <class INDEX>
__device__ inline void load_offsets(uint64_t (&offset)[head_bits_each], const INDEX *offsets, int64_t k, int64_t count,
                                    uint64_t n)
{
    constexpr int each = 16 / sizeof(INDEX), packets = head_bits_each / each;
    if (k >= 0 && k + head_bits_each <= count) {
        packet<16> p[packets];
        INDEX all[head_bits_each];
#pragma unroll
        for (int i = 0; i < packets; i++)
            p[i] = load_packet<16>((const char *)(offsets + k + i * each));
        __builtin_memcpy(all, p, sizeof all);
#pragma unroll
        for (int e = 0; e < head_bits_each; e++)
            offset[e] = all[e];
    } else {
#pragma unroll
        for (int e = 0; e < head_bits_each; e++)
            offset[e] = k + e >= 0 && k + e < count ? (uint64_t)offsets[k + e] : n;
    }
}

/* Bits of a word. */
struct head_word {
    uint64_t word;
    uint32_t bits;

    __device__ void set(uint32_t *all) const
    {
        if (bits)
            atomicOr(all + word, bits);
    }
};

/* That of an offset; one behind the array has no bit, whatever word. */
__device__ inline head_word head_word_of(uint64_t offset, uint64_t n)
{
    return {min(offset, n) / 32, offset < n ? 1u << offset % 32 : 0};
}

/* The first lane of those with one word sets what all of them have. */
__device__ inline void set_together(head_word mine, uint32_t *all)
{
    const uint64_t before = __shfl_up_sync(~0u, mine.word, 1);
    const bool first = (threadIdx.x & 31) == 0 || before != mine.word;
    if (!__all_sync(~0u, first)) {
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const uint64_t word = __shfl_down_sync(~0u, mine.word, distance);
            const uint32_t bits = __shfl_down_sync(~0u, mine.bits, distance);
            mine.bits |= word == mine.word ? bits : 0;
        }
    }
    if (first)
        mine.set(all);
}

template <class INDEX>
__global__ void __launch_bounds__(head_bits_threads)
    head_bits_kernel(const INDEX *offsets, uint64_t count, uint32_t *all, uint64_t n)
{
    const int64_t lead = (int64_t)((uintptr_t)offsets % 16 / sizeof(INDEX)); /* so that packets are aligned */
    const int64_t stride = (int64_t)gridDim.x * head_bits_threads * head_bits_each;
    const int64_t own = (int64_t)(threadIdx.x & 31) * head_bits_each;
    int64_t k = ((int64_t)blockIdx.x * head_bits_threads + threadIdx.x) * head_bits_each - lead;
    for (; k - own < (int64_t)count; k += stride) {
        uint64_t offset[head_bits_each];
        load_offsets(offset, offsets, k, (int64_t)count, n);
        head_word mine = head_word_of(offset[0], n);
#pragma unroll
        for (int e = 1; e < head_bits_each; e++) {
            const head_word next = head_word_of(offset[e], n);
            if (next.word != mine.word)
                mine.set(all);
            mine.bits = next.word == mine.word ? mine.bits | next.bits : next.bits;
            mine.word = next.word;
        }
        set_together(mine, all);
    }
}

} // namespace prefix_cuda

#endif
