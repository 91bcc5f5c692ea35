/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A warp's selected elements, brought together in shared memory and stored in aligned packets. Where
 * they do not begin or end with a packet, what is left goes element by element.
 */
#ifndef PREFIX_CUDA_WARP_COMPACT_CUH
#define PREFIX_CUDA_WARP_COMPACT_CUH

#include "mask.cuh"

namespace prefix_cuda
{

/* Where elements go: those from place first on, to a place below capacity. */
struct destination {
    void *out;
    uint64_t first, capacity;
};

/*
 * Bytes skew to end - 1 of what shared has, which belong to base: both are aligned to packets. Called
 * by all lanes; shared may change when it returns.
 */
template <int SIZE> __device__ inline void store_compacted(char *base, const char *shared, int skew, int end)
{
    using word = element<SIZE>;
    int lane = threadIdx.x & 31;
    int begin = skew > 0 ? 16 : 0, whole = end & ~15;
#pragma unroll 1
    for (int from = begin + lane * 16; from - lane * 16 < whole; from += 4 * 512) {
        packet<16> p[4];
#pragma unroll
        for (int k = 0; k < 4; k++) {
            if (from + k * 512 < whole)
                p[k] = load_packet<16>(shared + from + k * 512);
        }
#pragma unroll
        for (int k = 0; k < 4; k++) {
            if (from + k * 512 < whole)
                store_packet(base + from + k * 512, p[k]);
        }
    }
    /* Of the first and the last packet, at most 15 elements each. */
    int at = lane < 16 ? skew + lane * SIZE : max(begin, whole) + (lane - 16) * SIZE;
    if (at < (lane < 16 ? min(begin, end) : end))
        *(word *)(base + at) = *(const word *)(shared + at);
    __syncwarp();
}

/*
 * Rows row to row + ROWS - 1 of those whose bits the lanes have, ranks being theirs. get(r) is the lane's
 * element of row row + r. shared: the warp's own, aligned to packets, of room bytes; room is a multiple
 * of 16, and less than the rows' size by no more than 16: what finds no room there goes straight to
 * memory, and that is elements of the last row only.
 */
template <int SIZE, int ROWS, class GET>
__device__ inline void compact(char *shared, int room, uint32_t bits, const ranks &r, int row, const destination &to,
                               GET get)
{
    using word = element<SIZE>;
    int lane = threadIdx.x & 31;
    int before = __shfl_sync(~0u, r.before, row);
    int total = __shfl_sync(~0u, r.before + __popc(bits), row + ROWS - 1) - before;
    uint64_t first = to.first + before;
    if (first >= to.capacity)
        return;
    char *base = (char *)to.out + first * SIZE;
    int skew = (int)((uintptr_t)base & 15);
    base -= skew;
    int end = skew + (int)min((uint64_t)total, to.capacity - first) * SIZE;
    int start = skew + (r.before - before) * SIZE;
    uint32_t below = (1u << lane) - 1;
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        uint32_t selected = __shfl_sync(~0u, bits, row + k);
        int at = __shfl_sync(~0u, start, row + k) + __popc(selected & below) * SIZE;
        if (selected >> lane & 1) {
            if (k < ROWS - 1 || at < room)
                *(word *)(shared + at) = (word)get(k);
            else if (at < end)
                *(word *)(base + at) = (word)get(k);
        }
    }
    __syncwarp();
    store_compacted<SIZE>(base, shared, skew, min(end, room));
}

/* What belongs to elements and lies elsewhere in memory, from the first row on. */
template <int SIZE, int ROWS>
__device__ inline void compact_values(char *shared, int room, uint32_t bits, const ranks &r, int row,
                                      const destination &to, const void *values)
{
    using word = element<SIZE>;
    int lane = threadIdx.x & 31;
    word x[ROWS];
#pragma unroll
    for (int k = 0; k < ROWS; k++) {
        x[k] = 0;
        if (__shfl_sync(~0u, bits, row + k) >> lane & 1)
            x[k] = ((const word *)values)[(row + k) * 32 + lane];
    }
    compact<SIZE, ROWS>(shared, room, bits, r, row, to, [&](int k) { return x[k]; });
}

/* The same, of any size; ROWS rows of elements of SIZE bytes have room. */
template <int SIZE, int ROWS>
__device__ inline void compact_any_values(char *shared, int room, uint32_t bits, const ranks &r, const destination &to,
                                          const void *values, int size)
{
    auto all = [&](auto kind) {
        constexpr int bytes = sizeof kind, rows = bytes > SIZE ? ROWS * SIZE / bytes : ROWS;
#pragma unroll 1
        for (int row = 0; row < ROWS; row += rows)
            compact_values<bytes, rows>(shared, room, bits, r, row, to, values);
    };
    switch (size) {
    case 1:
        return all(uint8_t());
    case 2:
        return all(uint16_t());
    case 4:
        return all(uint32_t());
    default:
        return all(uint64_t());
    }
}

/* The places of elements in the array, of 4 or 8 bytes; place: of the first row's first. */
template <int SIZE, int ROWS>
__device__ inline void compact_indices(char *shared, int room, uint32_t bits, const ranks &r, const destination &to,
                                       uint64_t place, int size)
{
    int lane = threadIdx.x & 31;
    auto all = [&](auto kind) {
        constexpr int bytes = sizeof kind, rows = bytes > SIZE ? ROWS * SIZE / bytes : ROWS;
#pragma unroll 1
        for (int row = 0; row < ROWS; row += rows)
            compact<bytes, rows>(shared, room, bits, r, row, to,
                                 [&](int k) { return place + (uint64_t)((row + k) * 32 + lane); });
    };
    if (size == 4)
        all(uint32_t());
    else
        all(uint64_t());
}

} // namespace prefix_cuda

#endif
