/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Chunks of totals_chunks.cuh, packets of elements of SIZE bytes, of which only some count. totals_chunk says of each
 * operator
 *   sum                     what is kept of a chunk in shared memory
 *   beside                  bytes of that and of bits, for each chunk
 *   elements(packet)        what memory has, as it is combined
 *   keep(packet, bits)      elements whose bits are not set become neutral
 *   total(packet)           what a chunk comes to
 *   row(sums, first)        what a row comes to from a chunk on
 *   join(sums, first, end, behind)  of chunks from first to end - 1, and of what stands in place of the one behind
 *   word_of(word)           a word of the operator
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_CHUNK_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_CHUNK_CUH

#include "../block/packet.cuh"
#include "../word/lanes.cuh"

namespace prefix_cuda
{

/* KEYS: of integers, those of floats of two bytes. */
template <class OP, bool KEYS> struct totals_chunk;

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
        kept.w[i] = (p.w[i] & mask) | (neutral & ~mask);
    }
    return kept;
}

} // namespace prefix_cuda

#endif
