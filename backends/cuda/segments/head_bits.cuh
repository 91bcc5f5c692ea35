/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Offsets of segments made into bits, one for each element: for kernels that look at heads in order, but not for
 * offsets. Words of bits and offsets are merged, in the order of the elements, and cut into parts of the same length
 * wherever offsets lie (merge path: Odeh, Green, Mwassi, Shmueli and Birk 2012), one for each block that is at work at
 * a time: so each finds its own part, at once with all others. The words of a part are its block's own. Of the first
 * one, offsets may be in parts before.
 */
#ifndef PREFIX_CUDA_SEGMENTS_HEAD_BITS_CUH
#define PREFIX_CUDA_SEGMENTS_HEAD_BITS_CUH

#include "word/packet.cuh"
#include "params/runs_params.h"
#include "warp/search.cuh"
#include "grid/dependent.cuh"

namespace prefix_cuda
{

constexpr int head_bits_threads = 256;
constexpr int head_bits_each = 8;      /* offsets that a lane has at a time */
constexpr int head_bits_before = 256;  /* offsets before a part that are looked at, whatever they are */
constexpr int head_bits_window = 4096; /* words that a block makes at a time */

constexpr int head_bits_packet = 16 / sizeof(uint32_t); /* words */

/* In shared memory, words lie as many behind an aligned place as in memory, so that packets of them move. */
struct head_bits_shared {
    alignas(16) uint32_t words[head_bits_window + head_bits_packet];
    uint32_t elsewhere[32];
    uint64_t ends[2];
};

/* The first offset that is not before a part's place in the merged order. A word is behind its offsets. */
template <class INDEX>
__device__ inline uint64_t offsets_before(const prefix__cuda_head_bits &p, uint32_t part, uint64_t place)
{
    const INDEX *offsets = (const INDEX *)p.offsets;
    const uint64_t words = p.words;
    return search_near<32>((uint64_t)(part * p.of_part), place > words ? place - words : 0, min(place, p.count),
                           [=](uint64_t k) { return min((uint64_t)offsets[k] / 32, words) + k < place; });
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
        memcpy(offset, p, sizeof offset);
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
 * If more of the offsets before a part are in its first word than are looked at anyway, most of them are equal: then
 * the word's bits are searched for one by one.
 */
template <class INDEX>
__device__ inline void find_bits_before(const prefix__cuda_head_bits &p, uint64_t from, uint64_t word, uint32_t *bits)
{
    const INDEX *offsets = (const INDEX *)p.offsets;
    if (from <= head_bits_before || (uint64_t)offsets[from - head_bits_before - 1] / 32 != word)
        return;
    for (uint32_t bit = threadIdx.x / 32; bit < 32; bit += head_bits_threads / 32) {
        const uint64_t element = word * 32 + bit;
        const uint64_t k = search<32>(0, from, [=](uint64_t k) { return offsets[k] < element; });
        if (threadIdx.x % 32 == 0 && k < from && offsets[k] == element && element < p.n)
            atomicOr(bits, 1u << bit);
    }
}

/* From shared memory, words from the first to the last, which lie skew behind an aligned place. */
__device__ inline void store_words(uint32_t *to, const uint32_t *words, uint32_t skew, uint32_t last)
{
    for (uint32_t i = threadIdx.x; i <= (skew + last) / head_bits_packet; i += head_bits_threads) {
        const uint32_t begin = i * head_bits_packet, end = begin + head_bits_packet;
        if (begin >= skew && end <= skew + last + 1) {
            ((uint4 *)(to - skew))[i] = ((const uint4 *)words)[i];
            continue;
        }
        for (uint32_t w = max(begin, skew); w < min(end, skew + last + 1); w++)
            to[w - skew] = words[w];
    }
}

/* Whatever offsets are, nothing is written beyond the words. */
template <class INDEX>
__global__ void __launch_bounds__(head_bits_threads, PREFIX__CUDA_HEAD_BITS_BLOCKS)
    head_bits_kernel(const prefix__cuda_head_bits p)
{
    constexpr int64_t chunk = head_bits_threads * head_bits_each;
    __shared__ head_bits_shared shared;
    const INDEX *offsets = (const INDEX *)p.offsets;
    const uint64_t all = p.words + p.count;
    const uint64_t begin = min(blockIdx.x * p.part, all), end = min(begin + p.part, all);
    await_previous();
    let_next_start();
    if (threadIdx.x / 32 < 2) {
        const uint32_t which = threadIdx.x / 32;
        const uint64_t k = offsets_before<INDEX>(p, blockIdx.x + which, which == 0 ? begin : end);
        if (threadIdx.x % 32 == 0)
            shared.ends[which] = k;
    }
    __syncthreads();
    const uint64_t from = shared.ends[0], to = shared.ends[1], first = begin - from, behind = end - to;
    if (first >= behind)
        return;
    const uint32_t skew = (uint32_t)first % head_bits_packet;
    uint32_t *const bits = shared.words + skew;
    const INDEX most = (INDEX)min(p.n - 1, (uint64_t) ~(INDEX)0);
    const int64_t lead = (int64_t)((uintptr_t)offsets % 16 / sizeof(INDEX)); /* so that packets are aligned */
    int64_t base = ((int64_t)from - head_bits_before + lead) / head_bits_each * head_bits_each - lead;
    for (uint64_t word = first; word < behind; word += head_bits_window) {
        const uint32_t last = (uint32_t)min(behind - word, (uint64_t)head_bits_window) - 1;
        for (uint32_t i = threadIdx.x; i <= (skew + last) / head_bits_packet; i += head_bits_threads)
            ((uint4 *)shared.words)[i] = make_uint4(0, 0, 0, 0);
        __syncthreads();
        if (word == first)
            find_bits_before<INDEX>(p, from, word, bits);
        for (bool more = word <= ~(INDEX)0 / 32; more;) {
            INDEX offset[head_bits_each];
            const int64_t next = min(base + chunk, (int64_t)to);
            const INDEX tail = offsets[max(next - 1, (int64_t)0)];
            load_offsets(offset, offsets, base + threadIdx.x * head_bits_each, (int64_t)p.count);
            set_bits(offset, most, (INDEX)word, last, bits, shared.elsewhere + threadIdx.x % 32);
            /* Else what is left, perhaps of these, is behind the window. */
            more = next < (int64_t)to && (uint64_t)tail / 32 < word + head_bits_window;
            base = more ? next : base;
        }
        __syncthreads();
        store_words(p.bits + word, shared.words, skew, last);
        __syncthreads();
    }
}

} // namespace prefix_cuda

#endif
