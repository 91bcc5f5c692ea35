/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The selection from a large array, by the persistent blocks of ring.cuh: the same hands, but that
 *   reducers  work out which elements are selected, leave their bits beside the stage, and publish
 *             how many they are
 *   scanners  take a part of the tile's rows to registers, bring the selected elements together in
 *             the place where the part was, and store them
 * A stage holds a tile's elements and, behind all stages, its bits and, if flags select, these.
 *
 * In place is safe for the reason that select.cuh gives. Here a tile has been read when its pieces have
 * landed in the stage, for which its count has waited.
 */
#ifndef PREFIX_CUDA_DEVICE_RING_SELECT_CUH
#define PREFIX_CUDA_DEVICE_RING_SELECT_CUH

#include "../warp/kogge_stone.cuh"
#include "count.cuh"
#include "ring_carry.cuh"
#include "ring_load.cuh"
#include "select_part.cuh"

namespace prefix_cuda
{

template <int SIZE> struct ring_select_shape {
    using op = count_of<8 * SIZE>;
    static constexpr int elements = tile_shape<op>::elements;
    static constexpr int rows = select_rows<SIZE>;
    static constexpr int part = rows * 32; /* elements */
    static constexpr int parts = elements / part;
    static constexpr int bits_bytes = elements / 8;
};

/* Which of the kinds of ring.cuh has as many warps. */
template <int WHAT>
constexpr int select_kind = WHAT == select_all ? PREFIX__CUDA_RING_GENERAL : PREFIX__CUDA_RING_PLAIN;

/* Bytes of a tile's flags in shared memory, with the packet that a skew takes. */
template <int SIZE> __device__ inline uint32_t ring_flag_bytes(const prefix__cuda_select &s)
{
    constexpr uint32_t elements = ring_select_shape<SIZE>::elements;
    return s.selector == PREFIX_SELECTOR_BYTES ? elements : s.selector == PREFIX_SELECTOR_BITS ? elements / 8 : 0;
}

template <int SIZE> struct ring_select_memory {
    using shape = ring_select_shape<SIZE>;
    char *stages, *bits, *flags;
    uint32_t stage_bytes, flag_bytes;

    __device__ ring_select_memory(char *memory, const prefix__cuda_select &s)
    {
        stage_bytes = ring_stage_bytes<typename shape::op>(s.scan);
        flag_bytes = ring_flag_bytes<SIZE>(s);
        stages = memory;
        bits = stages + s.scan.ring_stages * stage_bytes;
        flags = bits + s.scan.ring_stages * shape::bits_bytes;
    }
    /* The tile's first element. */
    __device__ char *stage(int at, const prefix__cuda_select &s) const
    {
        return stages + at * stage_bytes + s.scan.ring_skew;
    }
    __device__ uint32_t *stage_bits(int at) const
    {
        return (uint32_t *)(bits + at * shape::bits_bytes);
    }
    __device__ char *stage_flags(int at) const
    {
        return flags + at * flag_bytes;
    }
};

/* 16 bytes of flags as bits. */
__device__ inline uint32_t bits_of_bytes(uint4 f)
{
    uint32_t w[4] = {f.x, f.y, f.z, f.w}, bits = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        uint32_t high = (((w[k] & 0x7f7f7f7fu) + 0x7f7f7f7fu) | w[k]) & 0x80808080u; /* of each byte that is not 0 */
        bits |= (high >> 7) * 0x10204080u >> 28 << (4 * k);
    }
    return bits;
}

/* The bits of rows whose flags, a byte each, begin there: lane k turns those of half a row. */
template <int ROWS> __device__ inline uint32_t flag_bits(const char *flags)
{
    int lane = threadIdx.x & 31;
    uint32_t mine = 0;
#pragma unroll
    for (int half = 0; half < ROWS / 16; half++) {
        uint32_t bits = bits_of_bytes(*(const uint4 *)(flags + (half * 32 + lane) * 16));
        uint32_t low = __shfl_sync(~0u, bits, 2 * lane & 31), high = __shfl_sync(~0u, bits, (2 * lane & 31) + 1);
        mine = lane / 16 == half ? low | high << 16 : mine;
    }
    return mine;
}

/* Which elements of a part are selected; first: its first place. stage, flags, words: of the part. */
template <int SIZE>
__device__ inline uint32_t ring_part_bits(const prefix__cuda_select &s, const char *stage, const char *flags,
                                          uint32_t *words, int64_t first)
{
    constexpr int rows = ring_select_shape<SIZE>::rows;
    int lane = threadIdx.x & 31;
    uint32_t selected, second = 0;
    switch (s.selector) {
    case PREFIX_SELECTOR_BYTES:
        selected = flag_bits<rows>(flags);
        break;
    case PREFIX_SELECTOR_BITS:
        selected = lane < rows ? ((const uint32_t *)flags)[lane] : 0;
        break;
    case PREFIX_SELECTOR_HEADS:
        selected = packed_bits<SIZE, rows, true>(stage, words, [&](auto x, auto y) { return differs(x, y, s.test); });
        selected |= first_head(s, first);
        break;
    default:
        if (is_interval<SIZE>(s.test))
            selected =
                packed_bits<SIZE, rows, false>(stage, words, [&](auto x, auto) { return lies_within(x, s.test); });
        else
            selected = packed_bits<SIZE, rows, false>(stage, words, [&](auto x, auto) { return passes(x, s.test); });
        if (s.use_second)
            second = packed_bits<SIZE, rows, false>(stage, words, [&](auto x, auto) { return passes(x, s.second); });
        break;
    }
    return wanted(selected, second, s);
}

template <int SIZE>
__device__ inline void ring_count(ring<typename ring_select_shape<SIZE>::op> &r, const ring_select_memory<SIZE> &memory,
                                  const uint64_t *flagged, const prefix__cuda_select &s, int which)
{
    using shape = ring_select_shape<SIZE>;
    using op = typename shape::op;
    const prefix__cuda_scan &scan = s.scan;
    int lane = threadIdx.x & 31;
    ring_place place = {0};
    uint32_t i = 0;
    for (int share = which;; share += ring_reducers + 1) {
        for (; share >= ring_shares; share -= ring_shares, i++)
            place.advance(1, scan.ring_stages);
        int at = ring_slot(i), piece = share * scan.ring_pieces / ring_shares;
        bool last = share == ring_shares - 1;
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        typename ring<op>::slot &slot = r.slots[at];
        claim mine = slot.mine;
        if (mine.tile == ring_end) {
            if (last)
                warp_arrive(&r.reduced[at]);
            return;
        }
        if (memory.flag_bytes > 0)
            barrier_wait((uint64_t *)&flagged[place.at()], place.parity());
        const char *stage = memory.stage(place.at(), s);
        const char *flags = memory.stage_flags(place.at());
        uint32_t *bits = memory.stage_bits(place.at());
        int64_t begin = (int64_t)mine.tile * shape::elements;
#pragma unroll 1
        for (int k = 0; k < shape::parts / ring_shares; k++) {
            int part = share * (shape::parts / ring_shares) + k;
            int64_t first = begin + part * shape::part;
            int flag_at = s.selector == PREFIX_SELECTOR_BYTES ? part * shape::part : part * shape::part / 8;
            uint32_t selected = ring_part_bits<SIZE>(s, stage + part * shape::part * SIZE, flags + flag_at,
                                                     bits + part * shape::rows, first);
            selected &= existing<shape::rows>(scan.ring_lead - first, (int64_t)scan.n - first);
            uint32_t count = bits_of_lanes(selected);
            if (lane < shape::rows)
                bits[part * shape::rows + lane] = selected;
            if (lane == 0)
                slot.rows[part] = count;
        }
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.summed[at]);
        if (!last)
            continue;
        barrier_wait(&r.summed[at], ring_parity(i));
        uint32_t sum[1] = {lane < shape::parts ? slot.rows[lane] : 0}, own = sum[0];
        warp_scan<single_count, 1>(sum);
        if (lane < shape::parts)
            slot.rows[lane] = sum[0] - own;
        if (lane == 31) {
            publish(ring_descriptor<op>(scan, mine.tile), sum[0], mine.tag);
            slot.aggregate = sum[0];
        }
        warp_arrive(&r.reduced[at]);
    }
}

/* A part that the warp has in its rows' bits, in the stage. */
template <int SIZE, int WHAT>
__device__ inline void ring_compact(const prefix__cuda_select &s, char *stage, const uint32_t *bits, int part,
                                    int64_t tile_begin, const select_bases &bases, uint64_t selected)
{
    using shape = ring_select_shape<SIZE>;
    using word = element<SIZE>;
    int lane = threadIdx.x & 31;
    stage += part * shape::part * SIZE;
    const word *from = (const word *)stage + lane;
    word x[shape::rows];
#pragma unroll
    for (int r = 0; r < shape::rows; r++)
        x[r] = from[r * 32];
    uint32_t mine = lane < shape::rows ? bits[part * shape::rows + lane] : 0;
    int64_t first = tile_begin + part * shape::part;
    uint32_t all = existing<shape::rows>(s.scan.ring_lead - first, (int64_t)s.scan.n - first);
    /* The whole packets of the part, which is the warp's own now. */
    int skew = s.scan.ring_skew & (PREFIX__CUDA_RING_PACKET - 1), in = (PREFIX__CUDA_RING_PACKET - skew) & 15;
    int room = shape::part * SIZE - (skew > 0 ? PREFIX__CUDA_RING_PACKET : 0);
    __syncwarp();
    store_part<SIZE, shape::rows, WHAT>(s, stage + in, room, mine, all, bases, first - s.scan.ring_lead, selected,
                                        [&](int r) { return x[r]; });
}

template <int SIZE, int WHAT>
__device__ inline void ring_keep(ring<typename ring_select_shape<SIZE>::op> &r, const ring_select_memory<SIZE> &memory,
                                 const prefix__cuda_select &s, int which)
{
    using shape = ring_select_shape<SIZE>;
    constexpr int groups = ring_groups<select_kind<WHAT>>, parts = shape::parts / ring_scanners;
    const prefix__cuda_scan &scan = s.scan;
    const select_bases bases(s);
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
        uint64_t before = slot.before;
        if (tile + 1 == (uint32_t)scan.tiles && share == 0 && lane == 0 && scan.total)
            *(uint64_t *)scan.total = before + slot.aggregate;
#pragma unroll 1
        for (int k = 0; k < parts && (WHAT != select_kept || s.out); k++) {
            int part = share * parts + k;
            ring_compact<SIZE, WHAT>(s, memory.stage(place.at(), s), memory.stage_bits(place.at()), part,
                                     (int64_t)tile * shape::elements, bases, before + slot.rows[part]);
        }
        before_bulk_load();
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

template <int SIZE, int WHAT>
__global__ void __launch_bounds__(ring_threads<select_kind<WHAT>>, 1)
    ring_select_kernel(const __grid_constant__ prefix__cuda_select s)
{
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    using op = typename ring_select_shape<SIZE>::op;
    constexpr int layout = ring_layout<select_kind<WHAT>>;
    extern __shared__ __align__(128) char dynamic[];
    __shared__ ring<op> r;
    __shared__ uint64_t flagged[ring_stages_max];
    const ring_select_memory<SIZE> memory(dynamic, s);
    if (threadIdx.x == 0) {
        for (int i = 0; i < ring_stages_max; i++)
            barrier_init(&flagged[i], 1);
        r.init(s.scan.ring_stages, s.scan.ring_pieces);
    }
    __syncthreads();

    int role = ring_roles[layout][threadIdx.x >> 5].role;
    int which = ring_roles[layout][threadIdx.x >> 5].which;
    if (role != ring_claimer) /* which claims first */
        await_previous();
    switch (role) {
    case ring_scanner:
        ring_keep<SIZE, WHAT>(r, memory, s, which);
        break;
    case ring_reducer:
        ring_count<SIZE>(r, memory, flagged, s, which);
        break;
    case ring_claimer:
        if (elected())
            ring_claim_tiles<op>(r, dynamic, s.scan, [&](uint32_t tile, int at) {
                if (memory.flag_bytes > 0)
                    ring_load_flags<SIZE>(memory, flagged, s, tile, at);
            });
        break;
    case ring_folder: /* there is nothing to fold by itself */
        ring_count<SIZE>(r, memory, flagged, s, ring_reducers);
        break;
    case ring_poller:
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
