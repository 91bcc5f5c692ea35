/* SPDX-License-Identifier: BSD-3-Clause */
/* Where segments begin, asked element by element. */
#ifndef PREFIX_CUDA_OPERATOR_HEADS_CUH
#define PREFIX_CUDA_OPERATOR_HEADS_CUH

#include "operator/shape.cuh"

namespace prefix_cuda
{

template <class KEY> __device__ inline bool keys_differ(const prefix__cuda_operator &p, uint64_t i)
{
    const KEY x = ((const KEY *)p.heads)[i], y = ((const KEY *)p.heads)[i - 1];
    const KEY mask = (KEY)p.mask, range = (KEY)p.range;
    return (x != y && ((x | y) & mask) != 0) || (x & mask) > range;
}

/* Of an element that is not the array's first. */
__device__ inline bool begins_at(const prefix__cuda_operator &p, uint64_t i)
{
    switch (p.form * 32 + p.key_size) {
    case 1 * 32: /* flags */
        return ((const uint8_t *)p.heads)[i] != 0;
    case 2 * 32: /* bits */
        return ((const uint8_t *)p.heads)[(p.first + i) / 8] >> (p.first + i) % 8 & 1;
    case 4 * 32 + 1:
        return keys_differ<uint8_t>(p, i);
    case 4 * 32 + 2:
        return keys_differ<uint16_t>(p, i);
    case 4 * 32 + 4:
        return keys_differ<uint32_t>(p, i);
    case 4 * 32 + 8:
        return keys_differ<uint64_t>(p, i);
    default: {
        const uint64_t *x = (const uint64_t *)p.heads + 2 * i;
        return x[0] != x[-2] || x[1] != x[-1];
    }
    }
}

/* A bit for each of the neighbours from a place of the scan on, of which so many are in the array. */
__device__ inline uint32_t heads_from(const prefix__cuda_operator &p, uint64_t place, int count)
{
    uint32_t heads = 0;
#pragma unroll 1
    for (int v = 0; v < count; v++) {
        const uint64_t at = place + v; /* of a reversed scan, the next element of the array tells */
        if (at == 0 || begins_at(p, p.scan.reverse ? p.scan.n - at : at))
            heads |= 1u << v;
    }
    return heads;
}

} // namespace prefix_cuda

#endif
