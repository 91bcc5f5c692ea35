/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The claimer of a persistent block, one thread, which copies tiles, too, where there is a bulk copy
 * engine; and the loaders, which do so elsewhere, each a warp that has the same pieces of all tiles.
 */
#ifndef PREFIX_CUDA_PIPELINE_RING_LOAD_CUH
#define PREFIX_CUDA_PIPELINE_RING_LOAD_CUH

#include "grid/dependent.cuh"
#include "pipeline/ring.cuh"

namespace prefix_cuda
{

/* Whole packets to the stage. */
__device__ inline void ring_packets(char *to, uintptr_t from, uint32_t bytes, uint64_t *full)
{
    if constexpr (ring_bulk)
        bulk_load(to, (const void *)from, bytes, full);
    else
        warp_load(to, (const void *)from, bytes, full);
}

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
 * A piece of a tile to its place in the stage: the whole packets that hold any of the array, but of
 * the array's last packet, if that is partial, only what belongs to it.
 */
__device__ inline void ring_copy(char *to, uintptr_t from, uint32_t bytes, uintptr_t begin, uintptr_t end,
                                 uint64_t *full)
{
    uintptr_t whole_end = end & ~(uintptr_t)15;
    if (whole_end >= from && whole_end < from + bytes) {
        copy_some(to + (whole_end - from), (const char *)whole_end, (uint32_t)(end - whole_end));
        __threadfence_block(); /* which no asynchronous arrival does */
    }
    uintptr_t packets = max(begin & ~(uintptr_t)15, from), packets_end = min(whole_end, from + bytes);
    if (packets < packets_end)
        ring_packets(to + (packets - from), packets, (uint32_t)(packets_end - packets), full);
    else
        barrier_arrive(full);
}

template <int TAGS = 1> __device__ inline claim ring_claim(const prefix__cuda_scan &scan, bool first)
{
    /* While the kernel before ends: see claim_one_tile(). */
    const uint64_t ticket = ask_for_tile(scan.workspace);
    if (first)
        await_previous();
    claim mine = claim_next_tile<TAGS>(scan, ticket);
    if (mine.tile >= scan.tiles) {
        mine.tile = ring_end;
        if (upper_tag<TAGS>(mine) != last_tag)
            let_next_start();
    }
    return mine;
}

/* The pieces that a loader has set on their way: the one that lands next, and how many there are. */
struct ring_flight {
    uint64_t *landing;
    uint32_t parity;
    int count;
};

/*
 * A tile's pieces, or those that are the loader's, to the stage. Few in flight suffice, and more
 * would delay the descriptors, which share their way. Where the array is not aligned to packets, a
 * piece begins in the packet that holds its first byte and ends in the one that holds its last; two
 * pieces then copy that packet both. Not so if APART: then who wants a piece must wait for the one before, too.
 */
template <bool APART = false, class OP, int KIND, class ROOM>
__device__ inline void ring_bring(ring<OP, KIND, ROOM> &r, char *memory, const prefix__cuda_scan &scan, uint32_t tile,
                                  int stage, int which, ring_flight &flight)
{
    constexpr uint32_t elements = ring_elements<OP, KIND>;
    const uint32_t tile_bytes = elements * scan.in_size, piece_bytes = tile_bytes / scan.ring_pieces;
    const uint32_t extra = (scan.ring_skew + PREFIX__CUDA_RING_PACKET - 1u) & ~(PREFIX__CUDA_RING_PACKET - 1u);
    const int32_t step = scan.reverse ? -(int32_t)piece_bytes : (int32_t)piece_bytes;
    const uintptr_t tiles = (uintptr_t)scan.in, lead = scan.ring_lead * scan.in_size;
    const uintptr_t array = tiles + (scan.reverse ? 0 : lead);
    const uintptr_t array_end = tiles + scan.n * scan.in_size - (scan.reverse ? lead : 0);

    /* A partial tile of a reversed scan begins before the array. */
    int64_t begin = (int64_t)tile * elements;
    uintptr_t from =
        tiles + (scan.reverse ? (int64_t)scan.n - begin - elements : begin) * scan.in_size - scan.ring_skew;
    bool inside = from + 15 >= array && from + tile_bytes + extra <= array_end;
    char *to = memory + (size_t)stage * ring_stage_bytes<OP, KIND>(scan);
    if (scan.reverse) {
        from += tile_bytes - piece_bytes;
        to += tile_bytes - piece_bytes;
    }
#pragma unroll 1
    for (int part = which; part < scan.ring_pieces; part += ring_loaders) {
        uint64_t *full = &r.full[stage * scan.ring_pieces + part];
        if (tile == ring_end) {
            barrier_arrive(full);
            continue;
        }
        if (flight.count == scan.ring_ahead / ring_loaders) {
            barrier_wait(flight.landing, flight.parity);
            flight.landing += ring_loaders;
            if (flight.landing >= &r.full[scan.ring_stages * scan.ring_pieces]) {
                flight.landing = &r.full[which];
                flight.parity ^= 1;
            }
            flight.count--;
        }
        const uint32_t had = APART && part > 0 ? extra : 0, bytes = piece_bytes + extra - had;
        if (inside)
            ring_packets(to + part * step + had, from + part * step + had, bytes, full);
        else
            ring_copy(to + part * step + had, from + part * step + had, bytes, array, array_end, full);
        flight.count++;
    }
}

/*
 * Claims a tile only when there is a stage for it: everyone waits for a tile that is claimed. Where
 * one thread copies, too, it must not be long about it.
 */
template <class OP, int KIND>
__device__ inline void ring_claim_tiles(ring<OP, KIND> &r, char *memory, const prefix__cuda_scan &scan)
{
    ring_flight flight = {r.full, 0, 0};
    ring_place place = {0};
    claim mine = {0, 0};
    int ends = 0; /* each scanner, and each reducer, has some of one of two */
    for (uint32_t i = 0; ends < 2; i++, place.advance(1, scan.ring_stages)) {
        int at = ring_slot(i);
        if (i >= (uint32_t)scan.ring_stages)
            barrier_wait(&r.drained[place.at()], place.parity() ^ 1);
        if (i >= (uint32_t)ring_slots)
            barrier_wait(&r.done[at], ring_parity(i - ring_slots));
        if (ends == 0)
            mine = ring_claim(scan, i == 0);
        ends += mine.tile == ring_end;
        r.slots[at].mine = mine;
        if constexpr (ring_bulk)
            ring_bring(r, memory, scan, mine.tile, place.at(), 0, flight);
        else
            barrier_arrive(&r.claimed[at]);
    }
}

template <class OP, int KIND>
__device__ inline void ring_load_claimed(ring<OP, KIND> &r, char *memory, const prefix__cuda_scan &scan, int which)
{
    ring_flight flight = {&r.full[which], 0, 0};
    ring_place place = {0};
    int ends = 0;
    for (uint32_t i = 0; ends < 2; i++, place.advance(1, scan.ring_stages)) {
        int at = ring_slot(i);
        barrier_wait(&r.claimed[at], ring_parity(i));
        uint32_t tile = r.slots[at].mine.tile;
        ends += tile == ring_end;
        ring_bring(r, memory, scan, tile, place.at(), which, flight);
    }
}

} // namespace prefix_cuda

#endif
