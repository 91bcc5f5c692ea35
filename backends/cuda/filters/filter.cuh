/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Filters by three launches, none of which waits for another block: the states behind blocks, and behind groups of
 * them; what stands before the groups of each row; and the blocks again, each behind its own state. Short rows take
 * one.
 */
#ifndef PREFIX_CUDA_FILTERS_FILTER_CUH
#define PREFIX_CUDA_FILTERS_FILTER_CUH

#include "filters/steps.cuh"
#include "filters/strands.cuh"

namespace prefix_cuda
{

constexpr int filter_threads = PREFIX__CUDA_FILTER_STRANDS;
constexpr int filter_warps = filter_threads / 32;

__device__ inline void filter_copy(double *to, const double *from, uint32_t count)
{
#pragma unroll 1
    for (uint32_t i = threadIdx.x; i < count; i += blockDim.x)
        to[i] = from ? from[i] : 0;
}

/* States of blocks, or groups, that follow each other: the one before the first, and those behind each. */
struct filter_chain {
    double states[(filter_threads + 1) * PREFIX__CUDA_FILTER_ORDER];
    double map[PREFIX__CUDA_FILTER_ORDER * PREFIX__CUDA_FILTER_ORDER];

    /*
     * A warp's: each lane has a number of the state M z + v, which is summed from left to right, and a row of M. MOST:
     * of the order. The v of the next is read ahead.
     */
    template <int MOST> __device__ void follow(const prefix__cuda_filter &f, uint32_t count)
    {
        const bool is_there = threadIdx.x < f.order;
        double *v = states + f.order + threadIdx.x;
        double row[MOST], z = is_there ? states[threadIdx.x] : 0, next = is_there ? *v : 0;
#pragma unroll
        for (int k = 0; k < MOST; k++)
            row[k] = is_there && k < f.order ? map[k * f.order + threadIdx.x] : 0;
#pragma unroll 1
        for (uint32_t at = 0; at < count; at++, v += f.order) {
            const double now = next;
            if (is_there && at + 1 < count)
                next = v[f.order];
            double sum = row[0] * __shfl_sync(~0u, z, 0);
#pragma unroll
            for (int k = 1; k < MOST; k++)
                if (k < f.order)
                    sum = sum + row[k] * __shfl_sync(~0u, z, k);
            z = now + sum;
            if (is_there)
                *v = z;
        }
    }
    /* By a block of threads. before: NULL for 0; alone: the states behind each that begins with 0. */
    __device__ void run(const prefix__cuda_filter &f, const double *before, const double *alone, uint32_t count)
    {
        filter_copy(map, f.map, f.order * f.order);
        filter_copy(states, before, f.order);
        filter_copy(states + f.order, alone, count * f.order);
        __syncthreads();
        if (threadIdx.x < 32 && f.feedback && f.order <= 2)
            follow<2>(f, count);
        else if (threadIdx.x < 32 && f.feedback)
            follow<PREFIX__CUDA_FILTER_ORDER>(f, count);
        __syncthreads();
    }
};

/* Blocks of threads chain states where they take no steps. */
union filter_shared {
    filter_room room[filter_warps];
    filter_chain chain;
};

/* A group of blocks, or as many rows. */
template <class FILTER>
__global__ void __launch_bounds__(filter_threads) filter_kernel(const __grid_constant__ prefix__cuda_filter f)
{
    __shared__ filter_shared shared;
    filter_chain &chain = shared.chain;
    const bool is_blocks = f.part != PREFIX__CUDA_FILTER_ROWS, is_ends = f.part == PREFIX__CUDA_FILTER_ENDS;
    const uint32_t warp = threadIdx.x / 32;
    const uint64_t row = is_blocks ? blockIdx.x / f.row_groups : (uint64_t)blockIdx.x * filter_threads;
    const uint64_t group = is_blocks ? blockIdx.x - row * f.row_groups : 0, block = group * filter_threads;
    const uint32_t count = is_blocks ? (uint32_t)min(f.row_blocks - block, (uint64_t)filter_threads) : 0;
    double *const blocks = f.blocks + (row * f.row_blocks + block) * f.order;
    double *const behind = f.groups + (row * (f.row_groups + 1) + group + 1) * f.order;
    const filter_strands strands(f, is_blocks ? row : row + warp * 32, is_blocks ? block + warp * 32 : 0, is_blocks);
    const uint64_t own = row + threadIdx.x;
    const bool is_row = !is_blocks && own < f.rows;
    FILTER filter;
    filter.load(f, is_row && f.first ? f.first + own * f.order : NULL);
    if (f.part == PREFIX__CUDA_FILTER_RESULTS) {
        chain.run(f, behind - f.order, blocks, count);
        if (threadIdx.x < count)
            filter.load(f, chain.states + threadIdx.x * f.order);
        __syncthreads();
    }
    strands.run(f, filter, shared.room[warp], !is_ends);
    if (!is_ends && f.last && (is_row || (is_blocks && block + threadIdx.x == f.row_blocks - 1)))
        filter.store(f, f.last + (is_row ? own : row) * f.order);
    if (!is_ends)
        return;
    if (threadIdx.x < count)
        filter.store(f, blocks + threadIdx.x * f.order);
    __syncthreads();
    chain.run(f, NULL, blocks, count);
    filter_copy(behind, chain.states + count * f.order, f.order);
}

/* A row, whose groups are chained some at a time. */
__global__ void __launch_bounds__(filter_threads) filter_chain_kernel(const __grid_constant__ prefix__cuda_filter f)
{
    __shared__ filter_chain chain;
    const uint64_t row = blockIdx.x;
    double *groups = f.groups + row * (f.row_groups + 1) * f.order;
    filter_copy(groups, f.first ? f.first + row * f.order : NULL, f.order);
    for (uint64_t left = f.row_groups; left > 0;) {
        const uint32_t count = (uint32_t)min(left, (uint64_t)filter_threads);
        __syncthreads();
        chain.run(f, groups, groups + f.order, count);
        filter_copy(groups + f.order, chain.states + f.order, count * f.order);
        groups += count * f.order;
        left -= count;
    }
}

} // namespace prefix_cuda

#endif
