/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A packet is what one lane moves at once: COUNT elements of SIZE bytes, 2 to 16 bytes together,
 * in the order of memory. Packets lie side by side, so that a warp moves a contiguous row. They
 * move at addresses aligned to them, wholly or in part; see rows.cuh for arrays that are not.
 */
#ifndef PREFIX_CUDA_WORD_PACKET_CUH
#define PREFIX_CUDA_WORD_PACKET_CUH

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

/* Chosen word by word, which keeps packets in registers. */
template <int BYTES>
__device__ inline packet<BYTES> choose(bool which, const packet<BYTES> &yes, const packet<BYTES> &no)
{
    packet<BYTES> p;
#pragma unroll
    for (int i = 0; i < packet<BYTES>::words; i++) {
        uint32_t a = yes.w[i], b = no.w[i];
        p.w[i] = which ? a : b;
    }
    return p;
}

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
    else if constexpr (BYTES == 4)
        *(uint32_t *)to = p.w[0];
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
        p.w[i] = BYTES == 2 ? (both[0] | both[1] << 16) >> (8 * skip) & 0xffffu
                            : __funnelshift_r(both[i], both[i + 1], 8 * (skip & 3));
    return p;
}

/*
 * A part of a packet at an aligned address: the bytes from begin to end - 1, in pieces that are as
 * large as their own addresses allow. SIZE divides begin and end, and the part is not the whole.
 */
template <int SIZE, int BYTES, class PIECE> __device__ inline void for_pieces(int begin, int end, PIECE piece)
{
    if constexpr (SIZE < BYTES) {
        if (begin < end && (begin & SIZE)) {
            piece(begin, typename element_of<SIZE>::type());
            begin += SIZE;
        }
        if (begin < end && (end & SIZE)) {
            end -= SIZE;
            piece(end, typename element_of<SIZE>::type());
        }
        for_pieces<2 * SIZE, BYTES>(begin, end, piece);
    }
}

/* 0 elsewhere. */
template <int SIZE, int BYTES> __device__ inline packet<BYTES> load_part(const char *from, int begin, int end)
{
    uint64_t low = 0, high = 0;
    for_pieces<SIZE, BYTES>(begin, end, [&](int at, auto kind) {
        uint64_t value = (uint64_t) * (const decltype(kind) *)(from + at) << (at % 8 * 8);
        low |= at & 8 ? 0 : value;
        high |= at & 8 ? value : 0;
    });
    packet<BYTES> p;
#pragma unroll
    for (int i = 0; i < packet<BYTES>::words; i++)
        p.w[i] = (uint32_t)((i < 2 ? low : high) >> (32 * (i & 1)));
    return p;
}

template <int SIZE, int BYTES> __device__ inline void store_part(char *to, const packet<BYTES> &p, int begin, int end)
{
    uint64_t low = 0, high = 0;
#pragma unroll
    for (int i = 0; i < packet<BYTES>::words; i++)
        (i < 2 ? low : high) |= (uint64_t)p.w[i] << (32 * (i & 1));
    for_pieces<SIZE, BYTES>(begin, end, [=](int at, auto kind) {
        uint64_t half = at & 8 ? high : low;
        *(decltype(kind) *)(to + at) = (decltype(kind))(half >> (at % 8 * 8));
    });
}

} // namespace prefix_cuda

#endif
