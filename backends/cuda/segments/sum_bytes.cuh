/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums of bytes, of which a lane has 16, in segments, two rows at a time: heads of both are a word of a lane. Sums can
 * be undone, and of them only 8 bits count. So reducers scan what lanes come to as if there were no segments, both rows
 * in the halves of a word, and take away what stands before the last head. What stands before each lane in its row they
 * keep for the scanners, whose lanes then need not tell each other anything.
 */
#ifndef PREFIX_CUDA_SEGMENTS_SUM_BYTES_CUH
#define PREFIX_CUDA_SEGMENTS_SUM_BYTES_CUH

#include <type_traits>

#include "warp/cut_scan.cuh"
#include "warp/kogge_stone.cuh"
#include "word/stored.cuh"

namespace prefix_cuda
{

template <class OP> constexpr bool sums_bytes = false;
template <int BITS, int ROWS> constexpr bool sums_bytes<stored_as<integer<PREFIX__CUDA_SUM, BITS>, 1, ROWS>> = true;

constexpr uint32_t byte_ones = 0x01010101u;

/* Of a lane's bytes from its last head on, or of all. */
__device__ inline uint32_t sum_behind_head(const packet<16> &p, uint32_t heads)
{
    const int first = 8 * (31 - __clz((int)(heads | 1))); /* bit of the last head */
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const int up = i > 0 ? max(first - 32 * i, 0) : first;
        uint32_t kept;
        asm("shl.b32 %0, %1, %2;" : "=r"(kept) : "r"(byte_ones), "r"(up)); /* by 32 and more: 0 */
        sum = __dp4a(p.w[i], kept, sum);
    }
    return sum;
}

__device__ inline uint32_t sum_of_bytes(const packet<16> &p)
{
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++)
        sum = __dp4a(p.w[i], byte_ones, sum);
    return sum;
}

/* Two sums, modulo 256, in the halves of a word, where those of all lanes have room. */
__device__ inline uint32_t pair_of_sums(uint32_t one, uint32_t other)
{
    return __byte_perm(one, other, 0x5410) & 0x00ff00ffu;
}

/* What is lent to both halves, so that nothing is borrowed from a neighbour. */
constexpr uint32_t lent_to_pair = 0x01000100u;

/*
 * Of PAIRS of rows, whose heads are words: what stands before each lane, as two bytes, and totals behind the rows' last
 * heads; returns in which of the rows segments begin. Pairs are taken side by side, since most of the time is latency.
 */
template <class OP, int PAIRS>
__device__ inline std::enable_if_t<sums_bytes<OP>, uint32_t>
scan_row_pairs(uint32_t *totals, uint16_t *starts, const char *stage, const uint32_t (&heads)[PAIRS],
               const prefix__cuda_segmented &)
{
    const int lane = threadIdx.x & 31;
    packet<16> p[PAIRS][2];
    uint32_t own[PAIRS], up_to[PAIRS], lanes[PAIRS][2], begins = 0;
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
#pragma unroll
        for (int r = 0; r < 2; r++) {
            p[k][r] = load_packet<16>(stage + ((2 * k + r) * 32 + lane) * 16);
            lanes[k][r] = cut_row<16>(heads[k] >> (16 * r) & 0xffffu).lanes;
            begins |= lanes[k][r] != 0 ? 1u << (2 * k + r) : 0;
        }
    }
#pragma unroll
    for (int k = 0; k < PAIRS; k++)
        up_to[k] = own[k] = pair_of_sums(sum_of_bytes(p[k][0]), sum_of_bytes(p[k][1]));
    warp_scan<OP>(up_to);
    uint32_t start[PAIRS], total[PAIRS][2];
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        start[k] = up_to[k] - own[k];
        total[k][0] = total[k][1] = up_to[k];
    }
    if (begins != 0) {
        uint32_t behind[PAIRS], dropped[PAIRS], of_lane[PAIRS][2];
#pragma unroll
        for (int k = 0; k < PAIRS; k++) {
            behind[k] =
                pair_of_sums(sum_behind_head(p[k][0], heads[k] & 0xffffu), sum_behind_head(p[k][1], heads[k] >> 16));
            dropped[k] = up_to[k] + lent_to_pair - behind[k];
        }
#pragma unroll
        for (int k = 0; k < PAIRS; k++) {
#pragma unroll
            for (int r = 0; r < 2; r++) {
                const cut_row<16> row(heads[k] >> (16 * r) & 0xffffu, lanes[k][r]);
                of_lane[k][r] = __shfl_sync(~0u, dropped[k], row.last_before());
                of_lane[k][r] = row.before() ? of_lane[k][r] : 0;
            }
        }
#pragma unroll
        for (int k = 0; k < PAIRS; k++) {
            start[k] += lent_to_pair - __byte_perm(of_lane[k][0], of_lane[k][1], 0x7610);
            total[k][0] = heads[k] & 0xffffu ? behind[k] : start[k] + own[k];
            total[k][1] = heads[k] >> 16 ? behind[k] : start[k] + own[k];
        }
    }
#pragma unroll
    for (int k = 0; k < PAIRS; k++) {
        starts[k * 32] = (uint16_t)__byte_perm(start[k], 0, 0x4420);
        if (lane == 31)
            ((uint2 *)totals)[k] = make_uint2(total[k][0], total[k][1] >> 16);
    }
    return begins;
}

/* Of 4 bits, bytes that are all ones or 0. */
__device__ inline uint32_t bytes_of_bits(uint32_t bits)
{
    return ((bits & 0xfu) * 0x00204081u & byte_ones) * 0xffu;
}

/* As cut_part: a warp's rows, which are two. */
template <class OP, int ROWS> struct bytes_part {
    static_assert(ROWS == 2, "of both rows, bits of a lane are a word");
    packet<16> p[ROWS];
    uint32_t heads, starts;

    __device__ void load(const char *from, const prefix__cuda_segmented &)
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            p[r] = load_packet<16>(from + (r * 32 + (threadIdx.x & 31)) * 16);
    }
    /* A lane's results, inclusive, of which those before its first head stand behind start. */
    __device__ static void scan_lane(packet<16> &p, const cut_row<16> &row, uint32_t start,
                                     const prefix__cuda_segmented &s)
    {
        uint32_t x[16];
        if (row.begins()) {
            unpack_stored<OP, 1>(x, p, s);
            OP::combine_unless(row.is_head(0), start, x[0]);
            scan_cut_lane<OP>(x, row);
        } else {
#pragma unroll
            for (int k = 0; k < 16; k++)
                x[k] = __dp4a(p.w[k / 4], byte_ones >> (24 - k % 4 * 8), k < 4 ? start : x[k / 4 * 4 - 1]);
        }
        p = pack_stored<OP, 1>(x, s);
    }
    /* These become exclusive: of a head, 0. */
    __device__ static void exclude(packet<16> &p, const cut_row<16> &row, uint32_t start)
    {
        uint32_t before = start << 24;
#pragma unroll
        for (int i = 0; i < 4; i++) {
            const uint32_t moved = __byte_perm(before, p.w[i], 0x6543);
            before = p.w[i];
            p.w[i] = moved & ~bytes_of_bits(row.heads >> (4 * i));
        }
    }
    /* From the lane's first head on, all have init before them. */
    __device__ static void enter_init(packet<16> &p, const cut_row<16> &row, uint32_t init)
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
            p.w[i] = __vadd4(p.w[i], lanes<8>::repeat(init) & bytes_of_bits(row.begun() >> (4 * i)));
    }
    /* Results. before: what stands before each row in the tile, and carry before that, unless a segment has begun. */
    __device__ void enter(packet<16> (&results)[ROWS], const uint32_t *before, uint32_t carry, uint32_t init,
                          bool begun, bool exclusive, const prefix__cuda_segmented &s)
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const cut_row<16> row(heads >> (r * 16) & 0xffffu);
            const uint32_t open = (begun ? init : carry) + before[r];
            const uint32_t start = (starts >> (r * 8)) + (row.before() ? init : open);
            scan_lane(p[r], row, start, s);
            if (exclusive)
                exclude(p[r], row, start);
            if (init != 0)
                enter_init(p[r], row, init);
            begun |= row.begins();
            results[r] = p[r];
        }
    }
};

} // namespace prefix_cuda

#endif
