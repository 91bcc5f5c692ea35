/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small arrays: all tiles at once, in the blocks of one cluster (sm_90 and later), which run
 * together by definition. Each block sends its aggregate to the blocks after it, through their
 * shared memory, so there is no workspace and nothing to claim. The bits are those of look_back.cuh.
 */
#ifndef PREFIX_CUDA_DEVICE_CLUSTER_SCAN_CUH
#define PREFIX_CUDA_DEVICE_CLUSTER_SCAN_CUH

#include "../scan_params.h"
#include "fold.cuh"
#include "mbarrier.cuh"

namespace prefix_cuda
{

/* What a block receives. */
template <class OP> struct cluster_inbox {
    static constexpr int room = 32;
    alignas(16) typename OP::carry aggregates[room];
    uint64_t full;

    /* By all threads, first of all. */
    __device__ void open()
    {
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x >= blockIdx.x && threadIdx.x < room)
            aggregates[threadIdx.x] = OP::widen(OP::neutral);
        if (threadIdx.x == 0) {
            barrier_init(&full, 1);
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(&full)),
                         "r"(blockIdx.x * (uint32_t)sizeof aggregates[0])
                         : "memory");
        }
        __syncwarp();
        asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
#endif
    }
    /* By all threads, before any sends: all inboxes are open. */
    __device__ void opened()
    {
#if __CUDA_ARCH__ >= 900
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
    }
    /* By one warp, with the aggregate in every lane: to all blocks behind this one. */
    __device__ void send(typename OP::carry aggregate)
    {
#if __CUDA_ARCH__ >= 900
        uint32_t to = threadIdx.x & 31;
        if (to <= blockIdx.x || to >= gridDim.x)
            return;
        uint32_t slot, barrier;
        asm("mapa.shared::cluster.u32 %0, %1, %2;"
            : "=r"(slot)
            : "r"(shared_address(&aggregates[blockIdx.x])), "r"(to));
        asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(barrier) : "r"(shared_address(&full)), "r"(to));
        if constexpr (sizeof aggregate == 4)
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(slot),
                         "r"(aggregate), "r"(barrier)
                         : "memory");
        else
            asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%0], %1, [%2];" ::"r"(slot),
                         "l"(aggregate), "r"(barrier)
                         : "memory");
#endif
    }
    /* By one warp: what stands before this block's tile, first being before all tiles; in every lane. */
    __device__ typename OP::carry receive(typename OP::carry first)
    {
#if __CUDA_ARCH__ >= 900
        cluster_barrier_wait(&full, 0);
#endif
        return fold<OP, room>(first, aggregates, (int)blockIdx.x);
    }
};

} // namespace prefix_cuda

#endif
