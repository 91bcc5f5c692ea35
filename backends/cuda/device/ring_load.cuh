/* SPDX-License-Identifier: BSD-3-Clause */
/* The loader of a persistent block: one thread. */
#ifndef PREFIX_CUDA_DEVICE_RING_LOAD_CUH
#define PREFIX_CUDA_DEVICE_RING_LOAD_CUH

#include "dependent.cuh"
#include "ring.cuh"

namespace prefix_cuda
{

/* The first bytes of a packet, at most 15, in words that are all on their way at once. */
__device__ inline void copy_some(char *to, const char *from, uint32_t bytes)
{
    uint64_t eight = 0;
    uint32_t four = 0;
    uint16_t two = 0;
    uint8_t one = 0;
    if (bytes & 8)
        eight = *(const uint64_t *)from;
    if (bytes & 4)
        four = *(const uint32_t *)(from + (bytes & 8));
    if (bytes & 2)
        two = *(const uint16_t *)(from + (bytes & 12));
    if (bytes & 1)
        one = *(const uint8_t *)(from + (bytes & 14));
    if (bytes & 8)
        *(uint64_t *)to = eight;
    if (bytes & 4)
        *(uint32_t *)(to + (bytes & 8)) = four;
    if (bytes & 2)
        *(uint16_t *)(to + (bytes & 12)) = two;
    if (bytes & 1)
        *(uint8_t *)(to + (bytes & 14)) = one;
}

/*
 * A piece of a tile to its place in the stage: the whole packets that hold any of the array by the
 * engine, but of the array's last packet, if that is partial, only what belongs to it.
 */
__device__ inline void ring_copy(char *to, uintptr_t from, uint32_t bytes, uintptr_t begin, uintptr_t end,
                                 uint64_t *full)
{
    uintptr_t whole_end = end & ~(uintptr_t)15;
    if (whole_end >= from && whole_end < from + bytes)
        copy_some(to + (whole_end - from), (const char *)whole_end, (uint32_t)(end - whole_end));
    uintptr_t packets = max(begin & ~(uintptr_t)15, from), packets_end = min(whole_end, from + bytes);
    if (packets < packets_end)
        bulk_load(to + (packets - from), (const void *)packets, (uint32_t)(packets_end - packets), full);
    else
        barrier_arrive(full);
}

/*
 * Claims a tile only when there is a stage for it: everyone waits for a tile that is claimed. Few
 * pieces in flight suffice, and more would delay the descriptors, which share their way. Where the
 * array is not aligned to packets, a piece begins in the packet that holds its first byte and ends
 * in the one that holds its last; two pieces then copy that packet both. One thread does all this,
 * and it must not be long about it.
 */
template <class OP> __device__ inline void ring_load(ring<OP> &r, char *memory, const prefix__cuda_scan &scan)
{
    constexpr uint32_t elements = tile_shape<OP>::elements;
    const uint32_t tile_bytes = elements * scan.in_size, piece_bytes = tile_bytes / scan.ring_pieces;
    const uint32_t extra = scan.ring_skew > 0 ? PREFIX__CUDA_RING_PACKET : 0;
    const int32_t step = scan.reverse ? -(int32_t)piece_bytes : (int32_t)piece_bytes;
    const uintptr_t tiles = (uintptr_t)scan.in, lead = scan.ring_lead * scan.in_size;
    const uintptr_t array = tiles + (scan.reverse ? 0 : lead);
    const uintptr_t array_end = tiles + scan.n * scan.in_size - (scan.reverse ? lead : 0);
    uint64_t *const full = r.full, *const full_end = full + scan.ring_stages * scan.ring_pieces;
    uint64_t *landing = full; /* of the piece that lands next */
    uint32_t landing_parity = 0;
    int flying = 0;
    ring_place place = {0};
    claim mine = {0, 0};
    int ends = 0; /* each scanner, and each reducer, has some of one of two */
    for (uint32_t i = 0; ends < 2; i++) {
        int at = ring_slot(i);
        if (i >= (uint32_t)scan.ring_stages)
            barrier_wait(&r.drained[place.at()], place.parity() ^ 1);
        if (i >= (uint32_t)ring_slots)
            barrier_wait(&r.done[at], ring_parity(i - ring_slots));
        if (ends == 0) {
            /* While the kernel before ends: it let this one start when all of its own claims were made. */
            mine = claim_tile(scan.workspace);
            if (i == 0)
                await_previous();
            /* Each block claims once in vain: who does so last ends the claims. */
            if (mine.tile == scan.tiles + gridDim.x - 1) {
                end_claims(scan.workspace, mine.tag);
                __threadfence();
            }
            if (mine.tile >= scan.tiles && mine.tag != last_tag)
                let_next_start();
        }
        ends += mine.tile >= scan.tiles;
        r.slots[at].mine = claim{ends > 0 ? ring_end : mine.tile, mine.tag};

        /* A partial tile of a reversed scan begins before the array. */
        int64_t begin = (int64_t)mine.tile * elements;
        uintptr_t from =
            tiles + (scan.reverse ? (int64_t)scan.n - begin - elements : begin) * scan.in_size - scan.ring_skew;
        bool inside = from + 15 >= array && from + tile_bytes + extra <= array_end;
        char *to = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan);
        if (scan.reverse) {
            from += tile_bytes - piece_bytes;
            to += tile_bytes - piece_bytes;
        }
        uint64_t *barrier = full + place.at() * scan.ring_pieces;
#pragma unroll 1
        for (int part = 0; part < scan.ring_pieces; part++, barrier++, from += step, to += step) {
            if (ends > 0) {
                barrier_arrive(barrier);
                continue;
            }
            if (flying == scan.ring_ahead) {
                barrier_wait(landing, landing_parity);
                if (++landing == full_end) {
                    landing = full;
                    landing_parity ^= 1;
                }
                flying--;
            }
            if (inside)
                bulk_load(to, (const void *)from, piece_bytes + extra, barrier);
            else
                ring_copy(to, from, piece_bytes + extra, array, array_end, barrier);
            flying++;
        }
        place.advance(1, scan.ring_stages);
    }
}

} // namespace prefix_cuda

#endif
