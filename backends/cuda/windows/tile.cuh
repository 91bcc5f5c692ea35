/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile of moving windows: places of one line that follow each other, or rows of a few columns. These are lines side
 * by side in the first pass, and neighbours of one line in the later ones, whose rows are a step apart. A thread has
 * the places threads apart from its number on, all in one column.
 */
#ifndef PREFIX_CUDA_WINDOWS_TILE_CUH
#define PREFIX_CUDA_WINDOWS_TILE_CUH

#include <prefix/prefix.h>

#include "batch/piece.cuh"
#include "batch/place.cuh"
#include "params/window_params.h"
#include "word/element.cuh"

namespace prefix_cuda
{

constexpr int window_threads = 256, window_values = PREFIX__CUDA_WINDOW_VALUES;
constexpr int window_own = window_values / window_threads;
constexpr int window_some = 4; /* of a thread's, that are on their way at once */

/* Elements of a line from one on; what lies outside is some other element of the line. */
struct window_places {
    int64_t line, step;  /* in elements of the array */
    int64_t first, rows; /* index of the thread's first element, and from one to its next */
    int64_t least, last;
    template <class ELEMENT> __device__ ELEMENT *next(ELEMENT *array, ELEMENT *, int k) const
    {
        return array + line + min(max(first + k * rows, least), last) * step;
    }
};

template <class OP> struct window_tile {
    using word = typename OP::word;
    const prefix__cuda_window &w;
    uint64_t line;  /* by the launch's count */
    uint64_t index; /* of the thread's first place in the line, */
    uint64_t step;  /* and from one to its next */
    bool exists;    /* the thread's column does */

    __device__ window_tile(const prefix__cuda_window &window) : w(window)
    {
        const uint64_t group = blockIdx.x / w.line_tiles, tile = blockIdx.x % w.line_tiles;
        const uint32_t column = threadIdx.x & ((1u << w.column_bits) - 1), row = threadIdx.x >> w.column_bits;
        step = (window_threads >> w.column_bits) * w.step;
        if (w.trees_in) {
            const uint64_t offset = (tile % w.groups << w.column_bits) + column;
            line = group;
            index = (tile / w.groups * w.rows + row) * w.step + offset;
            exists = offset < w.step;
        } else {
            line = (group << w.column_bits) + column;
            index = tile * w.rows + row;
            exists = line < w.lines;
            line = exists ? line : 0;
        }
    }
    /* How many of the thread's places are results, below a limit; the first ones. */
    __device__ int own(uint64_t limit) const
    {
        const int row = (int)(threadIdx.x >> w.column_bits), rows = window_threads >> w.column_bits;
        const int in_tile = row < (int)w.rows ? ((int)w.rows - row - 1) / rows + 1 : 0;
        const uint64_t in_line = index < limit ? (limit - index - 1) / step + 1 : 0;
        return exists ? (int)min((uint64_t)in_tile, in_line) : 0;
    }

    /* Places of the thread in the tile, some at a time: loops that are short, as they are there for each type. */
    template <class DO> static __device__ void for_some(DO what)
    {
#pragma unroll 1
        for (int k = 0; k < window_own; k += window_some)
            what(k, k * window_threads + (int)threadIdx.x);
    }

    __device__ void load_elements(word *values) const
    {
        const line_place place = place_of(w.batch, w.first_line + line);
        const int64_t last = (int64_t)w.n - 1, next = (int64_t)step;
        for_some([&](int k, int at) {
            const int64_t first = (int64_t)(index + k * step) - (int64_t)w.before;
            word x[1][window_some];
            load_elements_at<OP>(x, w.batch.scan, window_some,
                                 window_places{place.in, w.batch.in_step, first, next, 0, last});
#pragma unroll
            for (int i = 0; i < window_some; i++) {
                const bool is_there = first + i * next >= 0 && first + i * next <= last;
                if constexpr (OP::op == PREFIX__CUDA_SUM_FLOAT) /* -0 as +0 */
                    x[0][i] = OP::combine(x[0][i], OP::identity);
                values[at + i * window_threads] = is_there ? x[0][i] : (word)OP::neutral;
            }
        });
    }
    /* Of an array of so many for each line. */
    template <class STORE> __device__ void read(const void *array, uint64_t count, STORE store) const
    {
        const word *const from = (const word *)array + line * count;
#pragma unroll
        for (int k = 0; k < window_own; k++) {
            const uint64_t i = index + k * step;
            store(k, i < count ? from[i] : (word)OP::neutral);
        }
    }
    /* The thread's places of the tile. */
    __device__ void load(word *values) const
    {
        if (w.trees_in)
            read(w.trees_in, w.found, [&](int k, word x) { values[k * window_threads + threadIdx.x] = x; });
        else
            load_elements(values);
    }
    template <class VALUE> __device__ void write(void *array, uint64_t count, VALUE value) const
    {
        word *const to = (word *)array + line * count;
        const int mine = own(count);
#pragma unroll
        for (int k = 0; k < window_own; k++)
            if (k < mine)
                to[index + k * step] = value(k);
    }

    __device__ word mean_of(word sum, uint64_t i) const
    {
        const uint64_t count = min(i, w.before) + 1 + min(w.n - 1 - i, w.after);
        return (word)__double_as_longlong(
            __ddiv_rn(__longlong_as_double((long long)sum), __ull2double_rn((unsigned long long)count)));
    }
    __device__ word rounded(word sum) const
    {
        const double x = __longlong_as_double((long long)sum);
        return w.out_type == PREFIX_F64   ? sum
               : w.out_type == PREFIX_F32 ? __float_as_uint(__double2float_rn(x))
               : w.out_type == PREFIX_F16 ? f16_from_f64(x)
                                          : bf16_from_f64(x);
    }
    /* Words of the output to so many places. */
    __device__ void store(const word (&x)[1][window_some], int count, const even_places &places) const
    {
        if constexpr (!OP::ordered) {
            store_elements_at<OP>(x, w.batch, count, places);
        } else {
            with_size<word>(w.batch.out_size, [&](auto size) {
                constexpr int bytes = decltype(size)::value;
                if constexpr (bytes > 1 && bytes <= 8) {
#pragma unroll
                    for (int i = 0; i < window_some; i++)
                        if (i < count)
                            write_element<bytes>((char *)w.batch.scan.out + (places.first + i * places.step) * bytes,
                                                 x[0][i]);
                }
            });
        }
    }
    /* Windows, which are in the thread's places, to results. */
    __device__ void finish(const word *values) const
    {
        const line_place place = place_of(w.batch, w.first_line + line);
        const int64_t next = (int64_t)step * w.batch.out_step;
        const int mine = own(w.n);
        for_some([&](int k, int at) {
            word x[1][window_some];
#pragma unroll
            for (int i = 0; i < window_some; i++) {
                x[0][i] = values[at + i * window_threads];
                if constexpr (OP::ordered)
                    x[0][i] = rounded(w.mean ? mean_of(x[0][i], index + (k + i) * step) : x[0][i]);
            }
            if constexpr (!OP::ordered)
                results_of<OP>(x, w.batch.scan, false, [&](int i) { return x[0][i]; });
            store(x, mine - k, even_places{place.out + (int64_t)(index + k * step) * w.batch.out_step, next});
        });
    }
};

} // namespace prefix_cuda

#endif
