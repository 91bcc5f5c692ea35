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

#include "grid/segmented_look_back.cuh"
#include "pipeline/ring_load.cuh"
#include "segments/part.cuh"

namespace prefix_cuda
{

constexpr int cut_groups = 2; /* of scanners */
constexpr int cut_shares = 8; /* of a tile */
template <class OP> constexpr int cut_share_rows = tile_shape<OP>::rows / cut_shares;
constexpr int cut_reducers = 6;
constexpr int cut_threads = (cut_groups * ring_scanners + 2 + cut_reducers) * 32;
/*
 * Rows that a scanner has in registers at once. Warps are at many different instructions, most of which have to be
 * fetched if they are more: by 4 rows scans by flags are slower by 10 to 20 %.
 */
constexpr int cut_part_rows = 2;
constexpr int cut_stages_max = PREFIX__CUDA_SEGMENTED_STAGES_MAX; /* of what tells of segments */

/*
 * As ring_roles: the chains on which others wait are on the fourth scheduler, with no scanner beside them. Where only
 * rows with a head are scanned, reducers do most of the work, and each scheduler has some. The last two are there if
 * there are 8.
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
    __device__ bool begins(uint32_t tag) const
    {
        return begins_cut(aggregate, tag);
    }
    __device__ WORD value() const
    {
        return aggregate.value();
    }
    __device__ uint32_t heads() const
    {
        return 0;
    }
};

/* Aggregates that are polled at once: more than tiles that blocks have at a time. */
constexpr int cut_window = ring_window<PREFIX__CUDA_RING_PLAIN>;

template <class OP> struct cut_room {
    static constexpr int tiles = 1, rows = tile_shape<OP>::rows;
    static constexpr int aggregates = OP::ordered ? cut_window : 1;
};

template <class OP, class ROOM = cut_room<OP>> struct cut_ring : ring<OP, PREFIX__CUDA_RING_PLAIN, ROOM> {
    static constexpr int reducers = cut_reducers;
    static constexpr bool folds = false; /* by a warp of its own */
    /* Rows of a slot's tile in which segments begin. */
    union cut {
        uint8_t shares[cut_shares];
        volatile uint64_t rows;
    };
    cut cuts[ring_slots];
    uint64_t told[cut_stages_max];  /* what tells of segments is there */
    uint64_t known[cut_stages_max]; /* and is of no more use */

    using told_of_tile = cut_told<typename OP::word>;
    static constexpr bool counts = false; /* heads */
    __device__ void keep_count(int, int, uint32_t)
    {
    }
    __device__ void keep_rank(int, uint64_t)
    {
    }
    __device__ void publish_tile(const prefix__cuda_scan &scan, int at, typename OP::word aggregate, bool begins)
    {
        const claim mine = this->slots[at].mine;
        this->slots[at].aggregates[0] = aggregate;
        publish(ring_descriptor_of<told_of_tile::words>(scan, mine.tile), aggregate, mine.tag + begins);
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

/* Where segments begin in a stage's tile: of each share, a word of each lane, as cut_part has it, behind all stages. */
struct cut_bits {
    static constexpr int lanes = cut_shares * 32;
    static constexpr uint32_t bytes = lanes * sizeof(uint32_t);
    static_assert(bytes == PREFIX__CUDA_SEGMENTED_BITS, "the host makes room for them");
    uint32_t *stages;

    __device__ cut_bits(char *memory, const prefix__cuda_segmented &s, uint32_t stage_bytes)
        : stages((uint32_t *)(memory + s.scan.ring_stages * stage_bytes))
    {
    }
    /* The lane's own. */
    __device__ uint32_t *own(int at, int share) const
    {
        return stages + at * lanes + share * 32 + (int)(threadIdx.x & 31);
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
        : stages(memory + s.scan.ring_stages * (ring_stage_bytes<OP>(s.scan) + cut_bits::bytes)),
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
