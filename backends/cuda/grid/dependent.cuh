/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Programmatic dependent launch (sm_90 and later): a kernel's blocks may start while the kernel
 * before it in the stream ends, and then wait for its end. Without it both do nothing.
 */
#ifndef PREFIX_CUDA_GRID_DEPENDENT_CUH
#define PREFIX_CUDA_GRID_DEPENDENT_CUH

namespace prefix_cuda
{

/* The next kernel may start once all blocks of this one have said so. */
__device__ inline void let_next_start()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;");
#endif
}

/* Before the first access to global memory: everything before in the stream has been done. */
__device__ inline void await_previous()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

} // namespace prefix_cuda

#endif
