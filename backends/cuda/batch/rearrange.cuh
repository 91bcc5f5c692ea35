/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements from any steps to any others. A tile passes through shared memory, so that neighbours are read together
 * where they lie in the input, and written together where they lie in the output.
 */
#ifndef PREFIX_CUDA_BATCH_REARRANGE_CUH
#define PREFIX_CUDA_BATCH_REARRANGE_CUH

#include "grid/dependent.cuh"
#include "params/rearrange_params.h"

namespace prefix_cuda
{

constexpr int rearrange_threads = 256;

template <class UNIT>
__global__ void __launch_bounds__(rearrange_threads) rearrange_kernel(const __grid_constant__ prefix__cuda_rearrange r)
{
    constexpr int side = PREFIX__CUDA_REARRANGE_SIDE, lines = rearrange_threads / side;
    __shared__ UNIT room[side][side + 1];
    const int x = threadIdx.x % side, line = threadIdx.x / side;
    await_previous();
    for (uint64_t tile = blockIdx.x; tile < r.tiles; tile += gridDim.x) {
        uint64_t left = tile / r.across_tiles;
        const uint64_t a = (tile - left * r.across_tiles) * side, b = left % r.along_tiles * side;
        int64_t from = (int64_t)a * r.across.in_step + (int64_t)b * r.along.in_step;
        int64_t to = (int64_t)a * r.across.out_step + (int64_t)b * r.along.out_step;
        left /= r.along_tiles;
        for (uint32_t d = 0; d < r.dims; d++) {
            const uint64_t outer = left / r.rest[d].count;
            const int64_t index = (int64_t)(left - outer * r.rest[d].count);
            from += index * r.rest[d].in_step;
            to += index * r.rest[d].out_step;
            left = outer;
        }
        const UNIT *in = (const UNIT *)r.in + from;
        UNIT *out = (UNIT *)r.out + to;
        for (uint32_t unit = 0; unit < r.units; unit++) {
            for (int y = line; y < side; y += lines)
                if (a + x < r.across.count && b + y < r.along.count)
                    room[y][x] = in[x * r.across.in_step + y * r.along.in_step + unit];
            __syncthreads();
            for (int y = line; y < side; y += lines) {
                const int i = r.is_same ? x : y, k = r.is_same ? y : x; /* across and along */
                if (a + i < r.across.count && b + k < r.along.count)
                    out[i * r.across.out_step + k * r.along.out_step + unit] = room[k][i];
            }
            __syncthreads();
        }
    }
}

} // namespace prefix_cuda

#endif
