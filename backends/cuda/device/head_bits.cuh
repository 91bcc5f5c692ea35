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

/*
 * Sets the bits of neighbours up to most, in words from the first one to the last; others are not the part's, and go
 * elsewhere, since branches take longer.
 */
template <class INDEX>
__device__ inline void set_bits(const INDEX (&offset)[head_bits_each], INDEX most, INDEX first, uint32_t last,
                                uint32_t *bits, uint32_t *elsewhere)
{
    const auto bit = [&](INDEX o) { return o <= most ? 1u << (uint32_t)o % 32 : 0; };
    INDEX word = offset[0] / 32 - first;
    uint32_t mine = bit(offset[0]);
#pragma unroll
    for (int e = 1; e < head_bits_each; e++) {
        const INDEX next = offset[e] / 32 - first;
        atomicOr(next != word && word <= last ? bits + (uint32_t)word : elsewhere, mine);
        mine = (next != word ? 0 : mine) | bit(offset[e]);
        word = next;
    }
    atomicOr(word <= last ? bits + (uint32_t)word : elsewhere, mine);
}

/*
 * Whatever offsets are, nothing is written beyond the words. In shared memory these lie as many behind an aligned place
 * as in memory, so that packets of them move.
 */
template <class INDEX>
__global__ void __launch_bounds__(head_bits_threads) head_bits_kernel(const prefix__cuda_head_bits p)
{
    constexpr int packet_words = 16 / sizeof(uint32_t), room = PREFIX__CUDA_HEAD_BITS_PART + 2 * packet_words;
    __shared__ alignas(16) uint32_t words[room + 32];
    const INDEX *offsets = (const INDEX *)p.offsets;
    const uint64_t part = blockIdx.x;
    let_next_start();
    await_previous();
    const uint64_t from = p.first[part], to = p.first[part + 1];
    const uint64_t first = before_part(p, part) - from, behind = before_part(p, part + 1) - to;
    const uint32_t last = behind > first ? (uint32_t)min(behind - first, (uint64_t)PREFIX__CUDA_HEAD_BITS_PART) : 0;
    const uint32_t skew = (uint32_t)first % packet_words;
    uint32_t *const bits = words + skew;
    for (uint32_t i = threadIdx.x; i <= (skew + last) / packet_words; i += head_bits_threads)
        ((uint4 *)words)[i] = make_uint4(0, 0, 0, 0);
    __syncthreads();
    const int64_t lead = (int64_t)((uintptr_t)offsets % 16 / sizeof(INDEX)); /* so that packets are aligned */
    int64_t k = ((int64_t)from + lead) / head_bits_each * head_bits_each - lead + threadIdx.x * head_bits_each;
    if (first <= ~(INDEX)0 / 32) {
        for (; k < (int64_t)to; k += head_bits_threads * head_bits_each) {
            INDEX offset[head_bits_each];
            load_offsets(offset, offsets, k, (int64_t)p.count);
            set_bits(offset, (INDEX)min(p.n - 1, (uint64_t) ~(INDEX)0), (INDEX)first, last, bits,
                     words + room + threadIdx.x % 32);
        }
    }
    __syncthreads();
    for (uint32_t i = threadIdx.x; i <= (skew + last) / packet_words; i += head_bits_threads) {
        const uint32_t from_word = i * packet_words, behind_word = from_word + packet_words;
        if (from_word > skew && behind_word <= skew + last) {
            ((uint4 *)(p.bits + first - skew))[i] = ((const uint4 *)words)[i];
            continue;
        }
        for (uint32_t w = max(from_word, skew); w <= min(behind_word - 1, skew + last); w++) {
            uint32_t *const to_word = p.bits + first + (w - skew);
            if (w > skew && w < skew + last)
                *to_word = words[w];
            else if (words[w] != 0 && first + (w - skew) < p.words)
                atomicOr(to_word, words[w]);
        }
    }
}

} // namespace prefix_cuda

#endif
