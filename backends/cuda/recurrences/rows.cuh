/* SPDX-License-Identifier: BSD-3-Clause */
/* Recurrences of lines whose elements are neighbours, or that are few: a block takes a tile, or some short lines. */
#ifndef PREFIX_CUDA_RECURRENCES_ROWS_CUH
#define PREFIX_CUDA_RECURRENCES_ROWS_CUH

#include "recurrences/chain.cuh"
#include "recurrences/tile.cuh"

namespace prefix_cuda
{

constexpr int recurrence_threads = PREFIX__CUDA_RECURRENCE_THREADS, recurrence_warps = recurrence_threads / 32;

/* What a block is for: a tile of a line, or of some short ones from first << short_shift on; or to fold long lines. */
struct recurrence_place {
    uint32_t first, tile, tag;
    bool folds;
};

struct recurrence_shared {
    recurrence_step rows[recurrence_rows];       /* what they come to */
    recurrence_step before[recurrence_rows];     /* what stands before them in their tile, but for the first */
    recurrence_window windows[recurrence_warps]; /* one of each warp that folds tiles */
    recurrence_before y;                         /* before the tile */
    recurrence_place place;
};

/* The elements that a thread has. */
struct recurrence_share {
    uint64_t line;
    uint64_t at; /* in its line */
    int count;   /* 0 for none */

    __device__ recurrence_share(const prefix__cuda_recurrence &p, const recurrence_place &place)
    {
        const uint32_t begin = threadIdx.x * recurrence_each, each = recurrence_tile >> p.short_shift;
        line = ((uint64_t)place.first << p.short_shift) + (begin >> (recurrence_tile_bits - p.short_shift));
        at = (uint64_t)place.tile * recurrence_tile + (begin & (each - 1));
        count = line < p.lines && at < p.scan.n ? (int)min(p.scan.n - at, (uint64_t)recurrence_each) : 0;
    }
};

/* The network of the warp's rows. Returns whether these are plain, which those that a line ends in never are. */
template <class E>
__device__ inline bool begin_tile(const prefix__cuda_recurrence &p, const recurrence_line<E> &line,
                                  const recurrence_share &share, recurrence_step (&steps)[recurrence_each])
{
    typename E::memory a[recurrence_each] = {}, b[recurrence_each] = {};
    uint32_t unlike = 0;
    load_both<E>(p, line.in + (int64_t)share.at * p.in_step, line.second + (int64_t)share.at * p.second_step,
                 share.count, a, b);
#pragma unroll
    for (int i = 0; i < recurrence_each; i++) {
        unlike |= E::unlike(a[i]);
        steps[i] = {E::widen(a[i]), E::widen(b[i])};
    }
    if (!p.second)
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            steps[i].a = p.constant;
    const bool is_plain = p.second ? !E::not_plain(unlike) : p.is_plain != 0;
    if (__all_sync(~0u, is_plain && share.count == recurrence_each)) {
        scan_rows<true>(steps);
        return true;
    }
#pragma unroll
    for (int i = 0; i < recurrence_each; i++)
        steps[i] = step_of<false>(steps[i].a, steps[i].b);
    scan_rows<false>(steps);
    return false;
}

template <class E, bool PLAIN>
__device__ inline void end_tile(const prefix__cuda_recurrence &p, const recurrence_share &share,
                                const recurrence_before &y, const recurrence_step &row,
                                recurrence_step (&steps)[recurrence_each], typename E::memory *to)
{
    typename E::memory x[recurrence_each];
    double last = 0;
    /* Whether the row has one before it in its tile; short lines have tiles of their own. */
    if ((threadIdx.x & ((recurrence_threads >> p.short_shift) - 1)) >= recurrence_lanes)
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            steps[i] = behind_row<PLAIN>(row, steps[i]);
    if (y.is_there)
#pragma unroll
        for (int i = 0; i < recurrence_each; i++)
            steps[i].b = behind_tile<PLAIN>(y.y, steps[i]);
#pragma unroll
    for (int i = 0; i < recurrence_each; i++) {
        double y_here = steps[i].b;
        asm volatile("" : "+d"(y_here)); /* else steps would be looked up in memory */
        x[i] = E::narrow(y_here);
        last = i == share.count - 1 ? y_here : last;
    }
    store_elements<E>(to, p.out_step, share.count, x);
    if (share.at + share.count == p.scan.n)
        store_last<E>(p, share.line, last);
}

/* By all warps but the last. */
template <class E>
__device__ inline void scan_tile(const prefix__cuda_recurrence &p, const recurrence_place &place,
                                 recurrence_shared &shared)
{
    const recurrence_share share(p, place);
    const recurrence_line<E> line(p, share.line);
    recurrence_step steps[recurrence_each];
    const bool is_plain = begin_tile(p, line, share, steps);
    if (threadIdx.x % recurrence_lanes == recurrence_lanes - 1)
        shared.rows[threadIdx.x / recurrence_lanes] = steps[recurrence_each - 1];
    __syncthreads();
    __syncthreads(); /* the last warp folds */
    if (share.count == 0)
        return;
    const recurrence_before y = p.short_shift > 0 ? first_of_line<E>(p, share.line) : shared.y;
    const recurrence_step row = shared.before[threadIdx.x / recurrence_lanes];
    typename E::memory *const to = line.out + (int64_t)share.at * p.out_step;
    if (is_plain && (!y.is_there || is_plain_y(y.y)))
        end_tile<E, true>(p, share, y, row, steps, to);
    else
        end_tile<E, false>(p, share, y, row, steps, to);
}

/* By the last warp, which has no elements, and so registers: what the tile comes to, and what stands before it. */
template <class E>
__device__ inline void fold_tile(const prefix__cuda_recurrence &p, const recurrence_place &place,
                                 recurrence_shared &shared)
{
    const int lane = threadIdx.x & 31, count = recurrence_rows >> p.short_shift;
    __syncthreads();
    if (p.short_shift > 0) {
        for (int line = lane; line < 1 << p.short_shift; line += 32)
            fold_rows(shared.rows + line * count, count, shared.before + line * count);
    } else {
        const recurrence_step all = fold_tile_rows(shared.rows, shared.before);
        if (lane == 0 && place.tile + 1 < p.line_tiles)
            publish_step(tile_words(p, (uint64_t)place.first * p.line_tiles + place.tile), all, place.tag);
        const recurrence_before y = before_tile<E>(p, place.first, place.tile, shared.windows[0], place.tag);
        if (lane == 0)
            shared.y = y;
    }
    __syncthreads();
}

/* By one thread. */
__device__ inline recurrence_place claim_place(const prefix__cuda_recurrence &p)
{
    const claim mine = p.scan.workspace ? claim_one_tile(p.scan.workspace) : claim{blockIdx.x, 0};
    const uint32_t t = mine.tile - p.chains;
    if (mine.tile < p.chains)
        return {mine.tile, 0, mine.tag, true};
    return {t / p.line_tiles, t % p.line_tiles, mine.tag, false};
}

template <class E>
__global__ void __launch_bounds__(PREFIX__CUDA_RECURRENCE_THREADS + 32, PREFIX__CUDA_RECURRENCE_BLOCKS)
    recurrence_rows_kernel(const __grid_constant__ prefix__cuda_recurrence p)
{
    __shared__ recurrence_shared shared;
    if (threadIdx.x == 0)
        shared.place = claim_place(p);
    __syncthreads();
    const recurrence_place place = shared.place;
    await_previous();
    if (place.folds)
        for (uint64_t line = place.first * recurrence_warps + threadIdx.x / 32;
             line < p.lines && threadIdx.x < recurrence_threads; line += p.chains * recurrence_warps)
            fold_line<E>(p, line, shared.windows[threadIdx.x / 32], place.tag);
    else if (threadIdx.x < recurrence_threads)
        scan_tile<E>(p, place, shared);
    else
        fold_tile<E>(p, place, shared);
    if (p.scan.workspace) {
        __syncthreads();
        if (threadIdx.x == 0)
            retire(p.scan, place.tag);
    }
}

} // namespace prefix_cuda

#endif
