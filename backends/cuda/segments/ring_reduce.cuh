/* SPDX-License-Identifier: BSD-3-Clause */
/* The reducers of a persistent block of segments, which take shares of 8 rows by turns. */
#ifndef PREFIX_CUDA_SEGMENTS_RING_REDUCE_CUH
#define PREFIX_CUDA_SEGMENTS_RING_REDUCE_CUH

#include "warp/row_totals.cuh"
#include "word/taken.cuh"
#include "segments/halves_part.cuh"
#include "segments/ring.cuh"
#include "segments/chunk.cuh"

namespace prefix_cuda
{

/* Rows from a stage, to be combined. first: their first element; full: the array has all of the tile. */
template <class OP, int ROWS>
__device__ inline void cut_rows(typename OP::word (&x)[ROWS][tile_shape<OP>::lane_words], const char *from,
                                uint64_t first, bool full, const prefix__cuda_segmented &s)
{
    const int lane = threadIdx.x & 31, at = lane * tile_shape<OP>::lane_words;
    if constexpr (is_stored<OP>) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            unpack_stored<OP, word_bytes<OP>>(x[r], load_packet<16>(from + (r * 32 + lane) * 16), s);
    } else if constexpr (is_halves<OP>) {
        load_halves<OP>(x, from); /* what is behind the array's end enters nothing before it */
        return;
    } else if constexpr (is_taken<OP>) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            take_elements<OP>(x[r], from + (r * 32 * tile_shape<OP>::lane_words + at) * taken_bytes<OP>, s);
        if constexpr (OP::bits == 64)
            flip_words<OP>(x, s.scan);
    } else if constexpr (is_floats<OP>) {
        load_own<OP>(x, s.scan, stage_source<tile_shape<OP>::elements, true>{from, at});
        for_words(x, [&](typename OP::word w) { return key_of_float<OP>(w, s); });
        if constexpr (OP::bits == 64)
            flip_words<OP>(x, s.scan);
    } else {
        load_words<OP>(x, s.scan, stage_source<tile_shape<OP>::elements, true>{from, at});
        flip_words<OP>(x, s.scan);
    }
    if (!full)
        fill_tile<OP>(x, s.scan, first + at);
}

/*
 * Of EACH neighbours in a lane those bits of COUNT that it has when m lanes' are one's: of rows of 32 * COUNT, each of
 * which has been m rows.
 */
template <int EACH, int COUNT> __device__ inline uint32_t deal_bits(uint32_t bits)
{
    constexpr int m = COUNT / EACH, lanes = 32 / m;
    if constexpr (m == 1)
        return bits;
    constexpr uint32_t own = ((1u << EACH) - 1) * (COUNT == 16 ? 0x00010001u : 0x01010101u);
    const int lane = threadIdx.x & 31;
    uint32_t mine = 0;
#pragma unroll
    for (int i = 0; i < m; i++)
        mine |= (__shfl_sync(~0u, bits, lane % lanes * m + i) >> (lane / lanes * EACH) & own) << (i * EACH);
    return mine;
}

/* Of keys that begin there, in the stage: bits of the lane's own in each of some rows. */
template <class KEY, int ROWS, int COUNT, class DIFFER>
__device__ inline uint32_t heads_of_keys_by(const char *stage, int row, DIFFER differ)
{
    constexpr int each = COUNT * sizeof(KEY) > 16 ? 16 / sizeof(KEY) : COUNT, rows = ROWS * COUNT / each;
    constexpr int bytes = each * (int)sizeof(KEY);
    const int lane = threadIdx.x & 31;
    stage += row * 32 * COUNT * (int)sizeof(KEY);
    packet<bytes> p[rows];
    KEY before = ((const KEY *)stage)[-1];
    uint32_t heads = 0;
#pragma unroll
    for (int r = 0; r < rows; r++)
        p[r] = load_packet<bytes>(stage + (r * 32 + lane) * bytes);
#pragma unroll
    for (int r = 0; r < rows; r++) {
        KEY key[each];
        __builtin_memcpy(key, &p[r], sizeof key);
        KEY left = __shfl_sync(~0u, lane == 31 ? before : key[each - 1], (lane + 31) & 31);
        before = key[each - 1];
#pragma unroll
        for (int k = 0; k < each; k++) {
            heads |= differ(left, key[k]) ? 1u << (r * each + k) : 0;
            left = key[k];
        }
    }
    return deal_bits<each, COUNT>(heads);
}

template <class KEY, int ROWS, int COUNT>
__device__ inline uint32_t heads_of_keys(const char *stage, int row, const prefix__cuda_segmented &s)
{
    if ((KEY)s.range == (KEY) ~(KEY)0)
        return heads_of_keys_by<KEY, ROWS, COUNT>(stage, row, [](KEY x, KEY y) { return x != y; });
    return heads_of_keys_by<KEY, ROWS, COUNT>(stage, row, [&](KEY x, KEY y) { return keys_differ(x, y, s); });
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
    const int lane = threadIdx.x & 31;
    uint32_t heads = 0;
    if constexpr (COUNT >= 8) {
        using bits = typename element_of<COUNT / 8>::type;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            heads |= (uint32_t)((const bits *)stage)[(row + r) * 32 + lane] << (r * COUNT);
    } else {
        const int at = lane * COUNT;
        const uint32_t *words = (const uint32_t *)stage + row * COUNT + at / 32;
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            heads |= (words[r * COUNT] >> (at % 32) & ((1u << COUNT) - 1)) << (r * COUNT);
    }
    return heads;
}

/* Of the rows of a word. left: how many elements of the array the tile has. */
template <class OP>
__device__ inline uint32_t heads_of_stage(const char *stage, uint32_t tile, uint32_t left, int row,
                                          const prefix__cuda_segmented &s)
{
    constexpr int count = tile_shape<OP>::lane_words, rows = cut_word_rows<OP>;
    constexpr bool small = tile_rows<OP> < 64; /* for keys that are wider than elements, and nothing else */
    uint32_t heads;
    if constexpr (!small) {
        if (s.form == PREFIX_HEADS_FLAGS)
            heads = heads_of_flags<rows, count>(stage, row);
        else if (s.form == PREFIX_HEADS_BITS)
            heads = heads_of_bits<rows, count>(stage, row);
        else if (count <= 2 && s.head_size == 8)
            heads = heads_of_keys<uint64_t, rows, count>(stage, row, s);
        else if (count <= 4 && s.head_size == 4)
            heads = heads_of_keys<uint32_t, rows, count>(stage, row, s);
        else if (count <= 8 && s.head_size == 2)
            heads = heads_of_keys<uint16_t, rows, count>(stage, row, s);
        else
            heads = heads_of_keys<uint8_t, rows, count>(stage, row, s);
    } else if (count == 8 || s.head_size == 4) {
        heads = heads_of_keys<uint32_t, rows, count>(stage, row, s);
    } else {
        heads = heads_of_keys<uint16_t, rows, count>(stage, row, s);
    }
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

/*
 * Whether bits, which offsets become, are read apart from all else that may tell of segments, in tiles where nothing
 * has to be asked of them: then 20 instructions find those of a share. On an H200, scans of 2^27 f16 by offsets in one
 * segment and of 500 take 166 and 175 us, and took 181 and 180; f32 are no faster, and f64 by flags slower by 1 %.
 */
template <class OP> constexpr bool soon_read = is_halves<OP> &&tile_rows<OP> == 64;

/* What the lane has of a row's total behind its last head. left: bits of its own elements before that, where one is. */
template <class OP, int COUNT>
__device__ inline typename OP::word lane_total_of_cut_row(typename OP::word (&x)[COUNT],
                                                          const cut_row<COUNT, row_lanes<OP>> &row, uint32_t left)
{
    if constexpr (OP::ordered) {
        const typename OP::word total = lane_total_behind<OP>(x, left);
        return row.behind() ? OP::neutral : total;
    } else {
        scan_cut_lane<OP>(x, row);
        return row.behind() ? OP::neutral : x[COUNT - 1];
    }
}

/* Row totals of the rows of a word. Returns in which of them segments begin. */
template <class OP>
__device__ inline uint32_t cut_totals(typename OP::word *totals, char *stage, uint32_t tile, int row, uint32_t heads,
                                      const prefix__cuda_segmented &s)
{
    constexpr int count = tile_shape<OP>::lane_words, rows = cut_word_rows<OP>, lanes = row_lanes<OP>;
    constexpr int beside = cut_rows_beside<OP>;
    const uint64_t begin = (uint64_t)tile * tile_shape<OP>::elements;
    const bool full = begin + tile_shape<OP>::elements <= s.scan.n;
    if constexpr (is_halves<OP>) {
        if (OP::is_short && totals_chunk<OP>::template rows_of_last_chunks<rows>(
                                totals + row * beside, stage + row * tile_shape<OP>::row_bytes, heads))
            return (1u << rows * beside) - 1;
    }
    const uint32_t begins = beside == 1 || __any_sync(~0u, heads) ? rows_begun<rows, count, lanes>(heads) : 0;
    typename OP::word x[rows][count], total[rows];
    char *const from = stage + row * 32 * count * s.scan.in_size;
    cut_rows<OP>(x, from, begin + row * 32 * count, full, s);
    if constexpr (keeps_keys<OP>) {
#pragma unroll
        for (int r = 0; r < rows; r++)
            store_packet(from + (r * 32 + (threadIdx.x & 31)) * 16, pack<OP>(x[r]));
        before_bulk_load();
    }
    if (begins != 0) {
        constexpr uint32_t one = (1u << count) - 1;
        const uint32_t left = left_behind_lane<count>(heads);
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const cut_row<count, lanes> mine(heads >> (r * count) & one);
            total[r] = lane_total_of_cut_row<OP>(x[r], mine, left >> (r * count) & one);
        }
    } else if (OP::ordered) {
        lane_totals<OP>(total, x);
    }
    /*
     * By else for ordered operators alone: with ptxas 13.0, on an H200, maxima of 2^27 f32 then take 322 us, where all
     * have it 351.
     */
    if (!OP::ordered && begins == 0)
        lane_totals<OP>(total, x);
    const int lane = threadIdx.x & 31;
    if constexpr (is_stored<OP>) {
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const uint32_t mine = warp_total<OP>(total[r]);
            if (lane == r)
                totals[row + r] = mine;
        }
    } else {
        const typename OP::word mine = transposed_totals<OP, lanes>(total);
        if (lane % lanes < rows)
            totals[(row + row_of_lane<rows>(lane)) * beside + lane / lanes] = mine;
    }
    return begins;
}

template <class OP, class RING>
__device__ inline void cut_reduce(RING &r, char *memory, const prefix__cuda_segmented &s, int reducer)
{
    using shape = tile_shape<OP>;
    const prefix__cuda_scan &scan = s.scan;
    constexpr int words = cut_words<OP>, word_rows = cut_word_rows<OP>, tiles = cut_tiles<OP>;
    static_assert(RING::reducers <= cut_shares, "what is not of a tile is of the next");
    const cut_heads<OP> told(s, memory);
    const cut_bits<OP> bits(s, memory);
    const uint32_t whole_tiles = (uint32_t)(scan.n / shape::elements);
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
        uint32_t heads;
        uint32_t *const own = bits.own(place.at(), share);
        const char *const heads_stage = told.stage(heads_place.at());
        if (soon_read<OP> && s.form == PREFIX_HEADS_BITS && mine.tile > 0 && mine.tile < whole_tiles) {
#pragma unroll
            for (int w = 0; w < words; w++)
                own[w * 32] = heads = heads_of_bits<word_rows, shape::lane_words>(heads_stage, row + w * word_rows);
        } else {
            const uint32_t left =
                (uint32_t)min(scan.n - (uint64_t)mine.tile * shape::elements, (uint64_t)shape::elements);
#pragma unroll 1
            for (int w = 0; w < words; w++)
                own[w * 32] = heads = heads_of_stage<OP>(heads_stage, mine.tile, left, row + w * word_rows, s);
        }
        warp_arrive(&r.known[heads_place.at()]);
        r.keep_count(at, share, heads);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + share * scan.ring_pieces / cut_shares], place.parity());
        char *const stage = memory + (size_t)place.at() * ring_stage_bytes<OP>(scan);
        uint32_t begins = 0;
        if constexpr (keeps_starts<OP>) {
            constexpr int pairs = cut_share_rows<OP> / 2;
            uint32_t of_pairs[pairs];
#pragma unroll
            for (int k = 0; k < pairs; k++)
                of_pairs[k] = own[2 * k / word_rows * 32] >> (2 * k % word_rows * shape::lane_words);
            begins = scan_row_pairs<OP>(slot.rows + row, bits.own_starts(place.at(), share),
                                        stage + row * shape::row_bytes, of_pairs, s);
        } else {
#pragma unroll 1
            for (int w = 0; w < words; w++) {
                heads = words > 1 ? own[w * 32] : heads;
                const uint32_t begun = cut_totals<OP>(slot.rows, stage, mine.tile, row + w * word_rows, heads, s);
                begins |= begun << (w * word_rows * cut_rows_beside<OP>);
            }
        }
        if (lane == 0)
            cut.set(share, begins);
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.summed[at]);
        if (share < cut_shares - 1)
            continue;
        barrier_wait(&r.summed[at], ring_parity(i));
        const int which = lane < tiles ? lane : 0;
        const uint64_t all = cut.rows(which);
        const typename OP::word aggregate = cut_carries<OP, cut_tile_rows<OP>, tiles>(slot.rows, all);
        if (lane < tiles)
            r.publish_tile(scan, at, which, aggregate, all != 0);
        warp_arrive(&r.reduced[at]);
    }
}

} // namespace prefix_cuda

#endif
