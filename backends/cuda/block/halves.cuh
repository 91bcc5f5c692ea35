/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of f32 whose elements come from two bytes and go to two bytes, 8 of them in a packet. So that
 * there are few rounds across lanes, several rows lie side by side: LANES lanes hold one, the others
 * the next ones, and a lane's packets of the same row are LANES packets apart.
 */
#ifndef PREFIX_CUDA_BLOCK_HALVES_CUH
#define PREFIX_CUDA_BLOCK_HALVES_CUH

#include "warp/row_totals.cuh"
#include "block/tile_store.cuh"

namespace prefix_cuda
{

constexpr int half_row = 128; /* elements */

/* The place of a lane's packet r, beyond that of its first one, and of that one in a warp's rows; in elements. */
template <int LANES> __device__ constexpr int half_place(int r)
{
    constexpr int each = half_row / 8 / LANES;
    return r / each * (32 / LANES) * half_row + r % each * LANES * 8;
}

template <int LANES> __device__ inline int half_lane_place(int lane)
{
    return lane / LANES * half_row + lane % LANES * 8;
}

/* Lanes that hold a row when totals are made, and when it is scanned. */
constexpr int half_total_lanes = 16, half_scan_lanes = 8;

/* Two elements in a word, as the array has them. */
struct halves : lanes<16> {
    static constexpr int bits = 16;
    static constexpr bool ordered = false;
    static constexpr word neutral = 0;
};

/* The element of two bytes that changes nothing, twice. */
template <class OP> __device__ inline uint32_t neutral_halves(int kind)
{
    uint32_t one = kind == PREFIX__CUDA_CONVERT_F16 ? 0x3c00u : 0x3f80u, minus_zero = 0x8000u;
    return halves::repeat(OP::neutral == 0x3f800000u ? one : minus_zero);
}

/* The element in one half of a word. */
template <int KIND> __device__ inline uint32_t widen_half(uint32_t w, bool upper)
{
    if constexpr (KIND == PREFIX__CUDA_CONVERT_F16)
        return __float_as_uint(f16_to_f32(upper ? w >> 16 : w));
    else
        return upper ? w & 0xffff0000u : w << 16;
}

template <int KIND, int ROWS> __device__ inline void widen_halves(uint32_t (&x)[ROWS][8], const uint32_t (&w)[ROWS][4])
{
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
#pragma unroll
        for (int k = 0; k < 8; k++)
            x[r][k] = widen_half<KIND>(w[r][k / 2], k % 2);
    }
}

template <int ROWS> __device__ inline void widen_halves(uint32_t (&x)[ROWS][8], const uint32_t (&w)[ROWS][4], int kind)
{
    if (kind == PREFIX__CUDA_CONVERT_F16)
        widen_halves<PREFIX__CUDA_CONVERT_F16>(x, w);
    else
        widen_halves<PREFIX__CUDA_CONVERT_BF16>(x, w);
}

/* What the lane has of each of several rows, combined. */
template <class OP, int KIND> __device__ inline void lane_totals(uint32_t (&total)[8], const uint32_t (&w)[8][4])
{
#pragma unroll
    for (int r = 0; r < 8; r++) {
        uint32_t x[1][8], one[1][4] = {{w[r][0], w[r][1], w[r][2], w[r][3]}}, sum[1];
        widen_halves<KIND>(x, one);
        lane_totals<OP>(sum, x);
        total[r] = sum[0];
    }
}

/* Of 16 rows, two side by side: their totals, each in the lanes that half_row_of_lane() says. */
template <class OP> __device__ inline uint32_t totals_of_halves(const uint32_t (&w)[8][4], int kind)
{
    uint32_t total[8];
    if (kind == PREFIX__CUDA_CONVERT_F16)
        lane_totals<OP, PREFIX__CUDA_CONVERT_F16>(total, w);
    else
        lane_totals<OP, PREFIX__CUDA_CONVERT_BF16>(total, w);
    return transposed_totals<OP, half_total_lanes>(total);
}

__device__ inline int half_row_of_lane(int lane)
{
    return row_of_lane<8>(lane) << 1 | lane >> 4;
}

/* The scan of rows, of each by itself: half of one in a lane's packet, the rest of it in the next one. */
template <class OP, int ROWS> __device__ inline void scan_half_rows(uint32_t (&x)[ROWS][8])
{
    sklansky_rows<OP>(x, half_scan_lanes);
#pragma unroll
    for (int r = 0; r < ROWS; r += 2) {
        uint32_t before = __shfl_sync(~0u, x[r][7], (threadIdx.x & 31) | (half_scan_lanes - 1));
#pragma unroll
        for (int k = 0; k < 8; k++)
            x[r + 1][k] = OP::combine(before, x[r + 1][k]);
    }
}

/* What stands before each row in the tile. */
template <class OP, int ROWS> __device__ inline void enter_half_rows(uint32_t (&x)[ROWS][8], const uint32_t *rows)
{
    rows += (threadIdx.x & 31) / half_scan_lanes;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint32_t row = rows[r / 2 * (32 / half_scan_lanes)];
#pragma unroll
        for (int k = 0; k < 8; k++)
            x[r][k] = OP::combine(row, x[r][k]);
    }
}

/* Results move up by one element; first in a row is that of what stands before it. */
template <class OP, int ROWS>
__device__ inline void exclude_halves(packet<16> (&p)[ROWS], const uint32_t *rows, typename OP::carry tile, int round)
{
    int lane = threadIdx.x & 31, place = lane % half_scan_lanes;
    rows += lane / half_scan_lanes;
    uint32_t half = 0; /* of the row: its last result */
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint32_t before = __shfl_sync(~0u, p[r].w[3], place == 0 ? lane + half_scan_lanes - 1 : lane - 1);
        uint32_t end = before;
        if (place == 0) {
            uint32_t row = rows[r / 2 * (32 / half_scan_lanes)];
            before = r % 2 ? half : narrow_to_half<OP>(OP::join(tile, OP::widen(row)), round) << 16;
        }
        half = end;
#pragma unroll
        for (int k = 3; k > 0; k--)
            p[r].w[k] = __byte_perm(p[r].w[k - 1], p[r].w[k], 0x5432);
        p[r].w[0] = __byte_perm(before, p[r].w[0], 0x5432);
    }
}

/* Results in the opposite order: those of the lane whose place is the lane's from the end. */
template <int ROWS> __device__ inline void turn_halves(packet<16> (&p)[ROWS])
{
#pragma unroll
    for (int r = 0; r < ROWS / 2; r++) {
        packet<16> one = p[r], other = p[ROWS - 1 - r];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            p[r].w[k] = __byte_perm(other.w[3 - k], 0, 0x1032);
            p[ROWS - 1 - r].w[k] = __byte_perm(one.w[3 - k], 0, 0x1032);
        }
    }
}

/* Two floats rounded, the first in the lower half. NaN becomes 0x7fff. */
template <int ROUND> __device__ inline uint32_t pack_halves(float first, float second)
{
    uint32_t both;
    if constexpr (ROUND == PREFIX__CUDA_ROUND_F16)
        asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
    else
        asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(both) : "f"(second), "f"(first));
    return both;
}

template <class OP, int ROUND>
__device__ inline uint32_t enter_exactly(uint32_t first, uint32_t second, typename OP::carry tile)
{
    return narrow_to_half<OP>(OP::join(tile, OP::widen(first)), ROUND) |
           narrow_to_half<OP>(OP::join(tile, OP::widen(second)), ROUND) << 16;
}

/* A row of which words differ, where rounding what is above gives others than p has. */
template <class OP, int ROUND>
__device__ inline void enter_differing(packet<16> &p, const typename OP::word (&x)[8], float above,
                                       typename OP::carry tile)
{
#pragma unroll
    for (int k = 0; k < 4; k++) {
        const uint32_t one = x[2 * k], other = x[2 * k + 1];
        float first = __uint_as_float(one), second = __uint_as_float(other);
        if (p.w[k] != pack_halves<ROUND>(__fadd_ru(above, first), __fadd_ru(above, second)))
            p.w[k] = enter_exactly<OP, ROUND>(one, other, tile);
    }
}

/*
 * What stands before the tile, and one rounding to two bytes. Of sums with a carry in f64,
 * f64 arithmetic would take most of the time. So the sum is enclosed by two in f32, of which one is
 * rounded down, the other up; where both give the same two bytes, so does the sum, however it is
 * rounded on the way, since rounding keeps order. Else, which is rare, it is done in f64.
 */
template <class OP, int ROUND, int ROWS>
__device__ inline void enter_halves(packet<16> (&p)[ROWS], typename OP::word (&x)[ROWS][8], typename OP::carry tile)
{
    if constexpr (sizeof(tile) == sizeof(float)) {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
#pragma unroll
            for (int k = 0; k < 4; k++)
                p[r].w[k] = pack_halves<ROUND>(__uint_as_float(OP::join(tile, x[r][2 * k])),
                                               __uint_as_float(OP::join(tile, x[r][2 * k + 1])));
        }
    } else {
        float below = __double2float_rd(__longlong_as_double((long long)tile));
        float above = __double2float_ru(__longlong_as_double((long long)tile));
        constexpr int at_once = 4; /* rows; more do not fit registers */
#pragma unroll
        for (int some = 0; some < ROWS; some += at_once) {
            uint32_t differ[at_once], any = 0;
#pragma unroll
            for (int r = 0; r < at_once; r++) {
                differ[r] = 0;
#pragma unroll
                for (int k = 0; k < 4; k++) {
                    float first = __uint_as_float(x[some + r][2 * k]);
                    float second = __uint_as_float(x[some + r][2 * k + 1]);
                    uint32_t both = pack_halves<ROUND>(__fadd_rd(below, first), __fadd_rd(below, second));
                    differ[r] |= both ^ pack_halves<ROUND>(__fadd_ru(above, first), __fadd_ru(above, second));
                    p[some + r].w[k] = both;
                }
                any |= differ[r];
            }
            if (any) {
#pragma unroll
                for (int r = 0; r < at_once; r++) {
                    if (differ[r])
                        enter_differing<OP, ROUND>(p[some + r], x[some + r], above, tile);
                }
            }
        }
    }
}

template <class OP, int ROWS>
__device__ inline void enter_halves(packet<16> (&p)[ROWS], uint32_t (&x)[ROWS][8], typename OP::carry tile, int round)
{
    if (round == PREFIX__CUDA_ROUND_F16)
        enter_halves<OP, PREFIX__CUDA_ROUND_F16>(p, x, tile);
    else
        enter_halves<OP, PREFIX__CUDA_ROUND_BF16>(p, x, tile);
}

/* To an aligned array, in memory's order. index: of the first of the warp's elements there; place: of the lane's. */
template <int ROWS>
__device__ inline void store_halves(const packet<16> (&p)[ROWS], void *out, uint64_t index, int place)
{
    char *to = (char *)out + (index + place) * 2;
#pragma unroll
    for (int r = 0; r < ROWS; r++)
        store_packet(to + half_place<half_scan_lanes>(r) * 2, p[r]);
}

/* Those of them from first to end, by way of shared memory for half of them, which is the warp's own. */
template <int ROWS>
__device__ inline void store_halves_partly(const packet<16> (&p)[ROWS], char *shared, void *out, int64_t index,
                                           int place, int first, int end)
{
    constexpr int half = ROWS / 2 * 256; /* elements */
#pragma unroll
    for (int h = 0; h < 2; h++) {
        __syncwarp();
#pragma unroll
        for (int r = 0; r < ROWS / 2; r++)
            store_packet(shared + (half_place<half_scan_lanes>(r) + place) * 2, p[h * (ROWS / 2) + r]);
        __syncwarp();
#pragma unroll 1
        for (int k = (int)(threadIdx.x & 31); k < half; k += 32) {
            const int at = h * half + k;
            if (at >= first && at < end)
                ((uint16_t *)out)[index + at] = ((const uint16_t *)shared)[k];
        }
    }
}

} // namespace prefix_cuda

#endif
