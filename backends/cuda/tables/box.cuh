/* SPDX-License-Identifier: BSD-3-Clause */
/* Box filters: four elements of a table, with a border and dense, for each element of the image. */
#ifndef PREFIX_CUDA_TABLES_BOX_CUH
#define PREFIX_CUDA_TABLES_BOX_CUH

#include <prefix/prefix.h>

#include "params/table_params.h"

namespace prefix_cuda
{

constexpr int box_threads = 256, box_own = PREFIX__CUDA_BOX_CHUNK / box_threads; /* elements of a thread */

/* Chunks of rows, which blocks take by turns. */
struct box_chunk {
    uint64_t y, first, last; /* elements of the row, channels included */

    __device__ box_chunk(const prefix__cuda_box &b, uint64_t chunk)
    {
        const uint64_t length = b.width * b.channels, chunks = box_chunk::of_row(b);
        y = chunk / chunks;
        first = chunk % chunks * PREFIX__CUDA_BOX_CHUNK;
        last = min(first + PREFIX__CUDA_BOX_CHUNK, length);
    }
    /* The thread's k-th; once more the last of the chunk where there is none. */
    __device__ uint64_t own(int k) const
    {
        return min(first + threadIdx.x + k * box_threads, last - 1);
    }
    static __device__ uint64_t of_row(const prefix__cuda_box &b)
    {
        return (b.width * b.channels - 1) / PREFIX__CUDA_BOX_CHUNK + 1;
    }
};

/* Unsigned integers in the order of floats, and back. */
__device__ inline uint32_t box_key(float x)
{
    const uint32_t bits = __float_as_uint(x);
    return bits & 0x80000000u ? ~bits : bits | 0x80000000u;
}

__device__ inline double box_limit_of(uint32_t key)
{
    const float x = __uint_as_float(key & 0x80000000u ? key ^ 0x80000000u : ~key);
    return (double)x + 0.0; /* -0 as +0, whichever of the two was met */
}

/* The keys of no element at all stay what they were. */
__global__ void __launch_bounds__(box_threads) box_limits_kernel(const __grid_constant__ prefix__cuda_box b)
{
    uint32_t least = ~0u, greatest = 0;
    for (uint64_t chunk = blockIdx.x; chunk < box_chunk::of_row(b) * b.height; chunk += gridDim.x) {
        const box_chunk c(b, chunk);
        const float *row = (const float *)((const char *)b.in + c.y * b.in_pitch);
        float x[box_own];
#pragma unroll
        for (int k = 0; k < box_own; k++)
            x[k] = row[c.own(k)];
#pragma unroll
        for (int k = 0; k < box_own; k++) {
            least = x[k] == x[k] ? min(least, box_key(x[k])) : least;
            greatest = x[k] == x[k] ? max(greatest, box_key(x[k])) : greatest;
        }
    }
    for (int d = 16; d > 0; d /= 2) {
        least = min(least, __shfl_xor_sync(~0u, least, d));
        greatest = max(greatest, __shfl_xor_sync(~0u, greatest, d));
    }
    if (threadIdx.x % 32 == 0) {
        atomicMin(b.least, least);
        atomicMax(b.greatest, greatest);
    }
}

/* As places of the table, first and last, less what lies outside. */
__device__ inline void box_window(uint64_t at, uint64_t radius, uint64_t length, uint64_t &first, uint64_t &last)
{
    first = at > radius ? at - radius : 0;
    last = length - at > radius ? at + radius + 1 : length;
}

__device__ inline void box_store(const prefix__cuda_box &b, uint64_t y, uint64_t i, double mean)
{
    char *row = (char *)b.out + y * b.out_pitch;
    if (b.output_type == PREFIX_U8)
        ((uint8_t *)row)[i] = (uint8_t)__double2uint_rn(mean);
    else if (b.output_type == PREFIX_U16)
        ((uint16_t *)row)[i] = (uint16_t)__double2uint_rn(mean);
    else
        ((float *)row)[i] = (float)mean;
}

/* The window of a pixel, in places of the table. */
struct box_places {
    uint64_t left, right, top, bottom;

    __device__ box_places(const prefix__cuda_box &b, uint64_t y, uint64_t x, uint64_t rx, uint64_t ry)
    {
        box_window(x, rx, b.width, left, right);
        box_window(y, ry, b.height, top, bottom);
    }
    template <class SUM> __device__ SUM sum(const prefix__cuda_box &b, uint32_t channel) const
    {
        const uint64_t length = (b.width + 1) * b.channels;
        const SUM *const upper = (const SUM *)b.table + top * length + channel;
        const SUM *const lower = (const SUM *)b.table + bottom * length + channel;
        return (lower[right * b.channels] - upper[right * b.channels]) -
               (lower[left * b.channels] - upper[left * b.channels]);
    }
    __device__ double area() const
    {
        return (double)((right - left) * (bottom - top));
    }
};

/* A thread looks all of its own up at once. */
template <class SUM>
__global__ void __launch_bounds__(box_threads) box_kernel(const __grid_constant__ prefix__cuda_box b)
{
    const double least = b.least ? box_limit_of(*b.least) : 0, greatest = b.least ? box_limit_of(*b.greatest) : 0;
    for (uint64_t chunk = blockIdx.x; chunk < box_chunk::of_row(b) * b.height; chunk += gridDim.x) {
        const box_chunk c(b, chunk);
        const char *const radii = (const char *)b.radii + c.y * b.radius_pitch;
        uint64_t rx[box_own], ry[box_own];
        SUM sums[box_own];
        double areas[box_own];
#pragma unroll
        for (int k = 0; k < box_own; k++) {
            rx[k] = b.radius_x;
            ry[k] = b.radius_y;
            if (b.radii) {
                const uint64_t x = c.own(k) / b.channels;
                rx[k] = ry[k] = b.radius_type == PREFIX_U8 ? ((const uint8_t *)radii)[x] : ((const uint16_t *)radii)[x];
            }
        }
#pragma unroll
        for (int k = 0; k < box_own; k++) {
            const uint64_t i = c.own(k), x = b.channels == 1 ? i : i / b.channels;
            const box_places places(b, c.y, x, rx[k], ry[k]);
            sums[k] = places.sum<SUM>(b, (uint32_t)(i - x * b.channels));
            areas[k] = places.area();
        }
#pragma unroll
        for (int k = 0; k < box_own; k++) {
            double mean = (double)sums[k] / areas[k];
            if (b.least) { /* a NaN stays */
                mean = mean < least ? least : mean;
                mean = mean > greatest ? greatest : mean;
            }
            box_store(b, c.y, c.own(k), mean);
        }
    }
}

} // namespace prefix_cuda

#endif
