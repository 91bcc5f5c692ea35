/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Narrow elements in segments, two rows at a time: elements of both are pairs. Heads of both rows are a word of a lane.
 * As in sum_bytes.cuh, reducers keep for the scanners what stands before each lane in its row; here, operators are
 * those that cannot be undone, and exclusive or.
 */
#ifndef PREFIX_CUDA_SEGMENTS_ROW_PAIRS_CUH
#define PREFIX_CUDA_SEGMENTS_ROW_PAIRS_CUH

#include <type_traits>

#include "warp/cut_scan.cuh"
#include "warp/kogge_stone.cuh"
#include "word/pair.cuh"

namespace prefix_cuda
{

template <class OP> constexpr bool in_pairs = false;
template <int OP, int SIZE, int ROWS, int ROUND>
constexpr bool in_pairs<stored_as<integer<OP, 32>, SIZE, ROWS, ROUND>> =
    OP == PREFIX__CUDA_MAX || OP == PREFIX__CUDA_OR || OP == PREFIX__CUDA_XOR;

/* A lane's elements of two rows. */
template <class OP> struct row_pair {
    using both = pair<OP>;
    static constexpr int size = word_bytes<OP>, count = 16 / size;
    packet<16> p[2];

    static __device__ uint32_t of_row(uint32_t heads, int r)
    {
        return heads >> (r * count) & ((1u << count) - 1);
    }
    __device__ void turn(const prefix__cuda_segmented &s)
    {
#pragma unroll
        for (int r = 0; r < 2; r++) {
#pragma unroll
            for (int i = 0; i < 4; i++)
                p[r].w[i] = both::turned(p[r].w[i], s);
        }
    }
    /* From a stage, whatever lies there. */
    __device__ void load(const char *from, const prefix__cuda_segmented &s)
    {
#pragma unroll
        for (int r = 0; r < 2; r++)
            p[r] = load_packet<16>(from + (r * 32 + (threadIdx.x & 31)) * 16);
        turn(s);
    }
    __device__ uint32_t elements(int k) const
    {
        return both::of_elements(p[0].w[k * size / 4], p[1].w[k * size / 4], k % (4 / size));
    }
    /* All of them, as memory has them. */
    __device__ void set(const uint32_t (&x)[count], const prefix__cuda_segmented &s)
    {
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const int k = i * 4 / size;
            uint32_t first = x[k], second = x[k + 1];
            if constexpr (size == 1) {
                first = __byte_perm(x[k], x[k + 1], 0x6240);
                second = __byte_perm(x[k + 2], x[k + 3], 0x6240);
            }
            p[0].w[i] = __byte_perm(first, second, 0x5410);
            p[1].w[i] = __byte_perm(first, second, 0x7632);
        }
        turn(s);
    }
    /* What they come to, */
    __device__ uint32_t total() const
    {
        return both::total(p[0], p[1]);
    }
    /* behind the rows' last heads. */
    __device__ uint32_t total(uint32_t heads) const
    {
        row_pair left;
#pragma unroll
        for (int r = 0; r < 2; r++) {
            const int first = (31 - __clz((int)(of_row(heads, r) | 1))) * 8 * size; /* bit of the last head */
#pragma unroll
            for (int i = 0; i < 4; i++)
                left.p[r].w[i] =
                    choose_bits(__funnelshift_lc(0, ~0u, max(first - 32 * i, 0)), p[r].w[i], both::neutrals);
        }
        return left.total();
    }
    /* Their scan behind what stands before them, */
    __device__ void scan(uint32_t (&x)[count], uint32_t before) const
    {
#pragma unroll
        for (int k = 0; k < count; k++)
            x[k] = before = both::combine(before, elements(k));
    }
    /* where segments begin, each of them behind init, with which what stands before has been combined. */
    template <bool EXCLUSIVE>
    __device__ void scan(uint32_t (&x)[count], uint32_t before, uint32_t heads, uint32_t init) const
    {
        constexpr bool init_last = OP::idempotent && !EXCLUSIVE;
#pragma unroll
        for (int k = 0; k < count; k++) {
            const uint32_t signs = heads << (7 - k % 8);
            const int one = k / 8, other = one + count / 8;
            if constexpr (init_last) {
                x[k] = before = both::join(both::apart(signs, one, other), before, elements(k));
            } else {
                const uint32_t left = choose_bits(halves_of_signs(signs, one, other), init, before);
                before = both::combine(left, elements(k));
                x[k] = EXCLUSIVE ? left : before;
            }
        }
        if (init_last && init != both::neutral) {
#pragma unroll
            for (int k = 0; k < count; k++)
                x[k] = both::combine(x[k], init);
        }
    }
};

/* What lanes come to in two rows becomes what the rows do up to each, behind the last heads. lanes: that have heads. */
template <class OP, int PAIRS>
__device__ inline void scan_lanes_of_pairs(uint32_t (&x)[PAIRS], const uint32_t (&lanes)[PAIRS][2])
{
    uint32_t too_far[PAIRS]; /* signs of halves are set, if so many lanes are added as are behind the last head */
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        const uint32_t one = __clz((int)((lanes[k][0] | 1) & lanes_up_to()));
        const uint32_t other = __clz((int)((lanes[k][1] | 1) & lanes_up_to()));
        too_far[k] = 0x7fff7fffu + (31 - (threadIdx.x & 31)) * 0x00010001u - (other << 16 | one);
    }
#pragma unroll
    for (int distance = 1; distance < 32; distance *= 2) {
#pragma unroll
        for (int k = 0; k < PAIRS; k++) {
            const uint32_t before = __shfl_up_sync(~0u, x[k], distance);
            x[k] = pair<OP>::join(pair<OP>::apart(too_far[k] + distance * 0x00010001u, 1, 3), before, x[k]);
        }
    }
}

/*
 * Of PAIRS of rows, whose heads are words: what stands before each lane, and totals behind the rows' last heads;
 * returns in which of the rows segments begin. Pairs are taken side by side, since most of the time is latency.
 */
template <class OP, int PAIRS, class START>
__device__ inline std::enable_if_t<in_pairs<OP>, uint32_t>
scan_row_pairs(uint32_t *totals, START *starts, const char *stage, const uint32_t (&heads)[PAIRS],
               const prefix__cuda_segmented &s)
{
    using both = pair<OP>;
    const int lane = threadIdx.x & 31;
    row_pair<OP> own[PAIRS];
    uint32_t up_to[PAIRS], lanes[PAIRS][2], begins = 0;
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        own[k].load(stage + k * 1024, s);
#pragma unroll
        for (int r = 0; r < 2; r++) {
            lanes[k][r] = __ballot_sync(~0u, row_pair<OP>::of_row(heads[k], r) != 0);
            begins |= lanes[k][r] != 0 ? 1u << (2 * k + r) : 0;
        }
    }
    if (begins != 0) {
#pragma unroll
        for (int k = 0; k < PAIRS; k++)
            up_to[k] = own[k].total(heads[k]);
        scan_lanes_of_pairs<OP>(up_to, lanes);
    } else {
#pragma unroll
        for (int k = 0; k < PAIRS; k++)
            up_to[k] = own[k].total();
        warp_scan_by<PAIRS, OP::idempotent>(up_to, both::combine);
    }
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        const uint32_t before = __shfl_up_sync(~0u, up_to[k], 1);
        starts[k * 32] = (START)both::packed(lane == 0 ? both::neutral : before);
        if (lane == 31)
            ((uint2 *)totals)[k] = make_uint2(both::word(up_to[k], 0, s), both::word(up_to[k], 1, s));
    }
    return begins;
}

/* As cut_part: a warp's rows, which are two. */
template <class OP, int ROWS> struct pairs_part {
    static_assert(ROWS == 2, "rows are taken by twos");
    using both = pair<OP>;
    row_pair<OP> own;
    uint32_t heads, starts;

    __device__ void load(const char *from, const prefix__cuda_segmented &s)
    {
        own.load(from, s);
    }
    /* Results. before: what stands before each row in the tile, and carry before that, unless a segment has begun. */
    __device__ void enter(packet<16> (&results)[ROWS], const uint32_t *before, uint32_t carry, uint32_t init,
                          bool begun, bool exclusive, const prefix__cuda_segmented &s)
    {
        uint32_t of_row[ROWS];
        bool begins = false;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const cut_row<row_pair<OP>::count> row(row_pair<OP>::of_row(heads, r));
            of_row[r] = row.before() ? init : OP::combine(begun || begins ? init : carry, before[r]);
            begins |= row.begins();
        }
        const uint32_t start = both::combine(both::of_words(of_row[0], of_row[1], s), both::unpacked(starts));
        uint32_t x[row_pair<OP>::count];
        if (exclusive)
            own.template scan<true>(x, start, heads, both::of_words(init, init, s));
        else if (begins)
            own.template scan<false>(x, start, heads, both::of_words(init, init, s));
        else
            own.scan(x, start);
        own.set(x, s);
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            results[r] = own.p[r];
    }
};

} // namespace prefix_cuda

#endif
