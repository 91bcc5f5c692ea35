/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Strands, a row or a block of one each, that the lanes of a warp filter side by side. Steps of all pass through shared
 * memory, where each lane has those of its own strand: so neighbours in memory are read together, and written.
 */
#ifndef PREFIX_CUDA_FILTERS_STRANDS_CUH
#define PREFIX_CUDA_FILTERS_STRANDS_CUH

#include "params/filter_params.h"

namespace prefix_cuda
{

constexpr int filter_chunk = 32;                  /* steps at once, one a lane on the way from and to memory */
constexpr int filter_loads = 16;                  /* strands whose loads go ahead of what is done with them */
typedef double filter_room[32][filter_chunk + 1]; /* so that lanes are at different banks */

struct filter_strands {
    int64_t in, out;               /* elements before the first one's first */
    int64_t in_stride, out_stride; /* from a strand to the next */
    int64_t direction;             /* from a step to the next */
    uint64_t whole, rest;          /* so many strands of all steps, and the steps of the one behind them */
    uint64_t steps;                /* more than of rest */

    /* From a strand of a block of threads on: rows from one on, or blocks of a row. */
    __device__ filter_strands(const prefix__cuda_filter &f, uint64_t row, uint64_t block, bool is_blocks)
    {
        const uint64_t place = block * PREFIX__CUDA_FILTER_STEPS, left = place < f.n ? f.n - place : 0;
        const int64_t at = (int64_t)(f.reverse ? f.n - 1 - place : place);
        direction = f.reverse ? -1 : 1;
        in = (int64_t)row * f.in_step + at;
        out = (int64_t)row * f.out_step + at;
        in_stride = is_blocks ? PREFIX__CUDA_FILTER_STEPS * direction : f.in_step;
        out_stride = is_blocks ? PREFIX__CUDA_FILTER_STEPS * direction : f.out_step;
        steps = is_blocks ? PREFIX__CUDA_FILTER_STEPS : f.n;
        whole = is_blocks ? left / PREFIX__CUDA_FILTER_STEPS : row < f.rows ? f.rows - row : 0;
        rest = is_blocks ? left % PREFIX__CUDA_FILTER_STEPS : 0;
    }
    __device__ uint64_t steps_of(int strand) const
    {
        return (uint64_t)strand < whole ? steps : (uint64_t)strand == whole ? rest : 0;
    }

    /* Of those that have a step, which are the first ones, the number. */
    __device__ int count_at(uint64_t step) const
    {
        return step < steps ? (int)min(whole + (step < rest), (uint64_t)32) : 0;
    }

    template <class ELEMENT> __device__ void load(const void *array, uint64_t from, filter_room &room) const
    {
        const int lane = threadIdx.x & 31, count = count_at(from + lane);
        const ELEMENT *at = (const ELEMENT *)array + in + (int64_t)(from + lane) * direction;
#pragma unroll 1
        for (int first = 0; first < 32; first += filter_loads) {
            ELEMENT x[filter_loads];
#pragma unroll
            for (int k = 0; k < filter_loads; k++, at += in_stride)
                x[k] = first + k < count ? *at : (ELEMENT)0;
#pragma unroll
            for (int k = 0; k < filter_loads; k++)
                room[first + k][lane] = (double)x[k];
        }
    }
    template <class ELEMENT> __device__ void store(void *array, uint64_t from, const filter_room &room) const
    {
        const int lane = threadIdx.x & 31, count = count_at(from + lane);
        ELEMENT *at = (ELEMENT *)array + out + (int64_t)(from + lane) * direction;
#pragma unroll 4
        for (int k = 0; k < count; k++, at += out_stride)
            *at = (ELEMENT)room[k][lane];
    }

    /* All steps, from the lane's state in filter on; without writes, its end alone. */
    template <class FILTER>
    __device__ void run(const prefix__cuda_filter &f, FILTER &filter, filter_room &room, bool writes) const
    {
        const uint64_t own = steps_of(threadIdx.x & 31), most = steps_of(0);
#pragma unroll 1
        for (uint64_t from = 0; from < most; from += filter_chunk) {
            if (f.is_wide)
                load<double>(f.in, from, room);
            else
                load<float>(f.in, from, room);
            __syncwarp();
            if (from < own)
                filter.run(f, room[threadIdx.x & 31], (int)min(own - from, (uint64_t)filter_chunk));
            __syncwarp();
            if (writes && f.is_wide)
                store<double>(f.out, from, room);
            else if (writes)
                store<float>(f.out, from, room);
            __syncwarp();
        }
    }
};

} // namespace prefix_cuda

#endif
