/* SPDX-License-Identifier: BSD-3-Clause */
/* The last results of segments, picked out of their inclusive scans: what each segment comes to. */
#ifndef PREFIX_CUDA_OPERATOR_PICK_CUH
#define PREFIX_CUDA_OPERATOR_PICK_CUH

#include "operator/shape.cuh"

namespace prefix_cuda
{

__device__ inline uint64_t begin_at(const prefix__cuda_pick &p, uint64_t k)
{
    return min(p.index_size == 4 ? (uint64_t)((const uint32_t *)p.begins)[k] : ((const uint64_t *)p.begins)[k], p.n);
}

template <class OP, class T> __device__ inline void pick(const prefix__cuda_pick &p, const void *state)
{
    using output = typename OP::output;
    T neutral;
    memcpy(&neutral, p.value, sizeof neutral);
    const uint64_t segments = p.count ? min(p.segments, *p.count) : p.segments;
    const uint64_t step = (uint64_t)gridDim.x * blockDim.x;
    for (uint64_t k = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x; k < segments; k += step) {
        const uint64_t begin = begin_at(p, k), end = p.count && k + 1 == *p.count ? p.n : begin_at(p, k + 1);
        if (begin < end)
            ((output *)p.to)[k] = ((const output *)p.from)[p.reverse ? begin : end - 1];
        else
            ((output *)p.to)[k] = OP::store(neutral, begin, state, nullptr);
    }
}

} // namespace prefix_cuda

#endif
