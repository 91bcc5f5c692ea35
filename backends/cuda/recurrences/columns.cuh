/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recurrences of lines that lie side by side, in strips of 32: a block takes a piece of a tile of a strip, a warp a row
 * of it. Pieces of a strip follow each other: each tells the next what its tile comes to so far, or, where the tile
 * ends, the y behind it. Those of one time go first, as all strips then go on alike.
 */
#ifndef PREFIX_CUDA_RECURRENCES_COLUMNS_CUH
#define PREFIX_CUDA_RECURRENCES_COLUMNS_CUH

#include "recurrences/chain.cuh"
#include "recurrences/strip.cuh"

namespace prefix_cuda
{

template <int WARPS> struct strip_shared {
    recurrence_step rows[WARPS][32];   /* what they come to */
    recurrence_step before[WARPS][32]; /* in their tile, but for its first row */
    recurrence_before y[32];           /* before the tile */
    claim claimed;
};

__device__ inline uint64_t *piece_words(const prefix__cuda_recurrence &p, uint64_t piece, uint64_t line)
{
    return p.scan.workspace + PREFIX__CUDA_HEADER_WORDS +
           (piece * p.strips * PREFIX__CUDA_RECURRENCE_STRIP + line) * PREFIX__CUDA_RECURRENCE_PIECE_WORDS;
}

/* By one warp, a line to each lane: what stands before the piece's rows and their tile, and what its next is told. */
template <class E, int WARPS>
__device__ inline void fold_piece(const prefix__cuda_recurrence &p, uint64_t piece, uint64_t line, uint32_t tag,
                                  strip_shared<WARPS> &shared)
{
    constexpr int pieces = recurrence_rows / WARPS; /* of a tile */
    const int lane = threadIdx.x & 31, at = (int)(piece % pieces);
    const recurrence_before y = piece < pieces
                                    ? first_of_line<E>(p, line)
                                    : recurrence_before{await_y(piece_words(p, piece - at - 1, line), tag), true};
    recurrence_step rows[WARPS];
#pragma unroll
    for (int w = 0; w < WARPS; w++)
        rows[w] = shared.rows[w][lane];
    recurrence_step all = {};
    if (at > 0)
        all = await_step(piece_words(p, piece - 1, line), tag);
#pragma unroll
    for (int w = 0; w < WARPS; w++) {
        shared.before[w][lane] = all;
        all = at > 0 || w > 0 ? follow_many(all, rows[w]) : rows[w];
    }
    shared.y[lane] = y;
    if (piece + 1 == p.line_tiles)
        return;
    if (at == pieces - 1)
        publish(piece_words(p, piece, line), follow(y, all), tag);
    else
        publish_step(piece_words(p, piece, line), all, tag);
}

template <class E, bool PLAIN>
__device__ inline void store_row(const prefix__cuda_recurrence &p, const recurrence_lane_row<E> &row, uint64_t line,
                                 uint64_t at, const recurrence_before &y, bool has_row, const recurrence_step &before,
                                 typename E::memory *out)
{
    double x = 0;
    row.template scan<PLAIN>([&](recurrence_step step) {
        if (PLAIN || has_row)
            step = behind_row<PLAIN>(before, step);
        x = y.is_there ? behind_tile<PLAIN>(y.y, step) : step.b;
        *out = E::narrow(x);
        out += p.out_step;
    });
    if (row.count > 0 && at + row.count == p.scan.n)
        store_last<E>(p, line, x);
}

template <class E, int WARPS>
__device__ inline void scan_piece(const prefix__cuda_recurrence &p, const claim &mine, strip_shared<WARPS> &shared)
{
    const int lane = threadIdx.x & 31, warp = threadIdx.x / 32;
    const uint64_t piece = mine.tile / p.strips, at = (piece * WARPS + warp) * recurrence_row;
    const uint64_t line = mine.tile % p.strips * PREFIX__CUDA_RECURRENCE_STRIP + lane;
    const bool is_there = line < p.lines;
    const recurrence_line<E> places(p, is_there ? line : p.lines - 1);
    const int count = at < p.scan.n ? (int)min(p.scan.n - at, (uint64_t)recurrence_row) : 0;
    recurrence_lane_row<E> row;
    const bool is_plain = __all_sync(
        ~0u, row.load(p, places.in + (int64_t)at * p.in_step, places.second + (int64_t)at * p.second_step, count));
    if (count == recurrence_row) /* nothing is behind others */
        shared.rows[warp][lane] = is_plain ? row.template total<true>() : row.template total<false>();
    __syncthreads();
    if (warp == 0 && is_there)
        fold_piece<E>(p, piece, line, mine.tag, shared);
    __syncthreads();
    if (!is_there)
        return;
    const bool has_row = (at / recurrence_row) % recurrence_rows > 0;
    const recurrence_before y = shared.y[lane];
    const recurrence_step before = shared.before[warp][lane];
    typename E::memory *const to = places.out + (int64_t)at * p.out_step;
    if (is_plain && has_row && (!y.is_there || is_plain_y(y.y)))
        store_row<E, true>(p, row, line, at, y, has_row, before, to);
    else
        store_row<E, false>(p, row, line, at, y, has_row, before, to);
}

template <class E, int WARPS>
__global__ void __launch_bounds__(WARPS * 32, 2)
    recurrence_columns_kernel(const __grid_constant__ prefix__cuda_recurrence p)
{
    __shared__ strip_shared<WARPS> shared;
    claim mine = {blockIdx.x, 0};
    if (p.scan.workspace) {
        if (threadIdx.x == 0)
            shared.claimed = claim_one_tile(p.scan.workspace);
        __syncthreads();
        mine = shared.claimed;
    }
    await_previous();
    scan_piece<E>(p, mine, shared);
    if (p.scan.workspace) {
        __syncthreads();
        if (threadIdx.x == 0)
            retire(p.scan, mine.tag);
    }
}

} // namespace prefix_cuda

#endif
