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

/* By rows as the table is written, so that floats are added in its order. */
template <class SUM>
__device__ inline void table_reduce(const prefix__cuda_table &t, const table_place &place, table_quad<SUM> &sums,
                                    SUM *right)
{
    table_quad<SUM> v[table_group];
    for (int y = 0; y < table_rows; y += table_group) {
        table_load(v, t, place, y);
#pragma unroll
        for (int k = 0; k < table_group; k++)
            table_scan_row(v[k]);
        table_scan_columns(v, sums);
#pragma unroll
        for (int k = 0; k < table_group; k++) {
            if (place.has_tile(t) && place.lane() == table_lanes - 1)
                right[y + k] = v[k].x[3];
        }
    }
}

/* Each lane gets the sum of the tile's lanes in row lane / 2: with every step there are half of the rows left. */
template <class SUM, int ROWS> __device__ inline void table_fold_rows(SUM (&rows)[table_group])
{
    const bool upper = threadIdx.x & ROWS;
#pragma unroll
    for (int k = 0; k < ROWS / 2; k++) {
        const SUM other = __shfl_xor_sync(~0u, upper ? rows[k] : rows[k + ROWS / 2], ROWS);
        rows[k] = (upper ? rows[k + ROWS / 2] : rows[k]) + other;
    }
    if constexpr (ROWS > 2)
        table_fold_rows<SUM, ROWS / 2>(rows);
}

/* Integers in any order: columns are summed first. */
template <class SUM>
__device__ inline void table_reduce_exactly(const prefix__cuda_table &t, const table_place &place,
                                            table_quad<SUM> &sums, SUM *right)
{
    const int lane = place.lane();
    SUM above = 0;
    for (int y = 0; y < table_rows; y += table_group) {
        table_quad<SUM> v[table_group];
        SUM rows[table_group];
        table_load(v, t, place, y);
#pragma unroll
        for (int k = 0; k < table_group; k++) {
            rows[k] = v[k].x[0] + v[k].x[1] + v[k].x[2] + v[k].x[3];
#pragma unroll
            for (int i = 0; i < 4; i++)
                sums.x[i] += v[k].x[i];
        }
        table_fold_rows<SUM, table_group>(rows);
        SUM sum = rows[0] + __shfl_xor_sync(~0u, rows[0], 1);
#pragma unroll
        for (int d = 2; d < table_lanes; d *= 2) {
            const SUM upper = __shfl_up_sync(~0u, sum, d, table_lanes);
            sum += lane >= d ? upper : 0;
        }
        sum += above;
        above = __shfl_sync(~0u, sum, table_lanes - 1, table_lanes);
        if (place.has_tile(t) && lane % 2 == 0)
            right[y + lane / 2] = sum;
    }
    table_scan_row(sums);
}

template <class SUM>
__global__ void __launch_bounds__(table_threads, table_blocks<SUM>)
    table_reduce_kernel(const __grid_constant__ prefix__cuda_table t)
{
    table_place place;
    if (!place.find(t))
        return;
    SUM *const right = (SUM *)t.right + place.in_right(t), *const lower = (SUM *)t.lower + place.in_lower(t);
    table_quad<SUM> sums = {};
    if constexpr (table_is_exact<SUM>)
        table_reduce_exactly(t, place, sums, right);
    else
        table_reduce(t, place, sums, right);
    if (place.has_tile(t))
        *(table_vector<SUM> *)lower = table_vector<SUM>{sums.x[0], sums.x[1], sums.x[2], sums.x[3]};
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

/* Where rows do not begin at multiples of a vector, lanes pass their elements on, so that each store is of neighbours.
 */
template <class OUT, class SUM>
__device__ inline void table_store_as(const table_quad<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                      const table_place &place, int y)
{
    __shared__ table_vector<OUT> passed[table_warps][32];
    table_vector<OUT> *const mine = passed[threadIdx.x / 32];
    const int lane = threadIdx.x & 31;
    const bool at_once = place.whole && table_is_aligned<OUT>(t.out, t.out_pitch, t);
    const uint64_t first = place.element(t) - (uint64_t)4 * lane * t.channels; /* of the warp */
    const uint64_t exist = (t.width * t.channels - 1 - first) / t.channels + 1;
    char *row = (char *)t.out + (place.band * table_rows + y) * t.out_pitch;
#pragma unroll
    for (int k = 0; k < table_group && y + k < place.rows; k++, row += t.out_pitch) {
        table_vector<OUT> quad;
#pragma unroll
        for (int i = 0; i < 4; i++)
            quad.x[i] = (OUT)v[k].x[i];
        if (at_once) {
            *(table_vector<OUT> *)((OUT *)row + place.element(t)) = quad;
            continue;
        }
        mine[lane] = quad;
        __syncwarp();
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const int column = 32 * i + lane;
            if (column < exist)
                ((OUT *)row)[first + (uint64_t)column * t.channels] = ((const OUT *)mine)[column];
        }
        __syncwarp();
    }
}

template <class SUM>
__device__ inline void table_store(const table_quad<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                   const table_place &place, int y)
{
    if (t.output_type == PREFIX_F32)
        table_store_as<float>(v, t, place, y);
    else
        table_store_as<SUM>(v, t, place, y);
}

/* Zeros before the rows of a tile on the left edge, above those on the upper one, and in the corner. */
template <class OUT> __device__ inline void table_clear_border(const prefix__cuda_table &t, const table_place &place)
{
    char *const row = (char *)t.out + place.band * table_rows * t.out_pitch;
    for (int y = place.lane(); place.tile == 0 && y < place.rows; y += table_lanes)
        *((OUT *)(row + y * t.out_pitch) - t.channels + place.channel) = 0;
    if (place.band > 0)
        return;
    OUT *const above = (OUT *)(row - t.out_pitch);
    if (place.tile == 0 && place.lane() == 0)
        *(above - t.channels + place.channel) = 0;
    for (int i = 0; i < place.columns; i++)
        above[place.element(t) + i * t.channels] = 0;
}

template <class SUM>
__global__ void __launch_bounds__(table_threads, table_blocks<SUM>)
    table_write_kernel(const __grid_constant__ prefix__cuda_table t)
{
    table_place place;
    if (!place.find(t))
        return;
    const SUM *const left = (const SUM *)t.right + place.in_right(t);
    table_quad<SUM> v[table_group], above = {}, sums = {};
    if (place.has_tile(t)) {
        const table_vector<SUM> lower = *(const table_vector<SUM> *)((const SUM *)t.lower + place.in_lower(t));
#pragma unroll
        for (int i = 0; i < 4; i++)
            above.x[i] = lower.x[i];
    }
    for (int y = 0; y < place.rows; y += table_group) {
        table_load(v, t, place, y);
#pragma unroll
        for (int k = 0; k < table_group; k++)
            table_scan_row(v[k]);
        table_scan_columns(v, sums);
        table_vector<SUM> carries[table_group / 4] = {};
        if (place.has_tile(t)) {
#pragma unroll
            for (int k = 0; k < table_group; k += 4)
                carries[k / 4] = *(const table_vector<SUM> *)(left + y + k);
        }
#pragma unroll
        for (int k = 0; k < table_group; k++) {
#pragma unroll
            for (int i = 0; i < 4; i++)
                v[k].x[i] = above.x[i] + (carries[k / 4].x[k % 4] + v[k].x[i]);
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
