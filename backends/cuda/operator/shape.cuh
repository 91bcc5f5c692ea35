/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the elements of a tile lie in the lanes of a block, for elements of any size. A lane has neighbours in a row,
 * whose length is a power of two; of rows with fewer elements than lanes, a warp has several side by side.
 */
#ifndef PREFIX_CUDA_OPERATOR_SHAPE_CUH
#define PREFIX_CUDA_OPERATOR_SHAPE_CUH

#include <stdint.h>

#include "params/operator_params.h"

namespace prefix_cuda
{

constexpr int operator_row(int size)
{
    int row = 512;
    while (row * size > 512)
        row /= 2;
    return row;
}

template <class T> struct operator_shape {
    static constexpr int size = sizeof(T);
    static constexpr int words = (size + 3) / 4;
    static constexpr int row = operator_row(size);
    static constexpr int rows = 64;
    static constexpr int tile = rows * row;
    static constexpr int lanes = row < 32 ? row : 32; /* of a row */
    static constexpr int each = row / lanes;          /* elements of a lane in a row */
    static constexpr int steps = tile / (PREFIX__CUDA_OPERATOR_THREADS * each);

    /* The place in the tile of the lane's first element of a step. */
    static __device__ int place(int step)
    {
        return (((int)threadIdx.x / 32 * steps + step) * 32 + (int)(threadIdx.x & 31)) * each;
    }
};

/*
 * An element as words; of one that has no whole number of them the last is filled up. What compiles this (13.0) must
 * not take words apart: of elements of 8 characters it lost the upper halves.
 */
template <class T> struct operator_words {
    uint32_t w[operator_shape<T>::words];
};

template <class T> __device__ inline void keep_whole(operator_words<T> &words)
{
#pragma unroll
    for (int i = 0; i < operator_shape<T>::words; i++)
        asm volatile("" : "+r"(words.w[i]));
}

template <class T> __device__ inline operator_words<T> words_of(const T &x)
{
    operator_words<T> words = {};
    memcpy(&words, &x, sizeof x);
    keep_whole(words);
    return words;
}

template <class T> __device__ inline T element_of(operator_words<T> words)
{
    T x;
    keep_whole(words);
    memcpy(&x, &words, sizeof x);
    return x;
}

template <class T> __device__ inline T element_of_lane(const T &x, int lane)
{
    operator_words<T> words = words_of(x);
#pragma unroll
    for (int i = 0; i < operator_shape<T>::words; i++)
        words.w[i] = __shfl_sync(~0u, words.w[i], lane);
    return element_of<T>(words);
}

} // namespace prefix_cuda

#endif
