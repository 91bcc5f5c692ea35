/* SPDX-License-Identifier: BSD-3-Clause */
/* The lengths of runs that are written out: what chunks of them come to, and so where each chunk ends in the output. */
#ifndef PREFIX_CUDA_RUNS_EXPAND_LENGTHS_CUH
#define PREFIX_CUDA_RUNS_EXPAND_LENGTHS_CUH

#include "word/packet.cuh"
#include "params/runs_params.h"

namespace prefix_cuda
{

constexpr int expand_threads = 256;
constexpr int expand_warps = expand_threads / 32;
constexpr int expand_chunk = PREFIX__CUDA_EXPAND_CHUNK;
constexpr int expand_rows = 2; /* of a chunk's runs that a warp has */
constexpr int expand_each = expand_chunk / expand_rows / 32;

/* Lengths of 8 bytes may come to more than there is room for: they then come to as much as there is. */
template <class SUM> __device__ inline SUM add_lengths(SUM a, SUM b)
{
    const SUM sum = a + b;
    return sizeof(SUM) == 8 && sum < a ? ~(SUM)0 : sum;
}

template <class T, int COUNT> __device__ inline void load_some(T (&x)[COUNT], const T *from, uint64_t left)
{
    constexpr int bytes = COUNT * (int)sizeof(T) < 16 ? COUNT * (int)sizeof(T) : 16;
    if (left >= COUNT && (uintptr_t)from % bytes == 0) {
        packet<bytes> p[COUNT * sizeof(T) / bytes];
#pragma unroll
        for (int i = 0; i < (int)(COUNT * sizeof(T)) / bytes; i++)
            p[i] = load_packet<bytes>((const char *)from + i * bytes);
        memcpy(x, p, sizeof x);
    } else {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[k] = k < left ? from[k] : T{};
    }
}

/* Its runs lie in rows of neighbours, of which each lane has some. */
template <class INDEX> struct expand_lengths {
    INDEX length[expand_rows][expand_each];

    __device__ static uint64_t run(uint64_t chunk, int row)
    {
        return chunk * expand_chunk + (row * 32 + (threadIdx.x & 31)) * expand_each;
    }
    __device__ void load(const prefix__cuda_expand &e, uint64_t chunk)
    {
#pragma unroll
        for (int r = 0; r < expand_rows; r++) {
            const uint64_t first = run(chunk, r);
            load_some(length[r], (const INDEX *)e.lengths + first, e.runs > first ? e.runs - first : 0);
        }
    }
};

/* ends[c] becomes what chunk c comes to, for a warp each. */
template <class INDEX>
__global__ void __launch_bounds__(expand_threads)
    expand_sums_kernel(const __grid_constant__ prefix__cuda_expand e, uint64_t *sums)
{
    const uint64_t chunks = (e.runs - 1) / expand_chunk + 1;
    uint64_t chunk = ((uint64_t)blockIdx.x * expand_threads + threadIdx.x) / 32;
    for (; chunk < chunks; chunk += (uint64_t)gridDim.x * expand_warps) {
        expand_lengths<INDEX> mine;
        uint64_t sum = 0;
        mine.load(e, chunk);
#pragma unroll
        for (int r = 0; r < expand_rows; r++) {
#pragma unroll
            for (int k = 0; k < expand_each; k++)
                sum = add_lengths(sum, (uint64_t)mine.length[r][k]);
        }
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2)
            sum = add_lengths(sum, __shfl_xor_sync(~0u, sum, distance));
        if ((threadIdx.x & 31) == 0)
            sums[chunk] = sum;
    }
}

/* The first chunk whose end is beyond all numbers, if there is one: before, *wraps is all bits. */
__global__ void __launch_bounds__(expand_threads)
    expand_wraps_kernel(const uint64_t *ends, uint64_t chunks, unsigned long long *wraps)
{
    for (uint64_t k = (uint64_t)blockIdx.x * expand_threads + threadIdx.x + 1; k < chunks;
         k += (uint64_t)gridDim.x * expand_threads) {
        if (ends[k] < ends[k - 1])
            atomicMin(wraps, (unsigned long long)k);
    }
}

/* Where chunks end in the output. */
struct expand_ends {
    const uint64_t *ends;
    uint64_t chunks, wraps; /* those from this one on are beyond */

    __device__ explicit expand_ends(const prefix__cuda_expand &e)
        : ends(e.ends), chunks((e.runs - 1) / expand_chunk + 1), wraps(e.wraps ? *e.wraps : chunks)
    {
    }
    __device__ uint64_t end(uint64_t chunk) const
    {
        return chunk < wraps ? ends[chunk] : ~(uint64_t)0;
    }
    /* The chunk that the element at place belongs to, which exists: by a warp, which asks 32 at a time. */
    __device__ uint64_t find(uint64_t place) const
    {
        uint64_t first = 0, count = chunks; /* it is one of these */
        while (count > 1) {
            const uint64_t step = (count + 31) / 32, last = min((threadIdx.x & 31) * step + step, count) - 1;
            const uint64_t before = (uint64_t)(__ffs((int)__ballot_sync(~0u, end(first + last) > place)) - 1) * step;
            first += before;
            count = min(step, count - before);
        }
        return first;
    }
};

} // namespace prefix_cuda

#endif
