/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The runs of an array of no more tiles than there are multiprocessors, and their lengths: as select.cuh has them, but
 * that tiles tell each other in one word of how many begin there and where the last one does, and that lanes store what
 * they have without bringing it together first.
 */
#ifndef PREFIX_CUDA_RUNS_ENCODE_CUH
#define PREFIX_CUDA_RUNS_ENCODE_CUH

#include "grid/bring_near.cuh"
#include "select/select.cuh"

namespace prefix_cuda
{

/* Of a tile or a warp's part: how many runs begin there, and 1 + the last one's place in the tile, or 0. */
struct told_runs {
    uint32_t word;
    static __device__ told_runs of(uint32_t count, uint32_t last)
    {
        return {last << 16 | count};
    }
    __device__ uint32_t count() const
    {
        return word & 0xffff;
    }
    __device__ uint32_t last() const
    {
        return word >> 16;
    }
};

/* Where the copy of the first tile's is. */
__device__ inline uint64_t *told_place(const prefix__cuda_scan &scan, uint32_t copy)
{
    return scan.workspace + PREFIX__CUDA_HEADER_WORDS + copy * PREFIX__CUDA_WAVE_STRIDE;
}

template <int WARPS> struct encode_shared {
    told_runs told[WARPS];
    uint32_t count, last; /* before the tile, the latter's place in the array */
    claim claimed;
};

/* By a warp: what there is before the tile, which has so many elements. */
template <int WARPS>
__device__ inline void gather_runs(encode_shared<WARPS> &shared, const prefix__cuda_scan &scan, claim mine,
                                   uint32_t elements)
{
    constexpr int each = PREFIX__CUDA_WAVE_TILES / 32;
    const uint32_t lane = threadIdx.x & 31;
    reading<uint32_t> seen[each];
    uint32_t missing = 0, count = 0, last = 0;
#pragma unroll
    for (int k = 0; k < each; k++)
        missing |= k * 32 + lane < mine.tile ? 1u << k : 0;
    const uint64_t *const from = told_place(scan, mine.tile % PREFIX__CUDA_WAVE_COPIES) + lane;
    poll_all(seen, missing, mine.tag, [=](int k) { return from + k * 32; });
#pragma unroll
    for (int k = 0; k < each; k++) {
        const uint32_t tile = k * 32 + lane;
        const told_runs told = {tile < mine.tile ? seen[k].value() : 0};
        count += told.count();
        last = told.last() > 0 ? tile * elements + told.last() - 1 : last;
    }
    count = sum_of_lanes(count);
    last = largest_of_lanes(last);
    if (lane == 0) {
        shared.count = count;
        shared.last = last;
    }
}

/*
 * By a warp: what its rows have. Each lane has of one row the bits, the number of its first run, and how far before it
 * the run before begins.
 */
template <int ROWS, class WORD, class LENGTH>
__device__ inline void store_runs_of(const prefix__cuda_select &s, const WORD (&x)[ROWS], LENGTH *lengths,
                                     uint32_t bits, uint32_t rank, uint32_t behind, uint32_t room)
{
    const uint32_t lane = threadIdx.x & 31, begun = __ballot_sync(~0u, bits != 0), out_room = s.out ? room : 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        if (begun >> r & 1) {
            const uint32_t row = __shfl_sync(~0u, bits, r), within = row & ((1u << lane) - 1);
            const uint32_t at = __shfl_sync(~0u, rank, r) + __popc(within), before = __shfl_sync(~0u, behind, r);
            if (row >> lane & 1) {
                if (at < out_room)
                    ((WORD *)s.out)[at] = x[r];
                if (at - 1 < room) /* and not before the first */
                    lengths[at - 1] = lane + (within ? __clz((int)within) - 31 : before);
            }
        }
    }
}

template <int SIZE, int WARPS, int ROWS>
__global__ void __launch_bounds__(WARPS * 32, 1) encode_kernel(const __grid_constant__ prefix__cuda_select s)
{
    using word = element<SIZE>;
    constexpr uint32_t part = ROWS * 32, elements = WARPS * part;
    __shared__ encode_shared<WARPS> shared;
    const prefix__cuda_scan &scan = s.scan;
    const uint32_t lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    if (threadIdx.x == 0)
        shared.claimed = claim_one_tile(scan.workspace);
    bring_near(s, &shared.last);
    __syncthreads();
    const claim mine = shared.claimed;
    await_previous();

    const uint32_t n = (uint32_t)scan.n, begin = mine.tile * elements, first = begin + warp * part;
    word x[ROWS], before = 0; /* the latter: in lane 31, of all rows */
    if (lane == 31 && first > 0 && first <= n)
        before = ((const word *)scan.in)[first - 1];
    load_elements<SIZE>(x, scan, first, begin + elements <= n);
    uint32_t bits = with_elements_differ<SIZE>(s.test, [&](auto differ) {
        return ballots<ROWS>([&](int r) {
            const word beside = lane < 31 ? x[r] : r > 0 ? x[r > 0 ? r - 1 : 0] : before;
            return differ(raised<SIZE>(x[r]), raised<SIZE>((word)__shfl_sync(~0u, beside, (lane + 31) & 31)));
        });
    });
    if (first == 0 && lane == 0)
        bits |= 1;
    bits &= existing<ROWS>(0, (int64_t)n - first);

    /* Of the lane's row: 1 + the last place in the tile. */
    const uint32_t last = bits ? warp * part + lane * 32 + 32 - __clz((int)bits) : 0;
    const told_runs own = told_runs::of(bits_of_lanes(bits), largest_of_lanes(last));
    if (lane == 0)
        shared.told[warp] = own;
    __syncthreads();
    const told_runs theirs = {lane < WARPS ? shared.told[lane].word : 0}, earlier = {lane < warp ? theirs.word : 0};
    const uint32_t total = sum_of_lanes(theirs.count()), tile_last = largest_of_lanes(theirs.last());
    if (warp == 0) {
        if (lane < PREFIX__CUDA_WAVE_COPIES)
            publish(told_place(scan, lane) + mine.tile, told_runs::of(total, tile_last).word, mine.tag);
        gather_runs(shared, scan, mine, elements);
    }
    const ranks rows(bits);
    const uint32_t in_tile = sum_of_lanes(earlier.count()), last_in_tile = largest_of_lanes(earlier.last());
    const uint32_t begun = __ballot_sync(~0u, bits != 0), lower = (1u << lane) - 1;
    uint32_t last_before = __shfl_sync(~0u, last, 31 - __clz((int)(begun & lower)));
    last_before = begun & lower ? last_before : last_in_tile;
    __syncthreads();

    const uint32_t room = (uint32_t)min(s.capacity, (uint64_t)~0u);
    /* Of the lane's row: the number of its first run, and how far before the row the run before begins. */
    const uint32_t rank = shared.count + in_tile + rows.before;
    const uint32_t behind = first + lane * 32 - (last_before > 0 ? begin + last_before - 1 : shared.last);
    if (s.index_size == 4)
        store_runs_of<ROWS>(s, x, (uint32_t *)s.lengths, bits, rank, behind, room);
    else
        store_runs_of<ROWS>(s, x, (uint64_t *)s.lengths, bits, rank, behind, room);
    if (threadIdx.x == 0) {
        if (mine.tile == gridDim.x - 1) {
            const uint32_t all = shared.count + total;
            put_length(s, all - 1, n - (tile_last > 0 ? begin + tile_last - 1 : shared.last));
            if (scan.total)
                *(uint64_t *)scan.total = all;
        }
        retire(scan, mine.tag);
    }
}

} // namespace prefix_cuda

#endif
