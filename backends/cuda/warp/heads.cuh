/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Where segments begin, in the order of a scan, as bits: those of 32 neighbouring elements are a word, and
 * word w of a warp's part of a tile is in lane w. They come from flags, bits or keys, and go nowhere else.
 *
 * All are read in the array's order. In reverse, what tells of a position is what the array says of the
 * element beside it: place q, of which it is told whether it begins a segment, is n - p for position p.
 */
#ifndef PREFIX_CUDA_WARP_HEADS_CUH
#define PREFIX_CUDA_WARP_HEADS_CUH

#include <prefix/backend.h>

#include "params/segmented_params.h"
#include "word/keys.cuh"

namespace prefix_cuda
{

/* 16 bytes, aligned to 8. */
struct key_pair {
    uint64_t low, high;
};

template <class KEY> __device__ inline KEY key_from_lane(KEY key, int lane)
{
    return __shfl_sync(~0u, key, lane);
}

__device__ inline key_pair key_from_lane(key_pair key, int lane)
{
    return {__shfl_sync(~0u, key.low, lane), __shfl_sync(~0u, key.high, lane)};
}

template <class KEY> __device__ inline bool keys_differ(KEY x, KEY y, const prefix__cuda_segmented &s)
{
    return keys_differ(x, y, (KEY)s.mask, (KEY)s.range);
}

__device__ inline bool keys_differ(key_pair x, key_pair y, const prefix__cuda_segmented &)
{
    return ((x.low ^ y.low) | (x.high ^ y.high)) != 0;
}

/* The place q of the first of a part's positions, or in reverse of its last. */
__device__ inline int64_t lowest_place(const prefix__cuda_segmented &s, uint64_t first, int words)
{
    return s.scan.reverse ? (int64_t)(s.scan.n - first) - 32 * words + 1 : (int64_t)first;
}

/* Keys of BATCH words are on their way at once. */
template <class KEY, int WORDS>
__device__ inline uint32_t words_of_keys(const prefix__cuda_segmented &s, int64_t lowest)
{
    constexpr int batch = sizeof(KEY) > 4 ? 4 : WORDS < 16 ? WORDS : 16;
    const int lane = threadIdx.x & 31;
    const int64_t n = (int64_t)s.scan.n;
    const KEY *keys = (const KEY *)s.heads;
    uint32_t mine = 0;
    KEY before = {}; /* in lane 31: the key before the batch */
    if (lane == 31 && lowest > 0 && lowest <= n)
        before = keys[lowest - 1];
#pragma unroll 1
    for (int w = 0; w < WORDS; w += batch) {
        KEY key[batch];
        const int64_t at = lowest + w * 32 + lane;
        if (at - lane >= 0 && at - lane + batch * 32 <= n) {
#pragma unroll
            for (int b = 0; b < batch; b++)
                key[b] = keys[at + b * 32];
        } else {
#pragma unroll
            for (int b = 0; b < batch; b++)
                key[b] = at + b * 32 >= 0 && at + b * 32 < n ? keys[at + b * 32] : KEY{};
        }
#pragma unroll
        for (int b = 0; b < batch; b++) {
            const KEY neighbour = key_from_lane(lane == 31 ? before : key[b], (lane + 31) & 31);
            const uint32_t word = __ballot_sync(~0u, keys_differ(key[b], neighbour, s));
            mine = lane == w + b ? word : mine;
            before = key[b];
        }
    }
    return mine;
}

template <int WORDS> __device__ inline uint32_t words_of_flags(const prefix__cuda_segmented &s, int64_t lowest)
{
    constexpr int batch = 8;
    const int lane = threadIdx.x & 31;
    const int64_t n = (int64_t)s.scan.n;
    const uint8_t *flags = (const uint8_t *)s.heads;
    uint32_t mine = 0;
#pragma unroll 1
    for (int w = 0; w < WORDS; w += batch) {
        uint8_t flag[batch];
        const int64_t at = lowest + w * 32 + lane;
#pragma unroll
        for (int b = 0; b < batch; b++)
            flag[b] = at + b * 32 >= 0 && at + b * 32 < n ? flags[at + b * 32] : 0;
#pragma unroll
        for (int b = 0; b < batch; b++) {
            const uint32_t word = __ballot_sync(~0u, flag[b] != 0);
            mine = lane == w + b ? word : mine;
        }
    }
    return mine;
}

/* A word lies in five bytes at most; those without a bit of the array are not touched. */
template <int WORDS> __device__ inline uint32_t words_of_bits(const prefix__cuda_segmented &s, int64_t lowest)
{
    const uint8_t *bytes = (const uint8_t *)s.heads;
    const int64_t lane_at = lowest + (int64_t)(threadIdx.x & 31) * 32;
    const int64_t end = (int64_t)s.scan.n < lane_at + 32 ? (int64_t)s.scan.n : lane_at + 32;
    const int64_t at = lane_at > 0 ? lane_at : 0;
    if ((threadIdx.x & 31) >= WORDS || at >= end)
        return 0;
    const uint64_t from = s.first + (uint64_t)at;
    const int bytes_used = (int)((s.first + (uint64_t)end - 1) / 8 - from / 8) + 1;
    uint64_t seen = 0;
#pragma unroll
    for (int k = 0; k < 5; k++) {
        if (k < bytes_used)
            seen |= (uint64_t)bytes[from / 8 + k] << (8 * k);
    }
    return (uint32_t)(seen >> from % 8) << (int)(at - lane_at);
}

/* The words of a warp's part whose first position is first. */
template <int WORDS> __device__ inline uint32_t words_of_heads(const prefix__cuda_segmented &s, uint64_t first)
{
    const int lane = threadIdx.x & 31;
    const int64_t lowest = lowest_place(s, first, WORDS);
    uint32_t word = 0;
    if (first < s.scan.n) {
        if (s.form == PREFIX_HEADS_FLAGS)
            word = words_of_flags<WORDS>(s, lowest);
        else if (s.form == PREFIX_HEADS_BITS)
            word = words_of_bits<WORDS>(s, lowest);
        else if (s.head_size == 4)
            word = words_of_keys<uint32_t, WORDS>(s, lowest);
        else if (s.head_size == 8)
            word = words_of_keys<uint64_t, WORDS>(s, lowest);
        else if (s.head_size == 2)
            word = words_of_keys<uint16_t, WORDS>(s, lowest);
        else if (s.head_size == 1)
            word = words_of_keys<uint8_t, WORDS>(s, lowest);
        else
            word = words_of_keys<key_pair, WORDS>(s, lowest);
    }
    /* Only elements of the array begin segments, and its first one does so whatever is said of it. */
    const int64_t at = lowest + lane * 32, begin = 1 - at, end = (int64_t)s.scan.n - at;
    if (begin > 0)
        word &= begin > 31 ? 0 : ~0u << begin;
    if (end < 32)
        word &= end <= 0 ? 0 : ~0u >> (32 - end);
    if (s.scan.reverse)
        word = __shfl_sync(~0u, __brev(word), (WORDS - 1 - lane) & 31);
    if (first == 0 && lane == 0)
        word |= 1;
    return lane < WORDS ? word : 0;
}

/* The bits of the lane's own COUNT elements of a row that begins with a word; the first is the lowest. */
template <int COUNT> __device__ inline uint32_t heads_of_lane(uint32_t words, int row_word)
{
    const int at = (threadIdx.x & 31) * COUNT;
    return __shfl_sync(~0u, words, row_word + at / 32) >> (at % 32) & ((1u << COUNT) - 1);
}

} // namespace prefix_cuda

#endif
