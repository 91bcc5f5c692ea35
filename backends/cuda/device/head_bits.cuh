/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets of segments made into bits, one for each element: for kernels that look at heads in order, but not for
 * offsets. Words of bits and offsets are merged, in the order of the elements, and cut into parts of the same length
 * wherever offsets lie (merge path: Odeh, Green, Mwassi, Shmueli and Birk 2012). A block makes the words of a part in
 * shared memory. Of its first and its last one, in which offsets of other parts may be, it adds its bits to memory that
 * the search for the parts has cleared.
 */
#ifndef PREFIX_CUDA_DEVICE_HEAD_BITS_CUH
#define PREFIX_CUDA_DEVICE_HEAD_BITS_CUH

#include "../block/packet.cuh"
#include "../runs_params.h"
#include "../warp/search.cuh"
#include "dependent.cuh"

namespace prefix_cuda
{

constexpr int head_bits_threads = 256;
constexpr int head_bits_each = 8;  /* neighbours that a lane has */
constexpr int head_bits_lanes = 8; /* that search together */

/* What the words and the offsets of the parts before one come to. */
__device__ inline uint64_t before_part(const prefix__cuda_head_bits &p, uint64_t part)
{
    return min(part * PREFIX__CUDA_HEAD_BITS_PART, p.words + p.count);
}

/* Finds the first offset of each part, and behind the last. A word is before the offsets of the next one. */
template <class INDEX>
__global__ void __launch_bounds__(head_bits_threads) head_bits_search_kernel(const prefix__cuda_head_bits p)
{
    const INDEX *offsets = (const INDEX *)p.offsets;
    const uint64_t part = ((uint64_t)blockIdx.x * head_bits_threads + threadIdx.x) / head_bits_lanes;
    const uint64_t at = before_part(p, part), words = p.words;
    await_previous();
    let_next_start();
    const uint64_t first = search<head_bits_lanes>(at > words ? at - words : 0, min(at, p.count), [=](uint64_t k) {
        return min((uint64_t)offsets[k] / 32, words) + k < at;
    });
    if (threadIdx.x % head_bits_lanes != 0 || part > p.parts)
        return;
    p.first[part] = first;
    if (at - first < words)
        p.bits[at - first] = 0;
}

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

/* Sets the bits of neighbours, in words from the first one to the last; others are not the part's. */
template <class INDEX>
__device__ inline void set_bits(const INDEX (&offset)[head_bits_each], uint64_t n, uint64_t first, uint32_t last,
                                uint32_t *bits)
{
    uint64_t word = ~(uint64_t)0;
    uint32_t mine = 0;
    const auto set = [&]() {
        if (word <= last && mine != 0)
            atomicOr(bits + word, mine);
    };
#pragma unroll
    for (int e = 0; e < head_bits_each; e++) {
        const uint64_t next = (uint64_t)offset[e] / 32 - first;
        if (next != word) {
            set();
            mine = 0;
        }
        word = next;
        mine |= offset[e] < n ? 1u << (uint32_t)offset[e] % 32 : 0;
    }
    set();
}

/* Whatever offsets are, nothing is written beyond the words. */
template <class INDEX>
__global__ void __launch_bounds__(head_bits_threads) head_bits_kernel(const prefix__cuda_head_bits p)
{
    __shared__ uint32_t bits[PREFIX__CUDA_HEAD_BITS_PART + 1];
    const INDEX *offsets = (const INDEX *)p.offsets;
    const uint64_t part = blockIdx.x;
    await_previous();
    const uint64_t from = p.first[part], to = p.first[part + 1];
    const uint64_t first = before_part(p, part) - from, behind = before_part(p, part + 1) - to;
    const uint32_t last = behind > first ? (uint32_t)min(behind - first, (uint64_t)PREFIX__CUDA_HEAD_BITS_PART) : 0;
    for (uint32_t i = threadIdx.x; i <= last; i += head_bits_threads)
        bits[i] = 0;
    __syncthreads();
    const int64_t lead = (int64_t)((uintptr_t)offsets % 16 / sizeof(INDEX)); /* so that packets are aligned */
    int64_t k = ((int64_t)from + lead) / head_bits_each * head_bits_each - lead + threadIdx.x * head_bits_each;
    for (; k < (int64_t)to; k += head_bits_threads * head_bits_each) {
        INDEX offset[head_bits_each];
        load_offsets(offset, offsets, k, (int64_t)p.count);
        set_bits(offset, p.n, first, last, bits);
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i <= last; i += head_bits_threads) {
        if (i > 0 && i < last)
            p.bits[first + i] = bits[i];
        else if (bits[i] != 0 && first + i < p.words)
            atomicOr(p.bits + first + i, bits[i]);
    }
}

} // namespace prefix_cuda

#endif
