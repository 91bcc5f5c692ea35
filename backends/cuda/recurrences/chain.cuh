/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The canonical order folds the tiles of a line from left to right, and each y is rounded: one chain, of a product and
 * a sum for each tile. In long lines it is all that some warps do: they read what tiles come to, 32 at once, and tell
 * each the y that stands before it.
 */
#ifndef PREFIX_CUDA_RECURRENCES_CHAIN_CUH
#define PREFIX_CUDA_RECURRENCES_CHAIN_CUH

#include "grid/claim.cuh"
#include "grid/descriptor.cuh"
#include "recurrences/line.cuh"

namespace prefix_cuda
{

__device__ inline void publish(uint64_t *at, double value, uint32_t tag)
{
    publish(at, (uint64_t)__double_as_longlong(value), tag);
}

__device__ inline void publish_step(uint64_t *at, const recurrence_step &step, uint32_t tag)
{
    publish(at, step.a, tag);
    publish(at + 2, step.b, tag);
}

/* A step as it was read; so many words apart from the next one. */
struct reading_of_step {
    reading<uint64_t> a, b;

    __device__ void read(const uint64_t *at, bool wanted)
    {
        a.read(at, wanted);
        b.read(at + 2, wanted);
    }
    __device__ bool published(uint32_t tag) const
    {
        return a.published(tag) && b.published(tag);
    }
    __device__ recurrence_step value() const
    {
        return {__longlong_as_double((long long)a.value()), __longlong_as_double((long long)b.value())};
    }
};

__device__ inline double await_y(const uint64_t *at, uint32_t tag)
{
    reading<uint64_t> y;
    do
        y.read(at, true);
    while (!y.published(tag));
    return __longlong_as_double((long long)y.value());
}

__device__ inline recurrence_step await_step(const uint64_t *at, uint32_t tag)
{
    reading_of_step step;
    do
        step.read(at, true);
    while (!step.published(tag));
    return step.value();
}

/* Of tile t of all: what it comes to, and the y before it. */
__device__ inline uint64_t *tile_words(const prefix__cuda_recurrence &p, uint64_t t)
{
    return p.scan.workspace + PREFIX__CUDA_HEADER_WORDS + t * PREFIX__CUDA_RECURRENCE_TILE_WORDS;
}

__device__ inline uint64_t *y_words(const prefix__cuda_recurrence &p, uint64_t t)
{
    return tile_words(p, t) + 4;
}

/* What tiles of a line come to that a warp folds at once. */
struct recurrence_window {
    recurrence_step steps[32];
};

/* The y behind count of them, one a lane, and in mine the one behind the lane's. A NaN, once there, would stay. */
__device__ inline double fold_tiles(double before, const recurrence_step &step, int count, recurrence_window &window,
                                    double &mine)
{
    constexpr int ahead = 4; /* steps that are read before the chain comes to them */
    const int lane = threadIdx.x & 31;
    recurrence_step next[ahead];
    double y = before;
    window.steps[lane] = lane < count ? step : recurrence_step{1, -0.0}; /* which changes nothing */
    __syncwarp();
#pragma unroll
    for (int k = 0; k < ahead; k++)
        next[k] = window.steps[k];
#pragma unroll 1
    for (int i = 0; i < count; i += ahead) {
        recurrence_step now[ahead];
#pragma unroll
        for (int k = 0; k < ahead; k++) {
            now[k] = next[k];
            next[k] = window.steps[(i + ahead + k) % 32];
        }
#pragma unroll
        for (int k = 0; k < ahead; k++) {
            y = now[k].a * y + now[k].b;
            mine = lane == i + k ? y : mine;
        }
    }
    if (y != y) {
        y = before;
#pragma unroll 1
        for (int i = 0; i < count; i++) {
            y = follow(y, window.steps[i]);
            mine = lane == i ? y : mine;
        }
    }
    __syncwarp();
    return y;
}

/* A line's first y, and its first tile's step if nothing is before: of both comes what the step alone does. */
__device__ inline double begin_line(const recurrence_before &first, recurrence_step &step)
{
    if (threadIdx.x % 32 == 0 && !first.is_there)
        step.a = 0;
    return first.is_there ? first.y : -0.0;
}

/*
 * By one warp, which takes the tiles that are there, as others may wait for the y before one of them, and has the next
 * on their way while it folds some.
 */
template <class E>
__device__ inline void fold_line(const prefix__cuda_recurrence &p, uint64_t line, recurrence_window &window,
                                 uint32_t tag)
{
    const int lane = threadIdx.x & 31;
    const uint64_t from = line * p.line_tiles, last = p.line_tiles - 1;
    const recurrence_before first = first_of_line<E>(p, line);
    reading_of_step seen, next;
    double y = first.y;
    seen.read(tile_words(p, from + lane), lane < last);
#pragma unroll 1
    for (uint64_t at = 0; at < last;) {
        next.read(tile_words(p, from + at + 32 + lane), at + 32 + lane < last);
        const uint32_t missing = ~__ballot_sync(~0u, at + lane < last && seen.published(tag));
        const int count = missing ? __ffs((int)missing) - 1 : 32;
        if (count > 0) {
            recurrence_step step = seen.value();
            double mine = 0;
            if (at == 0)
                y = begin_line(first, step);
            y = fold_tiles(y, step, count, window, mine);
            if (lane < count)
                publish(y_words(p, from + at + lane + 1), mine, tag);
            at += count;
        }
        if (count == 32)
            seen = next;
        else
            seen.read(tile_words(p, from + at + lane), at + lane < last);
    }
}

/* In a line of a few tiles each folds those before it by itself. By one warp, as what it returns is. */
template <class E>
__device__ inline recurrence_before before_tile(const prefix__cuda_recurrence &p, uint64_t line, uint32_t tile,
                                                recurrence_window &window, uint32_t tag)
{
    const int lane = threadIdx.x & 31;
    const uint64_t from = line * p.line_tiles;
    const recurrence_before first = first_of_line<E>(p, line);
    reading_of_step seen;
    if (tile == 0)
        return first;
    if (p.chains > 0)
        return {await_y(y_words(p, from + tile), tag), true};
    do
        seen.read(tile_words(p, from + lane), lane < tile);
    while (!__all_sync(~0u, lane >= tile || seen.published(tag)));
    recurrence_step step = seen.value();
    double mine;
    const double y = begin_line(first, step);
    return {fold_tiles(y, step, (int)tile, window, mine), true};
}

} // namespace prefix_cuda

#endif
