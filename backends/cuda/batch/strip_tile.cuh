/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of a strip: some lines side by side, and of each as many pieces as there are threads for. Thread t has piece
 * t / columns of line t % columns. Where neighbours in memory are neighbours in a line, or lines are few, the tile
 * passes through shared memory in memory's order, whatever that is in either array; else threads load and store their
 * own.
 */
#ifndef PREFIX_CUDA_BATCH_STRIP_TILE_CUH
#define PREFIX_CUDA_BATCH_STRIP_TILE_CUH

#include "batch/piece.cuh"
#include "batch/place.cuh"

namespace prefix_cuda
{

/* A place more than a piece has, so that all threads are at different banks. */
template <class OP> struct strip_stage {
    static constexpr int stride = piece_elements<OP> + 1;
    typename OP::word words[PREFIX__CUDA_STRIP_THREADS * stride];
    line_place lines[PREFIX__CUDA_STRIP_THREADS];
};

template <class OP> struct strip_tile {
    static constexpr int count = piece_elements<OP>;
    static constexpr int some = 8; /* elements that a thread has on their way to or from shared memory */
    const prefix__cuda_batch &batch;
    uint64_t first;      /* element of the tile in its lines */
    int lines, elements; /* that there are, of each */
    int column, piece;   /* of the thread */
    int own;             /* elements that it has */

    __device__ strip_tile(const prefix__cuda_batch &b, uint32_t tile, uint32_t strip) : batch(b)
    {
        const uint32_t length = b.pieces * count;
        const uint64_t line = (uint64_t)strip * b.columns;
        first = (uint64_t)tile * length;
        lines = (int)min((uint64_t)b.columns, b.lines - line);
        elements = (int)min((uint64_t)length, b.scan.n - first);
        column = (int)(threadIdx.x % b.columns);
        piece = (int)(threadIdx.x / b.columns);
        own = column < lines ? max(min(elements - piece * count, count), 0) : 0;
    }
    /* place: of the thread's line; every thread has a line, if only by number. */
    __device__ void load(typename OP::word (&x)[1][count], strip_stage<OP> &stage, const line_place &place) const
    {
        if (!batch.staged) {
            const int64_t from = place.in + (int64_t)(first + piece * count) * batch.in_step;
            load_elements_at<OP>(x, batch.scan, own, [&](int k) { return from + k * batch.in_step; });
            return;
        }
        if (piece == 0)
            stage.lines[column] = place;
        __syncthreads();
        for_some(batch.in_along, [&](int many, const int(&line)[some], const int(&element)[some]) {
            typename OP::word y[1][some];
            load_elements_at<OP>(y, batch.scan, many, [&](int k) {
                return stage.lines[line[k]].in + (int64_t)(first + element[k]) * batch.in_step;
            });
#pragma unroll
            for (int k = 0; k < some; k++) {
                if (k < many)
                    stage.words[slot(line[k], element[k])] = y[0][k];
            }
        });
        __syncthreads();
#pragma unroll
        for (int k = 0; k < count; k++)
            x[0][k] = k < own ? stage.words[threadIdx.x * strip_stage<OP>::stride + k] : OP::neutral;
    }
    /* x: words of the output. */
    __device__ void store(const typename OP::word (&x)[1][count], strip_stage<OP> &stage, const line_place &place) const
    {
        if (!batch.staged) {
            const int64_t to = place.out + (int64_t)(first + piece * count) * batch.out_step;
            store_elements_at<OP>(x, batch, own, [&](int k) { return to + k * batch.out_step; });
            return;
        }
#pragma unroll
        for (int k = 0; k < count; k++) {
            if (k < own)
                stage.words[threadIdx.x * strip_stage<OP>::stride + k] = x[0][k];
        }
        __syncthreads();
        for_some(batch.out_along, [&](int many, const int(&line)[some], const int(&element)[some]) {
            typename OP::word y[1][some];
#pragma unroll
            for (int k = 0; k < some; k++)
                y[0][k] = k < many ? stage.words[slot(line[k], element[k])] : 0;
            store_elements_at<OP>(y, batch, many, [&](int k) {
                return stage.lines[line[k]].out + (int64_t)(first + element[k]) * batch.out_step;
            });
        });
    }

  private:
    __device__ int slot(int line, int element) const
    {
        return (element / count * (int)batch.columns + line) * strip_stage<OP>::stride + element % count;
    }
    /* Acts on the thread's share of the tile's elements, neighbours by neighbouring threads, some at a time. */
    template <class DO> __device__ void for_some(bool along, DO act) const
    {
        const int extent = along ? elements : lines, threads = (int)blockDim.x;
        const int far = threads / extent, near = threads % extent;
        int inner = (int)threadIdx.x % extent, outer = (int)threadIdx.x / extent;
        int left = (lines * elements - (int)threadIdx.x + threads - 1) / threads;
#pragma unroll 1
        for (; left > 0; left -= some) {
            int line[some], element[some];
#pragma unroll
            for (int k = 0; k < some; k++) {
                line[k] = along ? outer : inner;
                element[k] = along ? inner : outer;
                outer += far;
                inner += near;
                if (inner >= extent) {
                    inner -= extent;
                    outer++;
                }
            }
            act(min(left, some), line, element);
        }
    }
};

} // namespace prefix_cuda

#endif
