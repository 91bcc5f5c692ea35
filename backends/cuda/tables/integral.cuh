/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Summed-area tables by four kernels, none of which waits for another block: what tiles come to is found first, and
 * summed up along rows and columns; then the image is read again, and each tile has its carries when it begins.
 */
#ifndef PREFIX_CUDA_TABLES_INTEGRAL_CUH
#define PREFIX_CUDA_TABLES_INTEGRAL_CUH

#include "tables/tile.cuh"

namespace prefix_cuda
{

constexpr int table_carry_threads = 64;
constexpr int table_carry_group = 16; /* sums that are loaded at once */

template <class SUM>
__global__ void __launch_bounds__(table_threads) table_reduce_kernel(const __grid_constant__ prefix__cuda_table t)
{
    const int lane = threadIdx.x & 31;
    table_place place;
    if (!place.find(t))
        return;
    SUM *const right = (SUM *)t.right + place.in_right(t), *const lower = (SUM *)t.lower + place.in_lower(t);
    table_pair<SUM> v[table_group], sums = {0, 0};
    SUM last = 0; /* of the row that is the lane's among 32 */
    for (int y = 0; y < table_rows; y += table_group) {
        table_load(v, t, place, y);
        table_scan_rows(v);
        table_scan_columns(v, sums);
#pragma unroll
        for (int k = 0; k < table_group; k++) {
            const SUM end = __shfl_sync(~0u, v[k].y, 31);
            last = lane == (y + k) % 32 ? end : last;
        }
        if ((y + table_group) % 32 == 0)
            right[y + table_group - 32 + lane] = last;
    }
    lower[2 * lane] = sums.x;
    lower[2 * lane + 1] = sums.y;
}

/*
 * What stands before each of count sums, a distance apart, takes its place; left, where there is one, comes first in a
 * sum. As many are loaded at once as hide the memory.
 */
template <class SUM>
__device__ inline void table_carry(SUM *sums, uint64_t count, uint64_t distance, const SUM *left,
                                   uint64_t left_distance)
{
    SUM carry = 0;
    for (uint64_t first = 0; first < count; first += table_carry_group) {
        SUM x[table_carry_group];
#pragma unroll
        for (int k = 0; k < table_carry_group; k++) {
            x[k] = first + k < count ? sums[(first + k) * distance] : (SUM)0;
            if (left && first + k < count)
                x[k] = left[(first + k) * left_distance] + x[k];
        }
#pragma unroll
        for (int k = 0; k < table_carry_group; k++) {
            if (first + k < count)
                sums[(first + k) * distance] = carry;
            carry = carry + x[k];
        }
    }
}

/* A thread for each row of a channel, and for those of the last band that do not exist. */
template <class SUM>
__global__ void __launch_bounds__(table_carry_threads)
    table_carry_rows_kernel(const __grid_constant__ prefix__cuda_table t)
{
    const uint64_t rows = t.bands * table_rows, at = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (at < rows * t.channels)
        table_carry<SUM>((SUM *)t.right + at / rows * t.tiles * rows + at % rows, t.tiles, rows, NULL, 0);
}

/* Likewise for each column, from what the lower row of each band comes to with its carry. */
template <class SUM>
__global__ void __launch_bounds__(table_carry_threads)
    table_carry_columns_kernel(const __grid_constant__ prefix__cuda_table t)
{
    const uint64_t columns = t.tiles * table_columns, at = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    const uint64_t channel = at / columns, column = at % columns;
    if (channel >= t.channels)
        return;
    const uint64_t tile = (channel * t.tiles + column / table_columns) * t.bands;
    table_carry<SUM>((SUM *)t.lower + channel * t.bands * columns + column, t.bands, columns,
                     (const SUM *)t.right + tile * table_rows + table_rows - 1, table_rows);
}

template <class SUM, class OUT>
__device__ inline void table_store_as(const table_pair<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                      const table_place &place, int y)
{
    char *row = (char *)t.out + (place.band * table_rows + y) * t.out_pitch;
#pragma unroll
    for (int k = 0; k < table_group; k++, row += t.out_pitch) {
        OUT *at = (OUT *)row + place.element(t);
        const int columns = y + k < place.rows ? place.columns : 0;
        if (columns > 0)
            at[0] = (OUT)v[k].x;
        if (columns > 1)
            at[t.channels] = (OUT)v[k].y;
    }
}

template <class SUM>
__device__ inline void table_store(const table_pair<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                   const table_place &place, int y)
{
    if (t.output_type == PREFIX_F32)
        table_store_as<SUM, float>(v, t, place, y);
    else
        table_store_as<SUM, SUM>(v, t, place, y);
}

/* Zeros before the rows of a tile on the left edge, above those on the upper one, and in the corner. */
template <class OUT> __device__ inline void table_clear_border(const prefix__cuda_table &t, const table_place &place)
{
    const int lane = threadIdx.x & 31;
    char *const row = (char *)t.out + place.band * table_rows * t.out_pitch;
    for (int y = lane; place.tile == 0 && y < place.rows; y += 32)
        *((OUT *)(row + y * t.out_pitch) - t.channels + place.channel) = 0;
    if (place.band > 0)
        return;
    OUT *const above = (OUT *)(row - t.out_pitch);
    if (place.tile == 0 && lane == 0)
        *(above - t.channels + place.channel) = 0;
    if (place.columns > 0)
        above[place.element(t)] = 0;
    if (place.columns > 1)
        above[place.element(t) + t.channels] = 0;
}

template <class SUM>
__global__ void __launch_bounds__(table_threads) table_write_kernel(const __grid_constant__ prefix__cuda_table t)
{
    const int lane = threadIdx.x & 31;
    table_place place;
    if (!place.find(t))
        return;
    const SUM *const left = (const SUM *)t.right + place.in_right(t);
    const SUM *const lower = (const SUM *)t.lower + place.in_lower(t);
    const table_pair<SUM> above = {lower[2 * lane], lower[2 * lane + 1]};
    table_pair<SUM> v[table_group], sums = {0, 0};
    for (int y = 0; y < place.rows; y += table_group) {
        table_load(v, t, place, y);
        table_scan_rows(v);
        table_scan_columns(v, sums);
#pragma unroll
        for (int k = 0; k < table_group; k++) {
            const SUM carry = left[y + k];
            v[k].x = above.x + (carry + v[k].x);
            v[k].y = above.y + (carry + v[k].y);
        }
        table_store(v, t, place, y);
    }
    if (t.border && t.output_type == PREFIX_F32)
        table_clear_border<float>(t, place);
    else if (t.border)
        table_clear_border<SUM>(t, place);
}

} // namespace prefix_cuda

#endif
