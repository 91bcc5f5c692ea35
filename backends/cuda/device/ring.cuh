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

/*
 * Warps by role. Warp w is served by scheduler w % 4: the scanners, who have most to do, share
 * three, and the chains on which others wait are on the fourth.
 */
constexpr int ring_warps = 16;
constexpr int ring_scanners = 8;
constexpr int ring_reducers = PREFIX__CUDA_RING_REDUCERS;
enum ring_role { ring_scanner, ring_reducer, ring_loader, ring_poller, ring_folder, ring_idle };
__device__ constexpr struct {
    uint8_t role;
    uint8_t which;
} ring_roles[ring_warps] = {
    // clang-format off
    {ring_scanner, 0}, {ring_scanner, 1}, {ring_scanner, 2}, {ring_loader, 0},
    {ring_scanner, 3}, {ring_scanner, 4}, {ring_scanner, 5}, {ring_poller, 0},
    {ring_scanner, 6}, {ring_scanner, 7}, {ring_reducer, 0}, {ring_folder, 0},
    {ring_idle, 0},    {ring_idle, 0},    {ring_idle, 0},    {ring_reducer, 1},
    // clang-format on
};

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
            barrier_init(&reduced[s], 32);
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
