/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A packet is what one lane moves at once: COUNT elements of SIZE bytes, 2 to 16 bytes together,
 * in the order of memory. Packets lie side by side, so that a warp moves a contiguous row. Where
 * the array is aligned to its elements but not to packets, aligned words of packet size are read
 * or written and the bytes shifted into place; single elements move only at the array's ends.
 */
#ifndef PREFIX_CUDA_BLOCK_PACKET_CUH
#define PREFIX_CUDA_BLOCK_PACKET_CUH

#include <stdint.h>

namespace prefix_cuda
{

template <int SIZE> struct element_of;
template <> struct element_of<1> {
    using type = uint8_t;
};
template <> struct element_of<2> {
    using type = uint16_t;
};
template <> struct element_of<4> {
    using type = uint32_t;
};
template <> struct element_of<8> {
    using type = uint64_t;
};

template <int BYTES> struct packet {
    static constexpr int words = (BYTES + 3) / 4;
    uint32_t w[words];
};

template <int BYTES> __device__ inline packet<BYTES> load_packet(const char *from)
{
    packet<BYTES> p;
    if constexpr (BYTES == 16) {
        uint4 v = *(const uint4 *)from;
        p.w[0] = v.x, p.w[1] = v.y, p.w[2] = v.z, p.w[3] = v.w;
    } else if constexpr (BYTES == 8) {
        uint2 v = *(const uint2 *)from;
        p.w[0] = v.x, p.w[1] = v.y;
    } else {
        p.w[0] = *(const typename element_of<BYTES>::type *)from;
    }
    return p;
}

template <int BYTES> __device__ inline void store_packet(char *to, const packet<BYTES> &p)
{
    if constexpr (BYTES == 16)
        *(uint4 *)to = make_uint4(p.w[0], p.w[1], p.w[2], p.w[3]);
    else
        *(uint2 *)to = make_uint2(p.w[0], p.w[1]);
}

/* The packet that starts skip bytes into before; the two lie side by side. 0 <= skip < BYTES. */
template <int BYTES>
__device__ inline packet<BYTES> shifted_packet(const packet<BYTES> &before, const packet<BYTES> &after, int skip)
{
    constexpr int words = packet<BYTES>::words;
    uint32_t both[2 * words];
#pragma unroll
    for (int i = 0; i < words; i++) {
        both[i] = before.w[i];
        both[words + i] = after.w[i];
    }
#pragma unroll
    for (int step = words / 2; step > 0; step /= 2) {
#pragma unroll
        for (int i = 0; i + step < 2 * words; i++)
            both[i] = skip / 4 & step ? both[i + step] : both[i];
    }
    packet<BYTES> p;
#pragma unroll
    for (int i = 0; i < words; i++)
        p.w[i] = __funnelshift_r(both[i], both[i + 1], 8 * (skip & 3));
    return p;
}

/* Element by element: those of the packet at element index that lie in the array; 0 elsewhere. */
template <int SIZE, int COUNT>
__device__ inline packet<SIZE * COUNT> gather_packet(const char *array, int64_t index, uint64_t n)
{
    using element = typename element_of<SIZE>::type;
    uint64_t bits[2] = {0, 0};
#pragma unroll 1
    for (int i = 0; i < COUNT; i++) {
        if ((uint64_t)(index + i) >= n)
            continue;
        uint64_t value = (uint64_t) * (const element *)(array + (index + i) * SIZE);
        int place = 8 * SIZE * i;
        bits[0] |= place < 64 ? value << (place & 63) : 0;
        bits[1] |= place < 64 ? 0 : value << (place & 63);
    }
    packet<SIZE * COUNT> p;
#pragma unroll
    for (int i = 0; i < packet<SIZE * COUNT>::words; i++)
        p.w[i] = (uint32_t)(bits[i / 2] >> (32 * (i & 1)));
    return p;
}

/* Element by element: those from begin to end - 1 of the packet, which starts at to. */
template <int SIZE, int COUNT>
__device__ inline void scatter_packet(char *to, const packet<SIZE * COUNT> &p, int begin, int end)
{
    using element = typename element_of<SIZE>::type;
    uint64_t bits[2] = {0, 0};
#pragma unroll
    for (int i = 0; i < packet<SIZE * COUNT>::words; i++)
        bits[i / 2] |= (uint64_t)p.w[i] << (32 * (i & 1));
#pragma unroll 1
    for (int i = begin; i < end; i++) {
        int place = 8 * SIZE * i;
        *(element *)(to + i * SIZE) = (element)((place < 64 ? bits[0] : bits[1]) >> (place & 63));
    }
}

} // namespace prefix_cuda

#endif
