/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan of an array with segments and no more tiles than there are multiprocessors, so that what counts is what a
 * tile waits for: as segmented.cuh, but that what goes from tile to tile is the work of two more warps. One folds the
 * totals of rows as other warps tell them, and publishes what they come to, and one looks back. Meanwhile the others
 * make their results but for what stands before the tile. There is a kernel for each form in which segments are told.
 */
#ifndef PREFIX_CUDA_SEGMENTS_WAVE_CUH
#define PREFIX_CUDA_SEGMENTS_WAVE_CUH

#include "segments/segmented.cuh"

namespace prefix_cuda
{

constexpr int wave_warps = 16; /* that have rows */
constexpr int wave_parts = 2;  /* in which their rows' totals are folded */
constexpr int wave_threads = (wave_warps + 2) * 32;

/* Of a lane: bits of COUNT flags, bytes that lie together. */
template <int COUNT> __device__ inline uint32_t heads_of_bytes(uint32_t flags)
{
    const uint32_t set = (((flags & 0x7f7f7f7f) + 0x7f7f7f7f) | flags) >> 7 & 0x01010101;
    return (set * 0x01020408u) >> 24 & ((1u << COUNT) - 1);
}

/* Of a lane's rows, the first of whose own elements is first. */
template <int ROWS, int COUNT>
__device__ inline uint32_t heads_of_flags(const uint8_t *flags, uint64_t first, uint64_t n, bool full)
{
    uint32_t flag[ROWS], bits = 0;
    if (full && (uintptr_t)flags % COUNT == 0) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            flag[r] = load_packet<COUNT>((const char *)flags + first + r * 32 * COUNT).w[0];
    } else {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            flag[r] = 0;
#pragma unroll
            for (int k = 0; k < COUNT; k++) {
                const uint64_t at = first + r * 32 * COUNT + k;
                flag[r] |= at < n ? (uint32_t)flags[at] << (8 * k) : 0;
            }
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        bits |= heads_of_bytes<COUNT>(flag[r]) << (r * COUNT);
    return first == 0 ? bits | 1 : bits;
}

template <class OP> struct segmented_wave_shared {
    using shape = tile_shape<OP, wave_warps>;
    alignas(16) typename OP::word rows[shape::rows];
    alignas(16) typename OP::carry window[PREFIX__CUDA_GROUP];
    uint32_t begins[wave_warps];
    told_warps<wave_warps> told;
    told_event parts[wave_parts];
    typename OP::carry tile_carry;
    bool apart; /* the tile's first element begins a segment */
    claim claimed;
};

/* Where the copy of what tiles tell each other is. */
__device__ inline uint64_t *wave_copy(const prefix__cuda_scan &scan, int copy)
{
    return scan.workspace + copy * scan.ring_stride;
}

/* COUNT totals of rows, aligned to packets, left to right. */
template <class OP, int COUNT>
__device__ inline typename OP::word fold_aligned(typename OP::word before, const typename OP::word *rows)
{
    using word = typename OP::word;
    constexpr int each = 16 / sizeof(word);
    packet<16> p[COUNT / each];
#pragma unroll
    for (int i = 0; i < COUNT / each; i++)
        p[i] = load_packet<16>((const char *)(rows + i * each));
#pragma unroll
    for (int i = 0; i < COUNT / each; i++) {
        word total[each];
        unpack<OP, sizeof(word), each>(total, p[i]);
#pragma unroll
        for (int k = 0; k < each; k++)
            before = OP::combine(before, total[k]);
    }
    return before;
}

/* Publishes what a tile comes to, as soon as its rows have been told. */
template <class OP>
__device__ inline void publish_wave(segmented_wave_shared<OP> &shared, const prefix__cuda_scan &scan, claim mine)
{
    using word = typename OP::word;
    constexpr int all = tile_shape<OP, wave_warps>::rows, rows = all / wave_warps;
    const int lane = threadIdx.x & 31;
    const typename OP::carry init = (typename OP::carry)scan.carry;
    constexpr int some = OP::ordered ? wave_warps / wave_parts : wave_warps; /* in any order, all at once are quicker */
    word aggregate = OP::neutral;
    bool begun = false;
#pragma unroll 1
    for (int done = 0; done < wave_warps; done += some) {
        if constexpr (OP::ordered)
            shared.parts[done / some].wait();
        else
            shared.told.all.wait();
        const uint32_t own = lane < some ? shared.begins[done + lane] : 0;
        if (OP::ordered && !__any_sync(~0u, own)) {
            aggregate = fold_aligned<OP, some * rows>(aggregate, shared.rows + done * rows);
            continue;
        }
        const uint32_t last = largest_of_lanes(own != 0 ? (done + lane) * rows + 32 - __clz((int)own) : 0);
        begun |= last > 0;
        aggregate = fold_rows<OP, all>(last > 0 ? OP::neutral : aggregate, shared.rows,
                                       last > 0 ? (int)last - 1 : done * rows, (done + some) * rows);
    }
    if (shared.begins[wave_warps - 1] != 0) /* then its warp has done so */
        return;
    if (lane < PREFIX__CUDA_WAVE_COPIES)
        publish_cut<OP>(wave_copy(scan, lane), mine, scan.tiles, aggregate, begun, init);
    if (!begun && mine.tile % PREFIX__CUDA_GROUP == PREFIX__CUDA_GROUP - 1) {
        shared.told.carry.wait();
        if (lane < PREFIX__CUDA_WAVE_COPIES)
            publish_cut_prefix<OP>(wave_copy(scan, lane), mine, scan.tiles, aggregate, shared.tile_carry);
    }
}

/* Tells what stands before the tile, if somebody waits for that. */
template <class OP>
__device__ inline void look_back_wave(segmented_wave_shared<OP> &shared, const prefix__cuda_scan &scan, claim mine)
{
    shared.told.of[0].wait();
    if (!shared.apart) {
        const bool near = shared.begins[0] != 0;
        if (!near)
            shared.told.all.wait(); /* nor is there anything to see sooner */
        const typename OP::carry before =
            look_back_cut<OP>(wave_copy(scan, mine.tile % PREFIX__CUDA_WAVE_COPIES), mine, scan.tiles,
                              (typename OP::carry)scan.carry, near, shared.window);
        if ((threadIdx.x & 31) == 0)
            shared.tile_carry = before;
    }
    shared.told.carry.tell();
}

/* By a warp that has rows, of which all but its results is done. */
template <class OP, class PART>
__device__ inline void finish_wave(segmented_wave_shared<OP> &shared, PART &part, uint32_t own_begins,
                                   const prefix__cuda_segmented &s)
{
    const int warp = threadIdx.x >> 5;
    const typename OP::carry init = (typename OP::carry)s.scan.carry;
    cut_begins<wave_warps, PART::rows> beginning(shared.begins, warp);
    const bool apart = __shfl_sync(~0u, part.heads & 1, 0), exclusive = s.scan.exclusive;
    if (!apart && warp > 0) {
        shared.told.of[warp - 1].wait();
        if (shared.begins[warp - 1] == 0) {
            shared.told.all.wait();
            beginning.look();
        }
    }
    typename OP::word rows_before[PART::rows];
    const bool begun = apart || beginning.before(warp) != 0;
    beginning.template enter<OP>(rows_before, shared.rows, warp, own_begins, apart);
    if (!part.enter_begun(rows_before, init, begun, exclusive, plain_finish<OP>{s})) {
        const auto results = part.prepare(rows_before, init, begun, exclusive);
        typename OP::carry tile = init;
        if (!begun) {
            shared.told.carry.wait();
            tile = shared.tile_carry;
        }
        part.enter_tile(results, tile, init, plain_finish<OP>{s});
    }
}

template <class OP, int FORM>
__global__ void __launch_bounds__(wave_threads, 1)
    segmented_wave_kernel(const __grid_constant__ prefix__cuda_segmented given)
{
    prefix__cuda_segmented s = promised_segments<OP, true>(given);
    if (FORM == PREFIX_HEADS_KEYS)
        promise_keys<OP>(s);
    using shape = tile_shape<OP, wave_warps>;
    constexpr int count = shape::lane_words;
    __shared__ segmented_wave_shared<OP> shared;
    __shared__ alignas(16) uint8_t marks[FORM == PREFIX_HEADS_OFFSETS ? shape::elements : 1];

    const prefix__cuda_scan &scan = s.scan;
    const int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    shared.told.init();
    if (lane == 0 && warp < wave_parts)
        shared.parts[warp].init(wave_warps / wave_parts);
    if (threadIdx.x == 0)
        shared.claimed = claim_one_tile<2>(scan.workspace);
    if (FORM == PREFIX_HEADS_OFFSETS)
        for (int i = threadIdx.x; i < shape::elements / 16; i += wave_threads)
            ((uint4 *)marks)[i] = make_uint4(0, 0, 0, 0);
    bring_near(given, shared.begins);
    __syncthreads();
    const claim mine = shared.claimed;
    await_previous();

    const uint64_t begin = (uint64_t)mine.tile * shape::elements, end = begin + shape::elements;
    const uint64_t first = begin + (uint64_t)(warp * shape::warp_rows * 32 * count), own = first + lane * count;
    const bool full = end <= scan.n, has_rows = warp < wave_warps;
    cut_part<OP, shape::warp_rows> part;
    if (has_rows && first < scan.n)
        load_words<OP>(part.x, scan, array_source{own, full});
    if (FORM == PREFIX_HEADS_OFFSETS) {
        if (begin == 0 && threadIdx.x == 0) /* whatever offsets say */
            marks[0] = 1;
        with_offsets(s, begin, end, [&](auto offsets) { offsets.mark(offsets.search(), marks); });
        __syncthreads();
    }
    if (has_rows) {
        if (FORM == PREFIX_HEADS_OFFSETS)
            part.set_heads(marks + (first - begin));
        else if (FORM == PREFIX_HEADS_KEYS)
            part.heads = runs_bits<shape::warp_rows, count>::heads(s, own, full);
        else
            part.heads = heads_of_flags<shape::warp_rows, count>((const uint8_t *)s.heads, own, scan.n, full);
        flip_words<OP>(part.x, s.scan);
        if (!full)
            fill_tile<OP>(part.x, scan, own);
        const uint32_t own_begins = part.begins();
        part.look();
        part.scan(own_begins);
        if (lane == 31) {
#pragma unroll
            for (int r = 0; r < shape::warp_rows; r++)
                shared.rows[warp * shape::warp_rows + r] = part.last[r];
            shared.begins[warp] = own_begins;
        }
        if (threadIdx.x == 0)
            shared.apart = part.heads & 1;
        shared.told.tell(warp);
        if (OP::ordered)
            shared.parts[warp / (wave_warps / wave_parts)].tell();
        if (warp == wave_warps - 1 && own_begins) {
            const typename OP::word behind = __shfl_sync(~0u, part.behind(own_begins), 31);
            if (lane < PREFIX__CUDA_WAVE_COPIES)
                publish_cut<OP>(wave_copy(scan, lane), mine, scan.tiles, behind, true, (typename OP::carry)scan.carry);
        }
        finish_wave<OP>(shared, part, own_begins, s);
        if (first < scan.n)
            store_results<OP>(part.x, s, own, full);
    } else if (warp == wave_warps) {
        publish_wave<OP>(shared, scan, mine);
    } else {
        look_back_wave<OP>(shared, scan, mine);
    }
    if (upper_tag(mine) == last_tag) {
        __syncthreads();
        if (threadIdx.x == 0)
            retire(scan, last_tag);
    }
}

} // namespace prefix_cuda

#endif
