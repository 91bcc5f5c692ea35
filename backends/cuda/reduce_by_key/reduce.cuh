/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction by key in one pass: each block takes a tile to registers, and who finds the beginning of a run stores its
 * key, and what the run before it has come to, as in ring.cuh. There are two look-backs, for what stands before the
 * tile and for how many runs begin there; rows are scanned and results made before these are waited for.
 *
 * Keys are read once more where runs begin, when they are still near: they must lie elsewhere than all outputs.
 * In place, aggregates go to places before the runs' ends, when all tiles before are in registers.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_REDUCE_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_REDUCE_CUH

#include "grid/bring_near.cuh"
#include "select/count.cuh"
#include "warp/mask.cuh"
#include "grid/look_back.cuh"
#include "reduce_by_key/rows.cuh"
#include "reduce_by_key/share.cuh"
#include "word/types.cuh"

namespace prefix_cuda
{

constexpr int runs_warps = 16;
constexpr int small_runs_warps = 32;

template <class OP, int WARPS> struct runs_shared {
    using shape = tile_shape<OP, WARPS>;
    alignas(16) typename OP::word rows[shape::rows];
    alignas(16) typename OP::carry window[PREFIX__CUDA_GROUP];
    uint32_t begins[WARPS], counts[WARPS];
    typename OP::carry before;
    uint64_t rank;
    claim claimed;
};

/* Of a warp, for each head: its place in the tile, and what is wanted of the run before. first: the lane's. */
template <class FINISH, class OP, int WARPS>
__device__ inline void list_heads(typename OP::word *list, uint16_t *places, runs_rows<OP, WARPS> &own, int first,
                                  const typename OP::word *before, bool begun, const FINISH &finish)
{
    constexpr int count = runs_rows<OP, WARPS>::count;
#pragma unroll
    for (int r = 0; r < runs_rows<OP, WARPS>::rows; r++) {
        const cut_row<count> row(own.of_row(own.heads, r));
        if (row.begins()) {
            int all, rank = runs_heads_before(row, all);
            runs_results<OP>(own.x[r], own.last[r], row, before[r], begun, finish);
#pragma unroll
            for (int k = 0; k < count; k++) {
                if (row.is_head(k)) {
                    list[rank] = own.x[r][k];
                    places[rank++] = (uint16_t)(first + r * 32 * count + k);
                }
            }
            list += all;
            places += all;
            begun = true;
        }
    }
}

/* PLAIN: elements are as they are. */
template <class OP, int WARPS, bool PLAIN>
__global__ void __launch_bounds__(WARPS * 32, 32 / WARPS)
    runs_reduce_kernel(const __grid_constant__ prefix__cuda_runs_reduce given)
{
    prefix__cuda_runs_reduce p = given;
    p.segmented = promised_segments<OP, PLAIN>(given.segmented);
    p.segmented.scan.reverse = false;
    using part = runs_rows<OP, WARPS>;
    using shape = typename part::shape;
    using word = typename OP::word;
    using carry = typename OP::carry;
    extern __shared__ __align__(16) char lists[]; /* of results, and of places */
    __shared__ runs_shared<OP, WARPS> shared;
    const prefix__cuda_segmented &s = p.segmented;
    const prefix__cuda_scan &scan = s.scan;
    const runs_finish<OP, PLAIN> finish = {s};
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    const carry init = (carry)scan.carry;

    if (threadIdx.x == 0)
        shared.claimed = claim_one_tile<2>(scan.workspace);
    bring_near(given, shared.begins);
    __syncthreads();
    const claim mine = shared.claimed;
    await_previous();

    const uint64_t begin = (uint64_t)mine.tile * shape::elements;
    const uint64_t first = begin + warp * part::elements + lane * part::count;
    const bool full = begin + shape::elements <= scan.n;
    part own;
    const uint32_t begins = own.template take<PLAIN>(s, first, full, shared.rows + warp * part::rows);
    const uint32_t count = bits_of_lanes(own.heads);
    if (lane == 0) {
        shared.begins[warp] = begins;
        shared.counts[warp] = count;
    }
    __syncthreads();

    const cut_begins<WARPS, part::rows> beginning(shared.begins);
    /* Two look back: warps that have nothing to list, if there are. */
    const uint32_t idle = ~beginning.warps & ~0u >> (32 - WARPS), other_idle = idle & (idle - 1);
    const int of_carry = idle != 0 ? __ffs((int)idle) - 1 : 0;
    const int of_rank = other_idle != 0 ? __ffs((int)other_idle) - 1 : of_carry == 0 ? 1 : 0;
    const uint32_t theirs = lane < WARPS ? shared.counts[lane] : 0, total = sum_of_lanes(theirs);
    word aggregate = OP::neutral;
    if (warp == of_carry) {
        aggregate = beginning.template aggregate<OP>(shared.rows);
        if (lane == 0)
            publish_cut<OP>(scan.workspace, mine, scan.tiles, aggregate, beginning.warps != 0, init);
    } else if (warp == of_rank && lane == 0) {
        publish(p.counts + PREFIX__CUDA_HEADER_WORDS + mine.tile, total, mine.tag);
    }
    word *const results = (word *)lists + warp * part::elements;
    uint16_t *const places = (uint16_t *)((word *)lists + shape::elements) + warp * part::elements;
    if (begins != 0) {
        word before[part::rows];
        beginning.template enter<OP>(before, shared.rows, warp);
        list_heads(results, places, own, (int)(first - begin), before, beginning.before(warp) != 0, finish);
    }
    if (warp == of_carry) {
        const carry before =
            look_back_cut<OP>(scan.workspace, mine, scan.tiles, init, beginning.warps != 0, shared.window);
        if (lane == 0) {
            shared.before = before;
            if (beginning.warps == 0)
                publish_cut_prefix<OP>(scan.workspace, mine, scan.tiles, aggregate, before);
        }
    } else if (warp == of_rank) {
        const uint64_t rank = look_back<count_of<OP::bits>>(p.counts, mine, scan.tiles, total, 0, nullptr);
        if (lane == 0)
            shared.rank = rank;
    }
    __syncthreads();

    const carry start = shared.before;
    const uint64_t rank = shared.rank;
    if (begins != 0) {
        const int64_t at = (int64_t)(rank + sum_of_lanes(lane < warp ? theirs : 0));
        if (lane == 0 && beginning.before(warp) == 0) /* no other lane looks at it */
            results[0] = finish.entered(start, results[0]);
        __syncwarp();
        for (int j = lane; j < (int)count; j += 32) {
            if ((uint64_t)(at - 1 + j) < p.capacity)
                finish.store(at - 1 + j, results[j]);
        }
        if (p.unique)
            with_keys(s, [&](const auto *keys) {
                auto *const unique = (typename target_of<decltype(keys)>::type *)p.unique;
                for (int j = lane; j < (int)count && (uint64_t)(at + j) < p.capacity; j += 32)
                    unique[at + j] = keys[begin + places[j]];
            });
    }
    if (warp == of_carry && lane == 0) {
        const uint64_t all = rank + total;
        if (mine.tile + 1 == (uint32_t)scan.tiles) { /* where the array's last run ends */
            if (all - 1 < p.capacity)
                finish.store_entered(all - 1, beginning.warps != 0 ? init : start, aggregate);
            if (p.count)
                *p.count = all;
        }
        retire(scan, upper_tag(mine));
    }
}

} // namespace prefix_cuda

#endif
