/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments that are sorted each by itself, by length: a warp takes what fits into its registers, a block what fits into
 * its own, and a block goes through a longer one digit by digit, as passes go through an array, but that no tile waits
 * for another. Where one is so long that other blocks would wait for it, nothing is done here.
 */
#ifndef PREFIX_CUDA_SORT_SEGMENTS_CUH
#define PREFIX_CUDA_SORT_SEGMENTS_CUH

#include "sort/histogram.cuh"
#include "sort/pass.cuh"
#include "sort/small.cuh"

namespace prefix_cuda
{

struct sort_segment {
    uint64_t begin, length;
};

/* Number at: the first begins with the array, and the last ends with it. */
__device__ inline sort_segment sort_segment_of(const prefix__cuda_sort_segments &g, uint64_t n, uint64_t at)
{
    const uint64_t begin = at > 0 ? sort_offset(g.offsets, g.offset_size, at - 1) : 0;
    const uint64_t end = at < g.offset_count ? sort_offset(g.offsets, g.offset_size, at) : n;
    return {begin, end - begin};
}

__global__ void __launch_bounds__(sort_threads)
    sort_look_kernel(const __grid_constant__ prefix__cuda_sort s, const __grid_constant__ prefix__cuda_sort_segments g)
{
    const uint64_t step = (uint64_t)gridDim.x * sort_threads;
    for (uint64_t i = (uint64_t)blockIdx.x * sort_threads + threadIdx.x; i <= g.offset_count; i += step) {
        const sort_segment segment = sort_segment_of(g, s.n, i);
        /* Of offsets that are not in order some length is beyond all. */
        if (segment.length > g.longest || segment.begin > s.n)
            g.state->far = 1;
    }
}

template <class CODE, class VALUE>
__global__ void __launch_bounds__(sort_threads)
    sort_by_warps_kernel(const __grid_constant__ prefix__cuda_sort s,
                         const __grid_constant__ prefix__cuda_sort_segments g)
{
    __shared__ alignas(16) unsigned char staged[sort_warps][sort_by_warp::elements * sort_staged<CODE, VALUE>];
    __shared__ sort_ranking ranking;
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const uint64_t step = (uint64_t)gridDim.x * sort_warps * g.chunk;
    if (g.state->far)
        return;
    for (uint64_t from = ((uint64_t)blockIdx.x * sort_warps + warp) * g.chunk; from <= g.offset_count; from += step) {
        sort_segment mine = {0, 0};
        if (lane < g.chunk && from + lane <= g.offset_count)
            mine = sort_segment_of(g, s.n, from + lane);
        for (uint32_t left = __ballot_sync(~0u, mine.length > 0 && mine.length <= sort_by_warp::elements); left > 0;
             left &= left - 1) {
            const int which = __ffs((int)left) - 1, n = __shfl_sync(~0u, (int)mine.length, which);
            const uint64_t begin = __shfl_sync(~0u, mine.begin, which);
            for (bool ballots = !s.provable, done = false; !done; ballots = true)
                done = sort_small<sort_by_warp, CODE, VALUE>(s, begin, n, staged[warp], ranking, ballots);
            __syncwarp();
        }
    }
}

/* What a block has taken. */
struct sort_taken {
    sort_segment segments[sort_threads];
    uint32_t count;
    unsigned long long from;
};

/* Calls sort(segment) of each whose length is above one and not above another, by the whole block. */
template <class SORT>
__device__ inline void sort_take(const prefix__cuda_sort_segments &g, uint64_t n, int ticket, sort_taken &taken,
                                 uint64_t above, uint64_t most, SORT sort)
{
    for (;;) {
        if (threadIdx.x == 0) {
            taken.from = atomicAdd((unsigned long long *)&g.state->tickets[ticket], (unsigned long long)g.chunk);
            taken.count = 0;
        }
        __syncthreads();
        const uint64_t from = taken.from, at = from + threadIdx.x;
        if (from > g.offset_count)
            return;
        if (threadIdx.x < g.chunk && at <= g.offset_count) {
            const sort_segment segment = sort_segment_of(g, n, at);
            if (segment.length > above && segment.length <= most)
                taken.segments[atomicAdd(&taken.count, 1u)] = segment;
        }
        __syncthreads();
        for (uint32_t k = 0; k < taken.count; k++) {
            sort(taken.segments[k]);
            __syncthreads();
        }
        __syncthreads();
    }
}

template <class CODE, class VALUE>
__global__ void __launch_bounds__(sort_threads)
    sort_by_blocks_kernel(const __grid_constant__ prefix__cuda_sort s,
                          const __grid_constant__ prefix__cuda_sort_segments g)
{
    __shared__ alignas(16) unsigned char staged[sort_by_block::elements * sort_staged<CODE, VALUE>];
    __shared__ sort_ranking ranking;
    __shared__ sort_taken taken;
    if (g.state->far)
        return;
    sort_take(g, s.n, 0, taken, sort_by_warp::elements, sort_by_block::elements, [&](const sort_segment &segment) {
        for (bool ballots = !s.provable, done = false; !done; ballots = true)
            done =
                sort_small<sort_by_block, CODE, VALUE>(s, segment.begin, (int)segment.length, staged, ranking, ballots);
    });
}

/* A segment in passes. */
template <class KEY, class VALUE, int ROWS> struct sort_long_memory {
    static constexpr int passes = sizeof(KEY) > 2 ? (int)sizeof(KEY) : 2; /* of bytes two, where in place */
    sort_memory<KEY, VALUE, ROWS> tile;
    uint32_t bins[passes][sort_bins]; /* of each pass: counts, and then what stands before each in the segment */
    uint32_t moving, skewed;
    sort_taken taken;
};

template <class CODE, class KEY, class VALUE, int ROWS>
__device__ inline void sort_count_segment(const prefix__cuda_sort &s, const sort_segment &segment,
                                          sort_long_memory<KEY, VALUE, ROWS> &memory)
{
    constexpr int at_once = 8;
    const KEY *const keys = (const KEY *)s.keys + segment.begin;
    const CODE code(s);
    const int pass = threadIdx.x >> 5;
    for (int i = threadIdx.x; i < memory.passes * sort_bins; i += sort_threads)
        memory.bins[i / sort_bins][i % sort_bins] = 0;
    if (threadIdx.x == 0)
        memory.moving = memory.skewed = 0;
    __syncthreads();
    for (uint64_t i = threadIdx.x; i < segment.length; i += sort_threads * at_once) {
        KEY codes[at_once];
#pragma unroll
        for (int r = 0; r < at_once; r++)
            codes[r] = i + r * sort_threads < segment.length ? code(keys[i + r * sort_threads]) : (KEY)0;
#pragma unroll
        for (int p = 0; p < (int)sizeof(KEY); p++) {
            const sort_digit digit(s, p);
            if (digit.mask == 0)
                break;
#pragma unroll
            for (int r = 0; r < at_once; r++)
                if (i + r * sort_threads < segment.length)
                    atomicAdd(&memory.bins[p][digit(codes[r])], 1u);
        }
    }
    __syncthreads();
    if (pass < memory.passes && pass < (int)s.passes && sort_digit(s, pass).mask != 0) {
        const uint64_t most = sort_scan_bins(memory.bins[pass]).most;
        if ((threadIdx.x & 31) == 0) {
            atomicOr(&memory.moving, (uint32_t)(most < segment.length) << pass);
            atomicOr(&memory.skewed, (uint32_t)(most > segment.length / 3) << pass);
        }
    }
    __syncthreads();
}

/* Where a bin's elements go: all tiles before have been through here. */
struct sort_running {
    uint64_t next;
    uint32_t count;

    __device__ void tell_count(uint32_t) const
    {
    }
    __device__ uint64_t find(uint32_t found)
    {
        count = found;
        return next;
    }
};

template <class CODE, class VALUE, int ROWS, class KEY = typename CODE::key>
__device__ inline void sort_long(const prefix__cuda_sort &s, const sort_segment &segment,
                                 sort_long_memory<KEY, VALUE, ROWS> &memory)
{
    using tile_of = sort_tile<CODE, VALUE, ROWS>;
    const uint64_t end = segment.begin + segment.length;
    sort_count_segment<CODE>(s, segment, memory);
    const uint32_t active = sort_active(memory.moving, s);
    for (uint32_t pass = 0; pass < s.passes; pass++) {
        if (!(active >> pass & 1))
            continue;
        const sort_arrays<KEY, VALUE> arrays(s, pass, active);
        const bool ballots = !s.provable || (memory.skewed >> pass & 1);
        sort_running running = {segment.begin + memory.bins[pass][threadIdx.x], 0};
        for (uint64_t at = segment.begin; at < end; at += tile_of::elements) {
            sort_whole_tile(tile_of(s, pass, arrays, memory.tile, at, end), running, ballots);
            running.next += running.count;
            __syncthreads();
        }
    }
}

template <class CODE, class VALUE, int ROWS>
__global__ void __launch_bounds__(sort_threads, 2)
    sort_in_passes_kernel(const __grid_constant__ prefix__cuda_sort s,
                          const __grid_constant__ prefix__cuda_sort_segments g)
{
    extern __shared__ __align__(16) unsigned char shared[];
    auto &memory = *(sort_long_memory<typename CODE::key, VALUE, ROWS> *)shared;
    if (g.state->far)
        return;
    sort_take(g, s.n, 1, memory.taken, sort_by_block::elements, g.longest,
              [&](const sort_segment &segment) { sort_long<CODE, VALUE, ROWS>(s, segment, memory); });
}

} // namespace prefix_cuda

#endif
