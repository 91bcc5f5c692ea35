/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the warps of a persistent block share: a ring of stages, each a tile in shared memory on
 * its way from the load to the store, and the chunks of aggregates on their way from the poller
 * to the folder.
 *
 * A stage passes through these hands; each barrier is the permission for the next:
 *   loader   claims a tile when the stage is free, starts its copy         full
 *   reducer  row totals, row carries, publishes the tile's aggregate       reduced
 *   poller   reads the aggregates of all tiles before this one, in order
 *   folder   folds them into the tile's carry                              carried
 *   scanners each a part of the tile: scan, combine, store                 free
 */
#ifndef PREFIX_CUDA_DEVICE_RING_CUH
#define PREFIX_CUDA_DEVICE_RING_CUH

#include "../block/row_carries.cuh"
#include "../block/tile_load.cuh"
#include "../block/tile_store.cuh"
#include "claim.cuh"
#include "descriptor.cuh"
#include "fold.cuh"
#include "mbarrier.cuh"
#include "tile_shape.cuh"

namespace prefix_cuda
{

/* Warps by role. The chains of the loader, poller and folder have a scheduler for themselves. */
constexpr int ring_warps = 13;
constexpr int ring_scanners = 8;
constexpr int ring_reducers = PREFIX__CUDA_RING_REDUCERS;
constexpr int ring_loader_warp = 3;
constexpr int ring_poller_warp = 7;
constexpr int ring_folder_warp = 11;

constexpr int ring_stages_max = PREFIX__CUDA_RING_STAGES_MAX;
constexpr int ring_chunks = 4;
constexpr int ring_chunk = 256; /* aggregates in a chunk at most */
constexpr uint32_t ring_end = 0xffffffffu;

template <class OP> struct ring {
    using word = typename OP::word;
    using carry = typename OP::carry;

    struct stage {
        alignas(16) word rows[tile_shape<OP>::rows];
        carry before; /* what stands before the tile */
        word aggregate;
        claim mine; /* tile ring_end: there are no more */
    };
    struct chunk {
        alignas(16) carry aggregates[ring_chunk];
        int count;
        bool last; /* the folded carry is that of the next stage */
    };

    alignas(16) stage stages[ring_stages_max];
    chunk chunks[ring_chunks];
    uint64_t full[ring_stages_max];
    uint64_t reduced[ring_stages_max];
    uint64_t carried[ring_stages_max];
    uint64_t free[ring_stages_max];
    uint64_t chunk_full[ring_chunks];
    uint64_t chunk_free[ring_chunks];

    __device__ void init(int count)
    {
        for (int s = 0; s < count; s++) {
            barrier_init(&full[s], 1);
            barrier_init(&reduced[s], 1);
            barrier_init(&carried[s], 1);
            barrier_init(&free[s], ring_scanners);
        }
        for (int c = 0; c < ring_chunks; c++) {
            barrier_init(&chunk_full[c], 32);
            barrier_init(&chunk_free[c], 1);
        }
        barrier_init_done();
    }
};

/* A place that moves round a ring. parity is that of the phase which the current round completes. */
struct ring_place {
    int at;
    uint32_t parity;
    __device__ void advance(int by, int size)
    {
        at += by;
        if (at >= size) {
            at -= size;
            parity ^= 1;
        }
    }
};

} // namespace prefix_cuda

#endif
