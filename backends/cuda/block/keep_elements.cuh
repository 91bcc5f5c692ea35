/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_BLOCK_KEEP_ELEMENTS_CUH
#define PREFIX_CUDA_BLOCK_KEEP_ELEMENTS_CUH

#include "word/lanes.cuh"
#include "word/packet.cuh"

namespace prefix_cuda
{

/* Where bits are not set, of 16 / SIZE for as many elements, these become neutral, which is repeated. Others are 0. */
template <int SIZE> __device__ inline packet<16> keep_elements(const packet<16> &p, uint32_t bits, uint32_t neutral)
{
    constexpr uint32_t highest = 0x10204080; /* times four bits: these are the highest of bytes */
    packet<16> kept;
    uint32_t signs = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const int at = 4 / SIZE * i;
        if (at % 4 == 0)
            signs = (at + 4 < 16 / SIZE ? bits >> at & 0xf : bits >> at) * highest;
        const uint32_t mask = permute_bytes(signs, 0, SIZE == 1 ? 0xba98 : i % 2 ? 0xbbaa : 0x9988);
        kept.w[i] = choose_bits(mask, p.w[i], neutral);
    }
    return kept;
}

} // namespace prefix_cuda

#endif
