/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction by key of a large array of long runs: the persistent blocks of segments/ring.cuh, which, of what they
 * scan, store no more than the ends of runs. Who finds the beginning of a run stores its key, and what the run before
 * it has come to, which is what stands before that place: nothing behind a tile is looked at. Heads are counted
 * besides, and published with the tile's aggregate; of a tile's rows only those with a head are scanned.
 *
 * Keys are read once more where runs begin, when they are still near: they must lie elsewhere than all outputs.
 * In place, aggregates go to places before the runs' ends, when all tiles before have been read.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_RING_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_RING_CUH

#include "reduce_by_key/long.cuh"
#include "reduce_by_key/share.cuh"
#include "segments/ring_block.cuh"

namespace prefix_cuda
{

/* As cut_told, with how many heads there are. */
template <class WORD> struct runs_told : cut_told<WORD> {
    static constexpr uint32_t words = 4;
    reading<uint32_t> count;
    __device__ void read(const uint64_t *at, bool wanted)
    {
        cut_told<WORD>::read(at, wanted);
        count.read(at + 2, wanted);
    }
    __device__ bool published(uint32_t tag) const
    {
        return cut_told<WORD>::published(tag) && published_cut(count, tag);
    }
    __device__ uint32_t heads() const
    {
        return count.value();
    }
    static __device__ void tell(uint64_t *at, WORD aggregate, uint32_t heads, uint32_t tag)
    {
        publish(at, aggregate, tag);
        publish(at + 2, heads, tag);
    }
};

template <> struct runs_told<uint32_t> : cut_told<uint64_t> {
    __device__ uint32_t value() const
    {
        return (uint32_t)aggregate.value();
    }
    __device__ uint32_t heads() const
    {
        return (uint32_t)(aggregate.value() >> 32);
    }
    static __device__ void tell(uint64_t *at, uint32_t aggregate, uint32_t heads, uint32_t tag)
    {
        publish(at, (uint64_t)heads << 32 | aggregate, tag);
    }
};

/* Ordered aggregates that are to be folded come in windows, one for each note. */
template <class OP> struct runs_room : cut_room<OP> {
    static constexpr int aggregates = OP::ordered ? ring_notes * cut_window : 1;
};

/*
 * A ring in which heads are counted. Reducers look at all elements, scanners only at rows with a head: the former are
 * as many as there are shares, unless that costs scanners of 64 bits the registers they need.
 */
template <class OP> struct runs_ring : cut_ring<OP, runs_room<OP>> {
    static constexpr int reducers = OP::bits == 32 || OP::ordered ? 8 : 6;
    static constexpr bool folds = OP::ordered;
    static constexpr int threads = (cut_groups * ring_scanners + 2 + folds + reducers) * 32;
    cut_folding foldings[ring_notes];
    uint32_t heads[ring_slots][cut_shares]; /* in the shares of the slot's tile */
    uint64_t ranks[ring_slots];             /* heads before it */

    using told_of_tile = runs_told<typename OP::word>;
    using told_of_tiles = told_of_tile;
    static constexpr bool counts = true;
    __device__ void keep_count(int at, int share, uint32_t bits)
    {
        const uint32_t count = bits_of_lanes(bits);
        if ((threadIdx.x & 31) == 0)
            heads[at][share] = count;
    }
    /* In the shares before one. */
    __device__ uint32_t heads_before(int at, int share) const
    {
        uint32_t count = 0;
#pragma unroll
        for (int k = 0; k < cut_shares; k++)
            count += k < share ? heads[at][k] : 0;
        return count;
    }
    __device__ void keep_rank(int at, uint64_t rank)
    {
        ranks[at] = rank;
    }
    __device__ void init(int stages, int pieces)
    {
        for (int n = 0; n < ring_notes; n++) {
            barrier_init(&this->note_full[n], warp_arrivals);
            barrier_init(&this->note_free[n], warp_arrivals);
        }
        cut_ring<OP, runs_room<OP>>::init(stages, pieces);
    }
    __device__ void publish_tile(const prefix__cuda_scan &scan, int at, typename OP::word aggregate, bool begins)
    {
        const claim mine = this->slots[at].mine;
        this->slots[at].aggregates[0] = aggregate;
        told_of_tile::tell(ring_descriptor_of<told_of_tile::words>(scan, mine.tile), aggregate,
                           heads_before(at, cut_shares), mine.tag + begins);
    }
};

template <class OP, class KEY>
__device__ inline void runs_keep(runs_ring<OP> &r, char *memory, const prefix__cuda_runs_reduce &p, int which)
{
    using shape = tile_shape<OP>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    constexpr int share_rows = cut_share_rows<OP>, share_elements = shape::elements / cut_shares;
    const prefix__cuda_segmented &s = p.segmented;
    const prefix__cuda_scan &scan = s.scan;
    const int lane = threadIdx.x & 31, group = which / ring_scanners, share = which % ring_scanners;
    const int piece = share * scan.ring_pieces / ring_scanners;
    const runs_finish<OP> finish = {s};
    KEY *const unique = (KEY *)p.unique;
    const cut_bits bits(memory, s, ring_stage_bytes<OP>(scan));
    ring_place place = {2u * group};
    for (uint32_t i = group;; i += cut_groups, place.advance(cut_groups, scan.ring_stages)) {
        const int at = ring_slot(i);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        const auto &slot = r.slots[at];
        const auto &cut = r.cuts[at];
        const uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        barrier_wait(&r.reduced[at], ring_parity(i));
        const uint64_t all_begins = cut.rows;
        const uint32_t heads = r.heads[at][share];
        const bool begun = (all_begins & ((1ull << (share * share_rows)) - 1)) != 0;
        const bool is_last = tile + 1 == (uint32_t)scan.tiles && share == cut_shares - 1;
        char *const stage = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan);
        runs_share<OP, KEY> mine = {p,
                                    finish,
                                    stage + share * share_elements * finish.size,
                                    slot.rows + share * share_rows,
                                    (uint64_t)tile * shape::elements + share * share_elements,
                                    *bits.own(place.at(), share),
                                    cut.shares[share],
                                    begun};
        if (heads == 0) {
            warp_arrive(&r.drained[place.at()]);
        } else if (heads <= 32) { /* the stage need not wait for the tile's carry */
            word value = 0;
            KEY key = 0;
            mine.gather(value, key);
            before_bulk_load();
            warp_arrive(&r.drained[place.at()]);
            barrier_wait(&r.carried[at], ring_parity(i));
            const uint64_t rank = r.ranks[at] + r.heads_before(at, share) + lane;
            if (lane < (int)heads && rank - 1 < p.capacity) {
                if (!begun && lane == 0)
                    finish.store_entered(rank - 1, slot.before[0], value);
                else
                    finish.store(rank - 1, value);
            }
            if (lane < (int)heads && rank < p.capacity && unique)
                unique[rank] = key;
        } else {
            barrier_wait(&r.carried[at], ring_parity(i));
            mine.store(slot.before[0], r.ranks[at] + r.heads_before(at, share));
            before_bulk_load();
            warp_arrive(&r.drained[place.at()]);
        }
        if (is_last) { /* where the array's last run ends */
            barrier_wait(&r.carried[at], ring_parity(i));
            const uint64_t count = r.ranks[at] + r.heads_before(at, cut_shares);
            if (lane == 0 && count - 1 < p.capacity)
                finish.store_entered(count - 1, all_begins != 0 ? (carry)scan.carry : slot.before[0],
                                     slot.aggregates[0]);
            if (lane == 0 && p.count)
                *p.count = count;
        }
        warp_arrive(&r.done[at]);
    }
}

template <class OP>
__global__ void __launch_bounds__(runs_ring<OP>::threads, 1)
    runs_ring_kernel(const __grid_constant__ prefix__cuda_runs_reduce given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    prefix__cuda_runs_reduce p = given;
    p.segmented = promised_segments<OP, true>(given.segmented);
    const prefix__cuda_segmented &s = p.segmented;
    extern __shared__ __align__(128) char memory[];
    __shared__ runs_ring<OP> r;
    await_previous();
    if (!runs_are_long<OP>(s)) /* tiles.cuh */
        return;
    cut_ring_block<OP>(r, memory, s, [&](int which) {
        if (s.head_size == 4)
            runs_keep<OP, uint32_t>(r, memory, p, which);
        else if (s.head_size == 2)
            runs_keep<OP, uint16_t>(r, memory, p, which);
        else if (s.head_size == 1)
            runs_keep<OP, uint8_t>(r, memory, p, which);
        else if constexpr (sizeof(typename OP::word) == 8)
            runs_keep<OP, uint64_t>(r, memory, p, which);
    });
#endif
}

} // namespace prefix_cuda

#endif
