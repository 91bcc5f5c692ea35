/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Two tiles of a table, neighbours of a band, in the registers of a warp: each half of it has one, a lane four columns,
 * and goes down its rows, a group of them in step. The network of a row runs across lanes, the sums of columns stay in
 * a lane.
 */
#ifndef PREFIX_CUDA_TABLES_TILE_CUH
#define PREFIX_CUDA_TABLES_TILE_CUH

#include <prefix/prefix.h>

#include "params/table_params.h"

namespace prefix_cuda
{

constexpr int table_rows = PREFIX__CUDA_TABLE_ROWS, table_columns = PREFIX__CUDA_TABLE_COLUMNS;
constexpr int table_group = 8;                   /* rows */
constexpr int table_lanes = 16, table_tiles = 2; /* lanes of a tile, tiles of a warp */
constexpr int table_warps = 4, table_threads = 32 * table_warps;
static_assert(table_columns == 4 * table_lanes && table_lanes * table_tiles == 32, "a lane has four columns");

template <class SUM> constexpr int table_blocks = sizeof(SUM) == 4 ? 5 : 4; /* of a multiprocessor */

template <class SUM> struct table_quad {
    SUM x[4];
};

template <class SUM> constexpr bool table_is_exact = SUM(1) / SUM(2) == SUM(0); /* integers: any order does */

/* What a warp has of one channel: the channels of a tile are neighbours, as they share memory. */
struct table_place {
    uint64_t tile, band; /* the lane's; there may be no such tile */
    uint32_t channel;
    int rows, columns; /* that exist: of the tile, and of the lane */
    bool whole;        /* the warp has all of its columns */

    /* False: the warp has nothing. */
    __device__ bool find(const prefix__cuda_table &t)
    {
        const uint64_t warp = (uint64_t)blockIdx.x * table_warps + threadIdx.x / 32;
        const uint64_t at = warp / t.channels, pairs = (t.tiles + table_tiles - 1) / table_tiles;
        channel = (uint32_t)(warp % t.channels);
        tile = at % pairs * table_tiles + (threadIdx.x & 31) / table_lanes;
        band = at / pairs;
        if (band >= t.bands)
            return false;
        const uint64_t column = tile * table_columns + 4 * lane();
        rows = (int)min((uint64_t)table_rows, t.height - band * table_rows);
        columns = column < t.width ? (int)min((uint64_t)4, t.width - column) : 0;
        whole = __all_sync(~0u, columns == 4);
        return true;
    }

    /* Of the tile's. */
    static __device__ int lane()
    {
        return threadIdx.x % table_lanes;
    }

    __device__ bool has_tile(const prefix__cuda_table &t) const
    {
        return tile < t.tiles;
    }

    /* The lane's first element in the tile's first row, in elements from the beginning of that row. */
    __device__ uint64_t element(const prefix__cuda_table &t) const
    {
        return (tile * table_columns + 4 * lane()) * t.channels + channel;
    }

    /* The tile's first in right, and the lane's in lower. */
    __device__ uint64_t in_right(const prefix__cuda_table &t) const
    {
        return ((channel * t.tiles + tile) * t.bands + band) * table_rows;
    }
    __device__ uint64_t in_lower(const prefix__cuda_table &t) const
    {
        return ((channel * t.bands + band) * t.tiles + tile) * table_columns + 4 * lane();
    }
};

/* Four elements that are read or written at once, where they begin at a multiple of their size. */
template <class ELEMENT> struct alignas(sizeof(ELEMENT) < 4 ? 4 * sizeof(ELEMENT) : 16) table_vector {
    ELEMENT x[4];
};

template <class ELEMENT>
__device__ inline bool table_is_aligned(const void *base, uint64_t pitch, const prefix__cuda_table &t)
{
    return t.channels == 1 && ((uintptr_t)base | pitch) % alignof(table_vector<ELEMENT>) == 0;
}

/* A group of rows from row y of the tile on; zeros for what does not exist. All loads are on their way before one is
 * used. */
template <class ELEMENT, class SUM>
__device__ inline void table_load_as(table_quad<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                     const table_place &place, int y)
{
    const char *row = (const char *)t.in + (place.band * table_rows + y) * t.in_pitch;
    table_vector<ELEMENT> loaded[table_group];
    if (place.whole && y + table_group <= place.rows && table_is_aligned<ELEMENT>(t.in, t.in_pitch, t)) {
#pragma unroll
        for (int k = 0; k < table_group; k++)
            loaded[k] = *(const table_vector<ELEMENT> *)((const ELEMENT *)(row + k * t.in_pitch) + place.element(t));
    } else {
#pragma unroll
        for (int k = 0; k < table_group; k++) {
            const ELEMENT *const at = (const ELEMENT *)(row + k * t.in_pitch) + place.element(t);
#pragma unroll
            for (int i = 0; i < 4; i++)
                loaded[k].x[i] = i < place.columns && y + k < place.rows ? at[i * t.channels] : (ELEMENT)0;
        }
    }
#pragma unroll
    for (int k = 0; k < table_group; k++) {
#pragma unroll
        for (int i = 0; i < 4; i++)
            v[k].x[i] = (SUM)loaded[k].x[i];
    }
}

template <class SUM>
__device__ inline void table_load(table_quad<SUM> (&v)[table_group], const prefix__cuda_table &t,
                                  const table_place &place, int y)
{
    if (t.type == PREFIX_U8) {
        table_load_as<uint8_t>(v, t, place, y);
    } else if (t.type == PREFIX_U16) {
        table_load_as<uint16_t>(v, t, place, y);
    } else if constexpr (table_is_exact<SUM>) {
        if (t.type == PREFIX_U32)
            table_load_as<uint32_t>(v, t, place, y);
        else
            table_load_as<int32_t>(v, t, place, y);
    } else {
        if (t.type == PREFIX_F32)
            table_load_as<float>(v, t, place, y);
        else
            table_load_as<double>(v, t, place, y);
    }
    if (t.squares) {
#pragma unroll
        for (int k = 0; k < table_group; k++) {
#pragma unroll
            for (int i = 0; i < 4; i++)
                v[k].x[i] *= v[k].x[i];
        }
    }
}

/* Sklansky's network along a row. Integers add what is left of the lane at once. */
template <class SUM> __device__ inline void table_scan_row(table_quad<SUM> &v)
{
    const int lane = table_place::lane();
    v.x[1] = v.x[0] + v.x[1];
    v.x[3] = v.x[2] + v.x[3];
    v.x[2] = v.x[1] + v.x[2];
    v.x[3] = v.x[1] + v.x[3];
    SUM total = v.x[3];
#pragma unroll
    for (int d = 1; d < table_lanes; d *= 2) {
        const SUM left = __shfl_sync(~0u, total, (lane & ~(2 * d - 1)) + d - 1, table_lanes);
        if (lane & d) {
            total = left + total;
#pragma unroll
            for (int i = 0; i < 3 && !table_is_exact<SUM>; i++)
                v.x[i] = left + v.x[i];
        }
    }
#pragma unroll
    for (int i = 0; i < 3 && table_is_exact<SUM>; i++)
        v.x[i] += total - v.x[3];
    v.x[3] = total;
}

/* Down the columns, from the sums of the rows above on. */
template <class SUM>
__device__ inline void table_scan_columns(table_quad<SUM> (&v)[table_group], table_quad<SUM> &above)
{
#pragma unroll
    for (int k = 0; k < table_group; k++) {
#pragma unroll
        for (int i = 0; i < 4; i++)
            above.x[i] = above.x[i] + v[k].x[i];
        v[k] = above;
    }
}

} // namespace prefix_cuda

#endif
