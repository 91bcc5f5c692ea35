/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile on its way through shared memory, where it lies as far behind an aligned place as in memory: so packets of 16
 * bytes move, whatever the size and the alignment of elements.
 */
#ifndef PREFIX_CUDA_OPERATOR_TILE_CUH
#define PREFIX_CUDA_OPERATOR_TILE_CUH

#include "operator/shape.cuh"

namespace prefix_cuda
{

constexpr int operator_room = 32768 + 16; /* bytes */

/* Where the elements of a tile lie, in the array's order. */
template <class T> struct operator_span {
    using shape = operator_shape<T>;
    char *memory;
    int count, skew;
    bool reverse;

    __device__ operator_span(const void *array, uint64_t n, uint64_t begin, bool reversed)
    {
        count = (int)min((uint64_t)shape::tile, n - begin);
        memory = (char *)array + (reversed ? n - begin - count : begin) * sizeof(T);
        skew = (int)((uintptr_t)memory & 15);
        reverse = reversed;
    }
};

/* Straight to shared memory, where that is known, for which the caller waits. */
__device__ inline void load_packet_async(char *room, const char *from)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32_t)__cvta_generic_to_shared(room)), "l"(from)
                 : "memory");
#else
    *(uint4 *)room = *(const uint4 *)from;
#endif
}

__device__ inline void await_packets()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.wait_all;" ::: "memory");
#endif
}

/* All threads take part. packet(at) moves 16 bytes, and byte(at) one, at the place at of the span's aligned memory. */
template <class T, class PACKET, class BYTE>
__device__ inline void walk_span(const operator_span<T> &span, PACKET packet, BYTE byte)
{
    const int begin = span.skew, end = begin + span.count * (int)sizeof(T), thread = threadIdx.x;
    const int whole = min((begin + 15) / 16 * 16, end), beyond = max(end / 16 * 16, whole);
#pragma unroll 4
    for (int at = whole + thread * 16; at < beyond; at += PREFIX__CUDA_OPERATOR_THREADS * 16)
        packet(at);
    if (thread < 16 && begin + thread < whole)
        byte(begin + thread);
    if (thread < 16 && beyond + thread < end)
        byte(beyond + thread);
}

template <class T> __device__ inline void load_tile(const operator_span<T> &span, char *room)
{
    const char *from = span.memory - span.skew;
    walk_span(
        span, [=](int at) { load_packet_async(room + at, from + at); }, [=](int at) { room[at] = from[at]; });
    await_packets();
}

/* skew: as the tile lies in shared memory; if that is not how it lies in the array, elements move. */
template <class T> __device__ inline void store_tile(const operator_span<T> &span, const char *room, int skew)
{
    char *to = span.memory - span.skew;
    if (skew == span.skew) {
        walk_span(
            span, [=](int at) { *(uint4 *)(to + at) = *(const uint4 *)(room + at); },
            [=](int at) { to[at] = room[at]; });
        return;
    }
    for (int i = threadIdx.x; i < span.count; i += PREFIX__CUDA_OPERATOR_THREADS)
        ((T *)span.memory)[i] = ((const T *)(room + skew))[i];
}

/* Neighbours as whole packets. */
template <class T, int EACH> struct alignas(16) neighbours {
    T x[EACH];
};

/* Between shared memory and a lane, from a place of the scan on: neighbours that are in the array. */
template <class T, bool LOAD, int EACH>
__device__ inline void move_neighbours(T (&x)[EACH], const operator_span<T> &span, char *room, int place)
{
    constexpr bool in_packets = EACH * sizeof(T) % 16 == 0;
    T *elements = (T *)(room + span.skew);
    neighbours<T, EACH> *at = (neighbours<T, EACH> *)(elements + (span.reverse ? span.count - EACH - place : place));
    if (in_packets && place + EACH <= span.count && ((uintptr_t)at & 15) == 0) {
        neighbours<T, EACH> all;
        if (LOAD)
            all = *at;
#pragma unroll
        for (int v = 0; v < EACH; v++) {
            if (LOAD)
                x[v] = span.reverse ? all.x[EACH - 1 - v] : all.x[v];
            else
                all.x[v] = span.reverse ? x[EACH - 1 - v] : x[v];
        }
        if (!LOAD)
            *at = all;
        return;
    }
#pragma unroll
    for (int v = 0; v < EACH; v++) {
        T *element = elements + (span.reverse ? span.count - 1 - place - v : place + v);
        if (LOAD && place + v < span.count)
            x[v] = *element;
        if (!LOAD && place + v < span.count)
            *element = x[v];
    }
}

} // namespace prefix_cuda

#endif
