/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Barriers in shared memory, and the copies that complete on one: sm_80 and later, the bulk copy
 * engine sm_90. A waiter names the parity of the phase it waits for; phases follow each other
 * strictly, so a role must never fall two phases behind.
 */
#ifndef PREFIX_CUDA_WARP_MBARRIER_CUH
#define PREFIX_CUDA_WARP_MBARRIER_CUH

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
#if __CUDA_ARCH__ >= 900
    uint32_t mine;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "elect.sync _|p, 0xffffffff;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(mine));
    return mine;
#else
    return (threadIdx.x & 31) == 0;
#endif
}

__device__ inline void barrier_init(uint64_t *barrier, uint32_t arrivals)
{
    asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared_address(barrier)), "r"(arrivals) : "memory");
}

/* After the last barrier_init(), before the block's __syncthreads(). */
__device__ inline void barrier_init_done()
{
#if __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
}

__device__ inline void barrier_arrive(uint64_t *barrier)
{
    asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(barrier)) : "memory");
}

/* Hardware before sm_90 does not wait by itself: who asks all the time takes the others' turns. */
__device__ inline void barrier_wait(uint64_t *barrier, uint32_t parity)
{
    uint32_t done;
    for (;;) {
        asm volatile("{\n\t.reg .pred p;\n\t"
#if __CUDA_ARCH__ >= 900
                     "mbarrier.try_wait.parity.shared.b64 p, [%1], %2;\n\t"
#else
                     "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
#endif
                     "selp.u32 %0, 1, 0, p;\n\t}"
                     : "=r"(done)
                     : "r"(shared_address(barrier)), "r"(parity)
                     : "memory");
        if (done)
            return;
#if __CUDA_ARCH__ < 900
        __nanosleep(32);
#endif
    }
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

/* Whether there is nothing to wait for. */
__device__ inline bool barrier_passed(uint64_t *barrier, uint32_t parity)
{
    uint32_t done;
    asm volatile("{\n\t.reg .pred p;\n\t"
                 "mbarrier.test_wait.parity.shared.b64 p, [%1], %2;\n\t"
                 "selp.u32 %0, 1, 0, p;\n\t}"
                 : "=r"(done)
                 : "r"(shared_address(barrier)), "r"(parity)
                 : "memory");
    return done;
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
#if __CUDA_ARCH__ >= 900
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
#endif
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

/* Has the engine bring what lies there to the L2 cache, in whole packets of 16 bytes. */
__device__ inline void bulk_prefetch(const void *from, const void *end)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    const uintptr_t first = ((uintptr_t)from + 15) & ~(uintptr_t)15, behind = (uintptr_t)end & ~(uintptr_t)15;
    if (first < behind)
        asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(first), "r"((uint32_t)(behind - first)));
#endif
}

/* As bulk_load() without the engine, by the lanes of a warp: each arrives when all that it copied is there. */
__device__ inline void warp_load(void *to, const void *from, uint32_t bytes, uint64_t *barrier)
{
    uint32_t address = shared_address(to);
#pragma unroll 8
    for (uint32_t at = (threadIdx.x & 31) * 16; at < bytes; at += 512)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(address + at), "l"((const char *)from + at)
                     : "memory");
    asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(shared_address(barrier)) : "memory");
}

} // namespace prefix_cuda

#endif
