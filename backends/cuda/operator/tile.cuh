/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile in and out. Where a lane's neighbours are whole packets of 16 bytes, and aligned, they move from and to
 * registers; anything else goes through shared memory, where it lies as far behind an aligned place as in memory.
 */
#ifndef PREFIX_CUDA_OPERATOR_TILE_CUH
#define PREFIX_CUDA_OPERATOR_TILE_CUH

#include "operator/shape.cuh"

namespace prefix_cuda
{

constexpr int operator_room = 32768 + 16; /* bytes, for a tile that is not aligned */

/* Where the elements of a tile lie, in the array's order. */
template <class T> struct operator_span {
    using shape = operator_shape<T>;
    char *memory;
    int count;
    bool reverse;

    __device__ operator_span(const void *array, uint64_t n, uint64_t begin, bool reversed)
    {
        count = (int)min((uint64_t)shape::tile, n - begin);
        memory = (char *)array + (reversed ? n - begin - count : begin) * sizeof(T);
        reverse = reversed;
    }
    __device__ int skew() const
    {
        return (int)((uintptr_t)memory & 15);
    }
    __device__ bool in_packets() const
    {
        return shape::each * shape::size % 16 == 0 && count == shape::tile && skew() == 0;
    }
    /* Of the element at a place of the scan. */
    __device__ int index(int place) const
    {
        return reverse ? count - 1 - place : place;
    }
    /* Of the packets of a lane's neighbours. */
    __device__ uint4 *packets(int place) const
    {
        return (uint4 *)(memory + (reverse ? shape::tile - shape::each - place : place) * shape::size);
    }
};

/* Between an array and shared memory; the caller waits. Of packets that are not the tile's alone, bytes. */
template <class T, bool LOAD> __device__ inline void move_bytes(const operator_span<T> &span, char *room)
{
    const int begin = span.skew(), end = begin + span.count * (int)sizeof(T);
    const int whole = (begin + 15) / 16 * 16, beyond = max(end / 16 * 16, whole);
    char *memory = span.memory - begin;
    for (int i = whole + (int)threadIdx.x * 16; i < beyond; i += PREFIX__CUDA_OPERATOR_THREADS * 16)
        *(uint4 *)((LOAD ? room : memory) + i) = *(const uint4 *)((LOAD ? memory : room) + i);
    for (int i = begin + (int)threadIdx.x; i < min(whole, end); i += PREFIX__CUDA_OPERATOR_THREADS)
        (LOAD ? room : memory)[i] = (LOAD ? memory : room)[i];
    for (int i = beyond + (int)threadIdx.x; i < end; i += PREFIX__CUDA_OPERATOR_THREADS)
        (LOAD ? room : memory)[i] = (LOAD ? memory : room)[i];
}

template <class T> __device__ inline void turn_neighbours(T *x)
{
    constexpr int each = operator_shape<T>::each;
#pragma unroll
    for (int v = 0; v < each / 2; v++) {
        const T one = x[v];
        x[v] = x[each - 1 - v];
        x[each - 1 - v] = one;
    }
}

/* room: shared by the block, which all have left. What lies beyond the array is not set. */
template <class T, int STEPS, int EACH>
__device__ inline void load_elements(T (&x)[STEPS][EACH], const operator_span<T> &span, char *room)
{
    using shape = operator_shape<T>;
    constexpr int packets = EACH * shape::size / 16;
    if (span.in_packets()) {
#pragma unroll
        for (int s = 0; s < STEPS; s++) {
            const uint4 *from = span.packets(shape::place(s));
            uint4 packet[packets > 0 ? packets : 1];
#pragma unroll
            for (int i = 0; i < packets; i++)
                packet[i] = from[i];
            memcpy(x[s], packet, packets * 16);
            if (span.reverse)
                turn_neighbours(x[s]);
        }
        return;
    }
    move_bytes<T, true>(span, room);
    __syncthreads();
    const T *elements = (const T *)(room + span.skew());
#pragma unroll
    for (int s = 0; s < STEPS; s++)
#pragma unroll
        for (int v = 0; v < EACH; v++)
            if (shape::place(s) + v < span.count)
                x[s][v] = elements[span.index(shape::place(s) + v)];
}

template <class T, int STEPS, int EACH>
__device__ inline void store_elements(T (&x)[STEPS][EACH], const operator_span<T> &span, char *room)
{
    using shape = operator_shape<T>;
    constexpr int packets = EACH * shape::size / 16;
    if (span.in_packets()) {
#pragma unroll
        for (int s = 0; s < STEPS; s++) {
            uint4 *to = span.packets(shape::place(s));
            uint4 packet[packets > 0 ? packets : 1];
            if (span.reverse)
                turn_neighbours(x[s]);
            memcpy(packet, x[s], packets * 16);
#pragma unroll
            for (int i = 0; i < packets; i++)
                to[i] = packet[i];
        }
        return;
    }
    T *elements = (T *)(room + span.skew());
#pragma unroll
    for (int s = 0; s < STEPS; s++)
#pragma unroll
        for (int v = 0; v < EACH; v++)
            if (shape::place(s) + v < span.count)
                elements[span.index(shape::place(s) + v)] = x[s][v];
    __syncthreads();
    move_bytes<T, false>(span, room);
}

} // namespace prefix_cuda

#endif
