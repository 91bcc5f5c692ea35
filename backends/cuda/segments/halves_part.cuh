/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of f16 and bf16, which are combined in f32. A packet is 8 of them. For their totals 16 lanes hold a row of
 * the canonical order, and two rows lie side by side; scanners have four beside each other, and two packets of each in
 * a lane, so that rounds across lanes are fewer.
 */
#ifndef PREFIX_CUDA_SEGMENTS_HALVES_PART_CUH
#define PREFIX_CUDA_SEGMENTS_HALVES_PART_CUH

#include "block/halves.cuh"
#include "warp/cut_scan.cuh"
#include "grid/fold.cuh"
#include "word/tile_shape.cuh"

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

/* As cut_part: a warp's packets, as block/halves.cuh scans them: 8 lanes hold half a row, and the rest in the next. */
template <class OP, int PACKETS> struct halves_part {
    using carry = typename OP::carry;
    static constexpr int width = half_scan_lanes;
    uint32_t x[PACKETS][8];
    uint32_t heads; /* 8 bits for each packet */
    bool begins;    /* whether the warp has any */

    /* The lanes that hold the same rows. */
    static __device__ uint32_t row_lanes()
    {
        return ((1u << width) - 1) << (threadIdx.x & 31 & ~(width - 1));
    }
    /* Of four packets, from words as reducers have them, 16 lanes to a row, from the lane's place on. */
    static __device__ uint32_t heads_of(const uint32_t *words)
    {
        return __byte_perm(words[0], words[width], (threadIdx.x & 31) < 16 ? 0x6240 : 0x7351);
    }
    static __device__ int place_of_heads(int lane)
    {
        return lane / width % 2 * (2 * width) + lane % width;
    }
    /* From the lane's place in a stage, whatever lies there. */
    __device__ void load(const char *from)
    {
        uint32_t w[PACKETS][4];
#pragma unroll
        for (int r = 0; r < PACKETS; r++)
            unpack<halves, 2>(w[r], load_packet<16>(from + half_place<width>(r) * 2));
        widen_halves<OP::convert>(x, w);
    }
    __device__ uint32_t own(int r) const
    {
        return heads >> (r * 8) & 0xffu;
    }
    __device__ uint32_t lanes_begun(int r) const
    {
        return __ballot_sync(~0u, own(r) != 0);
    }
    /* Whether segments begin in all lanes' packets. */
    __device__ bool all_begin() const
    {
        constexpr uint32_t lowest = 0x01010101u >> (32 - 8 * PACKETS), highest = lowest << 7;
        return __all_sync(~0u, ((heads - lowest) & ~heads & highest) == 0);
    }
    /*
     * A lane's elements behind what it takes, but for its last one, of which others are made. Whether they take is
     * asked for once, of all bits up to theirs: of single bits, ptxas 13.0 would make more predicates at once than
     * there are.
     */
    template <int COUNT> __device__ void enter_lane(int r, const uint32_t (&left)[COUNT])
    {
#pragma unroll
        for (int k = 0; k < 7; k++) {
#pragma unroll
            for (int i = 0; i < COUNT; i++)
                OP::combine_unless(own(r) & ((2u << k) - 1), left[i], x[r][k]);
        }
    }
    /* A row, in two packets: what lanes take from others in it, and from what stands before it in the tile. */
    __device__ void scan_row(int one, int other, uint32_t before)
    {
        constexpr int rounds = 3;
        const uint32_t lane = threadIdx.x & 31, lanes = row_lanes(), before_lane = lanes & lanes_before();
        const uint32_t ones = lanes_begun(one) | ~lanes, others = lanes_begun(other) | ~lanes;
        uint32_t left_of_one[rounds + 1], left_of_other[rounds + 2];
        const auto take = [&](int r, uint32_t &left, uint32_t x_of_left, uint32_t begun) {
            left = begun ? OP::neutral : x_of_left;
            OP::combine_unless(own(r), left, x[r][7]);
        };
        sklansky_cut_lane<OP>(x[one], cut_row<8>(own(one), ones));
        sklansky_cut_lane<OP>(x[other], cut_row<8>(own(other), others));
#pragma unroll
        for (int i = 0; i < rounds; i++) {
            /* Lanes of a right half before this one; lanes of a left half take nothing. */
            const uint32_t between = lane >> i & 1 ? before_lane & ~0u << (lane & ~0u << i) : ~lanes;
            const uint32_t of_one = __shfl_sync(~0u, x[one][7], (1 << i) - 1, 2 << i);
            const uint32_t of_other = __shfl_sync(~0u, x[other][7], (1 << i) - 1, 2 << i);
            take(one, left_of_one[i], of_one, ones & between);
            take(other, left_of_other[i], of_other, others & between);
        }
        const uint32_t half = __shfl_sync(~0u, x[one][7], width - 1, width);
        take(one, left_of_one[rounds], before, ones & before_lane);
        take(other, left_of_other[rounds], half, others & before_lane);
        take(other, left_of_other[rounds + 1], before, (ones & lanes) | (others & before_lane));
        enter_lane(one, left_of_one);
        enter_lane(other, left_of_other);
    }
    /* What a lane's packet has before it: the last element of another, or what stands before the row. */
    __device__ uint32_t left_of_packet(int r, const uint32_t *before) const
    {
        const int lane = threadIdx.x & 31, place = lane % width;
        const uint32_t given = r % 2 && place == width - 1 ? x[r - r % 2][7] : x[r][7];
        const uint32_t left = __shfl_sync(~0u, given, lane - 1, width);
        return r % 2 == 0 && place == 0 ? before[r / 2 * (32 / width)] : left;
    }
    /* before: what stands before each row in the tile. */
    __device__ void scan(const uint32_t *before)
    {
        if (!begins) {
            scan_half_rows<OP>(x);
            enter_half_rows<OP>(x, before);
            return;
        }
        before += (threadIdx.x & 31) / width;
        if (OP::is_short && all_begin()) { /* each lane takes only what the one before has behind its last head */
#pragma unroll
            for (int r = 0; r < PACKETS; r++)
                sklansky_cut_lane<OP>(x[r], cut_row<8>(own(r), ~0u));
#pragma unroll
            for (int r = 0; r < PACKETS; r++)
                enter_lane(r, {left_of_packet(r, before)});
        } else {
#pragma unroll
            for (int r = 0; r < PACKETS; r += 2)
                scan_row(r, r + 1, before[r / 2 * (32 / width)]);
        }
    }
    /* Inclusive scans become exclusive ones. */
    __device__ void exclude(const uint32_t *before)
    {
        before += (threadIdx.x & 31) / width;
#pragma unroll
        for (int r = PACKETS - 1; r >= 0; r--) {
            const uint32_t left = left_of_packet(r, before);
#pragma unroll
            for (int k = 7; k >= 0; k--)
                x[r][k] = own(r) & 1u << k ? OP::neutral : k > 0 ? x[r][k > 0 ? k - 1 : 0] : left;
        }
    }
    /* Behind 0 sums in f32 have all that is rounded. */
    __device__ static bool is_zero(carry before)
    {
        return wide_carry<OP> && before == 0;
    }
    template <class JOIN> __device__ packet<16> round(int r, JOIN join) const
    {
        packet<16> p;
#pragma unroll
        for (int k = 0; k < 4; k++)
            p.w[k] = join(x[r][2 * k], x[r][2 * k + 1]);
        return p;
    }
    __device__ packet<16> round(int r) const
    {
        return round(r, [](uint32_t one, uint32_t other) {
            return pack_halves<OP::round>(__uint_as_float(OP::combine(0, one)), __uint_as_float(OP::combine(0, other)));
        });
    }
    __device__ packet<16> round_behind(int r, carry init) const
    {
        if (is_zero(init))
            return round(r);
        return round(r, [=](uint32_t one, uint32_t other) { return enter_exactly<OP, OP::round>(one, other, init); });
    }
    /* How many elements of each packet are before the warp's first head. */
    __device__ void open(int (&of_packet)[PACKETS]) const
    {
        uint32_t begun = 0;
#pragma unroll
        for (int r = 0; r < PACKETS; r += 2) {
            const uint32_t one = lanes_begun(r), other = lanes_begun(r + 1), lanes = row_lanes();
            begun |= (one | other) & (lanes & (0u - lanes)) - 1; /* in rows before */
            const cut_row<8, width> row(own(r), one), next(own(r + 1), other);
            of_packet[r] = begun ? 0 : row.open();
            of_packet[r + 1] = begun || row.begins() ? 0 : next.open();
            begun |= one | other;
        }
    }
    /*
     * Results. begun: whether a segment has begun in the tile before. If the first one does so in the part, only what
     * stands before it does so behind the tile's carry.
     */
    __device__ void enter(packet<16> (&p)[PACKETS], carry tile, carry init, bool begun)
    {
        const carry before = begun ? init : tile;
        if (is_zero(before)) {
#pragma unroll
            for (int r = 0; r < PACKETS; r++)
                p[r] = round(r);
        } else {
            enter_halves<OP, OP::round, 0, PACKETS>(p, x, before);
        }
        if (begun || !begins)
            return;
        int before_heads[PACKETS];
        open(before_heads);
#pragma unroll
        for (int r = 0; r < PACKETS; r++) {
            const packet<16> behind = round_behind(r, init);
#pragma unroll
            for (int k = 0; k < 4; k++)
                p[r].w[k] = keep<16>(p[r].w[k], behind.w[k], before_heads[r] - 2 * k);
        }
    }
    /* first: the lane's in the array; shared: what is the lane's of the stage, where the part is done with. */
    static __device__ void store(const packet<16> (&p)[PACKETS], const prefix__cuda_scan &scan, uint64_t first,
                                 char *shared, bool full)
    {
        if (full) {
            store_halves(p, scan.out, first, 0);
            return;
        }
        const int lane = threadIdx.x & 31, place = half_lane_place<width>(lane);
        __syncwarp();
#pragma unroll
        for (int r = 0; r < PACKETS; r++)
            store_packet(shared + half_place<width>(r) * 2, p[r]);
        __syncwarp();
        first -= place;
#pragma unroll 1
        for (int k = lane; k < PACKETS * 256 && first + k < scan.n; k += 32)
            ((uint16_t *)scan.out)[first + k] = ((const uint16_t *)shared)[k - place];
    }
};

} // namespace prefix_cuda

#endif
