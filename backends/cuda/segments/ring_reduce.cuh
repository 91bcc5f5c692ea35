/* SPDX-License-Identifier: BSD-3-Clause */
/* The reducers of a persistent block of segments, which take shares of 8 rows by turns. */
#ifndef PREFIX_CUDA_SEGMENTS_RING_REDUCE_CUH
#define PREFIX_CUDA_SEGMENTS_RING_REDUCE_CUH

#include "warp/row_totals.cuh"
#include "segments/ring.cuh"

namespace prefix_cuda
{

/* Rows from a stage, to be combined. first: their first element; full: the array has all of the tile. */
template <class OP, int ROWS>
__device__ inline void cut_rows(typename OP::word (&x)[ROWS][tile_shape<OP>::lane_words], const char *from,
                                uint64_t first, bool full, const prefix__cuda_segmented &s)
{
    const int at = (threadIdx.x & 31) * tile_shape<OP>::lane_words;
    load_words<OP>(x, s.scan, stage_source<tile_shape<OP>::elements>{from, at});
    flip_words<OP>(x, s.scan);
    if (!full)
        fill_tile<OP>(x, s.scan, first + at);
}

/* Of keys that begin there, in the stage, and are no longer than words: bits of the lane's own in each of some rows. */
template <class KEY, int ROWS, int COUNT, class DIFFER>
__device__ inline uint32_t heads_of_keys_by(const char *stage, int row, DIFFER differ)
{
    constexpr int bytes = COUNT * (int)sizeof(KEY);
    const int lane = threadIdx.x & 31;
    stage += row * 32 * bytes;
    packet<bytes> p[ROWS];
    KEY before = ((const KEY *)stage)[-1];
    uint32_t heads = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        p[r] = load_packet<bytes>(stage + (r * 32 + lane) * bytes);
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        KEY key[COUNT];
        memcpy(key, &p[r], sizeof key);
        KEY left = __shfl_sync(~0u, lane == 31 ? before : key[COUNT - 1], (lane + 31) & 31);
        before = key[COUNT - 1];
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            heads |= differ(left, key[k]) ? 1u << (r * COUNT + k) : 0;
            left = key[k];
        }
    }
    return heads;
}

template <class KEY, int ROWS, int COUNT>
__device__ inline uint32_t heads_of_keys(const char *stage, int row, const prefix__cuda_segmented &s)
{
    return with_keys_differ((KEY)s.mask, (KEY)s.range,
                            [&](auto differ) { return heads_of_keys_by<KEY, ROWS, COUNT>(stage, row, differ); });
}

template <int ROWS, int COUNT> __device__ inline uint32_t heads_of_flags(const char *stage, int row)
{
    uint32_t heads = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const packet<COUNT> p = load_packet<COUNT>(stage + ((row + r) * 32 + (threadIdx.x & 31)) * COUNT);
#pragma unroll
        for (int i = 0; i < p.words; i++) {
            const int at = r * COUNT + 4 * i;
            const uint32_t set = ((p.w[i] & 0x7f7f7f7fu) + 0x7f7f7f7fu) | p.w[i]; /* the highest bits of bytes */
            if constexpr (COUNT == 2)
                heads |= (set >> 7 & 1 | set >> 14 & 2) << at;
            else
                heads |= (set & 0x80808080u) * 0x00204081u >> (28 - at) & 0xfu << at;
        }
    }
    return heads;
}

template <int ROWS, int COUNT> __device__ inline uint32_t heads_of_bits(const char *stage, int row)
{
    const int at = (threadIdx.x & 31) * COUNT;
    const uint32_t *words = (const uint32_t *)stage + row * COUNT + at / 32;
    uint32_t heads = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        heads |= (words[r * COUNT] >> (at % 32) & ((1u << COUNT) - 1)) << (r * COUNT);
    return heads;
}

/* Of the rows of a share. left: how many elements of the array the tile has. */
template <class OP>
__device__ inline uint32_t heads_of_stage(const char *stage, uint32_t tile, uint32_t left, int row,
                                          const prefix__cuda_segmented &s)
{
    constexpr int count = tile_shape<OP>::lane_words, rows = cut_share_rows<OP>;
    uint32_t heads;
    if (s.form == PREFIX_HEADS_FLAGS)
        heads = heads_of_flags<rows, count>(stage, row);
    else if (s.form == PREFIX_HEADS_BITS)
        heads = heads_of_bits<rows, count>(stage, row);
    else if (s.head_size == sizeof(typename OP::word))
        heads = heads_of_keys<typename OP::word, rows, count>(stage, row, s);
    else if (s.head_size == 4)
        heads = heads_of_keys<uint32_t, rows, count>(stage, row, s);
    else if (s.head_size == 2)
        heads = heads_of_keys<uint16_t, rows, count>(stage, row, s);
    else
        heads = heads_of_keys<uint8_t, rows, count>(stage, row, s);
    /* Only elements of the array begin segments, and its first one does so whatever is said of it. */
    const uint32_t first = (row * 32 + (threadIdx.x & 31)) * count;
    if (first + (rows - 1) * 32 * count + count > left) {
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const int of_row = (int)(left - first) - r * 32 * count;
            if (of_row < count)
                heads &= ~(((1u << count) - (of_row > 0 ? 1u << of_row : 1u)) << (r * count));
        }
    }
    return tile == 0 && first == 0 ? heads | 1 : heads;
}

/* What the lane has of a row's total behind its last head. left: bits of its own elements before that, where one is. */
template <class OP, int COUNT>
__device__ inline typename OP::word lane_total_of_cut_row(typename OP::word (&x)[COUNT], const cut_row<COUNT> &row,
                                                          uint32_t left)
{
    if constexpr (OP::ordered) {
        const typename OP::word total = lane_total_behind<OP>(x, left);
        return row.behind() ? OP::neutral : total;
    } else {
        scan_cut_lane<OP>(x, row);
        return row.behind() ? OP::neutral : x[COUNT - 1];
    }
}

/* Row totals of a share. Returns in which of them segments begin. */
template <class OP>
__device__ inline uint32_t cut_totals(typename OP::word *totals, const char *stage, uint32_t tile, int row,
                                      uint32_t heads, const prefix__cuda_segmented &s)
{
    constexpr int count = tile_shape<OP>::lane_words, rows = cut_share_rows<OP>;
    const uint64_t begin = (uint64_t)tile * tile_shape<OP>::elements;
    const bool full = begin + tile_shape<OP>::elements <= s.scan.n;
    const uint32_t begins = rows_begun<rows, count>(heads);
    typename OP::word x[rows][count], total[rows];
    cut_rows<OP>(x, stage + row * 32 * count * s.scan.in_size, begin + row * 32 * count, full, s);
    if (begins != 0) {
        constexpr uint32_t one = (1u << count) - 1;
        const uint32_t left = left_behind_lane<count>(heads);
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const cut_row<count> mine(heads >> (r * count) & one);
            total[r] = lane_total_of_cut_row<OP>(x[r], mine, left >> (r * count) & one);
        }
    } else if (OP::ordered) {
        lane_totals<OP>(total, x);
    }
    /* By else for ordered operators alone: with ptxas 13.0, maxima of f32 are slower by 8 % where all have it. */
    if (!OP::ordered && begins == 0)
        lane_totals<OP>(total, x);
    const int lane = threadIdx.x & 31;
    const typename OP::word mine = transposed_totals<OP, 32>(total);
    if (lane < rows)
        totals[row + row_of_lane<rows>(lane)] = mine;
    return begins;
}

template <class OP, class RING>
__device__ inline void cut_reduce(RING &r, char *memory, const prefix__cuda_segmented &s, int reducer)
{
    using shape = tile_shape<OP>;
    const prefix__cuda_scan &scan = s.scan;
    static_assert(RING::reducers <= cut_shares, "what is not of a tile is of the next");
    const cut_heads<OP> told(s, memory);
    const cut_bits bits(memory, s, ring_stage_bytes<OP>(scan));
    const int lane = threadIdx.x & 31;
    ring_place place = {0}, heads_place = {0};
    uint32_t i = 0;
    for (int share = reducer;; share += RING::reducers) {
        if (share >= cut_shares) {
            share -= cut_shares;
            i++;
            place.advance(1, scan.ring_stages);
            heads_place.advance(1, s.heads_stages);
        }
        const int at = ring_slot(i), row = share * cut_share_rows<OP>;
        barrier_wait(&r.told[heads_place.at()], heads_place.parity());
        const claim mine = r.slots[at].mine;
        auto &slot = r.slots[at];
        auto &cut = r.cuts[at];
        if (mine.tile == ring_end) {
            if (share == 0) /* which someone comes to */
                warp_arrive(&r.reduced[at]);
            return;
        }
        const uint32_t left = (uint32_t)min(scan.n - (uint64_t)mine.tile * shape::elements, (uint64_t)shape::elements);
        const uint32_t heads = heads_of_stage<OP>(told.stage(heads_place.at()), mine.tile, left, row, s);
        *bits.own(place.at(), share) = heads;
        warp_arrive(&r.known[heads_place.at()]);
        r.keep_count(at, share, heads);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + share * scan.ring_pieces / cut_shares], place.parity());
        const char *const stage = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan);
        const uint32_t begins = cut_totals<OP>(slot.rows, stage, mine.tile, row, heads, s);
        if (lane == 0)
            cut.shares[share] = (uint8_t)begins;
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.summed[at]);
        if (share < cut_shares - 1)
            continue;
        barrier_wait(&r.summed[at], ring_parity(i));
        const uint64_t all = cut.rows;
        const typename OP::word aggregate = cut_carries<OP, shape::rows>(slot.rows, all);
        if (lane == 0)
            r.publish_tile(scan, at, aggregate, all != 0);
        warp_arrive(&r.reduced[at]);
    }
}

} // namespace prefix_cuda

#endif
