/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Minimum and maximum of packed elements, by instructions on two halves of a word. Bytes go in two
 * words, each in the upper byte of a half, where they compare as they would alone: whatever lies
 * below them decides only between equal ones.
 */
#ifndef PREFIX_CUDA_WORD_PACKED_EXTREMUM_CUH
#define PREFIX_CUDA_WORD_PACKED_EXTREMUM_CUH

#include "integer.cuh"

namespace prefix_cuda
{

template <int OP> __device__ inline uint32_t extremum_of_halves(uint32_t a, uint32_t b)
{
    return OP == PREFIX__CUDA_MIN_SIGNED     ? __vmins2(a, b)
           : OP == PREFIX__CUDA_MIN_UNSIGNED ? __vminu2(a, b)
           : OP == PREFIX__CUDA_MAX_SIGNED   ? __vmaxs2(a, b)
                                             : __vmaxu2(a, b);
}

/* The better of a word's halves, of which the upper BITS bits count, extended. */
template <int OP, int BITS> __device__ inline uint32_t extremum_in_word(uint32_t w)
{
    if constexpr (OP == PREFIX__CUDA_MIN_SIGNED || OP == PREFIX__CUDA_MAX_SIGNED)
        return combine_whole<OP>((uint32_t)((int32_t)(w << 16) >> (32 - BITS)), (uint32_t)((int32_t)w >> (32 - BITS)));
    else
        return combine_whole<OP>((w & 0xffffu) >> (16 - BITS), w >> (32 - BITS));
}

template <int OP, int BITS, int COUNT> __device__ inline uint32_t extremum_total(const uint32_t (&x)[COUNT])
{
    uint32_t total = BITS == 8 ? extremum_of_halves<OP>(__byte_perm(x[0], 0, 0x2104), x[0]) : x[0];
#pragma unroll
    for (int k = 1; k < COUNT; k++) {
        if (BITS == 8)
            total = extremum_of_halves<OP>(total, __byte_perm(x[k], 0, 0x2104));
        total = extremum_of_halves<OP>(total, x[k]);
    }
    return extremum_in_word<OP, BITS>(total);
}

/*
 * Bytes are not shifted by the instruction of extremum_total(): the compiler would keep all that it
 * has from there, in more registers than there are.
 */
template <int OP, int BITS, int COUNT> __device__ inline void extremum_scan(uint32_t (&x)[COUNT], uint32_t start)
{
    /* what stands before, in both halves; the lower half of a word beside it gets what is neutral */
    uint32_t before = (start << (16 - BITS) & 0xffffu) * 0x00010001u;
    constexpr uint32_t neutral = integer<OP, 16>::neutral;
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if constexpr (BITS == 8) {
            uint32_t even = x[k] << 8;
            uint32_t pairs = extremum_of_halves<OP>(even, x[k]);
            before = extremum_of_halves<OP>(before, __byte_perm(neutral, pairs, 0x5410));
            even = extremum_of_halves<OP>(before, even);
            uint32_t odd = extremum_of_halves<OP>(before, pairs);
            x[k] = __byte_perm(even, odd, 0x7351);
            before = __byte_perm(odd, 0, 0x3232);
        } else {
            x[k] = extremum_of_halves<OP>(x[k], __byte_perm(neutral, x[k], 0x5410));
            x[k] = extremum_of_halves<OP>(x[k], before);
            before = __byte_perm(x[k], 0, 0x3232);
        }
    }
}

} // namespace prefix_cuda

#endif
