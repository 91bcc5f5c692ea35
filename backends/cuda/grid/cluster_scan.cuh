/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Small arrays: all at once, in the blocks of one cluster (sm_90 and later), which run together by
 * definition. What a block tells the blocks after it goes straight to their shared memory, so there
 * is no workspace and nothing to claim. A block may have a part of a tile only, for more blocks
 * share the work then. The bits are those of look_back.cuh.
 */
#ifndef PREFIX_CUDA_GRID_CLUSTER_SCAN_CUH
#define PREFIX_CUDA_GRID_CLUSTER_SCAN_CUH

#include "block/row_carries.cuh"
#include "params/scan_params.h"
#include "grid/fold.cuh"
#include "warp/mbarrier.cuh"

namespace prefix_cuda
{

/* Writes to the shared memory of another block of the cluster, on whose barrier that counts. */
template <class VALUE>
__device__ inline void send(VALUE value, const VALUE *to, const uint64_t *barrier, uint32_t block)
{
#if __CUDA_ARCH__ >= 900
    uint32_t there, arrival;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared_address(to)), "r"(block));
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(arrival) : "r"(shared_address(barrier)), "r"(block));
    if constexpr (sizeof value == 4)
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(there),
                     "r"(value), "r"(arrival)
                     : "memory");
    else
        asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%0], %1, [%2];" ::"r"(there),
                     "l"(value), "r"(arrival)
                     : "memory");
#endif
}

/* What a block receives. TILE: rows of a tile, of which each block has block_rows. */
template <class OP, int TILE> struct cluster_inbox {
    using single = typename OP::single::word;
    using carry = typename OP::carry;
    static constexpr int room = 32;
    static constexpr int tiles = OP::ordered ? PREFIX__CUDA_CLUSTER : 1;

    alignas(16) carry aggregates[room];
    single totals[tiles][TILE + 1]; /* of rows, when the order matters; lanes read different banks */
    uint64_t full;

    /* By all threads, first of all. */
    __device__ void open(int block_rows)
    {
        if (threadIdx.x >= blockIdx.x && threadIdx.x < room)
            aggregates[threadIdx.x] = OP::widen(OP::single::neutral);
#if __CUDA_ARCH__ >= 900
        if (threadIdx.x == 0) {
            barrier_init(&full, 1);
            asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
            barrier_expect(&full, blockIdx.x * (OP::ordered ? block_rows * sizeof(single) : sizeof(carry)));
        }
        __syncwarp();
        asm volatile("barrier.cluster.arrive.relaxed.aligned;" ::: "memory");
#endif
    }
    /* By all threads, before anything is sent: all inboxes are open. */
    __device__ void opened()
    {
#if __CUDA_ARCH__ >= 900
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
#endif
    }
    /* By all threads, with the totals of the block's rows, which may change then. */
    __device__ void send_totals(const single *rows, int block_rows)
    {
        if constexpr (OP::ordered) {
            int first = (int)blockIdx.x * block_rows;
            for (uint32_t block = threadIdx.x / 32; block < gridDim.x; block += blockDim.x / 32) {
                if (block <= blockIdx.x)
                    continue;
                for (int r = threadIdx.x & 31; r < block_rows; r += 32)
                    send(rows[r], &totals[first / TILE][first % TILE + r], &full, block);
            }
            for (int r = (int)threadIdx.x; r < block_rows; r += blockDim.x)
                totals[first / TILE][first % TILE + r] = rows[r];
            __syncthreads();
        }
    }
    /*
     * By one warp: from the totals of the block's rows to what stands before each in the tile.
     * Returns what stands before the tile or part of it, first being before all, in every lane, and
     * the aggregate of what the block has of it.
     */
    __device__ carry carries(single *rows, int block_rows, carry first, single *aggregate)
    {
        uint32_t lane = threadIdx.x & 31;
        if constexpr (OP::ordered) {
            uint32_t mine = blockIdx.x * block_rows / TILE; /* the tile */
            int part = (int)(blockIdx.x * block_rows % TILE);
            wait();
            single before = fold_tiles(rows, block_rows, mine, part);
            if (lane < mine)
                aggregates[lane] = OP::widen(before);
            __syncwarp();
            *aggregate = __shfl_sync(~0u, before, (int)mine);
            return fold_left<OP>(first, aggregates, (int)mine);
        } else {
            *aggregate = row_carries<OP, TILE>(rows);
            if (lane > blockIdx.x && lane < gridDim.x)
                send(OP::widen(*aggregate), &aggregates[blockIdx.x], &full, lane);
            wait();
            return OP::join(first, fold_lanes<OP>(aggregates[lane]));
        }
    }

  private:
    __device__ void wait()
    {
#if __CUDA_ARCH__ >= 900
        cluster_barrier_wait(&full, 0);
#endif
    }
    /* Left to right in each tile, a lane a tile; on its way it leaves the carries of the block's rows. */
    __device__ single fold_tiles(single *rows, int block_rows, uint32_t mine, int part)
    {
        constexpr int chunk = 64 / (int)sizeof(single); /* divides block_rows */
        uint32_t lane = threadIdx.x & 31;
        const single *from = totals[lane < mine ? lane : mine];
        int end = lane < mine ? TILE : part + block_rows;
        single before = OP::neutral;
#pragma unroll 1
        for (int i = 0; i < end; i += chunk) {
            single total[chunk];
#pragma unroll
            for (int k = 0; k < chunk; k++)
                total[k] = from[i + k];
            bool wanted = lane == mine && i >= part;
#pragma unroll
            for (int k = 0; k < chunk; k++) {
                if (wanted)
                    rows[i + k - part] = before;
                before = OP::combine(before, total[k]);
            }
        }
        return before;
    }
};

} // namespace prefix_cuda

#endif
