/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How the elements of a tile lie in the lanes of a block and in shared memory, for elements of any size. A lane has
 * neighbours of a row, a chunk; a warp has several rows, so that most of a row's network is inside of lanes.
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
    static constexpr int row = operator_row(size); /* elements: a power of two */
    static constexpr int rows = 64;
    static constexpr int tile = rows * row;
    static constexpr int each = row < 8 ? 1 : row / 8 < 16 ? row / 8 : 16; /* elements of a chunk */
    static constexpr int lanes = row / each;                 /* of a row */
    static constexpr int once = PREFIX__CUDA_OPERATOR_THREADS * each;
    static constexpr int steps = tile < once ? 1 : tile / once; /* half of the warps have nothing in a shorter tile */
    static constexpr int share = steps * each * 32; /* elements of a warp */
    static constexpr int chunk = each * size; /* bytes: of elements of 64 and less, 64 at most */
    static constexpr bool swizzled = chunk == 64 && size <= 16; /* else lanes would meet in the same banks */
    static constexpr int aligned = chunk % 16 == 0 ? 16 : chunk & -chunk;
    /* Blocks on a multiprocessor that registers leave room for. */
    static constexpr int blocks = size <= 8 ? 6 : size <= 16 ? 5 : 1;
};

/* What a lane has of a row. */
template <class T> struct operator_chunk {
    T x[operator_shape<T>::each];
};

/* In what a chunk is moved: as much at once as its size allows. */
template <int BYTES> struct operator_unit;
template <> struct operator_unit<16> {
    typedef uint4 type;
};
template <> struct operator_unit<8> {
    typedef uint2 type;
};
template <> struct operator_unit<4> {
    typedef uint32_t type;
};
template <> struct operator_unit<2> {
    typedef uint16_t type;
};
template <> struct operator_unit<1> {
    typedef uint8_t type;
};

/* A tile in shared memory, in the order of the scan. */
template <class T> struct operator_room {
    using shape = operator_shape<T>;
    using unit = typename operator_unit<shape::aligned>::type;
    alignas(16) char bytes[shape::tile * shape::size];

    /* Of the at-th byte of the tile's elements. */
    __device__ char *byte(int at)
    {
        return bytes + (shape::swizzled ? at ^ (at >> 3 & 48) : at);
    }
    __device__ T &element(int i)
    {
        return *(T *)byte(i * shape::size);
    }
    __device__ void load(operator_chunk<T> &c, int i)
    {
        unit units[shape::chunk / sizeof(unit)];
#pragma unroll
        for (int k = 0; k < shape::chunk / (int)sizeof(unit); k++)
            units[k] = *(const unit *)byte(i * shape::chunk + k * (int)sizeof(unit));
        memcpy(&c, units, sizeof units);
    }
    __device__ void store(const operator_chunk<T> &c, int i)
    {
        unit units[shape::chunk / sizeof(unit)];
        memcpy(units, &c, sizeof units);
#pragma unroll
        for (int k = 0; k < shape::chunk / (int)sizeof(unit); k++)
            *(unit *)byte(i * shape::chunk + k * (int)sizeof(unit)) = units[k];
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
