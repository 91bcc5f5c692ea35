/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of f16 and bf16, which are combined in f32: a lane has 8 of them, 16 lanes hold a row of the canonical
 * order, and two rows lie side by side. So rounds across lanes are fewer, and each does for twice as many elements.
 */
#ifndef PREFIX_CUDA_DEVICE_HALVES_PART_CUH
#define PREFIX_CUDA_DEVICE_HALVES_PART_CUH

#include "../block/halves.cuh"
#include "../warp/cut_scan.cuh"
#include "fold.cuh"
#include "tile_shape.cuh"

namespace prefix_cuda
{

/*
 * An operator on f32 whose elements have two bytes in memory, before and after. ROWS of 512 bytes are a tile. SHORT:
 * most segments are, so that where they begin in all lanes is looked for. On an H200, scans of 2^27 f16 by offsets of 7
 * then take 178 us, else 219, but those of 500 200 instead of 195.
 */
template <class OP, int ROUND, int ROWS, bool SHORT = false> struct halves_of : OP {
    static constexpr int round = ROUND;
    static constexpr bool is_short = SHORT;
    static constexpr int convert =
        ROUND == PREFIX__CUDA_ROUND_F16 ? PREFIX__CUDA_CONVERT_F16 : PREFIX__CUDA_CONVERT_BF16;
};

template <class OP, int ROUND, int ROWS, bool SHORT> constexpr int word_bytes<halves_of<OP, ROUND, ROWS, SHORT>> = 2;
template <class OP, int ROUND, int ROWS, bool SHORT> constexpr int tile_rows<halves_of<OP, ROUND, ROWS, SHORT>> = ROWS;
template <class OP, int ROUND, int ROWS, bool SHORT> constexpr int row_lanes<halves_of<OP, ROUND, ROWS, SHORT>> = 16;
template <class OP> constexpr bool is_halves = false;
template <class OP, int ROUND, int ROWS, bool SHORT> constexpr bool is_halves<halves_of<OP, ROUND, ROWS, SHORT>> = true;

/* A warp's rows from a stage, whatever lies there. */
template <class OP, int ROWS> __device__ inline void load_halves(uint32_t (&x)[ROWS][8], const char *from)
{
    uint32_t w[ROWS][4];
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        unpack<halves, 2>(w[r], load_packet<16>(from + (r * 32 + (threadIdx.x & 31)) * 16));
    widen_halves<OP::convert>(x, w);
}

/* As cut_part: a warp's rows, ROWS times two. */
template <class OP, int ROWS> struct halves_part {
    using carry = typename OP::carry;
    static constexpr int width = row_lanes<OP>;
    uint32_t x[ROWS][8];
    uint32_t heads;       /* 8 bits for each 512 bytes, */
    uint32_t lanes[ROWS]; /* and lanes that have any */

    __device__ uint32_t own(int r) const
    {
        return heads >> (r * 8) & 0xffu;
    }
    __device__ cut_row<8, width> row(int r) const
    {
        return cut_row<8, width>(own(r), lanes[r]);
    }
    __device__ void look()
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            lanes[r] = cut_row<8>(own(r)).lanes;
    }
    __device__ bool begins() const
    {
        uint32_t any = lanes[0];
#pragma unroll
        for (int r = 1; r < ROWS; r++)
            any |= lanes[r];
        return any != 0;
    }
    /* Whether segments begin in all lanes. */
    __device__ bool all_begin() const
    {
        uint32_t all = lanes[0];
#pragma unroll
        for (int r = 1; r < ROWS; r++)
            all &= lanes[r];
        return all == ~0u;
    }
    /*
     * What lanes take from others in a row, and from what stands before it in the tile. All that is made for a lane's
     * last element, before others take it: whether they do is asked for once, of all bits up to theirs. Of single bits,
     * ptxas 13.0 would make more predicates at once than there are.
     */
    __device__ void scan_lanes(uint32_t (&y)[8], const cut_row<8, width> &row, uint32_t before)
    {
        constexpr int rounds = 4;
        const uint32_t taken = distances_taken(row);
        uint32_t left[rounds + 1];
#pragma unroll
        for (int i = 0; i <= rounds; i++) {
            left[i] = i < rounds ? left_of_cut_lane<OP>(y, 1 << i, taken) : row.before() ? OP::neutral : before;
            OP::combine_unless(row.heads, left[i], y[7]);
        }
#pragma unroll
        for (int k = 0; k < 7; k++) {
#pragma unroll
            for (int i = 0; i <= rounds; i++)
                OP::combine_unless(row.heads & ((2u << k) - 1), left[i], y[k]);
        }
    }
    /* The same where segments begin in all lanes: each takes only what the one before has behind its last head. */
    __device__ void scan_begun_lanes(uint32_t (&y)[8], const cut_row<8, width> &row, uint32_t before)
    {
        const uint32_t of_lane = __shfl_up_sync(~0u, y[7], 1), left = threadIdx.x % width > 0 ? of_lane : before;
#pragma unroll
        for (int k = 0; k < 7; k++)
            OP::combine_unless(row.heads & ((2u << k) - 1), left, y[k]);
    }
    __device__ void scan(const uint32_t *before)
    {
        before += (threadIdx.x & 31) / width;
        if (begins()) {
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                sklansky_cut_lane<OP>(x[r], row(r));
            if (OP::is_short && all_begin()) {
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    scan_begun_lanes(x[r], row(r), before[r * (32 / width)]);
            } else {
#pragma unroll
                for (int r = 0; r < ROWS; r++)
                    scan_lanes(x[r], row(r), before[r * (32 / width)]);
            }
        } else {
            sklansky_rows<OP, width>(x);
#pragma unroll
            for (int r = 0; r < ROWS; r++) {
#pragma unroll
                for (int k = 0; k < 8; k++)
                    x[r][k] = OP::combine(before[r * (32 / width)], x[r][k]);
            }
        }
    }
    /* Inclusive scans become exclusive ones. */
    __device__ void exclude(const uint32_t *before)
    {
        const int lane = threadIdx.x & 31;
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const uint32_t left = __shfl_up_sync(~0u, x[r][7], 1);
#pragma unroll
            for (int k = 7; k >= 0; k--)
                x[r][k] = row(r).is_head(k)  ? OP::neutral
                          : k > 0            ? x[r][k > 0 ? k - 1 : 0]
                          : lane % width > 0 ? left
                                             : before[r * (32 / width) + lane / width];
        }
    }
    /* Behind 0 sums in f32 have all that is rounded. */
    __device__ static bool is_zero(carry before)
    {
        return wide_carry<OP> && before == 0;
    }
    template <class JOIN> __device__ void round(packet<16> (&p)[ROWS], JOIN join) const
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
#pragma unroll
            for (int k = 0; k < 4; k++)
                p[r].w[k] = join(x[r][2 * k], x[r][2 * k + 1]);
        }
    }
    __device__ void round(packet<16> (&p)[ROWS]) const
    {
        round(p, [](uint32_t one, uint32_t other) {
            return pack_halves<OP::round>(__uint_as_float(OP::combine(0, one)), __uint_as_float(OP::combine(0, other)));
        });
    }
    /*
     * Results. begun: whether a segment has begun in the tile before. If the first one does so in the part, only what
     * stands before it does so behind the tile's carry.
     */
    __device__ void enter(packet<16> (&p)[ROWS], carry tile, carry init, bool begun)
    {
        const carry before = begun ? init : tile;
        if (is_zero(before))
            round(p);
        else
            enter_halves<OP, OP::round, 0, ROWS>(p, x, before);
        if (begun || !begins())
            return;
        packet<16> behind_tile[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            behind_tile[r] = p[r];
        if (is_zero(init))
            round(p);
        else
            round(p, [=](uint32_t one, uint32_t other) { return enter_exactly<OP, OP::round>(one, other, init); });
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const int open = begun ? 0 : cut_row<8>(own(r), lanes[r]).open();
            begun |= lanes[r] != 0;
#pragma unroll
            for (int k = 0; k < 4; k++)
                p[r].w[k] = keep<16>(behind_tile[r].w[k], p[r].w[k], open - 2 * k);
        }
    }
};

} // namespace prefix_cuda

#endif
