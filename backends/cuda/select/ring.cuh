/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The selection from a large array, by the persistent blocks of ring.cuh: the same hands, but that
 *   reducers  work out which elements are selected, and publish how many: see ring_count.cuh
 *   scanners  take a part of the tile's rows to registers, bring the selected elements together in
 *             the place where the part was, and store them; or, of runs, list where they begin
 * A stage holds a tile's elements and, behind all stages, its bits and, if flags select, these.
 *
 * In place is safe for the reason that select.cuh gives. Here a tile has been read when its pieces have
 * landed in the stage, for which its count has waited.
 */
#ifndef PREFIX_CUDA_SELECT_RING_CUH
#define PREFIX_CUDA_SELECT_RING_CUH

#include "pipeline/ring_carry.cuh"
#include "select/ring_count.cuh"
#include "pipeline/ring_load.cuh"
#include "select/runs_part.cuh"

namespace prefix_cuda
{

/* To be ready for all at once takes registers, of which there are enough for one group of scanners only. */
template <int WHAT> constexpr int select_groups = WHAT == select_all || WHAT == select_runs ? 1 : ring_groups;

/* Of runs, to find out where they begin is most of the work; there is something to fold by itself, too. */
template <int WHAT> constexpr int select_reducers = WHAT == select_runs ? 8 : ring_reducers + 1;
template <int WHAT>
constexpr int select_threads_of_ring = WHAT == select_runs ? 19 * 32 : ring_threads_of<select_groups<WHAT>>;

/* By warp, for runs. Placed as ring.cuh says. */
__device__ constexpr struct {
    uint8_t role;
    uint8_t which;
} runs_roles[] = {
    // clang-format off
    {ring_scanner, 0},  {ring_scanner, 1},  {ring_scanner, 2},  {ring_claimer, 0},
    {ring_scanner, 3},  {ring_scanner, 4},  {ring_scanner, 5},  {ring_poller, 0},
    {ring_scanner, 6},  {ring_scanner, 7},  {ring_reducer, 0},  {ring_folder, 0},
    {ring_reducer, 1},  {ring_reducer, 2},  {ring_reducer, 3},  {ring_reducer, 4},
    {ring_reducer, 5},  {ring_reducer, 6},  {ring_reducer, 7},
    // clang-format on
};

/* Of a row, that are sooner stored one by one. */
constexpr int select_few = 4;

/* A part that the warp has in its rows' bits, in the stage. */
template <int SIZE, int WHAT>
__device__ inline void ring_compact(const prefix__cuda_select &s, char *stage, const uint32_t *bits, uint32_t *rows,
                                    int part, int64_t tile_begin, uint64_t base, uint64_t selected)
{
    using shape = ring_select_shape<SIZE>;
    using word = element<SIZE>;
    int lane = threadIdx.x & 31;
    stage += part * shape::part * SIZE;
    const word *from = (const word *)stage + lane;
    uint32_t mine = lane < shape::rows ? bits[part * shape::rows + lane] : 0;
    if (WHAT == select_kept && !__any_sync(~0u, __popc(mine) > select_few)) {
        compact_few<select_few, SIZE>(stage, mine, destination{s.out, base + selected, s.capacity});
        return;
    }
    word x[shape::rows];
#pragma unroll
    for (int r = 0; r < shape::rows; r++)
        x[r] = from[r * 32];
    int64_t first = tile_begin + part * shape::part;
    uint32_t all = existing<shape::rows>(s.scan.ring_lead - first, (int64_t)s.scan.n - first);
    /* The whole packets of the part, which is the warp's own now. */
    int skew = s.scan.ring_skew & (PREFIX__CUDA_RING_PACKET - 1), in = (PREFIX__CUDA_RING_PACKET - skew) & 15;
    int room = shape::part * SIZE - (skew > 0 ? PREFIX__CUDA_RING_PACKET : 0);
    __syncwarp();
    store_part<SIZE, shape::rows, WHAT>(s, compact_area{stage + in, room, rows}, mine, all, base,
                                        first - s.scan.ring_lead, selected, [&](int r) { return x[r]; });
}

template <int SIZE, int WHAT>
__device__ inline void ring_keep(ring<typename ring_select_shape<SIZE>::op> &r, const ring_select_memory<SIZE> &memory,
                                 uint32_t *rows, const prefix__cuda_select &s, int which)
{
    using shape = ring_select_shape<SIZE>;
    constexpr int groups = select_groups<WHAT>, parts = shape::parts / ring_scanners;
    const prefix__cuda_scan &scan = s.scan;
    const uint64_t base = select_base(s);
    int lane = threadIdx.x & 31;
    int group = which / ring_scanners, share = which % ring_scanners;
    int piece = share * scan.ring_pieces / ring_scanners;
    ring_place place = {2u * group};
    for (uint32_t i = group;; i += groups, place.advance(groups, scan.ring_stages)) {
        int at = ring_slot(i);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        typename ring<typename shape::op>::slot &slot = r.slots[at];
        uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        barrier_wait(&r.carried[at], ring_parity(i));
        uint64_t before = slot.before[0];
        if (tile + 1 == (uint32_t)scan.tiles && share == 0 && lane == 0 && scan.total)
            *(uint64_t *)scan.total = before + slot.aggregates[0];
#pragma unroll 1
        for (int k = 0; k < parts && (WHAT != select_kept || s.out); k++) {
            int part = share * parts + k;
            ring_compact<SIZE, WHAT>(s, memory.stage(place.at(), s), memory.stage_bits(place.at()), rows, part,
                                     (int64_t)tile * shape::elements, base, before + slot.rows[part]);
        }
        before_bulk_load();
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.done[at]);
    }
}

template <int SIZE>
__device__ inline void ring_keep_runs(ring<heads_of<8 * SIZE>> &r, const ring_select_memory<SIZE> &memory,
                                      uint16_t *places, const prefix__cuda_select &s, int which)
{
    using shape = ring_select_shape<SIZE>;
    constexpr int parts = shape::parts / ring_scanners;
    const prefix__cuda_scan &scan = s.scan;
    const runs_place piece = runs_before(s);
    int lane = threadIdx.x & 31, landed = which * scan.ring_pieces / ring_scanners;
    ring_place place = {0};
    for (uint32_t i = 0;; i++, place.advance(1, scan.ring_stages)) {
        int at = ring_slot(i);
        barrier_wait(&r.full[place.at() * scan.ring_pieces + landed], place.parity());
        typename ring<heads_of<8 *SIZE>>::slot &slot = r.slots[at];
        uint32_t tile = slot.mine.tile;
        if (tile == ring_end)
            return;
        barrier_wait(&r.carried[at], ring_parity(i));
        uint64_t before = slot.before[0];
        if (tile + 1 == (uint32_t)scan.tiles && which == 0 && lane == 0)
            end_runs(s, piece, single_heads::combine(before, slot.aggregates[0]));
        const char *stage = memory.stage(place.at(), s);
        const uint32_t *bits = memory.stage_bits(place.at());
#pragma unroll 1
        for (int part = which * parts; part < (which + 1) * parts; part++)
            store_runs<SIZE>(s, stage + part * shape::part * SIZE, places,
                             lane < shape::rows ? bits[part * shape::rows + lane] : 0,
                             (uint64_t)tile * shape::elements + part * shape::part,
                             runs_behind(s, piece, single_heads::combine(before, slot.rows[part])));
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.done[at]);
    }
}

/* The flags of a tile. */
template <int SIZE>
__device__ inline void ring_load_flags(const ring_select_memory<SIZE> &memory, uint64_t *flagged,
                                       const prefix__cuda_select &s, uint32_t tile, int at)
{
    constexpr uint32_t elements = ring_select_shape<SIZE>::elements;
    bool packed = s.selector == PREFIX_SELECTOR_BITS;
    uint64_t per_byte = packed ? 8 : 1, lead = s.scan.ring_lead / per_byte;
    uintptr_t flags = (uintptr_t)s.flags, from = flags - lead + (uint64_t)tile * (elements / per_byte);
    uintptr_t end = flags - lead + (s.scan.n + per_byte - 1) / per_byte;
    ring_copy(memory.stage_flags(at), from, elements / (uint32_t)per_byte, flags, end, flagged + at);
}

/* Whether there is a stage, and a slot, for the block's i-th tile; or waits until there is. */
template <class OP, bool WAIT>
__device__ inline bool ring_free(ring<OP> &r, const prefix__cuda_scan &scan, uint32_t i, const ring_place &place)
{
    uint64_t *drained = &r.drained[place.at()], *done = &r.done[ring_slot(i)];
    if (WAIT) {
        if (i >= (uint32_t)scan.ring_stages)
            barrier_wait(drained, place.parity() ^ 1);
        if (i >= (uint32_t)ring_slots)
            barrier_wait(done, ring_parity(i - ring_slots));
        return true;
    }
    return (i < (uint32_t)scan.ring_stages || barrier_passed(drained, place.parity() ^ 1)) &&
           (i < (uint32_t)ring_slots || barrier_passed(done, ring_parity(i - ring_slots)));
}

/*
 * As ring_claim_tiles(), but with two claims on their way, if there are stages for both: where little is
 * written, a tile is done with in less time than a claim takes. Each block claims twice in vain, for each
 * scanner, and each reducer, has some of one of two.
 */
template <int SIZE, class OP>
__device__ inline void ring_claim_ahead(ring<OP> &r, const ring_select_memory<SIZE> &memory, uint64_t *flagged,
                                        const prefix__cuda_select &s)
{
    const prefix__cuda_scan &scan = s.scan;
    ring_flight flight = {r.full, 0, 0};
    ring_place place = {0};
    uint64_t ticket = ask_for_tile(scan.workspace);
    int ends = 0;
    await_previous();
    for (uint32_t i = 0; ends < 2; i++) {
        ring_place next = place;
        next.advance(1, scan.ring_stages);
        uint64_t later = 0;
        bool asked = ends == 0 && ring_free<OP, false>(r, scan, i + 1, next);
        if (asked)
            later = ask_for_tile(scan.workspace);
        claim mine = claim_of(ticket);
        if (mine.tile == scan.tiles + 2 * gridDim.x - 1)
            end_claims(scan.workspace, mine.tag);
        if (mine.tile >= scan.tiles) {
            mine.tile = ring_end;
            ends++;
        }
        r.slots[ring_slot(i)].mine = mine;
        if (ends == 0 && memory.flag_bytes > 0)
            ring_load_flags<SIZE>(memory, flagged, s, mine.tile, place.at());
        ring_bring<true>(r, memory.stages, scan, mine.tile, place.at(), 0, flight);
        if (ends < 2 && !asked) {
            ring_free<OP, true>(r, scan, i + 1, next);
            later = ask_for_tile(scan.workspace);
        }
        ticket = later;
        place = next;
    }
    if (r.slots[0].mine.tag != last_tag)
        let_next_start();
}

template <int SIZE, int WHAT>
__global__ void __launch_bounds__(select_threads_of_ring<WHAT>, 1)
    ring_select_kernel(const __grid_constant__ prefix__cuda_select s)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    using op = typename select_op<SIZE, WHAT>::type;
    constexpr int layout = ring_layout<select_groups<WHAT>>, places = WHAT == select_runs ? 32 * select_rows<SIZE> : 1;
    extern __shared__ __align__(128) char dynamic[];
    __shared__ ring<op> r;
    __shared__ uint64_t flagged[ring_stages_max];
    __shared__ alignas(16) uint32_t rows[select_groups<WHAT> * ring_scanners][64];
    __shared__ uint16_t begins[WHAT == select_runs ? ring_scanners : 1][places];
    const ring_select_memory<SIZE> memory(dynamic, s);
    if (threadIdx.x == 0) {
        for (int i = 0; i < ring_stages_max; i++)
            barrier_init(&flagged[i], 1);
        r.init(s.scan.ring_stages, s.scan.ring_pieces);
    }
    __syncthreads();

    int warp = threadIdx.x >> 5;
    int role = WHAT == select_runs ? runs_roles[warp].role : ring_roles[layout][warp].role;
    int which = WHAT == select_runs ? runs_roles[warp].which : ring_roles[layout][warp].which;
    if (role != ring_claimer) /* which claims first */
        await_previous();
    switch (role) {
    case ring_scanner:
        if constexpr (WHAT == select_runs)
            ring_keep_runs<SIZE>(r, memory, begins[which], s, which);
        else
            ring_keep<SIZE, WHAT>(r, memory, rows[which], s, which);
        break;
    case ring_folder:
        if constexpr (ring_folds<op>) {
            ring_fold<op, PREFIX__CUDA_RING_PLAIN>(r, s.scan);
            break;
        }
        which = ring_reducers;
        [[fallthrough]];
    case ring_reducer:
        ring_count<SIZE, op, select_reducers<WHAT>>(r, memory, flagged, s, which);
        break;
    case ring_claimer:
        if (elected())
            ring_claim_ahead<SIZE, op>(r, memory, flagged, s);
        break;
    case ring_poller:
        if constexpr (ring_folds<op>)
            ring_poll<op, PREFIX__CUDA_RING_PLAIN>(r, s.scan);
        else
            ring_gather<op, PREFIX__CUDA_RING_PLAIN>(r, s.scan);
        break;
    default:
        break;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        retire(s.scan, r.slots[0].mine.tag);
#endif
}

} // namespace prefix_cuda

#endif
