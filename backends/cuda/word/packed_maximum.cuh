/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The maximum of packed elements, by instructions on two halves of a word. Bytes go in two
 * words, each in the upper byte of a half, where they compare as they would alone: whatever lies
 * below them decides only between equal ones.
 */
#ifndef PREFIX_CUDA_WORD_PACKED_MAXIMUM_CUH
#define PREFIX_CUDA_WORD_PACKED_MAXIMUM_CUH

#include "word/integer.cuh"

namespace prefix_cuda
{

/* The greater of a word's halves, of which the upper BITS bits count, extended. */
template <int BITS> __device__ inline uint32_t maximum_in_word(uint32_t w)
{
    return (uint32_t)max((int32_t)(w << 16) >> (32 - BITS), (int32_t)w >> (32 - BITS));
}

template <int BITS, int COUNT> __device__ inline uint32_t maximum_total(const uint32_t (&x)[COUNT])
{
    uint32_t total = BITS == 8 ? __vmaxs2(__byte_perm(x[0], 0, 0x2104), x[0]) : x[0];
#pragma unroll
    for (int k = 1; k < COUNT; k++) {
        if (BITS == 8)
            total = __vmaxs2(total, __byte_perm(x[k], 0, 0x2104));
        total = __vmaxs2(total, x[k]);
    }
    return maximum_in_word<BITS>(total);
}

/*
 * Bytes are not shifted by the instruction of maximum_total(): the compiler would keep all that it
 * has from there, in more registers than there are.
 */
template <int BITS, int COUNT> __device__ inline void maximum_scan(uint32_t (&x)[COUNT], uint32_t start)
{
    /* what stands before, in both halves; the lower half of a word beside it gets what is neutral */
    uint32_t before = (start << (16 - BITS) & 0xffffu) * 0x00010001u;
    constexpr uint32_t neutral = integer<PREFIX__CUDA_MAX, 16>::neutral;
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if constexpr (BITS == 8) {
            uint32_t even = x[k] << 8;
            uint32_t pairs = __vmaxs2(even, x[k]);
            before = __vmaxs2(before, __byte_perm(neutral, pairs, 0x5410));
            even = __vmaxs2(before, even);
            uint32_t odd = __vmaxs2(before, pairs);
            x[k] = __byte_perm(even, odd, 0x7351);
            before = __byte_perm(odd, 0, 0x3232);
        } else {
            x[k] = __vmaxs2(x[k], __byte_perm(neutral, x[k], 0x5410));
            x[k] = __vmaxs2(x[k], before);
            before = __byte_perm(x[k], 0, 0x3232);
        }
    }
}

} // namespace prefix_cuda

#endif
