/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The reducers of a selection's persistent block: they work out which of a tile's elements are selected,
 * leave their bits beside the stage, and publish how many they are. A tile has several shares, of some
 * parts, which reducers take by turns; who has the last does what is then left to do.
 */
#ifndef PREFIX_CUDA_SELECT_RING_COUNT_CUH
#define PREFIX_CUDA_SELECT_RING_COUNT_CUH

#include "warp/kogge_stone.cuh"
#include "pipeline/ring.cuh"
#include "select/part.cuh"

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
    using word = decltype(raised<SIZE>(0)); /* of tests */
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
        if (is_plain<SIZE>(s.test))
            selected = packed_bits<SIZE, rows, true>(stage, words, push_different<word>());
        else
            selected = ~with_floats_differ((word)s.test.mask, (word)s.test.range, [&](auto differ) {
                return packed_bits<SIZE, rows, true>(stage, words, push_equal<word, decltype(differ)>{differ});
            });
        selected |= first_head(s, first);
        break;
    default:
        selected = is_interval<SIZE>(s.test)
                       ? ~packed_bits<SIZE, rows, false>(stage, words, push_outside<word>(s.test))
                       : ~packed_bits<SIZE, rows, false>(stage, words, push_failing<word>(s.test));
        if (s.use_second)
            second = ~packed_bits<SIZE, rows, false>(stage, words, push_failing<word>(s.second));
        break;
    }
    return wanted(selected, second, s);
}

/* One of so many reducers; they are no more than the shares of two tiles. */
template <int SIZE, class OP, int REDUCERS>
__device__ inline void ring_count(ring<OP> &r, const ring_select_memory<SIZE> &memory, const uint64_t *flagged,
                                  const prefix__cuda_select &s, int which)
{
    using shape = ring_select_shape<SIZE>;
    using single = typename OP::single;
    const prefix__cuda_scan &scan = s.scan;
    int lane = threadIdx.x & 31;
    ring_place place = {0};
    uint32_t i = 0;
    for (int share = which;; share += REDUCERS) {
        for (; share >= ring_shares; share -= ring_shares, i++)
            place.advance(1, scan.ring_stages);
        int at = ring_slot(i), piece = share * scan.ring_pieces / ring_shares;
        bool last = share == ring_shares - 1;
        barrier_wait(&r.full[place.at() * scan.ring_pieces + piece], place.parity());
        if (piece > 0 && scan.ring_skew > 0) /* with which the first packet has come */
            barrier_wait(&r.full[place.at() * scan.ring_pieces + piece - 1], place.parity());
        typename ring<OP>::slot &slot = r.slots[at];
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
        bool whole = begin >= scan.ring_lead && begin + shape::elements <= (int64_t)scan.n;
#pragma unroll 1
        for (int k = 0; k < shape::parts / ring_shares; k++) {
            int part = share * (shape::parts / ring_shares) + k;
            int64_t first = begin + part * shape::part;
            int flag_at = s.selector == PREFIX_SELECTOR_BYTES ? part * shape::part : part * shape::part / 8;
            uint32_t selected = ring_part_bits<SIZE>(s, stage + part * shape::part * SIZE, flags + flag_at,
                                                     bits + part * shape::rows, first);
            if (shape::rows < 32 || !whole)
                selected &= existing<shape::rows>(scan.ring_lead - first, (int64_t)scan.n - first);
            typename single::word told;
            tell(told, selected, (uint32_t)first);
            if (lane < shape::rows)
                bits[part * shape::rows + lane] = selected;
            if (lane == 0)
                slot.rows[part] = told;
        }
        warp_arrive(&r.drained[place.at()]);
        warp_arrive(&r.summed[at]);
        if (!last)
            continue;
        barrier_wait(&r.summed[at], ring_parity(i));
        typename single::word sum[1] = {lane < shape::parts ? slot.rows[lane] : single::neutral};
        warp_scan<single, 1>(sum);
        typename single::word before = __shfl_up_sync(~0u, sum[0], 1);
        if (lane < shape::parts)
            slot.rows[lane] = lane > 0 ? before : single::neutral;
        if (lane == 31) {
            publish(ring_descriptor<OP>(scan, mine.tile), sum[0], mine.tag);
            slot.aggregates[0] = sum[0];
        }
        warp_arrive(&r.reduced[at]);
    }
}

} // namespace prefix_cuda

#endif
