/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What the warps of a persistent block share. A tile passes through these hands; each barrier is
 * the permission for the next:
 *   claimer   claims a tile when a stage is free                                claimed
 *   loaders   copy it there in pieces; through the bulk copy engine of sm_90,
 *             the claimer does that, too                                        full
 *   reducers  row totals, row carries; publish the tile's aggregate             reduced
 *   poller    reads the aggregates of all tiles before it, and folds them,
 *   folder    or has them folded one after the other, into the tile's carry     carried
 *   scanners  take their rows to registers (drained: the stage is free), scan
 *             them, combine them with what stands before, store them            done
 * The tile's data lies in a stage of dynamic shared memory, what is known of it in a slot: there
 * are more slots than stages, since scanners hold tiles in registers, two at a time.
 */
#ifndef PREFIX_CUDA_PIPELINE_RING_CUH
#define PREFIX_CUDA_PIPELINE_RING_CUH

#include "block/row_carries.cuh"
#include "grid/claim.cuh"
#include "grid/descriptor.cuh"
#include "grid/fold.cuh"
#include "warp/mbarrier.cuh"
#include "word/tile_shape.cuh"

namespace prefix_cuda
{

/* Whether there is a bulk copy engine, for which one thread suffices. */
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
constexpr bool ring_bulk = true;
#else
constexpr bool ring_bulk = false;
#endif

template <int KIND> constexpr bool ring_halves = KIND == PREFIX__CUDA_RING_F16 || KIND == PREFIX__CUDA_RING_BF16;
template <int KIND> constexpr bool ring_converted = KIND == PREFIX__CUDA_RING_CONVERTED;

/*
 * Tiles that a block takes at once, as if they were one. Those of elements of two bytes have half the
 * bytes: two are waited for, and told of, in the time of one.
 */
template <int KIND> constexpr int ring_tiles = ring_halves<KIND> ? 2 : 1;
template <class OP, int KIND> constexpr uint32_t ring_elements = ring_tiles<KIND> *tile_shape<OP>::elements;

/*
 * Groups of scanners, of which one stores while the other scans, and the threads of so many. Beside many loaders
 * there are registers for one only.
 */
constexpr int ring_groups = ring_bulk ? 2 : 1;
template <int GROUPS>
constexpr int ring_threads_of = !ring_bulk ? PREFIX__CUDA_RING_ASYNC_THREADS : GROUPS == 2 ? 24 * 32 : 16 * 32;
constexpr int ring_threads = ring_threads_of<ring_groups>;
constexpr int ring_scanners = 8; /* of a group */
constexpr int ring_reducers = 5;
constexpr int ring_shares = 4; /* of a tile, for the reducers */
constexpr int ring_loaders = ring_bulk ? 1 : 4;

/*
 * Whether a warp of its own folds aggregates: where they have to be combined one after the other, or
 * are so long that reading them takes all of a warp's registers.
 */
template <class OP> constexpr bool ring_folds = OP::ordered ? !wide_carry<OP> : sizeof(typename OP::single::word) == 8;

/*
 * Whether that warp, where there is nothing to fold, publishes aggregates instead, so that reducers need not
 * wait for each other: 2 % more.
 */
template <class OP, int KIND>
constexpr bool ring_publishes =
    ring_bulk && !ring_folds<OP> && OP::ordered && (ring_converted<KIND> || ring_halves<KIND>);

/*
 * Warps by role. Warp w is served by scheduler w % 4: the chains on which others wait are on the
 * fourth, beside few of the others.
 */
enum ring_role { ring_scanner, ring_reducer, ring_claimer, ring_loader, ring_poller, ring_folder };
__device__ constexpr struct {
    uint8_t role;
    uint8_t which;
} ring_roles[3][24] = {
    // clang-format off
    { /* of one group, */
        {ring_scanner, 0},  {ring_scanner, 1},  {ring_scanner, 2},  {ring_claimer, 0},
        {ring_scanner, 3},  {ring_scanner, 4},  {ring_scanner, 5},  {ring_poller, 0},
        {ring_scanner, 6},  {ring_scanner, 7},  {ring_reducer, 0},  {ring_folder, 0},
        {ring_reducer, 1},  {ring_reducer, 2},  {ring_reducer, 3},  {ring_reducer, 4},
    },
    { /* of two, */
        {ring_scanner, 0},  {ring_scanner, 1},  {ring_scanner, 2},  {ring_claimer, 0},
        {ring_scanner, 3},  {ring_scanner, 4},  {ring_scanner, 5},  {ring_poller, 0},
        {ring_scanner, 6},  {ring_scanner, 7},  {ring_scanner, 8},  {ring_folder, 0},
        {ring_scanner, 9},  {ring_scanner, 10}, {ring_scanner, 11}, {ring_reducer, 0},
        {ring_scanner, 12}, {ring_scanner, 13}, {ring_scanner, 14}, {ring_reducer, 1},
        {ring_reducer, 2},  {ring_reducer, 3},  {ring_reducer, 4},  {ring_scanner, 15},
    },
    { /* of one, with loaders besides who claims */
        {ring_scanner, 0},  {ring_scanner, 1},  {ring_scanner, 2},  {ring_claimer, 0},
        {ring_scanner, 3},  {ring_scanner, 4},  {ring_scanner, 5},  {ring_poller, 0},
        {ring_scanner, 6},  {ring_scanner, 7},  {ring_reducer, 0},  {ring_folder, 0},
        {ring_reducer, 1},  {ring_reducer, 2},  {ring_reducer, 3},  {ring_loader, 0},
        {ring_reducer, 4},  {ring_loader, 1},   {ring_loader, 2},   {ring_loader, 3},
    },
    // clang-format on
};
template <int GROUPS> constexpr int ring_layout = ring_bulk ? GROUPS - 1 : 2;

constexpr int ring_stages_max = PREFIX__CUDA_RING_STAGES_MAX;
constexpr int ring_slots = 16; /* more than stages and groups together */
constexpr int ring_notes = 2;  /* on their way from the poller to the folder */
constexpr uint32_t ring_end = 0xffffffffu;

/* Aggregates that are polled at once: more than tiles that blocks have at a time, and 31. */
template <int KIND> constexpr int ring_window = ring_tiles<KIND> == 1 ? 192 : 320;

/* Room for those that notes tell of, and for a window beyond. */
template <int KIND> constexpr int ring_aggregates = ring_tiles<KIND> * 1024;

/*
 * Rows that a scanner has in registers at once: a part. Of words of 64 bits in any order, more would not
 * fit; of converted ones, fewer are as fast, and take fewer instructions.
 */
template <class OP, int KIND>
constexpr int ring_part_rows = !OP::ordered && (OP::bits == 64 || ring_converted<KIND>) ? 4 : 8;
template <class OP, int KIND>
constexpr int ring_parts = tile_shape<OP>::rows / ring_part_rows<OP, KIND>; /* of a tile */

/* What stands before each row in its tile is kept; where any order will do, before each part: a lane has one at most.
 */
template <class OP> constexpr int ring_rows_kept = OP::ordered ? tile_shape<OP>::rows : 32;

/* What a ring has room for: a slot's tiles, and their rows; and aggregates, by tile, modulo, or a window of them. */
template <class OP, int KIND> struct ring_room {
    static constexpr int tiles = ring_tiles<KIND>, rows = ring_rows_kept<OP>;
    static constexpr int aggregates = ring_folds<OP> ? ring_aggregates<KIND> : wide_carry<OP> ? ring_window<KIND> : 1;
};

template <class OP, int KIND = PREFIX__CUDA_RING_PLAIN, class ROOM = ring_room<OP, KIND>> struct ring {
    using single = typename OP::single::word;
    using carry = typename OP::carry;
    static constexpr int tiles = ROOM::tiles;
    static constexpr int shares = tiles * ring_shares;

    struct slot {
        alignas(16) single rows[tiles * ROOM::rows];
        carry before[tiles]; /* what stands before each tile */
        single aggregates[tiles];
        claim mine; /* tile ring_end: there are no more */
    };
    /* The aggregates of all tiles before upto are there. */
    struct note {
        uint32_t upto; /* ring_end: there are no more */
        bool last;     /* upto is the block's next tile, whose carry is thus complete */
    };

    alignas(16) slot slots[ring_slots];
    alignas(16) carry aggregates[ROOM::aggregates];
    note notes[ring_notes];
    uint64_t full[ring_stages_max * PREFIX__CUDA_RING_PIECES]; /* of pieces, in the order of the scan */
    uint64_t drained[ring_stages_max];
    uint64_t claimed[ring_slots]; /* to the loaders, if they are not the claimer */
    uint64_t summed[ring_slots];  /* among the reducers: row totals are there */
    uint64_t reduced[ring_slots];
    uint64_t carried[ring_slots];
    uint64_t done[ring_slots];
    uint64_t note_full[ring_notes];
    uint64_t note_free[ring_notes];

    __device__ void init(int stages, int pieces)
    {
        for (int p = 0; p < stages * pieces; p++)
            barrier_init(&full[p], ring_bulk ? 1 : 32);
        for (int s = 0; s < stages; s++)
            barrier_init(&drained[s], (ring_scanners + shares) * warp_arrivals);
        for (int s = 0; s < ring_slots; s++) {
            barrier_init(&claimed[s], 1);
            barrier_init(&summed[s], shares * warp_arrivals);
            barrier_init(&reduced[s], warp_arrivals);
            barrier_init(&carried[s], warp_arrivals);
            barrier_init(&done[s], ring_scanners * warp_arrivals);
        }
        for (int n = 0; n < ring_notes; n++) {
            barrier_init(&note_full[n], warp_arrivals);
            barrier_init(&note_free[n], warp_arrivals);
        }
        barrier_init_done();
    }
};

/*
 * A place that moves round the stages, and the parity of the phase which the current round completes:
 * in one word, since scanners of 64-bit words have no register to spare.
 */
struct ring_place {
    uint32_t word; /* twice the place, and the parity */
    __device__ int at() const
    {
        return (int)(word >> 1);
    }
    __device__ uint32_t parity() const
    {
        return word & 1;
    }
    __device__ void advance(uint32_t by, uint32_t size)
    {
        word += 2 * by;
        if (word >= 2 * size)
            word = (word - 2 * size) ^ 1;
    }
};

/* The block's i-th tile: its slot, and the parity of the phase which it completes there. */
__device__ inline int ring_slot(uint32_t i)
{
    return (int)(i % ring_slots);
}

__device__ inline uint32_t ring_parity(uint32_t i)
{
    return i / ring_slots & 1;
}

/*
 * Where a tile's aggregate is published. Every block reads all of them, at about the same time:
 * neighbouring ones lie together, as a warp reads them, but groups of 32 far apart, so that the
 * reads do not meet in one slice of the cache.
 */
template <uint32_t WORDS> __device__ inline uint64_t *ring_descriptor_of(const prefix__cuda_scan &scan, uint32_t tile)
{
    constexpr uint32_t spread = PREFIX__CUDA_RING_SPREAD;
    uint32_t group = tile / 32;
    return scan.workspace + PREFIX__CUDA_HEADER_WORDS +
           (group % spread * scan.ring_stride + (group / spread * 32 + tile % 32) * WORDS);
}

template <class OP> __device__ inline uint64_t *ring_descriptor(const prefix__cuda_scan &scan, uint32_t tile)
{
    return ring_descriptor_of<descriptor_words<typename OP::single::word>>(scan, tile);
}

/* Bytes from one stage to the next. */
template <class OP, int KIND = PREFIX__CUDA_RING_PLAIN>
__device__ inline uint32_t ring_stage_bytes(const prefix__cuda_scan &scan)
{
    constexpr uint32_t elements = ring_elements<OP, KIND>;
    return PREFIX__CUDA_RING_STAGE(elements * scan.in_size, scan.ring_skew);
}

/*
 * In a skewed scan of an operator that allows any order, tiles begin where the input is aligned to
 * lines of memory: some elements before the array's first.
 */
template <class OP, int KIND> constexpr bool ring_led = KIND == PREFIX__CUDA_RING_SKEWED && !OP::ordered;

} // namespace prefix_cuda

#endif
