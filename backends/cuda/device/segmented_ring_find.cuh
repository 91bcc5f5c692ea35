/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The finders of a persistent block of segments that offsets tell of: each takes tiles by turns, searches for
 * the first of the tile's offsets, and sets a bit for each. Where segments are short, that is more than two
 * warps can do: those are scanned by segmented.cuh.
 */
#ifndef PREFIX_CUDA_DEVICE_SEGMENTED_RING_FIND_CUH
#define PREFIX_CUDA_DEVICE_SEGMENTED_RING_FIND_CUH

#include "segmented_ring.cuh"

namespace prefix_cuda
{

constexpr int find_each = 4; /* offsets that a lane has on their way */
constexpr uint64_t find_close = 64;

/* Probes at low, low + step and so on narrow what lies from low to high, of which the first is not below wanted. */
template <class INDEX>
__device__ inline void narrow_offsets(const INDEX *offsets, uint64_t wanted, uint64_t step, uint64_t &low,
                                      uint64_t &high)
{
    const uint64_t first = low + (threadIdx.x & 31) * step;
    uint64_t offset[find_each];
    uint32_t below = 0;
#pragma unroll
    for (int e = 0; e < find_each; e++)
        offset[e] = first + e * 32 * step < high ? (uint64_t)offsets[first + e * 32 * step] : ~(uint64_t)0;
#pragma unroll
    for (int e = 0; e < find_each; e++)
        below += __popc(__ballot_sync(~0u, offset[e] < wanted));
    high = min(high, low + below * step);
    low = below > 0 ? low + (below - 1) * step + 1 : high;
}

/* Close before the first offset that is not below a position, by one warp; guess: where that may be. */
template <class INDEX>
__device__ inline uint64_t close_before(const INDEX *offsets, uint64_t count, uint64_t wanted, uint64_t guess)
{
    constexpr uint64_t step = 16, around = 32 * find_each * step;
    uint64_t low = 0, high = count;
    if (count > around && guess < count) { /* if it is there, one round will do */
        const uint64_t from = guess > around / 2 ? min(guess - around / 2, count - around) : 0;
        uint64_t near_low = from, near_high = from + around;
        narrow_offsets(offsets, wanted, step, near_low, near_high);
        if (near_low > from)
            low = near_low;
        if (near_high < from + around)
            high = near_high;
    }
    while (high - low > find_close)
        narrow_offsets(offsets, wanted, (high - low - 1) / (32 * find_each) + 1, low, high);
    return low;
}

template <class OP, class INDEX>
__device__ inline void cut_find(cut_ring<OP> &r, char *memory, const prefix__cuda_segmented &s, int which)
{
    constexpr uint32_t elements = tile_shape<OP>::elements;
    const cut_heads<OP> heads(s, memory);
    const INDEX *offsets = (const INDEX *)s.heads;
    const uint64_t count = s.segments + 1;
    const int lane = threadIdx.x & 31;
    const double density = (double)s.segments / (double)s.scan.n;
    uint64_t found = 0, found_at = 0;
    ring_place place = {2u * which};
    for (uint32_t i = which;; i += cut_finders, place.advance(cut_finders, s.heads_stages)) {
        const int at = ring_slot(i);
        barrier_wait(&r.claimed[at], ring_parity(i));
        const uint32_t tile = r.slots[at].mine.tile;
        if (tile == ring_end) {
            warp_arrive(&r.told[place.at()]);
            return;
        }
        uint32_t *bits = (uint32_t *)heads.stage(place.at());
        for (uint32_t w = lane; w < elements / 32; w += 32)
            bits[w] = 0;
        __syncwarp();
        const uint64_t begin = (uint64_t)tile * elements;
        found = close_before(offsets, count, begin, found + (uint64_t)((double)(begin - found_at) * density));
        found_at = begin;
        uint64_t k = found + lane; /* those below are no place in the tile */
        for (bool more = true; more; k += 32 * find_each) {
            uint64_t place_of[find_each];
#pragma unroll
            for (int e = 0; e < find_each; e++)
                place_of[e] = (k + e * 32 < count ? (uint64_t)offsets[k + e * 32] : ~(uint64_t)0) - begin;
#pragma unroll
            for (int e = 0; e < find_each; e++) {
                if (place_of[e] < elements)
                    atomicOr(bits + place_of[e] / 32, 1u << place_of[e] % 32);
            }
            const uint64_t last = k + (find_each - 1) * 32;
            more = __any_sync(~0u, lane == 31 && last < count && (int64_t)place_of[find_each - 1] < (int64_t)elements);
        }
        warp_arrive(&r.told[place.at()]);
    }
}

} // namespace prefix_cuda

#endif
