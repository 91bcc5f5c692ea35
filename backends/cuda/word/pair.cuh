/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Pairs of narrow elements, each in a half of a word, for which one instruction does. They are those of stored.cuh in
 * the order of signed integers or of floats: bits are inverted, or floats have the other sign, where less is more.
 * Bytes are extended by the sign.
 */
#ifndef PREFIX_CUDA_WORD_PAIR_CUH
#define PREFIX_CUDA_WORD_PAIR_CUH

#include "word/floats.cuh"
#include "word/packed_maximum.cuh"
#include "word/stored.cuh"

namespace prefix_cuda
{

/* Signs of two bytes of a word, in the halves of one. */
__device__ inline uint32_t halves_of_signs(uint32_t w, int one, int other)
{
    return permute_bytes(w, 0, (8 + other) * 0x1100 + (8 + one) * 0x11);
}

template <class OP> struct pair {
    static constexpr int size = word_bytes<OP>;
    static constexpr bool is_float = is_half_keys<OP>, is_extremum = OP::op == PREFIX__CUDA_MAX;
    static constexpr bool is_byte_extremum = is_extremum && size == 1;
    static constexpr uint32_t neutral = is_float           ? minus_infinities<OP::round>
                                        : is_byte_extremum ? 0xff80ff80u
                                                           : integer<OP::op, 16>::neutral;
    /* The same of elements in their places in memory. */
    static constexpr uint32_t neutrals = is_float ? neutral : integer<OP::op, 8 * size>::neutral;

    static __device__ uint32_t combine(uint32_t a, uint32_t b)
    {
        if constexpr (is_float)
            return greater_floats<OP::round>(a, b);
        else if constexpr (is_extremum)
            return __vmaxs2(a, b);
        else
            return OP::combine(a, b);
    }
    /* Signs of two bytes as join() wants them; */
    static __device__ uint32_t apart(uint32_t signs, int one, int other)
    {
        if constexpr (is_byte_extremum) /* 256, subtracted */
            return permute_bytes(signs, 0, (8 + other) << 12 | (8 + one) << 4 | 0x404);
        else
            return halves_of_signs(signs, one, other);
    }
    /* what x comes to behind what stands before it, or alone where that is apart: of bytes, less than all. */
    static __device__ uint32_t join(uint32_t apart, uint32_t before, uint32_t x)
    {
        if constexpr (is_byte_extremum)
            return __viaddmax_s16x2(before, apart, x);
        else
            return combine(choose_bits(apart, neutral, before), x);
    }
    /* Signs in the order, where elements have none. */
    static __device__ uint32_t signs(const prefix__cuda_segmented &s)
    {
        return !is_extremum || s.scan.convert == PREFIX__CUDA_CONVERT_SIGN ? 0 : size == 1 ? 0x80808080u : 0x80008000u;
    }
    /* Elements of a word from memory to the order, or back. */
    static __device__ uint32_t turned(uint32_t w, const prefix__cuda_segmented &s)
    {
        if constexpr (is_float)
            return multiplied_floats<OP::round>(w, sign_of_floats<OP::round>(s));
        else
            return OP::flips ? w ^ stored_flip<size>(s) ^ signs(s) : w;
    }
    /* The k-th elements of two words. */
    static __device__ uint32_t of_elements(uint32_t one, uint32_t other, int k)
    {
        return permute_bytes(one, other, size == 1 ? 0xc480u + 0x1111u * k : k == 0 ? 0x5410u : 0x7632u);
    }
    /*
     * What a lane's elements of a row come to in each half, of bytes in the upper ones: what is below decides only
     * between equal ones; and what two rows do.
     */
    static __device__ uint32_t halves_total(const packet<16> &p)
    {
        uint32_t sum = p.w[0];
#pragma unroll
        for (int i = 1; i < 4; i++)
            sum = combine(sum, p.w[i]);
#pragma unroll
        for (int i = 0; i < 4; i++)
            sum = size == 1 ? combine(sum, p.w[i] << 8) : sum;
        return sum;
    }
    static __device__ uint32_t total(const packet<16> &one, const packet<16> &other)
    {
        const uint32_t w = halves_total(one), v = halves_total(other);
        return combine(of_elements(w, v, 2 / size - 1), of_elements(w, v, 4 / size - 1));
    }
    /* As few bits as elements have, and back; */
    static __device__ uint32_t packed(uint32_t halves)
    {
        return size == 1 ? permute_bytes(halves, 0, 0x4420) : halves;
    }
    static __device__ uint32_t unpacked(uint32_t elements)
    {
        return size == 1 ? permute_bytes(elements, 0, 0x9180) : elements;
    }
    /* and words of OP to halves, and one of these to a word. */
    static __device__ uint32_t of_words(uint32_t one, uint32_t other, const prefix__cuda_segmented &s)
    {
        if constexpr (is_extremum) { /* what is neutral among words is so among elements */
            one = OP::combine(one, word(neutral, 0, s));
            other = OP::combine(other, word(neutral, 0, s));
        }
        const uint32_t both = permute_bytes(one, other, size == 1 ? 0x0040 : 0x5410);
        return is_float ? flip<16>(both) : unpacked(both ^ signs(s));
    }
    static __device__ uint32_t word(uint32_t halves, int which, const prefix__cuda_segmented &s)
    {
        return stored_word<OP, size>(is_float ? flip<16>(halves) : halves ^ signs(s), which * 2 / size, s);
    }
};

} // namespace prefix_cuda

#endif
