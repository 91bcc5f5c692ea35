/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A partition in two ways of a large array, in two kernels none of whose blocks waits for another: the first counts
 * what is selected of each tile, and when these counts have been summed up, the second stores both what is selected
 * of a tile and what is not. It begins with the tiles that have been read last, some of which are still near.
 */
#ifndef PREFIX_CUDA_SELECT_PARTITION_COUNTED_CUH
#define PREFIX_CUDA_SELECT_PARTITION_COUNTED_CUH

#include "select/partition.cuh"

namespace prefix_cuda
{

constexpr int partition_warps = 8;
constexpr int partition_threads = partition_warps * 32;
constexpr int partition_blocks = 4; /* at once on a multiprocessor */

template <int SIZE> using counted_shape = select_shape<SIZE, partition_warps, select_rows<SIZE>, select_kept>;

/* What warps have selected, for all: in all, and before the calling one. */
struct partition_counts {
    uint32_t total, before;
    __device__ partition_counts(uint32_t *shared, uint32_t bits)
    {
        const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
        const uint32_t own = bits_of_lanes(bits);
        if (lane == 0)
            shared[warp] = own;
        __syncthreads();
        const uint32_t theirs = lane < partition_warps ? shared[lane] : 0;
        total = sum_of_lanes(theirs);
        before = sum_of_lanes(lane < warp ? theirs : 0);
    }
};

template <int SIZE>
__global__ void __launch_bounds__(partition_threads)
    partition_count_kernel(const __grid_constant__ prefix__cuda_select s, uint64_t *counts)
{
    using shape = counted_shape<SIZE>;
    __shared__ uint32_t totals[partition_warps];
    const uint64_t begin = (uint64_t)blockIdx.x * shape::elements, first = begin + (threadIdx.x >> 5) * shape::part;
    const uint32_t all = existing<shape::rows>(0, (int64_t)(s.scan.n - first));
    element<SIZE> x[shape::rows] = {};
    if (s.selector == PREFIX_SELECTOR_TEST || s.selector == PREFIX_SELECTOR_HEADS)
        load_elements<SIZE>(x, s.scan, first, begin + shape::elements <= s.scan.n);
    const partition_counts of(totals, select_bits<SIZE, shape::rows>(s, x, first, all, false));
    if (threadIdx.x == 0)
        counts[blockIdx.x] = of.total;
}

/* ends: of tiles, how many are selected up to there. */
template <int SIZE>
__global__ void __launch_bounds__(partition_threads, partition_blocks)
    partition_put_kernel(const __grid_constant__ prefix__cuda_select s, const uint64_t *ends)
{
    using shape = counted_shape<SIZE>;
    __shared__ alignas(16) char staged[shape::elements * SIZE + 32];
    __shared__ uint32_t totals[partition_warps];
    const uint32_t tile = gridDim.x - 1 - blockIdx.x;
    const uint64_t begin = (uint64_t)tile * shape::elements, first = begin + (threadIdx.x >> 5) * shape::part;
    const uint32_t all = existing<shape::rows>(0, (int64_t)(s.scan.n - first));
    const uint64_t selected = ends[gridDim.x - 1], before = tile > 0 ? ends[tile - 1] : 0;
    element<SIZE> x[shape::rows];
    load_elements<SIZE>(x, s.scan, first, begin + shape::elements <= s.scan.n);
    const uint32_t bits = select_bits<SIZE, shape::rows>(s, x, first, all, false);
    const partition_counts of(totals, bits);
    stage_partition<SIZE, shape::rows>(staged, x, bits, of.before, of.total, (int)(first - begin),
                                       (int64_t)(s.scan.n - first));
    __syncthreads();
    store_staged<SIZE>(s, before, staged, (int)of.total);
    store_staged<SIZE>(s, selected + begin - before, staged + partition_behind<SIZE>(of.total),
                       (int)min((uint64_t)shape::elements, s.scan.n - begin) - (int)of.total);
    if (blockIdx.x == 0 && threadIdx.x == 0 && s.scan.total)
        *(uint64_t *)s.scan.total = selected;
}

} // namespace prefix_cuda

#endif
