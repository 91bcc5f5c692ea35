/* SPDX-License-Identifier: BSD-3-Clause */
/* The warps of a persistent block of segments, each at its work. */
#ifndef PREFIX_CUDA_SEGMENTS_RING_BLOCK_CUH
#define PREFIX_CUDA_SEGMENTS_RING_BLOCK_CUH

#include "segments/ring_carry.cuh"
#include "segments/ring_reduce.cuh"

namespace prefix_cuda
{

/* scan(which): what scanners do. */
template <class OP, class RING, class SCAN>
__device__ inline void cut_ring_block(RING &r, char *memory, const prefix__cuda_segmented &s, SCAN scan)
{
    if (threadIdx.x == 0)
        r.init(s.scan.ring_stages, s.scan.ring_pieces);
    __syncthreads();

    const auto &hand = cut_roles[RING::counts + RING::folds][threadIdx.x >> 5];
    const int role = hand.role, which = hand.which;
    if (role != ring_claimer) /* which claims first */
        await_previous();
    switch (role) {
    case ring_scanner:
        scan(which);
        break;
    case ring_reducer:
        cut_reduce<OP>(r, memory, s, which);
        break;
    case ring_claimer:
        if (elected())
            cut_claim_tiles<OP>(r, memory, s);
        break;
    case ring_poller:
        cut_gather<OP>(r, s);
        break;
    default:
        if constexpr (RING::folds)
            cut_fold<OP>(r, s);
        break;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        retire(s.scan, upper_tag(r.slots[0].mine));
}

} // namespace prefix_cuda

#endif
