/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators on words of 32 bits whose elements take SIZE bytes in memory, 1 or 2, before and after: a lane's 16 bytes
 * are 16 or 8 words. Their upper bits count for maximum alone, and are anything else's. ROWS of 512 bytes are a tile.
 * ROUND: floats of two bytes, as floats.cuh has them.
 */
#ifndef PREFIX_CUDA_WORD_STORED_CUH
#define PREFIX_CUDA_WORD_STORED_CUH

#include "word/packet.cuh"
#include "word/tile_shape.cuh"
#include "params/segmented_params.h"
#include "word/integer.cuh"
#include "word/lanes.cuh"

namespace prefix_cuda
{

template <class OP, int SIZE, int ROWS = 64, int ROUND = PREFIX__CUDA_ROUND_NONE> struct stored_as : OP {
    static constexpr int round = ROUND;
};

template <class OP, int SIZE, int ROWS, int ROUND> constexpr int word_bytes<stored_as<OP, SIZE, ROWS, ROUND>> = SIZE;
template <class OP, int SIZE, int ROWS, int ROUND> constexpr int tile_rows<stored_as<OP, SIZE, ROWS, ROUND>> = ROWS;
template <class OP> constexpr bool is_stored = false;
template <class OP, int SIZE, int ROWS, int ROUND> constexpr bool is_stored<stored_as<OP, SIZE, ROWS, ROUND>> = true;
template <class OP> constexpr bool is_half_keys = false;
template <class OP, int SIZE, int ROWS, int ROUND>
constexpr bool is_half_keys<stored_as<OP, SIZE, ROWS, ROUND>> = ROUND != PREFIX__CUDA_ROUND_NONE;

/* The bits that are inverted in memory. */
template <int SIZE> __device__ inline uint32_t stored_flip(const prefix__cuda_segmented &s)
{
    return SIZE == 1 ? ((uint32_t)s.scan.flip & 0xffu) * 0x01010101u : ((uint32_t)s.scan.flip & 0xffffu) * 0x00010001u;
}

/*
 * The word of element e of 4 bytes from memory, some of whose bits have been inverted. Of maximum it is extended, by
 * the sign or by bits that are inverted.
 */
template <class OP, int SIZE> __device__ inline uint32_t stored_word(uint32_t w, int e, const prefix__cuda_segmented &s)
{
    if constexpr (OP::op == PREFIX__CUDA_MAX) {
        const uint32_t by_flip = SIZE == 1 ? 0x7650u + e : e == 0 ? 0x7610u : 0x7632u;
        const uint32_t by_sign = SIZE == 1 ? 0x8880u + 0x1111u * e : e == 0 ? 0x9910u : 0xbb32u;
        return permute_bytes(w, (uint32_t)s.scan.flip, s.scan.convert == PREFIX__CUDA_CONVERT_SIGN ? by_sign : by_flip);
    } else {
        return w >> (8 * SIZE * e);
    }
}

template <class OP, int SIZE, int COUNT>
__device__ inline void unpack_stored(uint32_t (&x)[COUNT], const packet<16> &p, const prefix__cuda_segmented &s)
{
    constexpr int each = 4 / SIZE;
    static_assert(COUNT == 4 * each, "a lane has 16 bytes");
    const uint32_t flip = stored_flip<SIZE>(s);
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const uint32_t w = OP::flips ? p.w[i] ^ flip : p.w[i];
#pragma unroll
        for (int e = 0; e < each; e++)
            x[i * each + e] = stored_word<OP, SIZE>(w, e, s);
    }
}

template <class OP, int SIZE, int COUNT>
__device__ inline packet<16> pack_stored(const uint32_t (&x)[COUNT], const prefix__cuda_segmented &s)
{
    packet<16> p;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        if constexpr (SIZE == 2)
            p.w[i] = __byte_perm(x[2 * i], x[2 * i + 1], 0x5410);
        else
            p.w[i] = __byte_perm(__byte_perm(x[4 * i], x[4 * i + 1], 0x0040),
                                 __byte_perm(x[4 * i + 2], x[4 * i + 3], 0x0040), 0x5410);
        if constexpr (OP::flips)
            p.w[i] ^= stored_flip<SIZE>(s);
    }
    return p;
}

/* One element of an array of them as a word, and back. */
template <class OP, int SIZE>
__device__ inline uint32_t load_stored(const char *array, uint32_t at, const prefix__cuda_segmented &s)
{
    const uint32_t w = ((const typename element_of<SIZE>::type *)array)[at];
    return stored_word<OP, SIZE>(OP::flips ? w ^ stored_flip<SIZE>(s) : w, 0, s);
}

template <class OP, int SIZE>
__device__ inline void store_stored(char *array, uint32_t at, uint32_t x, const prefix__cuda_segmented &s)
{
    ((typename element_of<SIZE>::type *)array)[at] =
        (typename element_of<SIZE>::type)(OP::flips ? x ^ (uint32_t)s.scan.flip : x);
}

} // namespace prefix_cuda

#endif
