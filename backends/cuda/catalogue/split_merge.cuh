/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The radix sort by scans, GPU Gems 3, ch. 39.3.3: blocks sort chunks in shared memory, by a split for each bit, then
 * blocks merge pairs of sorted runs, by Batcher's bitonic network. An element is its code and its place in the input,
 * by which equal codes are merged in order. Behind the end of the array, and of a run, stands what is last.
 */
#ifndef PREFIX_CUDA_CATALOGUE_SPLIT_MERGE_CUH
#define PREFIX_CUDA_CATALOGUE_SPLIT_MERGE_CUH

#include "params/split_merge_params.h"

namespace prefix_cuda
{

constexpr int split_merge_chunk = 1024; /* elements, each of which has a thread */

struct split_merge_element {
    uint64_t code;
    uint32_t place;

    __device__ bool is_behind(const split_merge_element &other) const
    {
        return code != other.code ? code > other.code : place > other.place;
    }
};

constexpr uint32_t split_merge_last = 0xffffffff; /* of places: no element's */

/* In shared memory. */
struct split_merge_buffer {
    uint64_t codes[split_merge_chunk];
    uint32_t places[split_merge_chunk];

    __device__ void put(uint32_t i, const split_merge_element &x)
    {
        codes[i] = x.code;
        places[i] = x.place;
    }
    __device__ split_merge_element get(uint32_t i) const
    {
        return {codes[i], places[i]};
    }
};

__device__ inline uint64_t split_merge_load(const void *keys, uint64_t i, uint32_t size)
{
    return size == 1   ? ((const uint8_t *)keys)[i]
           : size == 2 ? ((const uint16_t *)keys)[i]
           : size == 4 ? ((const uint32_t *)keys)[i]
                       : ((const uint64_t *)keys)[i];
}

/* The bits that count of a key's code, as struct prefix_sort_code has it. */
__device__ inline uint64_t split_merge_code(const prefix__cuda_split &s, uint64_t key)
{
    const uint64_t all = ~(uint64_t)0 >> (64 - 8 * s.size), sign = all ^ all >> 1, y = key ^ s.flip,
                   m = y & ~sign & all;
    const uint64_t of_float = m > s.infinity ? s.nan : (y & sign ? s.zero - m : s.zero + m) & all;
    return (s.infinity ? of_float : y) >> s.first_bit & s.mask;
}

/* Where an element goes by one of its bits; zeros has room for a number of each warp. */
__device__ inline uint32_t split_merge_place(bool bit, uint32_t *zeros)
{
    const uint32_t t = threadIdx.x, lane = t % 32, warp = t / 32;
    const uint32_t votes = __ballot_sync(~0u, !bit);
    if (lane == 0)
        zeros[warp] = __popc(votes);
    __syncthreads();
    uint32_t upto = zeros[lane]; /* each warp scans the numbers of all */
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
        const uint32_t before = __shfl_up_sync(~0u, upto, distance);
        upto += lane >= distance ? before : 0;
    }
    const uint32_t all = __shfl_sync(~0u, upto, 31), own = __shfl_sync(~0u, upto, warp);
    const uint32_t before = own - __popc(votes) + __popc(votes & ((1u << lane) - 1));
    return bit ? all + t - before : before;
}

__global__ void __launch_bounds__(split_merge_chunk) split_kernel(const __grid_constant__ prefix__cuda_split s)
{
    __shared__ split_merge_buffer chunk;
    __shared__ uint32_t zeros[split_merge_chunk / 32];
    const uint32_t t = threadIdx.x;
    const uint64_t i = (uint64_t)blockIdx.x * split_merge_chunk + t;
    split_merge_element x = {~(uint64_t)0, split_merge_last};
    if (i < s.n)
        x = {split_merge_code(s, split_merge_load(s.keys, i, s.size)), (uint32_t)i};
    chunk.put(t, x);
    __syncthreads();
    for (uint32_t bit = 0; __syncthreads_or(t > 0 && chunk.codes[t - 1] > x.code); bit++) {
        chunk.put(split_merge_place(x.code >> bit & 1, zeros), x);
        __syncthreads();
        x = chunk.get(t);
    }
    if (i < s.n) {
        s.to.codes[i] = x.code;
        s.to.places[i] = x.place;
    }
}

/* A sorted run in memory, the next elements of which are in shared memory, each where its index has it. */
struct split_merge_run {
    prefix__cuda_elements from;
    uint64_t begin, length;
    uint64_t taken;

    __device__ split_merge_element load(uint64_t i) const
    {
        return i < length ? split_merge_element{from.codes[begin + i], from.places[begin + i]}
                          : split_merge_element{~(uint64_t)0, split_merge_last};
    }
    /* So many of them are no longer needed: by as many threads, the first of which is number 0. */
    __device__ void refill(split_merge_buffer &buffer, uint32_t thread, uint32_t count) const
    {
        if (thread < count)
            buffer.put((uint32_t)(taken + thread) % split_merge_chunk, load(taken + split_merge_chunk + thread));
    }
};

/* Sorts what is bitonic, by elements of as many threads. */
__device__ inline split_merge_element split_merge_sort(split_merge_element x, split_merge_buffer &buffer)
{
    const uint32_t t = threadIdx.x;
#pragma unroll 1
    for (uint32_t distance = split_merge_chunk / 2; distance > 0; distance /= 2) {
        buffer.put(t, x);
        __syncthreads();
        const split_merge_element other = buffer.get(t ^ distance);
        __syncthreads();
        x = x.is_behind(other) == !(t & distance) ? other : x;
    }
    return x;
}

/* The smaller ones of the next elements of one run and, from their end, of the other are the smallest of both. */
__global__ void __launch_bounds__(split_merge_chunk) merge_kernel(const __grid_constant__ prefix__cuda_merge m)
{
    __shared__ split_merge_buffer next[2], stage;
    const uint32_t t = threadIdx.x;
    const uint64_t begin = 2 * m.run * blockIdx.x, left = m.n - begin;
    split_merge_run a = {m.from, begin, left < m.run ? left : m.run, 0};
    split_merge_run b = {m.from, begin + a.length, left - a.length < m.run ? left - a.length : m.run, 0};
    next[0].put(t, a.load(t));
    next[1].put(t, b.load(t));
    __syncthreads();
    for (uint64_t done = 0; done < a.length + b.length; done += split_merge_chunk) {
        const split_merge_element of_a = next[0].get((uint32_t)(a.taken + t) % split_merge_chunk);
        const split_merge_element of_b =
            next[1].get((uint32_t)(b.taken + split_merge_chunk - 1 - t) % split_merge_chunk);
        const bool is_a = !of_a.is_behind(of_b);
        const uint32_t taken = __syncthreads_count(is_a);
        a.refill(next[0], t, taken);
        b.refill(next[1], t - taken, split_merge_chunk - taken);
        a.taken += taken;
        b.taken += split_merge_chunk - taken;
        const split_merge_element x = split_merge_sort(is_a ? of_a : of_b, stage);
        if (done + t < a.length + b.length) {
            m.to.codes[begin + done + t] = x.code;
            m.to.places[begin + done + t] = x.place;
        }
    }
}

} // namespace prefix_cuda

#endif
