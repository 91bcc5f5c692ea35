/* SPDX-License-Identifier: BSD-3-Clause */
/* The offsets that tell of segments, as reductions of these read them. */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_OFFSETS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_OFFSETS_CUH

#include "params/runs_params.h"

namespace prefix_cuda
{

/* Of 4 or 8 bytes, told at run time. Of those in a tile low bits are enough: half of what there is of wide ones. */
struct totals_offsets {
    const uint32_t *words;
    uint32_t wide;

    __device__ totals_offsets(const void *offsets, int size) : words((const uint32_t *)offsets), wide(size == 8)
    {
    }
    __device__ const uint32_t *place(uint64_t k) const
    {
        return words + (k << wide);
    }
    __device__ uint32_t low(uint64_t k) const
    {
        return *place(k);
    }
    __device__ uint64_t at(uint64_t k) const
    {
        return wide ? *(const uint64_t *)place(k) : low(k);
    }
    /* Whether all of a chunk that is whole are equal. */
    __device__ bool is_equal_chunk(uint64_t chunk) const
    {
        const uint64_t first = chunk * PREFIX__CUDA_TOTALS_CHUNK;
        return at(first) == at(first + PREFIX__CUDA_TOTALS_CHUNK - 1);
    }
};

} // namespace prefix_cuda

#endif
