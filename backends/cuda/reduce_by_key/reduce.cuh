/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction by key in one pass: segmented.cuh's scan, of which only the results at the ends of runs are kept,
 * and two look-backs, for what stands before a tile and for how many runs end before it. Neither is waited
 * for at once. A block lists what ends in its tile in shared memory, publishes the tile's aggregates, has its
 * next tile brought near, and only then looks back for the tile before, whose list it stores: by
 * then, all that is before that has long been published. With room for one list, it stores that at once.
 *
 * Of a tile's runs only the first to end may have begun before it: of that, the list has what the tile itself
 * adds to it. Where a run ends, the next begins: the list's places tell of both.
 *
 * In place, aggregates go to places at or before their last elements, and only when the counts of all tiles
 * before are known, which come from elements that have been read. Keys are read once more when they are
 * stored: they must lie elsewhere.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_REDUCE_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_REDUCE_CUH

#include "warp/mask.cuh"
#include "select/count.cuh"
#include "grid/look_back.cuh"
#include "reduce_by_key/rows.cuh"

namespace prefix_cuda
{

constexpr int runs_warps = 16;

/* On a multiprocessor. */
constexpr int runs_blocks = 2;

/* A tile that has been listed: what is to be known of it until it is stored. */
template <class OP> struct runs_tile {
    claim mine;
    typename OP::word aggregate;
    uint32_t ends;
    bool begins; /* a run begins in it, */
    bool open;   /* but not with its first element */
};

template <class OP> struct runs_shared {
    using shape = tile_shape<OP, runs_warps>;
    alignas(16) typename OP::word rows[shape::rows];
    alignas(16) typename OP::carry window[PREFIX__CUDA_GROUP];
    uint32_t begins[runs_warps], totals[runs_warps], heads_first[runs_warps + 1];
    runs_tile<OP> tiles[2]; /* the last ones, as their lists */
    uint64_t tile_rank;
    claim claimed;
};

/* By all threads: looks back, and stores the list. */
template <class OP>
__device__ inline void finish_runs(const prefix__cuda_runs_reduce &p, runs_shared<OP> &shared,
                                   const runs_list<typename OP::word> &list, uint32_t turn)
{
    const runs_tile<OP> &tile = shared.tiles[turn & 1];
    using carry = typename OP::carry;
    const prefix__cuda_segmented &s = p.segmented;
    const prefix__cuda_scan &scan = s.scan;
    const carry init = (carry)scan.carry;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    if (warp == 0 && tile.open) {
        const carry before = look_back_cut<OP>(scan.workspace, tile.mine, scan.tiles, init, tile.begins, shared.window);
        if (lane == 0 && !tile.begins)
            publish_cut_prefix<OP>(scan.workspace, tile.mine, scan.tiles, tile.aggregate, before);
        if (lane == 0 && tile.ends > 0)
            list.results[0] = segmented_result<OP>(OP::join(before, OP::widen(list.results[0])), s);
    } else if (warp == 1) {
        const uint64_t rank = look_back<count_of<OP::bits>>(p.counts, tile.mine, scan.tiles, tile.ends, 0, nullptr);
        if (lane == 0) {
            shared.tile_rank = rank;
            if (tile.mine.tile + 1 == (uint32_t)scan.tiles && p.count)
                *p.count = rank + tile.ends;
        }
    }
    __syncthreads();
    store_list(p, list, (uint64_t)tile.mine.tile * runs_shared<OP>::shape::elements, shared.tile_rank, (int)tile.ends);
}

template <class OP>
__global__ void __launch_bounds__(runs_warps * 32, runs_blocks)
    runs_reduce_kernel(const __grid_constant__ prefix__cuda_runs_reduce p)
{
    using part = runs_rows<OP, runs_warps>;
    using shape = typename part::shape;
    using word = typename OP::word;
    using carry = typename OP::carry;
    constexpr size_t list_bytes = shape::elements * (sizeof(word) + sizeof(uint16_t));
    extern __shared__ __align__(16) char dynamic[]; /* the lists */
    __shared__ runs_shared<OP> shared;

    const prefix__cuda_segmented &s = p.segmented;
    prefix__cuda_scan scan = s.scan;
    scan.reverse = 0; /* which the compiler is to know */
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const int place = warp * part::elements + lane * part::count; /* in the tile */
    const carry init = (carry)scan.carry;
    const bool is_plain =
        s.scan.flip == 0 && scan.map < PREFIX__CUDA_MAP_KEY_MIN && scan.round == PREFIX__CUDA_ROUND_NONE;
    const bool direct =
        scan.in_size == sizeof(word) && scan.map == PREFIX__CUDA_MAP_NONE && (uintptr_t)scan.in % 16 == 0;
    const uint32_t behind = p.lists - 1; /* turns between listing a tile and storing that */
    const auto list_of = [&](uint32_t turn) {
        char *list = dynamic + (turn & behind) * list_bytes;
        return runs_list<word>{(word *)list, (uint16_t *)(list + shape::elements * sizeof(word))};
    };
    part own;

    if (threadIdx.x == 0)
        shared.claimed = claim_next_tile<2>(scan, ask_for_tile(scan.workspace));
    await_previous();
    __syncthreads();
    claim mine = shared.claimed;
    uint32_t turn = 0;
    for (; mine.tile < scan.tiles; turn++) {
        const uint64_t begin = (uint64_t)mine.tile * shape::elements, first = begin + place;
        const bool full = first - lane * part::count + part::elements <= scan.n;
        uint64_t ticket = 0; /* for the next */
        if (threadIdx.x == 0) {
            ticket = ask_for_tile(scan.workspace);
            shared.heads_first[runs_warps] = begins_run(s, begin + shape::elements);
        }
        const uint32_t own_begins = own.take(s, scan, first, full, direct, shared.rows + warp * part::rows);
        if (lane == 0) {
            shared.begins[warp] = own_begins;
            shared.heads_first[warp] = first < scan.n ? own.heads & 1 : 1;
        }
        __syncthreads();

        const uint32_t beginning =
            __ballot_sync(~0u, lane < runs_warps && shared.begins[lane < runs_warps ? lane : 0] != 0);
        own.ends = part::bits::ends(own.heads, shared.heads_first[warp + 1], first, scan.n, full);
        const uint32_t total = bits_of_lanes(own.ends);
        word aggregate = OP::neutral; /* in the first warp */
        if (lane == 0)
            shared.totals[warp] = total;
        if (warp == 0) {
            uint64_t all = 0;
            for (int w = 0; w < runs_warps; w++)
                all |= (uint64_t)shared.begins[w] << (w * part::rows);
            aggregate = cut_carries<OP, shape::rows>(shared.rows, all);
            if (lane == 0)
                publish_cut<OP>(scan.workspace, mine, scan.tiles, aggregate, beginning != 0, init);
        }
        __syncthreads();
        const uint32_t theirs = lane < runs_warps ? shared.totals[lane] : 0;
        const int before_part = (int)sum_of_lanes(lane < warp ? theirs : 0);
        const uint32_t ends = sum_of_lanes(theirs);
        if (warp == 1 && lane == 0)
            publish(p.counts + PREFIX__CUDA_HEADER_WORDS + mine.tile, ends, mine.tag);
        if (total > 0) {
            const runs_list<word> list = list_of(turn);
            const word *rows = shared.rows + warp * part::rows;
            const bool begun = beginning & ((1u << warp) - 1);
            if (is_plain)
                own.list(list, before_part, place, rows, init, begun, [](carry c) { return narrow<OP>(c); });
            else
                own.list(list, before_part, place, rows, init, begun,
                         [&](carry c) { return segmented_result<OP>(c, s); });
        }
        if (threadIdx.x == 0) {
            shared.tiles[turn & 1] = {mine, aggregate, ends, beginning != 0, !shared.heads_first[0]};
            shared.claimed = claim_next_tile<2>(scan, ticket);
        }
        __syncthreads();

        mine = shared.claimed;
        if (mine.tile < scan.tiles) {
            const uint64_t to = (uint64_t)mine.tile * shape::elements + warp * part::elements;
            prefetch_part(s.heads, s.head_size, to, part::elements, scan.n);
            prefetch_part(scan.in, scan.in_size, to, part::elements, scan.n);
        }
        if (turn >= behind)
            finish_runs<OP>(p, shared, list_of(turn - behind), turn - behind);
    }
    __syncthreads();
    if (behind > 0 && turn > 0)
        finish_runs<OP>(p, shared, list_of(turn - 1), turn - 1);
    if (threadIdx.x == 0) {
        if (upper_tag(mine) != last_tag)
            let_next_start();
        retire(scan, upper_tag(mine));
    }
}

} // namespace prefix_cuda

#endif
