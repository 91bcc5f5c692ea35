/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of a large array, for GPUs with barriers in shared memory (sm_80 and later): one persistent
 * block on each multiprocessor, its warps specialised, tiles waiting in shared memory. A tile's
 * aggregate is published as soon as its data has landed, before anything waits. The bits are those
 * of scan.cuh. Progress needs no two blocks to run at once: tiles are claimed by running blocks,
 * in order, and publishing waits for nothing.
 */
#ifndef PREFIX_CUDA_SCAN_RING_SCAN_CUH
#define PREFIX_CUDA_SCAN_RING_SCAN_CUH

#include "grid/dependent.cuh"
#include "pipeline/ring_carry.cuh"
#include "pipeline/ring_load.cuh"
#include "scan/ring_reduce.cuh"
#include "scan/ring_store.cuh"

namespace prefix_cuda
{

/* What the kind of kernel tells, so that the compiler drops all else: only floats of two bytes become f32. */
template <class OP, int KIND> __device__ inline decltype(auto) ring_told(const prefix__cuda_scan &given)
{
    constexpr bool is_f16 = KIND == PREFIX__CUDA_RING_F16;
    if constexpr (ring_halves<KIND> || (ring_converted<KIND> && OP::ordered && OP::bits == 32)) {
        prefix__cuda_scan scan = given;
        scan.in_size = 2;
        scan.map = PREFIX__CUDA_MAP_NONE;
        if constexpr (ring_halves<KIND>) {
            scan.convert = is_f16 ? PREFIX__CUDA_CONVERT_F16 : PREFIX__CUDA_CONVERT_BF16;
            scan.round = is_f16 ? PREFIX__CUDA_ROUND_F16 : PREFIX__CUDA_ROUND_BF16;
        }
        return scan;
    } else {
        return (given);
    }
}

template <class OP, int KIND>
__global__ void __launch_bounds__(ring_threads, 1) ring_kernel(const __grid_constant__ prefix__cuda_scan given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800
    extern __shared__ __align__(128) char memory[];
    __shared__ ring<OP, KIND> r;
    const prefix__cuda_scan &scan = ring_told<OP, KIND>(given);
    if (threadIdx.x == 0)
        r.init(scan.ring_stages, scan.ring_pieces);
    __syncthreads();

    int role = ring_roles[ring_layout<ring_groups>][threadIdx.x >> 5].role;
    int which = ring_roles[ring_layout<ring_groups>][threadIdx.x >> 5].which;
    if (role != ring_claimer) /* which claims first */
        await_previous();
    switch (role) {
    case ring_scanner:
        ring_store<OP, KIND>(r, memory, scan, which);
        break;
    case ring_reducer:
        ring_reduce<OP, KIND>(r, memory, scan, which);
        break;
    case ring_claimer:
        if (elected())
            ring_claim_tiles(r, memory, scan);
        break;
    case ring_loader:
        if constexpr (!ring_bulk)
            ring_load_claimed(r, memory, scan, which);
        break;
    case ring_poller:
        if constexpr (ring_folds<OP>)
            ring_poll<OP, KIND>(r, scan);
        else
            ring_gather<OP, KIND>(r, scan);
        break;
    case ring_folder:
        if constexpr (ring_folds<OP>)
            ring_fold<OP, KIND>(r, scan);
        else if constexpr (ring_publishes<OP, KIND>)
            ring_publish_all(r, scan);
        break;
    default:
        break;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        retire(scan, r.slots[0].mine.tag);
#endif
}

} // namespace prefix_cuda

#endif
