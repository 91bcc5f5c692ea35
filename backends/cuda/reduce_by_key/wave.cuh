/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction by key of an array that is not large: each block takes a tile to registers, and who finds the beginning
 * of a run stores its key, and what the run before it has come to, as in ring.cuh. There are two look-backs, for
 * what stands before the tile and for how many runs begin there; rows are scanned and results made before these are
 * waited for.
 *
 * Keys are read once more where runs begin, when they are still near: they must lie elsewhere than all outputs.
 * In place, aggregates go to places before the runs' ends, when all tiles before are in registers.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_WAVE_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_WAVE_CUH

#include "grid/bring_near.cuh"
#include "select/count.cuh"
#include "grid/look_back.cuh"
#include "reduce_by_key/rows.cuh"
#include "reduce_by_key/share.cuh"

namespace prefix_cuda
{

constexpr int runs_wave_warps = 16;
constexpr int small_runs_wave_warps = 32;

template <class OP, int WARPS> struct wave_shared {
    using shape = tile_shape<OP, WARPS>;
    alignas(16) typename OP::word rows[shape::rows];
    alignas(16) typename OP::carry window[PREFIX__CUDA_GROUP];
    uint32_t begins[WARPS], counts[WARPS];
    typename OP::carry before;
    uint64_t rank;
    claim claimed;
};

template <class POINTER> struct key_of {
    using type = typename std::remove_const<typename std::remove_pointer<POINTER>::type>::type;
};

/* Calls act with keys of their type, which are of no more than 8 bytes. */
template <class ACT> __device__ inline void with_short_keys(const prefix__cuda_segmented &s, ACT act)
{
    if (s.head_size == 4)
        act((const uint32_t *)s.heads);
    else if (s.head_size == 8)
        act((const uint64_t *)s.heads);
    else if (s.head_size == 2)
        act((const uint16_t *)s.heads);
    else
        act((const uint8_t *)s.heads);
}

/* Of a warp: its heads' keys, */
template <class KEY, class ROWS> __device__ inline void list_keys(KEY *list, const ROWS &own, const KEY *keys)
{
    constexpr int count = ROWS::count;
#pragma unroll
    for (int r = 0; r < ROWS::rows; r++) {
        const cut_row<count> row(own.of_row(own.heads, r));
        if (row.begins()) {
            KEY key[count];
            int all, place = runs_heads_before(row, all);
#pragma unroll
            for (int k = 0; k < count; k++)
                key[k] = row.is_head(k) ? keys[r * 32 * count + k] : 0;
#pragma unroll
            for (int k = 0; k < count; k++) {
                if (row.is_head(k))
                    list[place++] = key[k];
            }
            list += all;
        }
    }
}

/* and what is wanted of them. rows: the totals of the tile's rows, among which those are the warp's that are own. */
template <class OP, class ROWS, class BEGINS>
__device__ inline void list_results(typename OP::word *list, ROWS &own, const BEGINS &beginning,
                                    const typename OP::word *rows, int warp, const prefix__cuda_segmented &s)
{
    constexpr int count = ROWS::count;
    typename OP::word before[ROWS::rows];
    bool begun = beginning.before(warp) != 0;
    beginning.template enter<OP>(before, rows, warp);
#pragma unroll
    for (int r = 0; r < ROWS::rows; r++) {
        const cut_row<count> row(own.of_row(own.heads, r));
        if (row.begins()) {
            int all, place = runs_heads_before(row, all);
            runs_results<OP>(own.x[r], own.last[r], row, before[r], begun, runs_finish<OP>{s});
#pragma unroll
            for (int k = 0; k < count; k++) {
                if (row.is_head(k))
                    list[place++] = own.x[r][k];
            }
            list += all;
            begun = true;
        }
    }
}

/* Those that there is room for, to out from place first on, which may be before the beginning. */
template <class ELEMENT>
__device__ inline void store_listed(void *out, int64_t first, const ELEMENT *list, int count, uint64_t capacity)
{
    __syncwarp();
    for (int j = threadIdx.x & 31; j < count; j += 32) {
        if ((uint64_t)(first + j) < capacity)
            ((ELEMENT *)out)[first + j] = list[j];
    }
}

template <class OP, int WARPS>
__global__ void __launch_bounds__(WARPS * 32, 32 / WARPS)
    runs_wave_kernel(const __grid_constant__ prefix__cuda_runs_reduce given)
{
    prefix__cuda_runs_reduce p = given;
    p.segmented = promised_segments<OP, true>(given.segmented);
    using part = runs_rows<OP, WARPS>;
    using shape = typename part::shape;
    using word = typename OP::word;
    using carry = typename OP::carry;
    extern __shared__ __align__(16) char lists[]; /* of results, and of keys */
    __shared__ wave_shared<OP, WARPS> shared;
    const prefix__cuda_segmented &s = p.segmented;
    const prefix__cuda_scan &scan = s.scan;
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
    const uint32_t begins = own.take(s, scan, first, full, true, shared.rows + warp * part::rows);
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
    char *const keys = lists + shape::elements * sizeof(word) + warp * part::elements * s.head_size;
    if (begins != 0) {
        if (p.unique)
            with_short_keys(
                s, [&](auto *all) { list_keys((typename key_of<decltype(all)>::type *)keys, own, all + first); });
        list_results<OP>(results, own, beginning, shared.rows, warp, s);
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
            results[0] = runs_finish<OP>{s}.entered(start, results[0]);
        store_listed(scan.out, at - 1, results, (int)count, p.capacity);
        if (p.unique)
            with_short_keys(s, [&](auto *all) {
                using key = typename key_of<decltype(all)>::type;
                store_listed(p.unique, at, (const key *)keys, (int)count, p.capacity);
            });
    }
    if (warp == of_carry && lane == 0) {
        const uint64_t all = rank + total;
        if (mine.tile + 1 == (uint32_t)scan.tiles) { /* where the array's last run ends */
            if (all - 1 < p.capacity)
                runs_finish<OP>{s}.store_entered(all - 1, beginning.warps != 0 ? init : start, aggregate);
            if (p.count)
                *p.count = all;
        }
        retire(scan, upper_tag(mine));
    }
}

} // namespace prefix_cuda

#endif
