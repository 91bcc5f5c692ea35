/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Products of packed elements. The low bits of a product depend on the low bits of its factors
 * alone, so an element need not be cut out of its word to be multiplied: shifted down suffices.
 */
#ifndef PREFIX_CUDA_WORD_PACKED_PRODUCT_CUH
#define PREFIX_CUDA_WORD_PACKED_PRODUCT_CUH

#include <stdint.h>

namespace prefix_cuda
{

template <int BITS, int COUNT> __device__ inline uint32_t product_total(const uint32_t (&x)[COUNT])
{
    uint32_t total = 1;
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        uint32_t upper = x[k] >> 16;
        if (BITS == 8)
            total *= x[k] * (x[k] >> 8) * (upper * (upper >> 8));
        else
            total *= x[k] * upper;
    }
    return total;
}

/*
 * Not shifted down by the instruction of product_total(): the compiler would keep all that it has
 * from there, in more registers than there are.
 */
template <int BITS, int COUNT> __device__ inline void product_scan(uint32_t (&x)[COUNT], uint32_t start)
{
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if constexpr (BITS == 8) {
            uint32_t first = start * x[k], second = first * __byte_perm(x[k], 0, 0x4321);
            uint32_t third = second * __byte_perm(x[k], 0, 0x4432);
            start = third * __byte_perm(x[k], 0, 0x4443);
            x[k] = __byte_perm(__byte_perm(first, second, 0x0040), __byte_perm(third, start, 0x0040), 0x5410);
        } else {
            uint32_t first = start * x[k];
            start = first * __byte_perm(x[k], 0, 0x4432);
            x[k] = __byte_perm(first, start, 0x5410);
        }
    }
}

} // namespace prefix_cuda

#endif
