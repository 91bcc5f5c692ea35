/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tile on its way between memory and shared memory. Each warp moves the rows that it scans: in packets of 16 bytes
 * where they lie in both alike, else in words, of which an element has several, so that neighbours move at once.
 */
#ifndef PREFIX_CUDA_OPERATOR_TILE_CUH
#define PREFIX_CUDA_OPERATOR_TILE_CUH

#include "operator/shape.cuh"

namespace prefix_cuda
{

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
    /* The element of a place of the scan. */
    __device__ char *element(int i) const
    {
        return memory + (reverse ? count - 1 - i : i) * (int)sizeof(T);
    }
    __device__ bool in_packets() const
    {
        return !reverse && shape::chunk % 16 == 0 && (uintptr_t)memory % 16 == 0;
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

/* Each lane of a warp at places that are so far apart. */
template <class MOVE> __device__ inline void for_places(int from, int end, int step, MOVE move)
{
#pragma unroll 4
    for (int at = from + (int)(threadIdx.x & 31) * step; at < end; at += 32 * step)
        move(at);
}

/* packet(room, memory), and byte(room, memory) for what is no whole packet at the end of the array. */
template <class T, class PACKET, class BYTE>
__device__ inline void for_packets(const operator_span<T> &span, operator_room<T> &room, PACKET packet, BYTE byte)
{
    const int bytes = span.count * (int)sizeof(T), share = operator_shape<T>::share * (int)sizeof(T);
    const int from = (int)threadIdx.x / 32 * share, end = min(from + share, bytes), whole = end / 16 * 16;
    for_places(from, whole, 16, [&](int at) { packet(room.byte(at), span.memory + at); });
    for_places(max(from, whole), end, 1, [&](int at) { byte(room.byte(at), span.memory + at); });
}

/* All elements of the warp's rows. */
template <class T, class MOVE> __device__ inline void for_elements(int count, MOVE move)
{
    const int from = (int)threadIdx.x / 32 * operator_shape<T>::share;
    for_places(from, min(from + operator_shape<T>::share, count), 1, move);
}

template <class WORD, class T, class MOVE> __device__ inline void for_words(const operator_span<T> &span, MOVE move)
{
    constexpr int words = sizeof(T) / sizeof(WORD), share = operator_shape<T>::share * words;
    const int from = (int)threadIdx.x / 32 * share;
    for_places(from, min(from + share, span.count * words), 1,
               [&](int at) { move(at / words, at % words * (int)sizeof(WORD), WORD()); });
}

/* move(i, at, WORD()): the word that begins so many bytes behind element i. */
template <class T, class MOVE> __device__ inline void for_any_words(const operator_span<T> &span, MOVE move)
{
    if (sizeof(T) % 16 == 0 && (uintptr_t)span.memory % 16 == 0)
        for_words<typename operator_unit<sizeof(T) % 16 == 0 ? 16 : 1>::type>(span, move);
    else if (sizeof(T) % 4 == 0 && (alignof(T) >= 4 || (uintptr_t)span.memory % 4 == 0))
        for_words<typename operator_unit<sizeof(T) % 4 == 0 ? 4 : 1>::type>(span, move);
    else
        for_words<uint8_t>(span, move);
}

/* To be awaited by await_packets(). */
template <class T> __device__ inline void load_tile(const operator_span<T> &span, operator_room<T> &room)
{
    if (span.in_packets())
        for_packets(span, room, load_packet_async, [](char *to, const char *from) { *to = *from; });
    else
        for_any_words(span, [&](int i, int at, auto word) {
            *(decltype(word) *)room.byte(i * (int)sizeof(T) + at) = *(const decltype(word) *)(span.element(i) + at);
        });
}

/* from(i): where the result of a place of the tile lies. */
template <class T, class FROM> __device__ inline void store_each(const operator_span<T> &span, FROM from)
{
    for_any_words(span, [&](int i, int at, auto word) {
        *(decltype(word) *)(span.element(i) + at) = *(const decltype(word) *)(from(i, at));
    });
}

template <class T> __device__ inline void store_tile(const operator_span<T> &span, operator_room<T> &room)
{
    if (span.in_packets())
        for_packets(
            span, room, [](const char *from, char *to) { *(uint4 *)to = *(const uint4 *)from; },
            [](const char *from, char *to) { *to = *from; });
    else
        store_each(span, [&](int i, int at) { return room.byte(i * (int)sizeof(T) + at); });
}

} // namespace prefix_cuda

#endif
