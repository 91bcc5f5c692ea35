/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What warps of a block wait for of each other, but no longer than they must: each tells once that its totals are in
 * shared memory, and one that the tile's carry is.
 */
#ifndef PREFIX_CUDA_BLOCK_TOLD_WARPS_CUH
#define PREFIX_CUDA_BLOCK_TOLD_WARPS_CUH

#include "warp/mbarrier.cuh"

namespace prefix_cuda
{

struct told_event {
    uint64_t barrier;
    __device__ void init(uint32_t warps)
    {
#if __CUDA_ARCH__ >= 800
        barrier_init(&barrier, warps * warp_arrivals);
#else
        barrier = warps;
#endif
    }
    /* By all lanes of a warp. */
    __device__ void tell()
    {
#if __CUDA_ARCH__ >= 800
        warp_arrive(&barrier);
#else
        __threadfence_block();
        __syncwarp();
        if ((threadIdx.x & 31) == 0)
            atomicAdd((unsigned long long *)&barrier, ~0ull);
#endif
    }
    __device__ void wait()
    {
#if __CUDA_ARCH__ >= 800
        barrier_wait(&barrier, 0);
#else
        while (*(volatile uint64_t *)&barrier != 0)
            __nanosleep(32);
        __threadfence_block();
#endif
    }
};

template <int WARPS> struct told_warps {
    told_event of[WARPS], all, carry;
    /* Before the block's next barrier. */
    __device__ void init()
    {
        const int i = threadIdx.x;
        if (i < WARPS)
            of[i].init(1);
        else if (i == WARPS)
            all.init(WARPS);
        else if (i == WARPS + 1)
            carry.init(1);
    }
    __device__ void tell(int warp)
    {
        of[warp].tell();
        all.tell();
    }
};

} // namespace prefix_cuda

#endif
