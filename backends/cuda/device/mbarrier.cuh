/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barriers in shared memory, and the bulk copy that completes on one: sm_90 and later. A waiter
 * names the parity of the phase it waits for; phases follow each other strictly, so a role must
 * never fall two phases behind.
 */
#ifndef PREFIX_CUDA_DEVICE_MBARRIER_CUH
#define PREFIX_CUDA_DEVICE_MBARRIER_CUH

#include <stdint.h>

namespace prefix_cuda
{

__device__ inline uint32_t shared_address(const void *pointer)
{
    return (uint32_t)__cvta_generic_to_shared(pointer);
}

/*
 * In one lane of a warp that is all there. The engine takes what a warp agrees on: thus told that
 * there is one lane, the compiler need not ask each by turns.
 */
__device__ inline bool elected()
{
    uint32_t mine;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "elect.sync _|p, 0xffffffff;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(mine));
    return mine;
}

__device__ inline void barrier_init(uint64_t *barrier, uint32_t arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
}

/* After the last barrier_init(), before the block's __syncthreads(). */
__device__ inline void barrier_init_done()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

__device__ inline void barrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

__device__ inline void barrier_wait(uint64_t *barrier, uint32_t parity)
{
    uint32_t done;
    do {
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(done)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
    } while (!done);
}

/* The same, for what other blocks of the cluster sent. */
__device__ inline void cluster_barrier_wait(uint64_t *barrier, uint32_t parity)
{
    uint32_t done;
    do {
        asm volatile("{\n\t.reg .pred p;\n\t"
                     "mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(done)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
    } while (!done);
}

/*
 * One arrival for all that a warp's lanes have done. racecheck, which follows each thread by itself, does
 * not see that: in a build for it, each lane arrives.
 */
#ifdef PREFIX__CUDA_LANES_ARRIVE
constexpr int warp_arrivals = 32;
#else
constexpr int warp_arrivals = 1;
#endif

__device__ inline void warp_arrive(uint64_t *barrier)
{
    __syncwarp();
    if (warp_arrivals > 1 || (threadIdx.x & 31) == 0)
        barrier_arrive(barrier);
}

/* Arrives, and has the barrier's phase wait for so many bytes too. */
__device__ inline void barrier_expect(uint64_t *barrier, uint32_t bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], %1;" ::"r"(shared_address(barrier)), "r"(bytes)
                 : "memory");
}

/* By each thread that has written where, after the next barrier, the engine will. */
__device__ inline void before_bulk_load()
{
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Arrives, and has the barrier's phase wait for the copy too. Addresses and bytes: multiples of 16. */
__device__ inline void bulk_load(void *to, const void *from, uint32_t bytes, uint64_t *barrier)
{
    barrier_expect(barrier, bytes);
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                     shared_address(to)),
                 "l"(from), "r"(bytes), "r"(shared_address(barrier))
                 : "memory");
}

} // namespace prefix_cuda

#endif
