/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Differences of neighbours, by tiles as of windows. A block has read all that it needs before it writes, but for what
 * other blocks may have written by then: the last elements of tiles, which in place are saved by a launch before.
 */
#ifndef PREFIX_CUDA_WINDOWS_DIFFERENCE_CUH
#define PREFIX_CUDA_WINDOWS_DIFFERENCE_CUH

#include "windows/tile.cuh"

namespace prefix_cuda
{

template <class OP> __device__ inline typename OP::word less(typename OP::word x, typename OP::word y)
{
    if constexpr (OP::ordered)
        return OP::combine(x, y ^ (uint64_t)1 << 63);
    else
        return OP::remove(y, x);
}

template <class OP>
__global__ void __launch_bounds__(window_threads)
    difference_save_kernel(const __grid_constant__ prefix__cuda_difference d)
{
    const prefix__cuda_window &w = d.window;
    const uint64_t at = (uint64_t)blockIdx.x * window_threads + threadIdx.x, line = at / w.line_tiles;
    if (line >= w.lines)
        return;
    const int64_t index = (int64_t)min((at % w.line_tiles + 1) * w.rows, w.n) - 1;
    typename OP::word x[1][1];
    load_elements_at<OP>(x, w.batch.scan, 1,
                         even_places{place_of(w.batch, line).in + index * w.batch.in_step, w.batch.in_step});
    ((typename OP::word *)d.last)[at] = x[0][0];
}

template <class OP>
__global__ void __launch_bounds__(window_threads) difference_kernel(const __grid_constant__ prefix__cuda_difference d)
{
    using word = typename OP::word;
    __shared__ word results[window_values];
    const prefix__cuda_window &w = d.window;
    const window_tile<OP> tile(w);
    const line_place place = place_of(w.batch, w.first_line + tile.line);
    const int64_t next = (int64_t)tile.step, end = (int64_t)w.n - 1, begin = d.leads ? -1 : 0;
    const uint64_t number = blockIdx.x % w.line_tiles;
    const int64_t tile_begin = (int64_t)(number * w.rows), tile_end = min(tile_begin + w.rows - 1, end);
    const word *const last = (const word *)d.last + tile.line * w.line_tiles + number;
    tile.for_some([&](int k, int at) {
        const int64_t first = (int64_t)tile.index + k * next;
        word x[1][window_some], y[1][window_some];
        load_elements_at<OP>(x, w.batch.scan, window_some,
                             window_places{place.in, w.batch.in_step, first, next, begin, end});
        load_elements_at<OP>(y, w.batch.scan, window_some,
                             window_places{place.in, w.batch.in_step, first - 1, next, begin, end});
#pragma unroll
        for (int i = 0; i < window_some; i++) {
            const int64_t index = first + i * next;
            if (d.last && index == tile_end)
                x[0][i] = last[0];
            if (d.last && index == tile_begin && index > 0)
                y[0][i] = last[-1];
            if (index == 0 && !d.leads)
                y[0][i] = (word)d.first;
            results[at + i * window_threads] = less<OP>(x[0][i], y[0][i]);
        }
    });
    __syncthreads();
    tile.finish(results);
}

} // namespace prefix_cuda

#endif
