/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Tiles are claimed in order by running blocks, so that a tile never waits for one that no block
 * has begun, however blocks are scheduled. One 64-bit counter in the workspace gives the ticket
 * and the launch's tag: the number of launches that this workspace has served in the upper half,
 * tickets in the lower. Who gets the last ticket knows that no other claim will come, and sets the
 * counter for the next launch. A workspace begins as zeros; tag 0 is never used.
 *
 * Tags come to an end, and a workspace may hold tags of any age, from scans of other sizes. So the
 * launch with the last tag leaves the workspace as it began: its blocks count themselves out, and
 * the last of them clears it. A caller's workspace, which a graph may use any number of times
 * without the host's knowing, needs no other care than the session's.
 *
 * Workspace, in 64-bit words: the header, whose first word is the counter, and the second that of
 * blocks that are done; a descriptor for each tile's aggregate; a descriptor for each group's prefix.
 */
#ifndef PREFIX_CUDA_GRID_CLAIM_CUH
#define PREFIX_CUDA_GRID_CLAIM_CUH

#include "params/scan_params.h"
#include "grid/dependent.cuh"

namespace prefix_cuda
{

struct claim {
    uint32_t tile;
    uint32_t tag;
};

/* A ticket, which is some time on its way; the caller may do something else meanwhile. */
__device__ inline uint64_t ask_for_tile(uint64_t *workspace)
{
    return atomicAdd((unsigned long long *)workspace, 1ull);
}

__device__ inline claim claim_of(uint64_t ticket)
{
#ifdef PREFIX__CUDA_DELAY
    /* For tests: one tile of 16, others in each launch, is late by so many nanoseconds. */
    if (ticket * 0x9e3779b97f4a7c15u >> 60 == 0)
        __nanosleep(PREFIX__CUDA_DELAY);
#endif
    return claim{(uint32_t)ticket, (uint32_t)(ticket >> 32) + 1};
}

__device__ inline claim claim_tile(uint64_t *workspace)
{
    return claim_of(ask_for_tile(workspace));
}

/* To be called by the block of the last tile, before it lets the next kernel start, which claims at once. */
__device__ inline void end_claims(uint64_t *workspace, uint32_t tag)
{
    atomicExch((unsigned long long *)workspace, (unsigned long long)tag << 32);
    __threadfence();
}

constexpr uint32_t last_tag = 0xfffffffeu; /* one before the last: a launch may use two, segmented_look_back.cuh */

/* The tag by which a workspace must be left as it began: as if it were a launch of one tag. TAGS: that it uses. */
template <int TAGS = 2> __device__ inline uint32_t upper_tag(claim mine)
{
    return TAGS == 1 ? mine.tag : mine.tag + 1 >= last_tag ? last_tag : mine.tag + 1;
}

/*
 * By one thread of a block that takes one tile, while the kernel before ends: that let this one start when all of its
 * own claims were made.
 */
template <int TAGS = 1> __device__ inline claim claim_one_tile(uint64_t *workspace)
{
    const claim mine = claim_tile(workspace);
    if (mine.tile == gridDim.x - 1)
        end_claims(workspace, upper_tag<TAGS>(mine));
    if (upper_tag<TAGS>(mine) != last_tag)
        let_next_start();
    return mine;
}

/* Of a block that claims until no tile is left. Each asks once in vain: who does so last ends the claims. */
template <int TAGS = 1> __device__ inline claim claim_next_tile(const prefix__cuda_scan &scan, uint64_t ticket)
{
    const claim mine = claim_of(ticket);
    if (mine.tile == scan.tiles + gridDim.x - 1)
        end_claims(scan.workspace, upper_tag<TAGS>(mine));
    return mine;
}

/* To be called by one thread of each block when the block, the end of claims too, is done with the workspace. */
__device__ inline void retire(const prefix__cuda_scan &scan, uint32_t tag)
{
    if (tag != last_tag)
        return;
    __threadfence();
    if (atomicAdd((unsigned long long *)scan.workspace + 1, 1ull) != gridDim.x - 1)
        return;
    __threadfence();
    for (uint64_t i = 0; i < scan.workspace_words; i++)
        scan.workspace[i] = 0;
}

} // namespace prefix_cuda

#endif
