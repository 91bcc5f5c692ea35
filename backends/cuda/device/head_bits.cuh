/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets of segments made into bits, one for each element, which are 0 before: for kernels that look at heads in
 * order, but not for offsets. Offsets do not decrease: where segments are short, neighbours fall into a word, and
 * are brought together by each lane and then by the warp.
 */
#ifndef PREFIX_CUDA_DEVICE_HEAD_BITS_CUH
#define PREFIX_CUDA_DEVICE_HEAD_BITS_CUH

#include "../block/packet.cuh"
#include "../runs_params.h"

namespace prefix_cuda
{

constexpr int head_bits_threads = 256;
constexpr int head_bits_each = 8; /* neighbours that a lane has */

/* Those from k on, in whole packets where there are. Beyond the array's ends, its first or last once more. */
template <class INDEX>
__device__ inline void load_offsets(INDEX (&offset)[head_bits_each], const INDEX *offsets, int64_t k, int64_t count)
{
    constexpr int each = 16 / sizeof(INDEX), packets = head_bits_each / each;
    if (k >= 0 && k + head_bits_each <= count) {
        packet<16> p[packets];
#pragma unroll
        for (int i = 0; i < packets; i++)
            p[i] = load_packet<16>((const char *)(offsets + k + i * each));
        __builtin_memcpy(offset, p, sizeof offset);
    } else {
#pragma unroll
        for (int e = 0; e < head_bits_each; e++)
            offset[e] = offsets[min(max(k + e, (int64_t)0), count - 1)];
    }
}

/* Bits of a word. */
template <class INDEX> struct head_word {
    INDEX word;
    uint32_t bits;

    __device__ head_word(INDEX offset, INDEX last)
        : word(offset / 32), bits(offset <= last ? 1u << (uint32_t)offset % 32 : 0)
    {
    }
    /* Predicated: a branch for each offset would cost more than all else. */
    __device__ void set(uint32_t *all, bool wanted) const
    {
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "setp.ne.u32 p, %2, 0;\n\t"
                     "@p red.relaxed.gpu.global.or.b32 [%0], %1;\n\t}" ::"l"(all + word),
                     "r"(bits), "r"((uint32_t)(wanted && bits))
                     : "memory");
    }
};

/* The first lane of those with one word sets what all of them have. */
template <class INDEX> __device__ inline void set_together(head_word<INDEX> mine, uint32_t *all)
{
    const INDEX before = __shfl_up_sync(~0u, mine.word, 1);
    const bool first = (threadIdx.x & 31) == 0 || before != mine.word;
    if (!__all_sync(~0u, first)) {
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const INDEX word = __shfl_down_sync(~0u, mine.word, distance);
            const uint32_t bits = __shfl_down_sync(~0u, mine.bits, distance);
            mine.bits |= word == mine.word ? bits : 0;
        }
    }
    mine.set(all, first);
}

/* n and count are at least 1. */
template <class INDEX>
__global__ void __launch_bounds__(head_bits_threads) head_bits_kernel(const prefix__cuda_head_bits p)
{
    const INDEX *offsets = (const INDEX *)p.offsets;
    uint32_t *all = p.bits;
    const uint64_t count = p.count, n = p.n;
    const INDEX last = (INDEX)min(n - 1, (uint64_t)(INDEX) ~(INDEX)0);
    const int64_t lead = (int64_t)((uintptr_t)offsets % 16 / sizeof(INDEX)); /* so that packets are aligned */
    const int64_t stride = (int64_t)gridDim.x * head_bits_threads * head_bits_each;
    const int64_t own = (int64_t)(threadIdx.x & 31) * head_bits_each;
    int64_t k = ((int64_t)blockIdx.x * head_bits_threads + threadIdx.x) * head_bits_each - lead;
    for (; k - own < (int64_t)count; k += stride) {
        INDEX offset[head_bits_each];
        load_offsets(offset, offsets, k, (int64_t)count);
        head_word<INDEX> mine(offset[0], last);
#pragma unroll
        for (int e = 1; e < head_bits_each; e++) {
            const head_word<INDEX> next(offset[e], last);
            mine.set(all, next.word != mine.word);
            mine.bits = next.bits | (next.word == mine.word ? mine.bits : 0);
            mine.word = next.word;
        }
        set_together(mine, all);
    }
}

} // namespace prefix_cuda

#endif
