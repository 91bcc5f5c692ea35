/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Rows in and out: a warp's ROWS rows of 32 packets, which follow each other in the order of the
 * scan, so that they are one piece of memory. A reversed scan walks it downwards: the rows, and
 * the lanes' packets in each, in descending order; the caller turns the elements inside a packet.
 *
 * Where the array is aligned to its elements but not to packets, the memory moves in aligned
 * packets all the same, which lanes put together from two neighbours', across the border of rows
 * too. A packet is partial only at the ends of the array and, in stores, of the warp's piece.
 */
#ifndef PREFIX_CUDA_BLOCK_ROWS_CUH
#define PREFIX_CUDA_BLOCK_ROWS_CUH

#include "word/packet.cuh"

namespace prefix_cuda
{

/* Where the warp's piece of an array lies. All in bytes, rows in memory's order. */
template <int SIZE, int COUNT, int ROWS> struct rows_span {
    static constexpr int bytes = SIZE * COUNT;
    static constexpr int row_bytes = 32 * bytes;
    int place;         /* of the lane in a row */
    int skew;          /* of the packets beyond aligned addresses */
    char *from;        /* the aligned packet in which the lane's packet of the first row begins */
    int array, beyond; /* the array's begin and end, seen from there, or as far as matters */

    /* first: the place in the scan of the lane's first element in the first row of the scan. */
    __device__ rows_span(const void *memory, uint64_t n, uint64_t first, bool reverse)
    {
        constexpr int64_t far = 2 * ROWS * row_bytes;
        int lane = threadIdx.x & 31;
        place = reverse ? 31 - lane : lane;
        int64_t index = reverse ? (int64_t)(n - first) - ((ROWS - 1) * 32 + 1) * COUNT : (int64_t)first;
        int64_t begin = index * SIZE;
        skew = (int)(((uintptr_t)memory + begin) & (bytes - 1));
        begin -= skew;
        from = (char *)memory + begin;
        array = (int)(begin > far ? -far : -begin);
        beyond = (int)((int64_t)n * SIZE - begin > far ? far : (int64_t)n * SIZE - begin);
    }
    /* Whether the packet at byte at from there lies wholly in the array, and whether any of it does. */
    __device__ bool whole(int at) const
    {
        return at >= array && at + bytes <= beyond;
    }
    __device__ bool some(int at) const
    {
        return at + bytes > array && at < beyond;
    }
};

/* Rows in memory's order to rows in the scan's, and back. */
template <int BYTES, int ROWS> __device__ inline void turn_rows(packet<BYTES> (&p)[ROWS])
{
#pragma unroll
    for (int r = 0; r < ROWS / 2; r++) {
        packet<BYTES> one = p[r];
        p[r] = p[ROWS - 1 - r];
        p[ROWS - 1 - r] = one;
    }
}

/* Another lane's packet, lanes counted round the warp. */
template <int BYTES> __device__ inline packet<BYTES> from_lane(const packet<BYTES> &p, int lane)
{
    packet<BYTES> q;
#pragma unroll
    for (int i = 0; i < packet<BYTES>::words; i++)
        q.w[i] = __shfl_sync(~0u, p.w[i], lane & 31);
    return q;
}

/* full: every element of the warp's rows lies in the array. */
template <int SIZE, int COUNT, int ROWS>
__device__ inline void load_rows(packet<SIZE * COUNT> (&p)[ROWS], const void *array, uint64_t n, uint64_t first,
                                 bool reverse, bool full)
{
    using span_of_rows = rows_span<SIZE, COUNT, ROWS>;
    constexpr int bytes = span_of_rows::bytes, row_bytes = span_of_rows::row_bytes;
    span_of_rows span(array, n, first, reverse);
    if (full && span.skew == 0) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            p[r] = load_packet<bytes>(span.from + r * row_bytes);
    } else {
        packet<bytes> q[ROWS + 1]; /* the last: a single packet behind the last row */
        uint32_t parts = 0;
#pragma unroll
        for (int r = 0; r <= ROWS; r++) {
            bool wanted = r < ROWS || (span.skew != 0 && span.place == 0);
            q[r] = packet<bytes>();
            if (wanted && span.whole(r * row_bytes))
                q[r] = load_packet<bytes>(span.from + r * row_bytes);
            else if (wanted && span.some(r * row_bytes))
                parts |= 1u << r;
        }
        while (parts) {
            int row = __ffs((int)parts) - 1, at = row * row_bytes;
            parts &= parts - 1;
            packet<bytes> part =
                load_part<SIZE, bytes>(span.from + at, max(span.array - at, 0), min(span.beyond - at, bytes));
#pragma unroll
            for (int r = 0; r <= ROWS; r++)
                q[r] = choose(r == row, part, q[r]);
        }
        if (span.skew != 0) {
            int next = (int)threadIdx.x + (reverse ? -1 : 1);
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                q[r] = shifted_packet(q[r], from_lane(choose(span.place == 0, q[r + 1], q[r]), next), span.skew);
        }
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            p[r] = q[r];
    }
    if (reverse)
        turn_rows(p);
}

template <int SIZE, int COUNT, int ROWS>
__device__ inline void store_rows(packet<SIZE * COUNT> (&p)[ROWS], void *array, uint64_t n, uint64_t first,
                                  bool reverse, bool full)
{
    using span_of_rows = rows_span<SIZE, COUNT, ROWS>;
    constexpr int bytes = span_of_rows::bytes, row_bytes = span_of_rows::row_bytes;
    span_of_rows span(array, n, first, reverse);
    if (reverse)
        turn_rows(p);
    if (full && span.skew == 0) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            store_packet(span.from + r * row_bytes, p[r]);
        return;
    }
    constexpr int behind = (ROWS - 1) * row_bytes + bytes; /* the single packet behind the last row */
    uint32_t parts = 0;
    if (span.skew != 0) {
        int before = (int)threadIdx.x + (reverse ? 1 : -1);
        if (span.place == 31)
            store_part<SIZE, bytes>(span.from + behind, shifted_packet(p[ROWS - 1], p[ROWS - 1], bytes - span.skew),
                                    max(span.array - behind, 0), min(span.beyond - behind, span.skew));
        if (span.place == 0)
            span.array = max(span.array, span.skew);
#pragma unroll
        for (int r = ROWS - 1; r >= 0; r--)
            p[r] = shifted_packet(from_lane(choose(span.place == 31, p[r > 0 ? r - 1 : 0], p[r]), before), p[r],
                                  bytes - span.skew);
    }
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        if (span.whole(r * row_bytes))
            store_packet(span.from + r * row_bytes, p[r]);
        else if (span.some(r * row_bytes))
            parts |= 1u << r;
    }
    while (parts) {
        int row = __ffs((int)parts) - 1, at = row * row_bytes;
        parts &= parts - 1;
        packet<bytes> part = p[0];
#pragma unroll
        for (int r = 1; r < ROWS; r++)
            part = choose(r == row, p[r], part);
        store_part<SIZE, bytes>(span.from + at, part, max(span.array - at, 0), min(span.beyond - at, bytes));
    }
}

} // namespace prefix_cuda

#endif
