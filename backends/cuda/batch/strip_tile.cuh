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

/* With room for a place more for each piece. */
template <class OP> struct strip_stage {
    typename OP::word words[PREFIX__CUDA_STRIP_THREADS * (piece_elements<OP> + 1)];
    line_place lines[PREFIX__CUDA_STRIP_THREADS];
};

template <class OP> struct strip_tile {
    static constexpr int count = piece_elements<OP>;
    static constexpr int some = 8; /* elements that a thread has on their way to or from shared memory */
    const prefix__cuda_batch &batch;
    uint32_t strip;
    uint64_t first;      /* element of the tile in its lines */
    int lines, elements; /* that there are, of each */
    int column, piece;   /* of the thread */
    int own;             /* elements that it has */

    __device__ strip_tile(const prefix__cuda_batch &b, uint32_t tile, uint32_t strip_number)
        : batch(b), strip(strip_number)
    {
        const uint32_t length = b.pieces * count;
        first = (uint64_t)tile * length;
        lines = (int)min((uint64_t)b.columns, b.lines - (uint64_t)strip * b.columns);
        elements = (int)min((uint64_t)length, b.scan.n - first);
        column = (int)(threadIdx.x % b.columns);
        piece = (int)(threadIdx.x / b.columns);
        own = column < lines ? max(min(elements - piece * count, count), 0) : 0;
    }
    /* Of the thread; each has a line, if only by number. */
    __device__ uint64_t line() const
    {
        return (uint64_t)strip * batch.columns + column;
    }
    /* Where its part in the tile begins. */
    __device__ line_place place() const
    {
        line_place place = place_of(batch, line());
        place.in += (int64_t)first * batch.in_step;
        place.out += (int64_t)first * batch.out_step;
        return place;
    }
    __device__ void load(typename OP::word (&x)[1][count], strip_stage<OP> &stage, const line_place &place) const
    {
        if (!batch.staged) {
            const int64_t from = place.in + piece * count * batch.in_step;
            load_elements_at<OP>(x, batch.scan, own, [&](int k) { return from + k * batch.in_step; });
            return;
        }
        if (piece == 0)
            stage.lines[column] = place;
        __syncthreads();
        for_some(
            batch.in, [&](const line_place &p) { return p.in; }, batch.in_step, stage,
            [&](int many, const int(&slot)[some], auto at) {
                typename OP::word y[1][some];
                load_elements_at<OP>(y, batch.scan, many, at);
#pragma unroll
                for (int k = 0; k < some; k++) {
                    if (k < many)
                        stage.words[slot[k]] = y[0][k];
                }
            });
        __syncthreads();
        for_own(batch.in, [&](int k, int slot) { x[0][k] = k < own ? stage.words[slot] : OP::neutral; });
    }
    /* x: words of the output. */
    __device__ void store(const typename OP::word (&x)[1][count], strip_stage<OP> &stage, const line_place &place) const
    {
        if (!batch.staged) {
            const int64_t to = place.out + piece * count * batch.out_step;
            store_elements_at<OP>(x, batch, own, [&](int k) { return to + k * batch.out_step; });
            return;
        }
        for_own(batch.out, [&](int k, int slot) {
            if (k < own)
                stage.words[slot] = x[0][k];
        });
        __syncthreads();
        for_some(
            batch.out, [&](const line_place &p) { return p.out; }, batch.out_step, stage,
            [&](int many, const int(&slot)[some], auto at) {
                typename OP::word y[1][some];
#pragma unroll
                for (int k = 0; k < some; k++)
                    y[0][k] = k < many ? stage.words[slot[k]] : 0;
                store_elements_at<OP>(y, batch, many, at);
            });
    }

  private:
    /* Of the tile's i-th element in the order of memory. */
    __device__ static int slot_of(const prefix__cuda_batch_order &order, int i)
    {
        return i + (i >> order.pad_shift);
    }
    /* Acts on the thread's own elements. */
    template <class DO> __device__ void for_own(const prefix__cuda_batch_order &order, DO act) const
    {
        const int step = order.along ? 1 : lines;
        const int begin = order.along ? column * elements + piece * count : piece * count * lines + column;
#pragma unroll
        for (int k = 0; k < count; k++)
            act(k, slot_of(order, begin + k * step));
    }
    /* Acts on the thread's share of the tile's elements, neighbours by neighbouring threads, some at a time. */
    template <class PLACE, class DO>
    __device__ void for_some(const prefix__cuda_batch_order &order, PLACE place, int64_t step,
                             const strip_stage<OP> &stage, DO act) const
    {
        const int threads = (int)blockDim.x, all = lines * elements;
        const int extent = order.along ? elements : lines, far = threads / extent, near = threads % extent;
        int inner = (int)threadIdx.x % extent, outer = (int)threadIdx.x / extent;
#pragma unroll 1
        for (int begin = (int)threadIdx.x; begin < all; begin += some * threads) {
            const int many = (all - begin + threads - 1) / threads;
            int slot[some];
#pragma unroll
            for (int k = 0; k < some; k++)
                slot[k] = slot_of(order, begin + k * threads);
            if (order.dense) {
                const int64_t at = place(stage.lines[0]) + begin;
                act(many, slot, [=](int k) { return at + k * threads; });
                continue;
            }
            int64_t at[some];
#pragma unroll
            for (int k = 0; k < some; k++) {
                const int line = order.along ? outer : inner, element = order.along ? inner : outer;
                at[k] = k < many ? place(stage.lines[line]) + element * step : 0;
                outer += far;
                inner += near;
                if (inner >= extent) {
                    inner -= extent;
                    outer++;
                }
            }
            act(many, slot, [&](int k) { return at[k]; });
        }
    }
};

} // namespace prefix_cuda

#endif
