/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows of elements of two bytes, of whole tiles, in and out of arrays that are not aligned to packets: as
 * tile_skew.cuh, but for lanes that hold rows as halves.cuh has them. Nobody else can do it for them: the
 * bulk copy engine moves by whole packets, the boxes of tensors too, and warps that move packets within the
 * stage, one before the reducers and one behind the scanners, do not keep pace.
 */
#ifndef PREFIX_CUDA_BLOCK_HALVES_SKEW_CUH
#define PREFIX_CUDA_BLOCK_HALVES_SKEW_CUH

#include "halves.cuh"
#include "tile_skew.cuh"

namespace prefix_cuda
{

/* Packets that begin skew bytes behind aligned ones, where these are a packet and what half_place() says apart. */
template <int LANES, int PACKETS>
__device__ inline void load_halves_skewed(uint32_t (&w)[PACKETS][4], const char *from, int bytes_an_element, int skew)
{
    for_skew<2>(skew, [&](auto words) {
#pragma unroll
        for (int r = 0; r < PACKETS; r++) {
            packet<16> p[2];
            p[0] = load_packet<16>(from + half_place<LANES>(r) * bytes_an_element);
            p[1] = load_packet<16>(from + half_place<LANES>(r) * bytes_an_element + 16);
#pragma unroll
            for (int k = 0; k < 4; k++) {
                constexpr int at = words.words;
                w[r][k] = __funnelshift_r(p[(at + k) / 4].w[(at + k) % 4], p[(at + k + 1) / 4].w[(at + k + 1) % 4],
                                          8 * (skew & 3));
            }
        }
    });
}

/*
 * Packets in memory's order, place being the lane's in it, moved so that each lane has what belongs into the
 * aligned packet in which its own begins. The packet before a lane's is its neighbour's, but at the end of half
 * a row it is in another half, and at the end of a row in another row. The very first one gets, before its
 * elements, the very last ones, which belong behind them all.
 */
template <int WORDS, int ROWS>
__device__ inline void shift_halves(packet<16> (&p)[ROWS], int shift, int place, bool reverse)
{
    constexpr int across = WORDS + 1, from = 4 - across; /* words that go to the next packet */
    const bool end = place % half_scan_lanes == half_scan_lanes - 1, begin = place % half_scan_lanes == 0;
    const int before = (place - 1) & 31, other = begin ? place + half_scan_lanes - 1 : before;
    const int lane = reverse ? 31 - before : before, other_lane = reverse ? 31 - other : other;
    uint32_t w[ROWS][across];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
#pragma unroll
        for (int i = 0; i < across; i++) {
            uint32_t mine = p[r].w[from + i], half = p[r ^ 1].w[from + i];
            uint32_t row = p[r > 0 ? r - 1 : ROWS - 1].w[from + i];
            if (r % 2 == 0)
                half = place == 31 ? row : half;
            w[r][i] = __shfl_sync(~0u, end ? half : mine, r % 2 ? other_lane : lane);
        }
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        uint32_t both[across + 4];
#pragma unroll
        for (int i = 0; i < across + 4; i++)
            both[i] = i < across ? w[r][i < across ? i : 0] : p[r].w[i < across ? 0 : i - across];
#pragma unroll
        for (int i = 0; i < 4; i++)
            p[r].w[i] = __funnelshift_l(both[i], both[i + 1], shift);
    }
}

/* index: as for store_halves(). */
template <int ROWS>
__device__ inline void store_halves_skewed(packet<16> (&p)[ROWS], void *out, uint64_t index, bool reverse)
{
    const int lane = threadIdx.x & 31, place = reverse ? 31 - lane : lane;
    char *to = (char *)out + index * 2;
    const int skew = (int)((uintptr_t)to & 15);
    to -= skew;
    if (skew > 0)
        for_skew<2>(skew, [&](auto words) { shift_halves<words.words>(p, 8 * (skew & 3), place, reverse); });
    char *mine = to + half_lane_place<half_scan_lanes>(place) * 2;
    if (place > 0 || skew == 0)
        store_packet(mine, p[0]);
#pragma unroll
    for (int r = 1; r < ROWS; r++)
        store_packet(mine + half_place<half_scan_lanes>(r) * 2, p[r]);

    /* The first packet's elements, to either end of what the warp stores. */
    uint32_t w[4];
#pragma unroll
    for (int i = 0; i < 4; i++)
        w[i] = __shfl_sync(~0u, p[0].w[i], reverse ? 31 : 0);
    if (skew > 0 && place < 8) {
        uint32_t both = place & 4 ? (place & 2 ? w[3] : w[2]) : (place & 2 ? w[1] : w[0]);
        char *end = place * 2 < skew ? to + ROWS * 512 : to;
        *(uint16_t *)(end + place * 2) = (uint16_t)(both >> (place % 2 * 16));
    }
}

} // namespace prefix_cuda

#endif
