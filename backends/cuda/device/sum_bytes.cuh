/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums of bytes, of which a lane has 16, in segments. Four are summed at once, those of a lane behind its last head, so
 * that what stands before the lane is known before its elements are words, and each is added to once.
 */
#ifndef PREFIX_CUDA_DEVICE_SUM_BYTES_CUH
#define PREFIX_CUDA_DEVICE_SUM_BYTES_CUH

#include "../warp/cut_scan.cuh"
#include "../warp/warp_total.cuh"
#include "../word/stored.cuh"

namespace prefix_cuda
{

template <class OP> constexpr bool sums_bytes = false;
template <int BITS, int ROWS> constexpr bool sums_bytes<stored_as<integer<PREFIX__CUDA_SUM, BITS>, 1, ROWS>> = true;

/* Of a lane's bytes from its last head on, or of all. */
__device__ inline uint32_t sum_of_bytes(const packet<16> &p, uint32_t heads)
{
    const int first = 8 * max(31 - __clz((int)heads), 0); /* bit of the last head */
    uint32_t sum = 0;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        uint32_t kept;
        asm("shl.b32 %0, %1, %2;" : "=r"(kept) : "r"(~0u), "r"(max(first - 32 * i, 0))); /* by 32 and more: 0 */
        sum = __dp4a(kept & p.w[i], 0x01010101u, sum);
    }
    return sum;
}

/* Sums of rows behind their last heads; returns in which of the rows segments begin. */
template <class OP, int ROWS>
__device__ inline uint32_t sum_rows_of_bytes(uint32_t *totals, const char *stage, uint32_t heads)
{
    const int lane = threadIdx.x & 31;
    uint32_t begins = 0, own = 0;
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        const cut_row<16> row(heads >> (r * 16) & 0xffffu);
        const uint32_t sum = sum_of_bytes(load_packet<16>(stage + (r * 32 + lane) * 16), row.heads);
        const uint32_t total = warp_total<OP>(row.behind() ? 0 : sum);
        own = lane == r ? total : own;
        begins |= row.begins() ? 1u << r : 0;
    }
    if (lane < ROWS)
        totals[lane] = own;
    return begins;
}

/* As cut_part: a warp's rows. */
template <class OP, int ROWS> struct bytes_part {
    uint32_t x[ROWS][16];
    packet<16> p[ROWS];
    uint32_t last[ROWS];
    uint32_t heads, lanes[ROWS];

    __device__ void load(const char *from)
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            p[r] = load_packet<16>(from + (r * 32 + (threadIdx.x & 31)) * 16);
    }
    __device__ cut_row<16> row(int r) const
    {
        return cut_row<16>(heads >> (r * 16) & 0xffffu, lanes[r]);
    }
    __device__ void scan()
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            lanes[r] = cut_row<16>(heads >> (r * 16) & 0xffffu).lanes;
            last[r] = scan_cut_totals<OP, 16>(sum_of_bytes(p[r], row(r).heads), row(r));
        }
    }
    /* Results; see enter_cut_row(). */
    __device__ void enter(const uint32_t *before, uint32_t carry, uint32_t init, bool begun, bool exclusive,
                          const prefix__cuda_segmented &s)
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const cut_row<16> mine = row(r);
            const uint32_t start = before_cut_lane<OP>(last[r], mine, (begun ? init : carry) + before[r], init);
            unpack_stored<OP, 1>(x[r], p[r], s);
            enter_init<OP>(x[r], mine.heads, init);
            OP::combine_unless(mine.is_head(0), start, x[r][0]);
            scan_cut_lane<OP>(x[r], mine);
            if (exclusive)
                move_up_behind<OP>(x[r], mine, init, start);
            begun |= mine.begins();
        }
    }
};

} // namespace prefix_cuda

#endif
