/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of a table in the registers of a warp: a lane has two neighbouring columns, and goes down its rows, a group of
 * them in step. The network of a row runs across lanes, the sums of columns stay in a lane.
 */
#ifndef PREFIX_CUDA_TABLES_TILE_CUH
#define PREFIX_CUDA_TABLES_TILE_CUH

#include <prefix/prefix.h>

#include "params/table_params.h"

namespace prefix_cuda
{

constexpr int table_rows = PREFIX__CUDA_TABLE_ROWS, table_columns = PREFIX__CUDA_TABLE_COLUMNS;
constexpr int table_group = 8; /* rows */
constexpr int table_warps = 4, table_threads = 32 * table_warps;
static_assert(table_columns == 2 * 32, "a lane has two columns");

template <class SUM> struct table_pair {
    SUM x, y;
};

/* A warp's tile of one channel: the channels of a tile are neighbours, as they share memory. */
struct table_place {
    uint64_t tile, band;
    uint32_t channel;
    int rows, columns; /* that exist: of the tile, and of the lane */

    /* False: there is none. */
    __device__ bool find(const prefix__cuda_table &t)
    {
        const uint64_t warp = (uint64_t)blockIdx.x * table_warps + threadIdx.x / 32, column = 2 * (threadIdx.x & 31);
        const uint64_t at = warp / t.channels;
        channel = (uint32_t)(warp % t.channels);
        tile = at % t.tiles;
        band = at / t.tiles;
        if (band >= t.bands)
            return false;
        const uint64_t left = t.width - tile * table_columns;
        rows = (int)min((uint64_t)table_rows, t.height - band * table_rows);
        columns = left <= column ? 0 : left == column + 1 ? 1 : 2;
        return true;
    }

    /* The lane's first element in the tile's first row, in elements from the beginning of that row. */
    __device__ uint64_t element(const prefix__cuda_table &t) const
    {
        return (tile * table_columns + 2 * (threadIdx.x & 31)) * t.channels + channel;
    }

    /* The tile's first in right and in lower. */
    __device__ uint64_t in_right(const prefix__cuda_table &t) const
    {
        return ((channel * t.tiles + tile) * t.bands + band) * table_rows;
    }
    __device__ uint64_t in_lower(const prefix__cuda_table &t) const
    {
        return ((channel * t.bands + band) * t.tiles + tile) * table_columns;
    }
};

/* A group of rows from row y of the tile on; zeros for what does not exist. */
template <class SUM, class ELEMENT>
__device__ inline void table_load_as(table_pair<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                     const table_place &place, int y)
{
    const char *row = (const char *)t.in + (place.band * table_rows + y) * t.in_pitch;
#pragma unroll
    for (int k = 0; k < table_group; k++, row += t.in_pitch) {
        const ELEMENT *at = (const ELEMENT *)row + place.element(t);
        const int columns = y + k < place.rows ? place.columns : 0;
        v[k].x = columns > 0 ? (SUM)at[0] : (SUM)0;
        v[k].y = columns > 1 ? (SUM)at[t.channels] : (SUM)0;
    }
}

template <class SUM>
__device__ inline void table_load(table_pair<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                  const table_place &place, int y)
{
    switch (t.type) {
    case PREFIX_U8:
        table_load_as<SUM, uint8_t>(v, t, place, y);
        break;
    case PREFIX_U16:
        table_load_as<SUM, uint16_t>(v, t, place, y);
        break;
    case PREFIX_U32:
        table_load_as<SUM, uint32_t>(v, t, place, y);
        break;
    case PREFIX_I32:
        table_load_as<SUM, int32_t>(v, t, place, y);
        break;
    case PREFIX_F32:
        table_load_as<SUM, float>(v, t, place, y);
        break;
    default:
        table_load_as<SUM, double>(v, t, place, y);
        break;
    }
    if (t.squares) {
#pragma unroll
        for (int k = 0; k < table_group; k++) {
            v[k].x *= v[k].x;
            v[k].y *= v[k].y;
        }
    }
}

/* Sklansky's network along each row. */
template <class SUM> __device__ inline void table_scan_rows(table_pair<SUM> (&v)[table_group])
{
    const int lane = threadIdx.x & 31;
#pragma unroll
    for (int k = 0; k < table_group; k++)
        v[k].y = v[k].x + v[k].y;
#pragma unroll
    for (int d = 1; d < 32; d *= 2) {
#pragma unroll
        for (int k = 0; k < table_group; k++) {
            const SUM left = __shfl_sync(~0u, v[k].y, (lane & ~(2 * d - 1)) + d - 1);
            v[k].x = lane & d ? left + v[k].x : v[k].x;
            v[k].y = lane & d ? left + v[k].y : v[k].y;
        }
    }
}

/* Down the columns, from the sums of the rows above on. */
template <class SUM>
__device__ inline void table_scan_columns(table_pair<SUM> (&v)[table_group], table_pair<SUM> &above)
{
#pragma unroll
    for (int k = 0; k < table_group; k++) {
        above.x = above.x + v[k].x;
        above.y = above.y + v[k].y;
        v[k] = above;
    }
}

} // namespace prefix_cuda

#endif
