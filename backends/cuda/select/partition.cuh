/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A partition in two ways of an array of no more tiles than there are multiprocessors, in one launch that reads it
 * once: a tile waits for the counts of ALL tiles, and then stores both what is selected of it and what is not, which it
 * has brought together meanwhile.
 *
 * To wait for a later tile is safe only if a block has claimed it. Blocks look whether all are claimed before they
 * publish their counts, and who does not see that in time says so with the count, waits for earlier tiles alone, and
 * stores what is selected. What it leaves, the block of the last tile stores, which knows that all are claimed.
 */
#ifndef PREFIX_CUDA_SELECT_PARTITION_CUH
#define PREFIX_CUDA_SELECT_PARTITION_CUH

#include "select/select.cuh"

namespace prefix_cuda
{

/* Times that a block looks for the last claim. Lowered, to -1, in a build to test that it does not see it. */
#ifndef PREFIX__CUDA_PARTITION_LOOKS
#define PREFIX__CUDA_PARTITION_LOOKS 32
#endif

constexpr int partition_tiles = PREFIX__CUDA_WAVE_TILES;
constexpr uint32_t partition_leaves = 1u << 31;

template <int WARPS> struct partition_shared {
    uint32_t totals[WARPS];
    uint32_t counts[partition_tiles];
    uint32_t before, all;
    bool leaves, left; /* the tile's, and any */
    claim claimed;
};

/* seen: the counter of tickets, some time ago. */
__device__ inline bool see_all_claimed(const prefix__cuda_scan &scan, claim mine, reading<uint32_t> &seen)
{
    for (int looks = PREFIX__CUDA_PARTITION_LOOKS; looks >= 0; looks--) {
        if ((uint32_t)(seen.seen >> 32) != mine.tag - 1 || seen.value() >= gridDim.x)
            return true;
        seen.read(scan.workspace, true);
    }
    return false;
}

/* Where the others begin behind selected ones, in what is staged. */
template <int SIZE> __device__ inline int partition_behind(uint32_t selected)
{
    return (int)(selected * SIZE + 15) & ~15;
}

/* By a warp: its rows to where they belong in their tile's, before which the tile has selected ones and places. */
template <int SIZE, int ROWS>
__device__ inline void stage_partition(char *staged, const element<SIZE> (&x)[ROWS], uint32_t bits, uint32_t selected,
                                       uint32_t of_tile, int place, int64_t left)
{
    const ranks rows(bits);
    const int lane = threadIdx.x & 31, behind = partition_behind<SIZE>(of_tile);
    const uint32_t at = (uint32_t)__cvta_generic_to_shared(staged);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const uint32_t row = __shfl_sync(~0u, bits, r);
        const int before = (int)selected + __shfl_sync(~0u, rows.before, r) + __popc(row & ((1u << lane) - 1));
        const int to = row >> lane & 1 ? before * SIZE : behind + (place + r * 32 + lane - before) * SIZE;
        if (r * 32 + lane < left)
            store_shared<SIZE>(at + to, x[r]);
    }
}

/*
 * By a block: count elements that are staged, aligned to packets, to their place in the output. Behind them may be
 * read, up to a packet.
 */
template <int SIZE>
__device__ inline void store_staged(const prefix__cuda_select &s, uint64_t first, const char *staged, int count)
{
    using word = element<SIZE>;
    if (first >= s.capacity)
        return;
    char *to = (char *)s.out + first * SIZE;
    const int skew = (int)((uintptr_t)to & 15), end = skew + (int)min((uint64_t)count, s.capacity - first) * SIZE;
    to -= skew;
    for (int at = threadIdx.x * 16; at < end; at += blockDim.x * 16) {
        packet<16> p = load_packet<16>(staged + max(at - (skew > 0 ? 16 : 0), 0));
        if (skew > 0)
            p = shifted_packet(p, load_packet<16>(staged + at), 16 - skew);
        if (at >= skew && at + 16 <= end) {
            store_packet(to + at, p);
            continue;
        }
#pragma unroll
        for (int k = 0; k < 16; k += SIZE) {
            if (at + k >= skew && at + k < end)
                *(word *)(to + at + k) = (word)(raised_of<SIZE>(&p, k / SIZE) >> (SIZE < 4 ? 32 - 8 * SIZE : 0));
        }
    }
}

/* By a warp: all tiles' counts, or if the tile is not to wait for later ones, those before it. */
template <int WARPS>
__device__ inline void gather_counts(partition_shared<WARPS> &shared, const prefix__cuda_scan &scan, claim mine,
                                     bool leaves)
{
    constexpr int each = partition_tiles / 32;
    const int lane = threadIdx.x & 31;
    const uint32_t end = leaves ? mine.tile : gridDim.x;
    reading<uint32_t> seen[each];
    uint32_t missing = 0, before = 0, all = 0, left = 0;
#pragma unroll
    for (int k = 0; k < each; k++)
        missing |= k * 32 + lane < end ? 1u << k : 0;
    const uint64_t *const from = scan.workspace + PREFIX__CUDA_HEADER_WORDS + lane;
    poll_all(seen, missing, mine.tag, [=](int k) { return from + k * 32; });
#pragma unroll
    for (int k = 0; k < each; k++) {
        const uint32_t tile = k * 32 + lane, value = tile < end ? seen[k].value() : 0,
                       count = value & ~partition_leaves;
        before += tile < mine.tile ? count : 0;
        all += count;
        left |= value;
        shared.counts[tile] = value;
    }
    before = sum_of_lanes(before);
    all = sum_of_lanes(all);
    left = __any_sync(~0u, left & partition_leaves);
    if (lane == 0) {
        shared.before = before;
        shared.all = all;
        shared.left = left;
    }
}

template <int SIZE, int WARPS, int ROWS>
__global__ void __launch_bounds__(WARPS * 32, 1) partition_kernel(const __grid_constant__ prefix__cuda_select s)
{
    using shape = select_shape<SIZE, WARPS, ROWS, select_kept>;
    constexpr int part = shape::part, elements = shape::elements;
    __shared__ alignas(16) char staged[elements * SIZE + 32];
    __shared__ partition_shared<WARPS> shared;
    const prefix__cuda_scan &scan = s.scan;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;

    if (threadIdx.x == 0)
        shared.claimed = claim_one_tile(scan.workspace);
    __syncthreads();
    const claim mine = shared.claimed;
    await_previous();

#pragma unroll 1
    for (uint32_t tile = mine.tile;;) {
        const bool own = tile == mine.tile;
        const uint64_t begin = (uint64_t)tile * elements, first = begin + warp * part;
        element<SIZE> x[ROWS];
        load_elements<SIZE>(x, scan, first, begin + elements <= scan.n);
        reading<uint32_t> tickets;
        tickets.read(scan.workspace, own && threadIdx.x == 0);
        const uint32_t all = existing<ROWS>(0, (int64_t)(scan.n - first));
        const uint32_t bits = select_bits<SIZE, ROWS>(s, x, first, all, false);
        const uint32_t of_warp = bits_of_lanes(bits);
        if (lane == 0)
            shared.totals[warp] = of_warp;
        __syncthreads();
        const uint32_t theirs = lane < WARPS ? shared.totals[lane] : 0, total = sum_of_lanes(theirs);
        if (own && threadIdx.x == 0) {
            const bool leaves = mine.tile < gridDim.x - 1 && !see_all_claimed(scan, mine, tickets);
            publish(scan.workspace + PREFIX__CUDA_HEADER_WORDS + mine.tile, total | (leaves ? partition_leaves : 0),
                    mine.tag);
            shared.leaves = leaves;
        }
        stage_partition<SIZE, ROWS>(staged, x, bits, sum_of_lanes(lane < warp ? theirs : 0), total, warp * part,
                                    (int64_t)(scan.n - first));
        if (own && warp == 0) {
            __syncwarp();
            gather_counts(shared, scan, mine, shared.leaves);
        }
        __syncthreads();

        uint64_t before = 0;
        for (uint32_t t = 0; !own && t < tile; t++)
            before += shared.counts[t] & ~partition_leaves;
        before = own ? shared.before : before;
        if (own)
            store_staged<SIZE>(s, before, staged, (int)total);
        if (!own || !shared.leaves)
            store_staged<SIZE>(s, shared.all + begin - before, staged + partition_behind<SIZE>(total),
                               (int)min((uint64_t)elements, scan.n - begin) - (int)total);
        if (mine.tile < gridDim.x - 1 || !shared.left)
            break;
        for (tile = own ? 0 : tile + 1; tile < mine.tile && !(shared.counts[tile] & partition_leaves); tile++)
            ;
        if (tile == mine.tile)
            break;
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        if (mine.tile == gridDim.x - 1 && scan.total)
            *(uint64_t *)scan.total = shared.all;
        retire(scan, mine.tag);
    }
}

} // namespace prefix_cuda

#endif
