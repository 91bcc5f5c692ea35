/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums of packed elements, cheaper than element by element: a lane's total is an ordinary integer,
 * of which the low bits count, and its running sums are formed in halves wide enough to overflow
 * into nothing.
 */
#ifndef PREFIX_CUDA_WORD_PACKED_SUM_CUH
#define PREFIX_CUDA_WORD_PACKED_SUM_CUH

#include <stdint.h>

namespace prefix_cuda
{

/* The sum of all elements of the lane, right in its low BITS bits. */
template <int BITS, int COUNT> __device__ inline uint32_t packed_total(const uint32_t (&x)[COUNT])
{
    uint32_t total = 0;
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        total = BITS == 8 ? __dp4a(x[k], 0x01010101u, total) : __dp2a_lo(x[k], 0x0101u, total);
    return total;
}

/* The lane's inclusive scan behind before, of which the low BITS bits count. */
template <int BITS, int COUNT> __device__ inline void packed_scan(uint32_t (&x)[COUNT], uint32_t before)
{
    if constexpr (BITS == 8) {
        uint32_t both = (before & 0xffu) * 0x00010001u; /* in two halves, as all that follows */
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            uint32_t even = x[k] & 0x00ff00ffu;
            uint32_t pairs = even + (x[k] >> 8 & 0x00ff00ffu);
            uint32_t pair_before = both + (pairs << 16);
            uint32_t odd = pair_before + pairs;
            x[k] = __byte_perm(pair_before + even, odd, 0x6240);
            both = __byte_perm(odd, 0, 0x3232);
        }
    } else {
        uint32_t low = before, high = before << 16; /* the sum so far, in either half */
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            uint32_t own = x[k] + (x[k] << 16);
            x[k] = __byte_perm(low + own, high + own, 0x7610);
            low = x[k] >> 16;
            high = x[k] & 0xffff0000u;
        }
    }
}

} // namespace prefix_cuda

#endif
