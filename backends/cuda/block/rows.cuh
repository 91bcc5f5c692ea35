/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows in and out: a warp's ROWS rows of 32 packets, which follow each other in the order of the
 * scan. A reversed scan walks memory downwards: packets in descending order, and the caller turns
 * the elements inside each.
 */
#ifndef PREFIX_CUDA_BLOCK_ROWS_CUH
#define PREFIX_CUDA_BLOCK_ROWS_CUH

#include "packet.cuh"

namespace prefix_cuda
{

/* Where a lane's packets of an array lie. */
template <int SIZE, int COUNT> struct row_span {
    static constexpr int bytes = SIZE * COUNT;
    uint64_t n;
    int64_t index; /* of the first element, in memory's order, of the packet in row 0 */
    int step;      /* elements from a row's packet to the next row's */
    int skew;      /* bytes of the packets beyond an aligned address */

    /* first: the place in the scan of the lane's first element in row 0. */
    __device__ row_span(const void *array, uint64_t n_, uint64_t first, bool reverse) : n(n_)
    {
        index = reverse ? (int64_t)(n - first) - COUNT : (int64_t)first;
        step = reverse ? -32 * COUNT : 32 * COUNT;
        skew = (int)(((uintptr_t)array + (reverse ? n * SIZE : 0)) & (bytes - 1));
    }
    __device__ int64_t at(int row) const
    {
        return index + row * step;
    }
    /* Whether the packet lies wholly in the array, and whether any of it does. */
    __device__ bool whole(int row) const
    {
        return at(row) >= 0 && (uint64_t)(at(row) + COUNT) <= n;
    }
    __device__ bool some(int row) const
    {
        return at(row) > -COUNT && at(row) < (int64_t)n;
    }
};

/* full: every element of the warp's rows lies in the array. */
template <int SIZE, int COUNT, int ROWS>
__device__ inline void load_rows(packet<SIZE * COUNT> (&p)[ROWS], const void *array, uint64_t n, uint64_t first,
                                 bool reverse, bool full)
{
    constexpr int bytes = SIZE * COUNT;
    const char *base = (const char *)array;
    row_span<SIZE, COUNT> span(array, n, first, reverse);
    if (full && span.skew == 0) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            p[r] = load_packet<bytes>(base + span.at(r) * SIZE);
        return;
    }
    uint32_t single = 0; /* rows whose packet is read element by element */
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        int64_t begin = span.at(r) * SIZE - span.skew;
        p[r] = packet<bytes>();
        if (span.skew == 0 && span.whole(r))
            p[r] = load_packet<bytes>(base + begin);
        else if (bytes >= 4 && span.skew != 0 && begin >= 0 && begin + 2 * bytes <= (int64_t)(n * SIZE))
            p[r] =
                shifted_packet(load_packet<bytes>(base + begin), load_packet<bytes>(base + begin + bytes), span.skew);
        else
            single |= span.some(r) ? 1u << r : 0;
    }
    while (single) {
        int row = __ffs((int)single) - 1;
        single &= single - 1;
        packet<bytes> one = gather_packet<SIZE, COUNT>(base, span.at(row), n);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            if (r == row)
                p[r] = one;
        }
    }
}

/* The warp's lanes store together: skewed packets are put together from two neighbours'. */
template <int SIZE, int COUNT, int ROWS>
__device__ inline void store_rows(const packet<SIZE * COUNT> (&p)[ROWS], void *array, uint64_t n, uint64_t first,
                                  bool reverse, bool full)
{
    constexpr int bytes = SIZE * COUNT;
    char *base = (char *)array;
    row_span<SIZE, COUNT> span(array, n, first, reverse);
    if (full && span.skew == 0) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            store_packet(base + span.at(r) * SIZE, p[r]);
        return;
    }
    if (full) {
        int lane = threadIdx.x & 31;
        int place = reverse ? 31 - lane : lane; /* in memory */
        int before = reverse ? lane + 1 : lane - 1;
        int owned = bytes - span.skew; /* bytes of a lane's packet up to the aligned address in it */
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            char *to = base + span.at(r) * SIZE;
            packet<bytes> left;
#pragma unroll
            for (int i = 0; i < packet<bytes>::words; i++)
                left.w[i] = __shfl_sync(~0u, p[r].w[i], before & 31);
            if (place == 0)
                scatter_packet<SIZE, COUNT>(to, p[r], 0, owned / SIZE);
            else
                store_packet(to - span.skew, shifted_packet(left, p[r], owned));
            if (place == 31)
                scatter_packet<SIZE, COUNT>(to, p[r], owned / SIZE, COUNT);
        }
        return;
    }
    uint32_t single = 0; /* rows whose packet is written element by element */
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        if (span.skew == 0 && span.whole(r))
            store_packet(base + span.at(r) * SIZE, p[r]);
        else
            single |= span.some(r) ? 1u << r : 0;
    }
    while (single) {
        int row = __ffs((int)single) - 1;
        single &= single - 1;
        packet<bytes> one = p[0];
#pragma unroll
        for (int r = 1; r < ROWS; r++) {
            if (r == row)
                one = p[r];
        }
        int64_t index = span.at(row);
        int begin = index < 0 ? (int)-index : 0;
        int end = (uint64_t)(index + COUNT) > n && index + COUNT > 0 ? (int)((int64_t)n - index) : COUNT;
        scatter_packet<SIZE, COUNT>(base + index * SIZE, one, begin, end);
    }
}

} // namespace prefix_cuda

#endif
