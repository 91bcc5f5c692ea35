/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reduction by key of a large array of short runs: blocks take a tile by turns, and a multiprocessor has several, so
 * that others go on while one waits. Who finds the beginning of a run stores its key, and what the run before it has
 * come to, as in reduce.cuh. Heads are counted before elements are looked at; a warp of its own tells of the count,
 * and looks back for how many runs begin before the tile. The others' work is that of tiles_part.cuh.
 *
 * Keys may be read once more where runs begin: they must lie elsewhere than all outputs. In place, aggregates go to
 * places before the runs' ends, when all tiles before are in shared memory.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_TILES_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_TILES_CUH

#include "select/count.cuh"
#include "grid/dependent.cuh"
#include "grid/look_back.cuh"
#include "reduce_by_key/long.cuh"
#include "reduce_by_key/tiles_part.cuh"

namespace prefix_cuda
{

/* The warp that looks back. */
template <class OP>
__device__ inline void runs_look_back(const prefix__cuda_runs_reduce &p, runs_tiles_shared<OP> &shared, claim mine,
                                      uint32_t turn)
{
    using word = typename OP::word;
    using carry = typename OP::carry;
    using shape = tile_shape<OP, runs_tiles_warps>;
    const prefix__cuda_segmented &s = p.segmented;
    const prefix__cuda_scan &scan = s.scan;
    const runs_finish<OP> finish = {s};
    const int lane = threadIdx.x & 31;
    const carry init = (carry)scan.carry;
    runs_wait(runs_counted);
    const uint32_t total = sum_of_lanes(lane < runs_tiles_warps ? shared.counts[lane % runs_tiles_warps] : 0);
    if (scan.in == scan.out)
        barrier_wait(&shared.landed, turn & 1);
    const uint64_t rank = look_back<count_of<OP::bits>>(p.counts, mine, scan.tiles, total, 0, nullptr);
    if (lane == 0)
        shared.rank = rank;
    warp_arrive(&shared.ranked);
    const carry before = look_back_cut<OP>(scan.workspace, mine, scan.tiles, init, total > 0, shared.window);
    runs_wait(runs_scanned);
    const cut_begins<runs_tiles_warps, shape::warp_rows> beginning(shared.begins);
    const bool begins = total > 0;
    const bool is_last = mine.tile + 1 == (uint32_t)scan.tiles;
    word aggregate = OP::neutral, lead = OP::neutral;
    if (!begins || is_last)
        aggregate = beginning.template aggregate<OP>(shared.rows);
    if (begins) {
        const int warp = __ffs((int)beginning.warps) - 1;
        const int row = warp * shape::warp_rows + __ffs((int)shared.begins[warp]) - 1;
        lead = OP::combine(fold_rows<OP, 64>(OP::neutral, shared.rows, 0, row), shared.firsts[warp]);
    }
    if (lane != 0)
        return;
    if (!begins)
        publish_cut_prefix<OP>(scan.workspace, mine, scan.tiles, aggregate, before);
    else if (rank - 1 < p.capacity)
        finish.store_entered(rank - 1, before, lead);
    if (is_last) { /* where the array's last run ends */
        const uint64_t all = rank + total;
        if (all - 1 < p.capacity)
            finish.store_entered(all - 1, begins ? init : before, aggregate);
        if (p.count)
            *p.count = all;
    }
}

template <class OP, class KEY>
__device__ inline void runs_take_part(const prefix__cuda_runs_reduce &p, runs_tiles_shared<OP> &shared, char *memory,
                                      const KEY *keys, claim mine, uint32_t turn)
{
    using part = runs_tiles_part<OP, KEY>;
    using shape = typename part::shape;
    using word = typename OP::word;
    const prefix__cuda_segmented &s = p.segmented;
    int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
    asm volatile("" : "+r"(warp), "+r"(lane)); /* whatever follows from them is made anew, not kept from tile to tile */
    const uint64_t begin = (uint64_t)mine.tile * shape::elements;
    part own = {
        {p, warp, memory, begin + (warp * part::rows * 32 + lane) * part::count, begin + shape::elements <= s.scan.n},
        {s},
        shared};
    with_keys_differ((KEY)s.mask, (KEY)s.range, [&](auto differ) { own.look(keys, differ); });
    if (lane == 0)
        shared.counts[warp] = own.all;
    runs_arrive(runs_counted);
    if (!own.full)
        own.bring_some();
    barrier_wait(&shared.landed, turn & 1);
    own.take_rows();
    if (warp > 0)
        runs_arrive(runs_scanned);
    runs_wait<runs_tiles_warps * 32>(runs_scanners);
    const cut_begins<runs_tiles_warps, part::rows> beginning(shared.begins);
    if (warp == 0) {
        const word aggregate = beginning.template aggregate<OP>(shared.rows);
        if (lane == 0)
            publish_cut<OP>(s.scan.workspace, mine, s.scan.tiles, aggregate, beginning.warps != 0,
                            (typename OP::carry)s.scan.carry);
        runs_arrive(runs_scanned);
    }
    if (own.all == 0)
        return;
    own.enter(beginning);
    barrier_wait(&shared.ranked, turn & 1);
    const int64_t at = (int64_t)(shared.rank + sum_of_lanes(lane < warp ? shared.counts[lane] : 0));
    KEY *const unique = (KEY *)p.unique;
    const auto put_key = [=](int64_t j, KEY key) { unique[j] = key; };
    own.store((const word *)own.stage(), at - 1, beginning.before(warp) == 0, (int)own.all,
              [&](int64_t j, word w) { own.finish.store(j, w); });
    if (!p.unique)
        return;
    own.store(own.listed(), at, 0, (int)own.kept, put_key);
    if (own.kept == own.all)
        return;
    own.look_again(keys);
    __syncwarp();
    own.store((const KEY *)own.stage(), at + own.kept, 0, (int)(own.all - own.kept), put_key);
}

/* By one thread: has a tile brought to shared memory. */
template <class OP>
__device__ inline void runs_bring(const prefix__cuda_runs_reduce &p, runs_tiles_shared<OP> &shared, char *memory,
                                  uint32_t tile)
{
    using shape = tile_shape<OP, runs_tiles_warps>;
    constexpr int elements = shape::elements, size = sizeof(typename OP::word);
    const uint64_t begin = (uint64_t)tile * elements;
    const char *const keys = (const char *)p.segmented.heads + begin * p.segmented.head_size;
    if (begin + elements > p.segmented.scan.n) {
        barrier_arrive(&shared.landed);
        return;
    }
    bulk_prefetch(keys, keys + elements * p.segmented.head_size); /* warps come to them later, too */
    bulk_load(memory, (const char *)p.segmented.scan.in + begin * size, elements * size, &shared.landed);
}

template <class OP>
__global__ void __launch_bounds__(runs_tiles_threads, runs_tiles_blocks)
    runs_tiles_kernel(const __grid_constant__ prefix__cuda_runs_reduce given)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    prefix__cuda_runs_reduce p = given;
    p.segmented = promised_segments<OP, true>(given.segmented);
    extern __shared__ __align__(128) char memory[];
    __shared__ runs_tiles_shared<OP> shared;
    const prefix__cuda_segmented &s = p.segmented;
    const prefix__cuda_scan &scan = s.scan;
    await_previous();
    if (runs_are_long<OP>(s))
        return;
    if (threadIdx.x == 0) {
        barrier_init(&shared.landed, 1);
        barrier_init(&shared.ranked, warp_arrivals);
        barrier_init_done();
    }
    claim mine;
    for (uint32_t turn = 0;; turn++) {
        if (threadIdx.x == 0) { /* not before the last tile is done: all wait for whose that is */
            mine = claim_next_tile<2>(scan, ask_for_tile(scan.workspace));
            shared.claimed = mine;
            if (mine.tile < scan.tiles)
                runs_bring<OP>(p, shared, memory, mine.tile);
        }
        __syncthreads();
        mine = shared.claimed;
        if (mine.tile >= scan.tiles)
            break;
        if (threadIdx.x >= runs_tiles_warps * 32)
            runs_look_back<OP>(p, shared, mine, turn);
        else if (s.head_size == 4)
            runs_take_part<OP>(p, shared, memory, (const uint32_t *)s.heads, mine, turn);
        else if (s.head_size == 2)
            runs_take_part<OP>(p, shared, memory, (const uint16_t *)s.heads, mine, turn);
        else if (s.head_size == 1)
            runs_take_part<OP>(p, shared, memory, (const uint8_t *)s.heads, mine, turn);
        else if constexpr (sizeof(typename OP::word) == 8)
            runs_take_part<OP>(p, shared, memory, (const uint64_t *)s.heads, mine, turn);
        before_bulk_load();
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        if (upper_tag(mine) != last_tag)
            let_next_start();
        retire(scan, upper_tag(mine));
    }
#endif
}

} // namespace prefix_cuda

#endif
