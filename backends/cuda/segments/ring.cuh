/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of a large array, by persistent blocks as in ring.cuh: the same hands, but that
 *   reducers  first find where segments begin in their share, from what the caller has, and keep that as bits
 *             beside the tile; a row's total is what stands behind its last head
 *   poller    lets a carry begin anew behind the last tile with a head
 *   scanners  wait for the tile's carry only if no segment has begun in the tile before their rows
 * What tells of segments comes in stages of its own, which are free again when the bits are made.
 */
#ifndef PREFIX_CUDA_SEGMENTS_RING_CUH
#define PREFIX_CUDA_SEGMENTS_RING_CUH

#include <type_traits>

#include "grid/segmented_look_back.cuh"
#include "pipeline/ring_load.cuh"
#include "segments/row_pairs.cuh"
#include "segments/part.cuh"
#include "segments/sum_bytes.cuh"

namespace prefix_cuda
{

constexpr int cut_groups = 2; /* of scanners */
constexpr int cut_shares = 8; /* of a tile */
template <class OP> constexpr int cut_share_rows = tile_rows<OP> / cut_shares;
/* Rows whose beginnings are bits of a lane's word; and the words of a share. */
template <class OP>
constexpr int cut_word_rows = (tile_shape<OP>::lane_words * cut_share_rows<OP> < 32) ? cut_share_rows<OP>
                                                                                     : 32 / tile_shape<OP>::lane_words;
template <class OP> constexpr int cut_words = cut_share_rows<OP> / cut_word_rows<OP>;
/* What reducers keep of a tile besides, of each lane and two rows, and its bytes: see sum_bytes.cuh, row_pairs.cuh. */
template <class OP> constexpr bool keeps_starts = sums_bytes<OP> || in_pairs<OP>;
template <class OP> using cut_start = std::conditional_t<word_bytes<OP> == 1, uint16_t, uint32_t>;
template <class OP>
constexpr uint32_t cut_starts = keeps_starts<OP> ? tile_rows<OP> / 2 * 32 * sizeof(cut_start<OP>) : 0;
/* Whether reducers leave keys where elements were: of 64 bits they take long to make, and are not made twice. */
template <class OP> constexpr bool keeps_keys = is_floats<OP> &&OP::bits == 64;
/* Rows of the canonical order in 512 bytes; and tiles of it, which a block takes at once as if they were one. */
template <class OP> constexpr int cut_rows_beside = 32 / row_lanes<OP>;
template <class OP> constexpr int cut_tiles = OP::ordered ? tile_rows<OP> *cut_rows_beside<OP> / 64 : 1;
template <class OP> constexpr int cut_tile_rows = tile_rows<OP> *cut_rows_beside<OP> / cut_tiles<OP>;
template <class OP> constexpr int cut_tile_shares = cut_shares / cut_tiles<OP>;
/*
 * Of 1 and 2 bytes there is more to find in a tile, in the same time: on an H200, sums by flags of 2^27 u8 take 116 us
 * with 6 reducers, 109 with 8. Where there are two tiles, scanners need the registers: f16 take 215 us with 6, 220
 * with 8.
 */
template <class OP> constexpr int cut_reducers = word_bytes<OP> < 4 && cut_tiles<OP> == 1 ? 8 : 6;
template <class OP> constexpr int cut_threads = (cut_groups * ring_scanners + 2 + cut_reducers<OP>)*32;
/*
 * Rows that a scanner has in registers at once. Warps are at many different instructions, most of which have to be
 * fetched if they are more: on an H200, scans by flags of 2^27 f64, f32 take 638, 325 us, and took 780, 361 by 4 rows.
 */
constexpr int cut_part_rows = 2;
constexpr int cut_stages_max = PREFIX__CUDA_SEGMENTED_STAGES_MAX; /* of what tells of segments */

/*
 * As ring_roles: the chains on which others wait are on the fourth scheduler, with no scanner beside them. Where only
 * rows with a head are scanned, reducers do most of the work, and each scheduler has some: on an H200, maxima by key of
 * 2^27 i64, u8 to one take 390, 190 us, and took 490, 229 with four reducers beside each other, which wait for the same
 * unit. The last two are there if there are 8.
 */
__device__ constexpr struct {
    uint8_t role;
    uint8_t which;
} cut_roles[3][27] = {
    // clang-format off
    {
        {ring_scanner, 0},  {ring_scanner, 1},  {ring_scanner, 2},  {ring_claimer, 0},
        {ring_scanner, 3},  {ring_scanner, 4},  {ring_scanner, 5},  {ring_poller, 0},
        {ring_scanner, 6},  {ring_scanner, 7},  {ring_scanner, 8},  {ring_reducer, 0},
        {ring_scanner, 9},  {ring_scanner, 10}, {ring_scanner, 11}, {ring_reducer, 1},
        {ring_scanner, 12}, {ring_scanner, 13}, {ring_scanner, 14}, {ring_reducer, 2},
        {ring_scanner, 15}, {ring_reducer, 3},  {ring_reducer, 4},  {ring_reducer, 5},
        {ring_reducer, 6},  {ring_reducer, 7},
    },
    { /* of which few rows are scanned */
        {ring_scanner, 0},  {ring_scanner, 1},  {ring_scanner, 2},  {ring_claimer, 0},
        {ring_scanner, 3},  {ring_scanner, 4},  {ring_scanner, 5},  {ring_poller, 0},
        {ring_scanner, 6},  {ring_scanner, 7},  {ring_scanner, 8},  {ring_scanner, 9},
        {ring_scanner, 10}, {ring_scanner, 11}, {ring_scanner, 12}, {ring_scanner, 13},
        {ring_reducer, 0},  {ring_reducer, 1},  {ring_reducer, 2},  {ring_reducer, 3},
        {ring_reducer, 4},  {ring_scanner, 14}, {ring_reducer, 5},  {ring_scanner, 15},
        {ring_reducer, 6},  {ring_reducer, 7},
    },
    { /* with a warp that folds */
        {ring_scanner, 0},  {ring_scanner, 1},  {ring_scanner, 2},  {ring_claimer, 0},
        {ring_scanner, 3},  {ring_scanner, 4},  {ring_scanner, 5},  {ring_poller, 0},
        {ring_scanner, 6},  {ring_scanner, 7},  {ring_scanner, 8},  {ring_folder, 0},
        {ring_scanner, 9},  {ring_scanner, 10}, {ring_scanner, 11}, {ring_reducer, 0},
        {ring_scanner, 12}, {ring_scanner, 13}, {ring_scanner, 14}, {ring_reducer, 1},
        {ring_scanner, 15}, {ring_reducer, 2},  {ring_reducer, 3},  {ring_reducer, 4},
        {ring_reducer, 5},  {ring_reducer, 6},  {ring_reducer, 7},
    },
    // clang-format on
};

/* What tiles tell each other, as it was read: */
template <class WORD> struct cut_told {
    static constexpr uint32_t words = descriptor_words<WORD>;
    reading<WORD> aggregate;
    __device__ void read(const uint64_t *at, bool wanted)
    {
        aggregate.read(at, wanted);
    }
    __device__ bool published(uint32_t tag) const
    {
        return published_cut(aggregate, tag);
    }
    __device__ bool begins(uint32_t tag, int = 0) const
    {
        return begins_cut(aggregate, tag);
    }
    __device__ WORD value(int = 0) const
    {
        return aggregate.value();
    }
    __device__ uint32_t heads() const
    {
        return 0;
    }
};

/* What two neighbours of 32 bits tell, read at once. */
struct cut_told_pair : cut_told<uint64_t> {
    __device__ bool published(uint32_t tag) const
    {
        return (uint32_t)(aggregate.low >> 32) - tag <= 1 && (uint32_t)(aggregate.high >> 32) - tag <= 1;
    }
    __device__ bool begins(uint32_t tag, int which) const
    {
        return (uint32_t)((which ? aggregate.high : aggregate.low) >> 32) != tag;
    }
    __device__ uint32_t value(int which) const
    {
        return (uint32_t)(which ? aggregate.high : aggregate.low);
    }
};

/* Aggregates that are polled at once: more than tiles that blocks have at a time. */
template <class OP>
constexpr int cut_window = ring_window<cut_tiles<OP> == 1 ? PREFIX__CUDA_RING_PLAIN : PREFIX__CUDA_RING_F16>;

template <class OP> struct cut_room {
    static constexpr int tiles = cut_tiles<OP>, rows = cut_tile_rows<OP>;
    static constexpr int aggregates = OP::ordered ? cut_window<OP> : 1;
};

template <class OP, class ROOM = cut_room<OP>> struct cut_ring : ring<OP, PREFIX__CUDA_RING_PLAIN, ROOM> {
    static constexpr int reducers = cut_reducers<OP>;
    static constexpr bool folds = false; /* by a warp of its own */
    /* Rows of a slot's tiles in which segments begin. */
    union cut {
        using of_share = std::conditional_t<cut_tile_shares<OP> == 8, uint8_t, uint16_t>;
        of_share shares[cut_shares];
        volatile uint64_t tiles[cut_tiles<OP>];
        __device__ void set(int share, uint32_t begins)
        {
            shares[share] = (of_share)begins;
        }
        /* Of a tile, a bit for each of its rows. */
        __device__ uint64_t rows(int tile) const
        {
            uint64_t bits = tiles[tile];
            if constexpr (cut_tile_rows<OP> == 32) {
                bits = (bits | bits >> 4) & 0x00ff00ff00ff00ff;
                bits = (bits | bits >> 8) & 0x0000ffff0000ffff;
                bits = (uint32_t)(bits | bits >> 16);
            }
            return bits;
        }
    };
    cut cuts[ring_slots];
    uint64_t told[cut_stages_max];  /* what tells of segments is there */
    uint64_t known[cut_stages_max]; /* and is of no more use */

    using told_of_tile = cut_told<typename OP::word>;
    using told_of_tiles = std::conditional_t<cut_tiles<OP> == 2, cut_told_pair, told_of_tile>; /* of a slot */
    static constexpr bool counts = false;                                                      /* heads */
    __device__ void keep_count(int, int, uint32_t)
    {
    }
    __device__ void keep_rank(int, uint64_t)
    {
    }
    /* which: of those that a slot has. */
    __device__ void publish_tile(const prefix__cuda_scan &scan, int at, int which, typename OP::word aggregate,
                                 bool begins)
    {
        const claim mine = this->slots[at].mine;
        this->slots[at].aggregates[which] = aggregate;
        publish(ring_descriptor_of<told_of_tile::words>(scan, mine.tile * cut_tiles<OP> + which), aggregate,
                mine.tag + begins);
    }
    /* What stands before the tiles of a slot, of which the aggregates are known; init: before each segment. */
    __device__ void enter(int at, typename OP::carry before, typename OP::carry init)
    {
        auto &slot = this->slots[at];
        slot.before[0] = before;
#pragma unroll
        for (int t = 1; t < cut_tiles<OP>; t++)
            slot.before[t] = before =
                OP::join(cuts[at].tiles[t - 1] != 0 ? init : before, OP::widen(slot.aggregates[t - 1]));
    }

    __device__ void init(int stages, int pieces)
    {
        for (int s = 0; s < cut_stages_max; s++) {
            barrier_init(&told[s], 1);
            barrier_init(&known[s], cut_shares * warp_arrivals);
        }
        for (int p = 0; p < stages * pieces; p++)
            barrier_init(&this->full[p], 1);
        for (int s = 0; s < stages; s++)
            barrier_init(&this->drained[s], (ring_scanners + cut_shares) * warp_arrivals);
        for (int s = 0; s < ring_slots; s++) {
            barrier_init(&this->summed[s], cut_shares * warp_arrivals);
            barrier_init(&this->reduced[s], warp_arrivals);
            barrier_init(&this->carried[s], warp_arrivals);
            barrier_init(&this->done[s],
                         (ring_scanners + 1) * warp_arrivals); /* and who makes carries, for whom not all wait */
        }
        barrier_init_done();
    }
};

/*
 * Where segments begin in a stage's tile: of each share, and of each word, those of the lanes, as cut_part has them;
 * and what is kept of two rows, by which starts follow each other. They lie behind all stages.
 */
template <class OP> struct cut_bits {
    static constexpr int words = cut_words<OP>, lanes = cut_shares * words * 32;
    static constexpr uint32_t bytes = lanes * sizeof(uint32_t) + cut_starts<OP>;
    static_assert(lanes * sizeof(uint32_t) == PREFIX__CUDA_SEGMENTED_BITS(tile_shape<OP>::elements),
                  "the host makes room for them");
    uint32_t *stages;
    cut_start<OP> *starts;

    __device__ cut_bits(const prefix__cuda_segmented &s, char *memory)
        : stages((uint32_t *)(memory + s.scan.ring_stages * ring_stage_bytes<OP>(s.scan))),
          starts((cut_start<OP> *)(stages + s.scan.ring_stages * lanes))
    {
    }
    /* The lane's own of a share's first word; those of the next are 32 places behind it. */
    __device__ static int place(int at, int share)
    {
        return at * lanes + share * words * 32 + (int)(threadIdx.x & 31);
    }
    __device__ uint32_t *own(int at, int share) const
    {
        return stages + place(at, share);
    }
    /* Of a share's first two rows; those of the next are 32 places behind it. */
    __device__ cut_start<OP> *own_starts(int at, int share) const
    {
        return starts + (at * cut_shares + share) * (cut_share_rows<OP> / 2 * 32) + (threadIdx.x & 31);
    }
};

/*
 * What tells of segments, in shared memory. Of keys, the packet before the tile's own is there, too: the first
 * key is compared with the one before it. All addresses are aligned to packets, and copies keep their place in
 * a line of memory.
 */
template <class OP> struct cut_heads {
    static constexpr uint32_t elements = tile_shape<OP>::elements;
    char *stages;
    uint32_t before; /* bytes before a tile's own */
    uint32_t bytes;  /* that a tile's are */
    uintptr_t from, end;

    __device__ cut_heads(const prefix__cuda_segmented &s, char *memory)
        : stages(memory + s.scan.ring_stages * (ring_stage_bytes<OP>(s.scan) + cut_bits<OP>::bytes)),
          before(s.form == PREFIX_HEADS_KEYS ? PREFIX__CUDA_RING_PACKET : 0),
          bytes(s.form == PREFIX_HEADS_BITS ? elements / 8 : elements * s.head_size)
    {
        from = (uintptr_t)s.heads + (s.form == PREFIX_HEADS_BITS ? s.first / 8 : 0);
        end = from + (s.form == PREFIX_HEADS_BITS ? (s.scan.n + 7) / 8 : s.scan.n * s.head_size);
    }
    /* The tile's own. */
    __device__ char *stage(int at) const
    {
        return stages + at * PREFIX__CUDA_RING_STAGE(bytes, before) + (before > 0 ? PREFIX__CUDA_RING_LINE : 0);
    }
    __device__ void bring(uint32_t tile, int at, uint64_t *full) const
    {
        ring_copy(stage(at) - before, from + (uint64_t)tile * bytes - before, bytes + before, from, end, full);
    }
};

template <class OP, class RING>
__device__ inline void cut_claim_tiles(RING &r, char *memory, const prefix__cuda_segmented &s)
{
    const prefix__cuda_scan &scan = s.scan;
    const cut_heads<OP> heads(s, memory);
    ring_flight flight = {r.full, 0, 0};
    ring_place place = {0}, heads_place = {0};
    claim mine = {0, 0};
    int ends = 0; /* each scanner, and each reducer, has some of one of two */
    for (uint32_t i = 0; ends < 2; i++, place.advance(1, scan.ring_stages), heads_place.advance(1, s.heads_stages)) {
        const int at = ring_slot(i);
        if (i >= (uint32_t)s.heads_stages)
            barrier_wait(&r.known[heads_place.at()], heads_place.parity() ^ 1);
        if (i >= (uint32_t)scan.ring_stages)
            barrier_wait(&r.drained[place.at()], place.parity() ^ 1);
        if (i >= (uint32_t)ring_slots)
            barrier_wait(&r.done[at], ring_parity(i - ring_slots));
        if (ends == 0)
            mine = ring_claim<2>(scan, i == 0);
        ends += mine.tile == ring_end;
        r.slots[at].mine = mine;
        if (mine.tile == ring_end)
            barrier_arrive(&r.told[heads_place.at()]);
        else
            heads.bring(mine.tile, heads_place.at(), &r.told[heads_place.at()]);
        ring_bring(r, memory, scan, mine.tile, place.at(), 0, flight);
    }
}

} // namespace prefix_cuda

#endif
