/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles are claimed in order by running blocks, so that a tile never waits for one that no block
 * has begun, however blocks are scheduled. One 64-bit counter in the workspace gives the ticket
 * and the launch's tag: the number of launches that this workspace has served in the upper half,
 * tickets in the lower. Who gets the last ticket knows that no other claim will come, and sets the
 * counter for the next launch. A workspace begins as zeros; tag 0 is never used.
 *
 * Workspace, in 64-bit words: the header, whose first word is the counter; a descriptor for each
 * tile's aggregate; a descriptor for each group's prefix.
 */
#ifndef PREFIX_CUDA_DEVICE_CLAIM_CUH
#define PREFIX_CUDA_DEVICE_CLAIM_CUH

#include "../scan_params.h"

namespace prefix_cuda
{

struct claim {
    uint32_t tile;
    uint32_t tag;
};

__device__ inline claim claim_tile(uint64_t *workspace)
{
    uint64_t ticket = atomicAdd((unsigned long long *)workspace, 1ull);
    return claim{(uint32_t)ticket, (uint32_t)(ticket >> 32) + 1};
}

/* To be called by the block of the last tile. */
__device__ inline void end_claims(uint64_t *workspace, uint32_t tag)
{
    *workspace = (uint64_t)tag << 32;
}

} // namespace prefix_cuda

#endif
