/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A warp's selected elements, brought together in shared memory and stored in aligned packets. Where
 * they do not begin or end with a packet, what is left goes element by element.
 */
#ifndef PREFIX_CUDA_WARP_COMPACT_CUH
#define PREFIX_CUDA_WARP_COMPACT_CUH

#include "warp/mask.cuh"

namespace prefix_cuda
{

/* To an address in shared memory, as the machine has it, which takes one register. */
template <int SIZE> __device__ inline void store_shared(uint32_t to, element<SIZE> x)
{
    if constexpr (SIZE == 1)
        asm volatile("st.shared.u8 [%0], %1;" ::"r"(to), "r"((uint32_t)x) : "memory");
    else if constexpr (SIZE == 2)
        asm volatile("st.shared.u16 [%0], %1;" ::"r"(to), "h"(x) : "memory");
    else if constexpr (SIZE == 4)
        asm volatile("st.shared.u32 [%0], %1;" ::"r"(to), "r"(x) : "memory");
    else
        asm volatile("st.shared.u64 [%0], %1;" ::"r"(to), "l"(x) : "memory");
}

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

/* Shared memory of the warp's own. */
struct compact_area {
    char *elements; /* aligned to packets */
    int room;       /* for them, in bytes: a multiple of 16 */
    uint32_t *rows; /* 64 words, likewise aligned */
};

/*
 * Rows row to row + ROWS - 1 of those whose bits the lanes have, ranks being theirs. get(k) is the lane's
 * element of row row + k. What rows have selected, and where it begins, goes through shared memory,
 * some rows at once. The area's room is less than the rows' size by no more than 16: what finds none
 * there goes straight to memory, and that is elements of the last row only.
 */
template <int SIZE, int ROWS, class GET>
__device__ inline void compact(const compact_area &area, uint32_t bits, const ranks &r, int row, const destination &to,
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
    constexpr int some = ROWS < 4 ? ROWS : 4;
    const uint32_t elements = (uint32_t)__cvta_generic_to_shared(area.elements), mine = 1u << lane;
    area.rows[lane] = bits;
    area.rows[32 + lane] = elements + skew + (r.before - before) * SIZE;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < ROWS; k += some) {
        packet<4 *some> selected = load_packet<4 * some>((const char *)(area.rows + row + k));
        packet<4 *some> starts = load_packet<4 * some>((const char *)(area.rows + 32 + row + k));
#pragma unroll
        for (int i = 0; i < some; i++) {
            if (!(selected.w[i] & mine))
                continue;
            uint32_t to = starts.w[i] + __popc(selected.w[i] & (mine - 1)) * SIZE;
            int at = (int)(to - elements);
            if (k + i < ROWS - 1 || at < area.room)
                store_shared<SIZE>(to, (word)get(k + i));
            else if (at < end)
                *(word *)(base + at) = (word)get(k + i);
        }
    }
    __syncwarp();
    store_compacted<SIZE>(base, area.elements, skew, min(end, area.room));
}

/*
 * The same, where no lane's row has more than MOST bits: each lane has its row's elements, which begin at
 * from, and they go to memory one by one.
 */
template <int MOST, int SIZE> __device__ inline void compact_few(const char *from, uint32_t bits, const destination &to)
{
    using word = element<SIZE>;
    const word *row = (const word *)from + (threadIdx.x & 31) * 32;
    word *out = (word *)to.out;
    uint64_t at = to.first + ranks(bits).before;
#pragma unroll
    for (int k = 0; k < MOST; k++, at++) {
        if (bits != 0 && at < to.capacity)
            out[at] = row[__ffs((int)bits) - 1];
        bits &= bits - 1;
    }
}

/* What belongs to elements and lies elsewhere in memory, from the first row on. */
template <int SIZE, int ROWS>
__device__ inline void compact_values(const compact_area &area, uint32_t bits, const ranks &r, int row,
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
    compact<SIZE, ROWS>(area, bits, r, row, to, [&](int k) { return x[k]; });
}

/* The same, of any size; ROWS rows of elements of SIZE bytes have room. */
template <int SIZE, int ROWS>
__device__ inline void compact_any_values(const compact_area &area, uint32_t bits, const ranks &r,
                                          const destination &to, const void *values, int size)
{
    auto all = [&](auto kind) {
        constexpr int bytes = sizeof kind, rows = bytes > SIZE ? ROWS * SIZE / bytes : ROWS;
#pragma unroll 1
        for (int row = 0; row < ROWS; row += rows)
            compact_values<bytes, rows>(area, bits, r, row, to, values);
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
__device__ inline void compact_indices(const compact_area &area, uint32_t bits, const ranks &r, const destination &to,
                                       uint64_t place, int size)
{
    int lane = threadIdx.x & 31;
    auto all = [&](auto kind) {
        constexpr int bytes = sizeof kind, rows = bytes > SIZE ? ROWS * SIZE / bytes : ROWS;
#pragma unroll 1
        for (int row = 0; row < ROWS; row += rows)
            compact<bytes, rows>(area, bits, r, row, to,
                                 [&](int k) { return place + (uint64_t)((row + k) * 32 + lane); });
    };
    if (size == 4)
        all(uint32_t());
    else
        all(uint64_t());
}

} // namespace prefix_cuda

#endif
