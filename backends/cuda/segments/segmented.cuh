/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of an array with segments, or the reduction of each of them, in one launch: as scan.cuh, but that
 * nothing is combined across the beginning of a segment. Where segments begin, each warp finds out for its
 * own rows, from what the caller has; told by offsets, the block does so together.
 *
 * Little waits where segments are short. A tile's first element that begins a segment needs no look-back, and
 * warps behind the first beginning in their tile need not wait for it.
 */
#ifndef PREFIX_CUDA_SEGMENTS_SEGMENTED_CUH
#define PREFIX_CUDA_SEGMENTS_SEGMENTED_CUH

#include "grid/bring_near.cuh"
#include "block/tile_load.cuh"
#include "block/told_warps.cuh"
#include "grid/segmented_look_back.cuh"
#include "grid/dependent.cuh"
#include "segments/run_heads.cuh"
#include "segments/store.cuh"

namespace prefix_cuda
{

/* Blocks at once on a multiprocessor. */
template <class OP, int WARPS> constexpr int segmented_blocks = 32 / WARPS;

/*
 * What a kernel is for: anything; elements as they are; or a scan of these as promise_keys() has it. The less it has to
 * be ready for, the nearer lies its code, which is fetched while all wait.
 */
enum segmented_how { segmented_any, segmented_plain, segmented_by_key };

template <class OP, int WARPS, int HOW>
__global__ void __launch_bounds__(WARPS * 32, segmented_blocks<OP, WARPS>)
    segmented_kernel(const __grid_constant__ prefix__cuda_segmented given)
{
    constexpr bool PLAIN = HOW != segmented_any;
    prefix__cuda_segmented s = promised_segments<OP, PLAIN>(given);
    if (HOW == segmented_by_key)
        promise_keys<OP>(s);
    using shape = tile_shape<OP, WARPS>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    constexpr int count = shape::lane_words, words = shape::warp_rows * count; /* of heads */
    extern __shared__ __align__(16) char dynamic[]; /* for offsets: marks; for reductions, results behind them */
    __shared__ alignas(16) word rows[shape::rows];
    __shared__ alignas(16) carry window[PREFIX__CUDA_GROUP];
    __shared__ uint32_t begins[WARPS];
    __shared__ told_warps<WARPS> told;
    __shared__ carry tile_carry;
    __shared__ claim claimed;

    const prefix__cuda_scan &scan = s.scan;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    told.init();
    if (scan.workspace) {
        if (threadIdx.x == 0)
            claimed = claim_one_tile<2>(scan.workspace);
    } else {
        if (threadIdx.x == 0)
            claimed = claim{0, 0};
        let_next_start();
    }
    bring_near(given, begins);
    __syncthreads();
    const claim mine = claimed;
    await_previous();

    const uint64_t begin = (uint64_t)mine.tile * shape::elements, end = begin + shape::elements;
    const uint64_t first = begin + (uint64_t)(warp * shape::warp_rows * 32 * count), own = first + lane * count;
    const carry init = (carry)scan.carry;
    const bool full = end <= scan.n, by_offsets = s.form == PREFIX_HEADS_OFFSETS;
    cut_part<OP, shape::warp_rows> part;
    if (first < scan.n)
        load_words<OP>(part.x, scan, array_source{own, full});
    uint8_t *marks = (uint8_t *)dynamic;
    uint64_t offset = 0;
    if (by_offsets) {
        for (int i = threadIdx.x; i < shape::elements / 16; i += WARPS * 32)
            ((uint4 *)marks)[i] = make_uint4(0, 0, 0, 0);
        if (begin == 0 && threadIdx.x == 0) /* whatever offsets say */
            marks[0] = 1;
        with_offsets(s, begin, end, [&](auto offsets) {
            __syncthreads();
            offset = offsets.search();
            offsets.mark(offset, marks);
        });
        __syncthreads();
        part.set_heads(marks + (first - begin));
    } else if (PLAIN && s.form == PREFIX_HEADS_KEYS) {
        part.heads = runs_bits<shape::warp_rows, count>::heads(s, own, full);
    } else {
        part.set_heads(words_of_heads<words>(s, first));
    }
    flip_words<OP>(part.x, s.scan);
    if (!full)
        fill_tile<OP>(part.x, scan, own);

    const uint32_t own_begins = part.begins();
    part.look();
    part.scan();
    if (lane == 31) {
#pragma unroll
        for (int r = 0; r < shape::warp_rows; r++)
            rows[warp * shape::warp_rows + r] = part.last[r];
        begins[warp] = own_begins;
    }
    told.tell(warp);
    const bool tells = warp == WARPS - 1 && scan.workspace;
    if (tells && own_begins) {
        const word behind = part.behind(own_begins);
        if (lane == 31)
            publish_cut<OP>(scan.workspace, mine, scan.tiles, behind, true, init);
    }

    /* What stands before, if anything does: it may be in the warp before, or in any, or in tiles. */
    cut_begins<WARPS, shape::warp_rows> beginning(begins, warp);
    const bool apart = __shfl_sync(~0u, part.heads & 1, 0);
    if (!apart && warp > 0) {
        told.of[warp - 1].wait();
        if (begins[warp - 1] == 0) {
            told.all.wait();
            beginning.look();
        }
    }
    word rows_before[shape::warp_rows];
    const bool begun = apart || beginning.before(warp) != 0;
    beginning.template enter<OP>(rows_before, rows, warp, own_begins, apart);
    word aggregate = OP::neutral;
    if (tells && !own_begins) {
        aggregate = OP::combine(rows_before[shape::warp_rows - 1], part.last[shape::warp_rows - 1]);
        if (lane == 31)
            publish_cut<OP>(scan.workspace, mine, scan.tiles, aggregate, begun, init);
    }
    carry before = init;
    if (!begun && scan.workspace) {
        if (warp == 0) {
            if (own_begins == 0)
                told.all.wait(); /* nor is there anything to see sooner */
            before = look_back_cut<OP>(scan.workspace, mine, scan.tiles, init, own_begins != 0, window);
            if (lane == 0)
                tile_carry = before;
            told.carry.tell();
        } else {
            told.carry.wait();
            before = tile_carry;
        }
        if (tells && !own_begins && lane == 31)
            publish_cut_prefix<OP>(scan.workspace, mine, scan.tiles, aggregate, before);
    }
    word *results = (word *)(dynamic + shape::elements);
    const bool exclusive = scan.exclusive;
    if (PLAIN || (scan.map < PREFIX__CUDA_MAP_KEY_MIN && scan.round == PREFIX__CUDA_ROUND_NONE))
        part.enter(rows_before, before, init, begun, exclusive, plain_finish<OP>{s});
    else
        part.enter(rows_before, before, init, begun, exclusive, segmented_finish<OP>{s});
    if (HOW != segmented_by_key && !scan.out)
        part.keep_results(results + (first - begin));
    else if (first < scan.n)
        store_results<OP>(part.x, s, own, full);
    if (scan.workspace && upper_tag(mine) == last_tag) {
        __syncthreads();
        if (threadIdx.x == 0)
            retire(scan, last_tag);
    }
    if (HOW != segmented_by_key && !scan.out) {
        __syncthreads();
        with_offsets(s, begin, end, [&](auto offsets) {
            offsets.write_totals(offset, scan.total, s.out_size, results, segmented_result<OP>(init, s));
        });
    }
}

} // namespace prefix_cuda

#endif
