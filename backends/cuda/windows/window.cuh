/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moving windows, pass by pass, in the order of lib/shared/window.h: trees of a tile grow in shared memory, where each
 * thread finds those that follow its own, and windows in registers, behind those that the passes before have begun.
 */
#ifndef PREFIX_CUDA_WINDOWS_WINDOW_CUH
#define PREFIX_CUDA_WINDOWS_WINDOW_CUH

#include "windows/tile.cuh"

namespace prefix_cuda
{

template <class WORD> __device__ inline void window_put(WORD *values, const WORD (&x)[1][window_own])
{
#pragma unroll
    for (int k = 0; k < window_own; k++)
        values[k * window_threads + threadIdx.x] = x[0][k];
}

/* Each of s, or x, before what stands a distance behind it; beyond the tile there is nothing that matters. */
template <class OP>
__device__ inline void window_join(typename OP::word (&to)[1][window_own],
                                   const typename OP::word (&earlier)[1][window_own], const typename OP::word *values,
                                   int distance)
{
#pragma unroll
    for (int k = 0; k < window_own; k++)
        to[0][k] = OP::combine(earlier[0][k],
                               values[min(k * window_threads + (int)threadIdx.x + distance, window_values - 1)]);
}

/* Trees of 2^bits rows from those of one, and windows of k; values is all trees at the end. */
template <class OP>
__device__ inline void window_slide(typename OP::word (&x)[1][window_own], typename OP::word (&s)[1][window_own],
                                    typename OP::word *values, const prefix__cuda_window &w)
{
    int at = 0;
    bool begun = w.begun;
    for (uint32_t bit = 0;; bit++) {
        const int height = 1 << (bit + w.column_bits);
        if (w.k >> bit & 1 && !w.idempotent) {
            if (begun) {
                window_join<OP>(s, s, values, at);
            } else {
#pragma unroll
                for (int k = 0; k < window_own; k++)
                    s[0][k] = values[min(k * window_threads + (int)threadIdx.x + at, window_values - 1)];
            }
            begun = true;
            at += height;
        }
        if (bit == w.bits)
            break;
        window_join<OP>(x, x, values, height);
        __syncthreads();
        window_put(values, x);
        __syncthreads();
    }
    if (w.idempotent)
        window_join<OP>(s, x, values, (int)(w.k - (1u << w.bits)) << w.column_bits);
}

template <class OP>
__global__ void __launch_bounds__(window_threads) window_kernel(const __grid_constant__ prefix__cuda_window w)
{
    using word = typename OP::word;
    __shared__ word values[window_values];
    const window_tile<OP> tile(w);
    word x[1][window_own], s[1][window_own];
    tile.load(values);
#pragma unroll
    for (int k = 0; k < window_own; k++)
        x[0][k] = values[k * window_threads + threadIdx.x];
    if (w.begun)
        tile.read(w.sums, w.n, [&](int k, word sum) { s[0][k] = sum; });
    __syncthreads();
    window_slide<OP>(x, s, values, w);
    if (!w.trees_out) {
        __syncthreads();
        window_put(values, s);
        tile.finish(values);
        return;
    }
    const int behind = (int)w.k << w.column_bits;
    tile.write(w.trees_out, w.results,
               [&](int k) { return values[min(k * window_threads + (int)threadIdx.x + behind, window_values - 1)]; });
    if (w.begun || w.k > 0)
        tile.write(w.sums, w.n, [&](int k) { return s[0][k]; });
}

} // namespace prefix_cuda

#endif
