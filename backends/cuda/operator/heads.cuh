/* SPDX-License-Identifier: BSD-3-Clause */
/* Where segments begin: found for a tile once, as a bit for each element. */
#ifndef PREFIX_CUDA_OPERATOR_HEADS_CUH
#define PREFIX_CUDA_OPERATOR_HEADS_CUH

#include "operator/shape.cuh"
#include "word/keys.cuh"

namespace prefix_cuda
{

template <class KEY> __device__ inline bool keys_differ(const prefix__cuda_operator &p, uint64_t i)
{
    const KEY *const key = (const KEY *)p.heads + i;
    return keys_differ(key[0], key[-1], (KEY)p.mask, (KEY)p.range);
}

/* Of an element of the array that is not its first. FORM: PREFIX__CUDA_OPERATOR_FORM() of heads. */
template <int FORM> __device__ inline bool begins_at(const prefix__cuda_operator &p, uint64_t i)
{
    switch (FORM) {
    case PREFIX__CUDA_OPERATOR_FORM(1, 1): /* flags */
        return ((const uint8_t *)p.heads)[i] != 0;
    case PREFIX__CUDA_OPERATOR_FORM(2, 1): /* bits */
        return ((const uint8_t *)p.heads)[(p.first + i) / 8] >> (p.first + i) % 8 & 1;
    case PREFIX__CUDA_OPERATOR_FORM(4, 1):
        return keys_differ<uint8_t>(p, i);
    case PREFIX__CUDA_OPERATOR_FORM(4, 2):
        return keys_differ<uint16_t>(p, i);
    case PREFIX__CUDA_OPERATOR_FORM(4, 4):
        return keys_differ<uint32_t>(p, i);
    case PREFIX__CUDA_OPERATOR_FORM(4, 8):
        return keys_differ<uint64_t>(p, i);
    default: {
        const uint64_t *x = (const uint64_t *)p.heads + 2 * i;
        return x[0] != x[-2] || x[1] != x[-1];
    }
    }
}

/* Of the tile from place begin of the scan on, with so many elements. Returns whether the thread found one. */
template <int FORM, int TILE>
__device__ inline bool find_heads(const prefix__cuda_operator &p, uint64_t begin, int count,
                                  uint32_t (&heads)[TILE / 32])
{
    bool any = false;
#pragma unroll 4
    for (int i = threadIdx.x; i < TILE; i += PREFIX__CUDA_OPERATOR_THREADS) {
        const uint64_t place = begin + i; /* of a reversed scan, the next element of the array tells */
        const bool head = i < count && (place == 0 || begins_at<FORM>(p, p.scan.reverse ? p.scan.n - place : place));
        const uint32_t word = __ballot_sync(~0u, head);
        if ((threadIdx.x & 31) == 0)
            heads[i / 32] = word;
        any |= head;
    }
    return any;
}

/* Whether a segment begins at an element from one to another, the last of these too. */
__device__ inline bool begins_within(const uint32_t *heads, int from, int to)
{
    uint32_t word = heads[from / 32] >> from % 32 << from % 32;
#pragma unroll 1
    for (int i = from / 32; i < to / 32; word = heads[++i])
        if (word)
            return true;
    return word << (31 - to % 32) != 0;
}


} // namespace prefix_cuda

#endif
