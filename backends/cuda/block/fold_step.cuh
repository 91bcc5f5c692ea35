/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_BLOCK_FOLD_STEP_CUH
#define PREFIX_CUDA_BLOCK_FOLD_STEP_CUH

namespace prefix_cuda
{

/* COUNT values from shared memory, behind what stands before them, left to right: loads go ahead of the chain. */
template <int COUNT, class VALUE, class COMBINE>
__device__ inline VALUE fold_step(VALUE before, const VALUE *values, COMBINE combine)
{
    VALUE value[COUNT];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        value[k] = values[k];
#pragma unroll
    for (int k = 0; k < COUNT; k++)
        before = combine(before, value[k]);
    return before;
}

} // namespace prefix_cuda

#endif
