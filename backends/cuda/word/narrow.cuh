/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a lane does alone with its COUNT words, the earliest first:
 *   lane_total(x)         all its elements combined, as a single
 *   lane_scan(x, start)   the inclusive scan behind start, in place; start is a single that some
 *                         element could be, so not what is neutral among wider ones
 * Elements of one word each are combined one after the other. Of narrow ones several lie in a
 * word; there each operator has its own way to do several at once.
 */
#ifndef PREFIX_CUDA_WORD_NARROW_CUH
#define PREFIX_CUDA_WORD_NARROW_CUH

#include "word/integer.cuh"
#include "word/packed_maximum.cuh"
#include "word/packed_product.cuh"
#include "word/packed_sum.cuh"

namespace prefix_cuda
{

/* Or and xor act on all bits alike: words are combined whole, then their elements. */
template <int OP, int BITS, int COUNT> __device__ inline uint32_t bitwise_total(const uint32_t (&x)[COUNT])
{
    uint32_t total = x[0];
#pragma unroll
    for (int k = 1; k < COUNT; k++)
        total = combine_whole<OP>(total, x[k]);
    total = combine_whole<OP>(total, total >> 16);
    return BITS == 8 ? combine_whole<OP>(total, total >> 8) : total;
}

template <int OP, int BITS, int COUNT> __device__ inline void bitwise_scan(uint32_t (&x)[COUNT], uint32_t start)
{
    constexpr uint32_t neutral = integer<OP, BITS>::neutral;
    uint32_t before = lanes<BITS>::repeat(start); /* in every place */
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if (BITS == 8)
            x[k] = combine_whole<OP>(x[k], x[k] << 8 | (neutral & 0xffu));
        x[k] = combine_whole<OP>(x[k], x[k] << 16 | (neutral & 0xffffu));
        x[k] = combine_whole<OP>(x[k], before);
        before = lanes<BITS>::spread(x[k]);
    }
}

template <class OP, int COUNT>
__device__ inline typename OP::single::word lane_total(const typename OP::word (&x)[COUNT])
{
    if constexpr (OP::elements == 1) {
        typename OP::word total = x[0];
#pragma unroll
        for (int k = 1; k < COUNT; k++)
            total = OP::combine(total, x[k]);
        return total;
    } else if constexpr (OP::op == PREFIX__CUDA_SUM) {
        return packed_total<OP::bits>(x);
    } else if constexpr (OP::op == PREFIX__CUDA_PRODUCT) {
        return product_total<OP::bits>(x);
    } else if constexpr (OP::op == PREFIX__CUDA_OR || OP::op == PREFIX__CUDA_XOR) {
        return bitwise_total<OP::op, OP::bits>(x);
    } else {
        return maximum_total<OP::bits>(x);
    }
}

template <class OP, int COUNT>
__device__ inline void lane_scan(typename OP::word (&x)[COUNT], typename OP::single::word start)
{
    if constexpr (OP::elements == 1) {
#pragma unroll
        for (int k = 0; k < COUNT; k++)
            x[k] = start = OP::combine(start, x[k]);
    } else if constexpr (OP::op == PREFIX__CUDA_SUM) {
        packed_scan<OP::bits>(x, start);
    } else if constexpr (OP::op == PREFIX__CUDA_PRODUCT) {
        product_scan<OP::bits>(x, start);
    } else if constexpr (OP::op == PREFIX__CUDA_OR || OP::op == PREFIX__CUDA_XOR) {
        bitwise_scan<OP::op, OP::bits>(x, start);
    } else {
        maximum_scan<OP::bits>(x, start);
    }
}

} // namespace prefix_cuda

#endif
