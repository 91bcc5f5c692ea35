/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The keys of one warp's rows of a tile of tiles.cuh: they are looked at as they come from memory, and those of
 * heads are listed while there is room.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_TILES_KEYS_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_TILES_KEYS_CUH

#include "params/runs_reduce_params.h"
#include "segments/run_heads.cuh"
#include "word/tile_shape.cuh"

namespace prefix_cuda
{

constexpr int runs_tiles_warps = 8; /* and one that looks back */
constexpr int runs_tiles_threads = (runs_tiles_warps + 1) * 32;
constexpr int runs_tiles_blocks = 4; /* at once on a multiprocessor */

/* Keys of a warp for which there is room besides. What is more is read once more. */
template <class KEY> constexpr uint32_t runs_tiles_listed = PREFIX__CUDA_RUNS_LISTED / runs_tiles_warps / sizeof(KEY);

template <class OP, class KEY> struct runs_tiles_keys {
    using shape = tile_shape<OP, runs_tiles_warps>;
    static constexpr int count = shape::lane_words, row_words = 32 * count, rows = shape::warp_rows;
    static constexpr int some = 4, parts = rows / some; /* rows in registers at once */
    static constexpr uint32_t row_bits = (1u << count) - 1;
    using keys_of = typename runs_bits<some, count>::template keys_of_row<KEY>;

    const prefix__cuda_runs_reduce &p;
    const int warp;
    char *const memory;
    const uint64_t first;                 /* the place of the lane's first element */
    const bool full;                      /* all are in the array */
    uint32_t heads = 0, all = 0;          /* all: heads of the warp, */
    uint32_t kept = 0;                    /* of which so many, those of the first rows, have their keys listed */
    uint32_t ranks[parts], totals[parts]; /* of a part's rows, a byte each: heads in lanes before, and in all */

    __device__ KEY *listed() const
    {
        return (KEY *)(memory + shape::rows * shape::row_bytes) + warp * runs_tiles_listed<KEY>;
    }
    /* Room for the warp's rows as words: the rows, at its end; then results; then keys. */
    __device__ char *stage() const
    {
        return memory + warp * rows * shape::row_bytes;
    }
    __device__ void rank_part(int part)
    {
        uint32_t counts = 0, sums;
#pragma unroll
        for (int r = 0; r < some; r++)
            counts |= (uint32_t)__popc(heads >> ((part * some + r) * count) & row_bits) << (8 * r);
        sums = counts;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const uint32_t other = __shfl_up_sync(~0u, sums, distance);
            sums += (threadIdx.x & 31) >= distance ? other : 0;
        }
        totals[part] = __shfl_sync(~0u, sums, 31);
        ranks[part] = sums - counts;
    }
    /* Keys of some rows, */
    __device__ void load_keys(keys_of (&own)[some], const KEY *keys, int part) const
    {
        const uint64_t at = first + part * some * row_words;
        if (full) {
#pragma unroll
            for (int r = 0; r < some; r++)
                own[r].load(keys + at + r * row_words);
        } else {
#pragma unroll
            for (int r = 0; r < some; r++)
                own[r].load_some(keys + at + r * row_words, (int64_t)(p.segmented.scan.n - at) - r * row_words);
        }
    }
    /* of which those of heads are listed. */
    __device__ void list_keys(KEY *list, const keys_of (&own)[some], uint32_t mine, uint32_t before,
                              uint32_t of_rows) const
    {
#pragma unroll
        for (int r = 0; r < some; r++) {
            const uint32_t of_row = of_rows >> (8 * r) & 255;
            if (of_row != 0) {
                asm volatile(""); /* a branch */
                KEY *to = list + (before >> (8 * r) & 255);
#pragma unroll
                for (int k = 0; k < count; k++) {
                    if (mine >> (r * count + k) & 1)
                        *to++ = own[r].key[k];
                }
                list += of_row;
            }
        }
    }
    static __device__ uint32_t sum_of_bytes(uint32_t x)
    {
        x = (x & 0xff00ff) + (x >> 8 & 0xff00ff);
        return (x + (x >> 16)) & 0xffff;
    }
    /* Looks at keys, and lists those of heads while there is room. */
    template <class DIFFER> __device__ void look(const KEY *keys, DIFFER differ)
    {
        const uint64_t n = p.segmented.scan.n, begin = first - (threadIdx.x & 31) * count;
        KEY before = {};
        if ((threadIdx.x & 31) == 31 && begin > 0 && begin <= n)
            before = keys[begin - 1];
#pragma unroll
        for (int part = 0; part < parts; part++) {
            keys_of own[some];
            load_keys(own, keys, part);
            uint32_t mine = 0;
#pragma unroll
            for (int r = 0; r < some; r++)
                mine |= own[r].heads(before, differ) << (r * count);
            if (!full)
                mine &= runs_bits<some, count>::existing((int64_t)(n - first) - part * some * row_words);
            if (part == 0 && first == 0)
                mine |= 1;
            heads |= mine << (part * some * count);
            ranks[part] = totals[part] = 0;
            if (!__any_sync(~0u, mine))
                continue;
            rank_part(part);
            const uint32_t more = sum_of_bytes(totals[part]);
            if (kept == all && all + more <= runs_tiles_listed<KEY>) {
                list_keys(listed() + all, own, mine, ranks[part], totals[part]);
                kept += more;
            }
            all += more;
        }
    }
    /* Lists those that are not, where the warp's results have been. */
    __device__ void look_again(const KEY *keys)
    {
        KEY *list = (KEY *)stage();
        uint32_t before = 0;
        __syncwarp();
#pragma unroll
        for (int part = 0; part < parts; part++) {
            before += sum_of_bytes(totals[part]);
            if (before <= kept)
                continue;
            keys_of own[some];
            load_keys(own, keys, part);
            list_keys(list, own, heads >> (part * some * count), ranks[part], totals[part]);
            list += sum_of_bytes(totals[part]);
        }
    }
};

} // namespace prefix_cuda

#endif
