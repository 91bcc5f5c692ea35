/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of the segments of a large array that offsets tell of: the persistent blocks of runs_ring.cuh, but that
 * heads come as bits, which head_bits.cuh has made of the offsets, and nothing is counted from tile to tile: how many
 * offsets are before a tile has been noted with the bits. Where a tile has as many heads as offsets, all that end in
 * it follow each other; elsewhere some have no elements, and each is searched for among the tile's offsets.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_RING_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_RING_CUH

#include "runs_ring.cuh"

namespace prefix_cuda
{

/* Of offsets from begin to end - 1, by a warp: the first that is not less than place; end if all are. */
template <class INDEX>
__device__ inline uint64_t first_not_below(const INDEX *offsets, uint64_t begin, uint64_t end, uint64_t place)
{
    while (begin < end) {
        const uint64_t step = (end - begin - 1) / 32 + 1, at = begin + (threadIdx.x & 31) * step;
        const int below = __popc(__ballot_sync(~0u, at < end && (uint64_t)offsets[at] < place));
        end = min(end, begin + below * step);
        begin = below > 0 ? begin + (below - 1) * step + 1 : end;
    }
    return begin;
}

/*
 * By a warp, of offsets from begin to end - 1: act is called with the number of the segment that ends at each of the
 * next heads, in whose place the first of offsets of one value is, and with which of the heads it is.
 */
template <class INDEX, class ACT>
__device__ inline void with_numbers(const INDEX *offsets, uint64_t begin, uint64_t end, int heads, ACT act)
{
    constexpr int each = 4;
    const int lane = threadIdx.x & 31;
    for (int head = 0; head < heads && begin < end; begin += each * 32) {
        INDEX own[each], before[each];
#pragma unroll
        for (int e = 0; e < each; e++) {
            const uint64_t at = begin + e * 32 + lane;
            own[e] = at < end ? offsets[at] : 0;
            before[e] = at > 0 && at < end ? offsets[at - 1] : 0;
        }
#pragma unroll
        for (int e = 0; e < each; e++) {
            const uint64_t at = begin + e * 32 + lane;
            const uint32_t firsts = __ballot_sync(~0u, at < end && (at == 0 || own[e] != before[e]));
            const int mine = head + __popc(firsts & ((1u << lane) - 1));
            if ((firsts >> lane & 1) && mine < heads)
                act(at - 1, mine);
            head += __popc(firsts);
        }
    }
}

template <class OP, class INDEX>
__device__ inline void totals_keep(counted_ring<OP> &r, char *memory, const prefix__cuda_segment_totals &t, int which)
{
    using shape = tile_shape<OP>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    constexpr int share_bytes = cut_share_rows * shape::row_bytes, share_elements = shape::elements / cut_shares;
    const prefix__cuda_runs_reduce p = {t.segmented, nullptr, nullptr, t.segmented.segments, nullptr};
    const prefix__cuda_segmented &s = p.segmented;
    const prefix__cuda_scan &scan = s.scan;
    const INDEX *const offsets = (const INDEX *)t.offsets;
    const bool leads = offsets[0] > 0; /* something that is in no segment */
    const int lane = threadIdx.x & 31, group = which / ring_scanners, share = which % ring_scanners;
    const int piece = share * scan.ring_pieces / ring_scanners;
    word *const out = (word *)scan.out;
    ring_place place = {2u * group};
    for (uint32_t i = group;; i += cut_groups, place.advance(cut_groups, scan.ring_stages)) {
        const int at = ring_slot(i);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        typename cut_ring<OP>::slot &slot = r.slots[at];
        typename cut_ring<OP>::cut &cut = r.cuts[at];
        const uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        const uint64_t before = t.before[tile], behind = t.before[tile + 1];
        barrier_wait(&r.reduced[at], ring_parity(i));
        const uint64_t all_begins = cut.begin_rows();
        const uint32_t heads = r.heads[at][share];
        const bool begun = (all_begins & ((1ull << (share * cut_share_rows)) - 1)) != 0;
        const bool leads_here = leads && tile == 0;
        const bool follow = behind - before + leads_here == r.heads_before(at, cut_shares);
        const int64_t rank = (int64_t)(before + r.heads_before(at, share)) - leads_here;
        runs_share<OP, uint8_t> mine = {p,
                                        memory + (size_t)place.at() * ring_stage_bytes<OP>(scan) + share * share_bytes,
                                        cut.rows + share * cut_share_rows,
                                        (uint64_t)tile * shape::elements + share * share_elements,
                                        cut.heads[share][lane],
                                        cut.begins[share],
                                        begun};
        if (heads == 0) {
            warp_arrive(&r.drained[place.at()]);
        } else if (heads <= 32 && follow) { /* the stage need not wait for the tile's carry */
            word value = 0;
            uint8_t none = 0;
            mine.gather(value, none);
            before_bulk_load();
            warp_arrive(&r.drained[place.at()]);
            if (!begun) {
                barrier_wait(&r.carried[at], ring_parity(i));
                if (lane == 0)
                    value = runs_entered<OP>(slot.before[0], value, s);
            }
            if (lane < (int)heads && (uint64_t)(rank - 1 + lane) < p.capacity)
                out[rank - 1 + lane] = value;
        } else {
            word *const values = mine.collect();
            if (!begun) {
                barrier_wait(&r.carried[at], ring_parity(i));
                if (lane == 0)
                    values[0] = runs_entered<OP>(slot.before[0], values[0], s);
                __syncwarp();
            }
            if (follow) {
                for (int j = lane; j < (int)heads; j += 32) {
                    if ((uint64_t)(rank - 1 + j) < p.capacity)
                        out[rank - 1 + j] = values[j];
                }
            } else {
                /* The array's first element is a head, whatever offsets say. */
                const int skipped = leads_here && share == 0;
                const uint64_t from = first_not_below(offsets, before, behind, mine.first);
                with_numbers(offsets, from, behind, (int)heads - skipped, [&](uint64_t number, int head) {
                    if (number < p.capacity)
                        out[number] = values[head + skipped];
                });
            }
            before_bulk_load();
            warp_arrive(&r.drained[place.at()]);
        }
        if (tile + 1 == (uint32_t)scan.tiles && share == cut_shares - 1) { /* where the array ends */
            carry start = (carry)scan.carry;
            if (all_begins == 0) {
                barrier_wait(&r.carried[at], ring_parity(i));
                start = slot.before[0];
            }
            if (lane == 0 && behind - 1 < p.capacity)
                out[behind - 1] = runs_entered<OP>(start, slot.aggregates[0], s);
        }
        warp_arrive(&r.done[at]);
    }
}

template <class OP>
__global__ void __launch_bounds__(cut_threads, 1)
    totals_ring_kernel(const __grid_constant__ prefix__cuda_segment_totals given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    prefix__cuda_segment_totals t = given;
    t.segmented = promised_segments<OP, true>(given.segmented);
    extern __shared__ __align__(128) char memory[];
    __shared__ counted_ring<OP> r;
    cut_ring_block<OP>(r, memory, t.segmented, [&](int which) {
        if (t.segmented.head_size == 4)
            totals_keep<OP, uint32_t>(r, memory, t, which);
        else
            totals_keep<OP, uint64_t>(r, memory, t, which);
    });
#endif
}

} // namespace prefix_cuda

#endif
