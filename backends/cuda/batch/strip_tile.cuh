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

/* Needs no register where the device can, so that all of a thread's are on their way at once. */
template <class WORD> __device__ inline void copy_async(WORD *room, const WORD *from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"((uint32_t)__cvta_generic_to_shared(room)), "l"(from),
                 "n"(sizeof(WORD))
                 : "memory");
#else
    *room = *from;
#endif
}

__device__ inline void await_copies()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

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
    __device__ void load(typename OP::word (&x)[1][count], strip_stage<OP> &stage, const line_place &place,
                         bool is_short) const
    {
        if (!batch.staged) {
            load_elements_at<OP>(x, batch.scan, own,
                                 even_places{place.in + piece * count * batch.in_step, batch.in_step});
            if (own == count)
                return;
#pragma unroll
            for (int k = 0; k < count; k++)
                x[0][k] = k < own ? x[0][k] : OP::neutral;
            return;
        }
        if (piece == 0)
            stage.lines[column] = place;
        __syncthreads();
        const auto begin_of = [](const line_place &p) { return p.in; };
        const bool as_they_are = batch.scan.in_size == sizeof(typename OP::word);
        for_some(batch.in, begin_of, batch.in_step, stage, [&](int many, const int(&slot)[some], const auto &places) {
            if (as_they_are) {
                const typename OP::word *const array = (const typename OP::word *)batch.scan.in, *at = array;
#pragma unroll
                for (int k = 0; k < some; k++) {
                    at = places.next(array, at, k);
                    if (k < many)
                        copy_async(&stage.words[slot[k]], at);
                }
                return;
            }
            typename OP::word y[1][some];
            load_elements_at<OP>(y, batch.scan, many, places);
#pragma unroll
            for (int k = 0; k < some; k++) {
                if (k < many)
                    stage.words[slot[k]] = y[0][k];
            }
        });
        await_copies();
        __syncthreads();
        for_own(batch.in, is_short, [&](int k, int slot) { x[0][k] = k < own ? stage.words[slot] : 0; });
        if (as_they_are)
            words_of_input<OP>(x, batch.scan);
#pragma unroll
        for (int k = 0; k < count; k++)
            x[0][k] = k < own ? x[0][k] : (typename OP::word)OP::neutral;
    }
    /* x: words of the output. */
    __device__ void store(const typename OP::word (&x)[1][count], strip_stage<OP> &stage, const line_place &place,
                          bool is_short) const
    {
        if (!batch.staged) {
            store_elements_at<OP>(x, batch, own,
                                  even_places{place.out + piece * count * batch.out_step, batch.out_step});
            return;
        }
        for_own(batch.out, is_short, [&](int k, int slot) {
            if (k < own)
                stage.words[slot] = x[0][k];
        });
        __syncthreads();
        const auto begin_of = [](const line_place &p) { return p.out; };
        for_some(batch.out, begin_of, batch.out_step, stage, [&](int many, const int(&slot)[some], const auto &places) {
            typename OP::word y[1][some];
#pragma unroll
            for (int k = 0; k < some; k++)
                y[0][k] = k < many ? stage.words[slot[k]] : 0;
            store_elements_at<OP>(y, batch, many, places);
        });
    }

  private:
    /* Acts on the thread's own elements; slot: in shared memory, of what is the i-th in the order of memory. */
    template <class DO> __device__ void for_own(const prefix__cuda_batch_order &order, bool is_short, DO act) const
    {
        const int step = order.along ? 1 : lines;
        const int begin = order.along ? column * elements + piece * count : piece * count * lines + column;
        for_piece<count>(is_short, [&](int k) {
            const int i = begin + k * step;
            act(k, i + (i >> order.pad_shift));
        });
    }
    /* Acts on the thread's share of the tile's elements, neighbours by neighbouring threads, some at a time. */
    template <class BEGIN, class DO>
    __device__ void for_some(const prefix__cuda_batch_order &order, BEGIN begin_of, int64_t step,
                             const strip_stage<OP> &stage, DO act) const
    {
        constexpr int threads = PREFIX__CUDA_STRIP_THREADS;
        const int all = lines * elements, extent = order.along ? elements : lines;
        const int far = threads / extent, near = threads % extent;
        int inner = (int)threadIdx.x % extent, outer = (int)threadIdx.x / extent;
#pragma unroll 1
        for (int i = (int)threadIdx.x; i < all; i += some * threads) {
            const int many = (all - i + threads - 1) / threads;
            int slot[some]; /* as for_own() has it, for pads divide the threads, or there is none */
#pragma unroll
            for (int k = 0; k < some; k++)
                slot[k] = i + (i >> order.pad_shift) + k * (threads + (threads >> order.pad_shift));
            if (order.dense) {
                act(many, slot, even_places{begin_of(stage.lines[0]) + i, threads});
                continue;
            }
            listed_places<some> places;
#pragma unroll
            for (int k = 0; k < some; k++) {
                const int line = order.along ? outer : inner, element = order.along ? inner : outer;
                places.at[k] = k < many ? begin_of(stage.lines[line]) + element * step : 0;
                outer += far;
                inner += near;
                if (inner >= extent) {
                    inner -= extent;
                    outer++;
                }
            }
            act(many, slot, places);
        }
    }
};

} // namespace prefix_cuda

#endif
