/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How lanes.cuh combines the elements of a tile, which stay as memory has them. Any order will do.
 *   value             what some elements come to
 *   start()           what stands before each segment
 *   element(bits)     a value, of what memory has
 *   combine_where(flag, a, b)  b becomes combine(a, b), as conditional.cuh has it
 *   total(packet, which)  what 16 bytes of elements come to, of which there is a bit for each that counts
 *   total_of_first(words, length)  of elements of one byte, in words, what so many come to
 *   of_warp(value)    what the lanes have, combined, in every lane
 *   word_of(value)    a word of the operator, as tiles are joined
 *   result(value)     an element of the output
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_ELEMENTS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_ELEMENTS_CUH

#include "block/keep_elements.cuh"
#include "warp/warp_total.cuh"
#include "word/floats.cuh"
#include "word/narrow.cuh"
#include "segments/store.cuh"

namespace prefix_cuda
{

/*
 * (w ^ flip) << shift, where flip has all bits that are kept but the highest, or none of them: by the unit that
 * multiplies, since comparisons keep the other one busy.
 */
__device__ inline uint32_t inverted(uint32_t flip, uint32_t w, int shift)
{
    return w * ((flip & 1 ? ~0u : 1u) << shift) + (flip << shift);
}

/* Of words; of floats of 64 bits each becomes a key. */
template <class OP, bool PLAIN> struct totals_elements {
    using word = typename OP::word;
    using value = word;
    static constexpr int count = 16 / sizeof(word);
    static constexpr value neutral = OP::neutral;

    const prefix__cuda_segmented &s;

    __device__ explicit totals_elements(const prefix__cuda_segmented &segmented) : s(segmented)
    {
    }
    __device__ value start() const
    {
        return (value)s.scan.carry - (is_floats<OP> ? keys_lowered<OP> : 0);
    }
    __device__ value element(word w) const
    {
        if constexpr (is_floats<OP>)
            return key_of_float<OP>(w, s) ^ (word)s.scan.flip;
        else if constexpr (OP::bits == 32)
            return OP::flips ? inverted((word)s.scan.flip, w, 0) : w;
        else
            return OP::flips ? w ^ (word)s.scan.flip : w;
    }
    __device__ static value combine(value a, value b)
    {
        return OP::combine(a, b);
    }
    __device__ static void combine_where(uint32_t flag, value a, value &b)
    {
        OP::combine_where(flag, a, b);
    }
    __device__ value total(const packet<16> &p, uint32_t which) const
    {
        word x[count];
        value all = neutral;
        unpack<OP, (int)sizeof(word)>(x, p);
#pragma unroll
        for (int k = 0; k < count; k++)
            combine_where(which & 1u << k, element(x[k]), all);
        return all;
    }
    __device__ static value of_warp(value v)
    {
        return warp_total<OP>(v);
    }
    __device__ word word_of(value v) const
    {
        if constexpr (is_floats<OP>)
            return key<OP::bits>(float_of_key<OP>(v, s), (word)s.scan.pattern, nan_key<OP::bits>(s.scan.map)) ^
                   (word)s.scan.flip;
        else
            return v;
    }
    __device__ word result(value v) const
    {
        if constexpr (is_floats<OP>)
            return float_of_key<OP>(v, s);
        else
            return PLAIN ? plain_result<OP>(v, s) : segmented_result<OP>(v, s);
    }
};

/* Of integers of one and two bytes, several of which are combined at once. For maximum, all are signed meanwhile. */
template <class OP, int SIZE, int ROWS> struct totals_elements<stored_as<OP, SIZE, ROWS>, true> {
    using stored = stored_as<OP, SIZE, ROWS>;
    using word = typename OP::word;
    using value = uint32_t; /* for maximum in the upper bits, for others in the lower ones; the rest is anything */
    static constexpr bool is_maximum = OP::op == PREFIX__CUDA_MAX;
    using packed = integer<OP::op, 8 * SIZE>;
    static constexpr int count = 16 / SIZE, shift = is_maximum ? 32 - 8 * SIZE : 0;
    static constexpr uint32_t all_bits = (1u << (8 * SIZE)) - 1, all_elements = (1u << count) - 1;
    static constexpr value neutral = OP::neutral;

    const prefix__cuda_segmented &s;
    uint32_t sign, flip; /* of what has none in memory; and bits that are inverted in it; repeated */

    __device__ explicit totals_elements(const prefix__cuda_segmented &segmented)
        : s(segmented),
          sign(is_maximum && segmented.scan.convert != PREFIX__CUDA_CONVERT_SIGN ? packed::repeat(1u << (8 * SIZE - 1))
                                                                                 : 0),
          flip(OP::flips ? stored_flip<SIZE>(segmented) ^ sign : 0)
    {
    }
    __device__ value start() const
    {
        return element(((uint32_t)s.scan.carry ^ (OP::flips ? (uint32_t)s.scan.flip : 0)) & all_bits);
    }
    __device__ value element(uint32_t bits) const
    {
        return OP::flips ? inverted(flip & all_bits, bits, shift) : bits;
    }
    __device__ static value combine(value a, value b)
    {
        return OP::combine(a, b);
    }
    __device__ static void combine_where(uint32_t flag, value a, value &b)
    {
        OP::combine_where(flag, a, b);
    }
    __device__ value total(packet<16> p, uint32_t which) const
    {
#pragma unroll
        for (int i = 0; i < 4; i++)
            p.w[i] ^= flip;
        if (which != all_elements)
            p = keep_elements<SIZE>(p, which, packed::neutral);
        return lane_total<packed>(p.w) << shift;
    }
    template <int WORDS> __device__ value total_of_first(uint32_t (&w)[WORDS], int length) const
    {
#pragma unroll
        for (int i = 0; i < WORDS; i++) {
            const int bits = i > 0 ? max(length * 8 - i * 32, 0) : length * 8;
            w[i] = choose_bits(__funnelshift_lc(0, ~0u, bits), packed::neutral, w[i] ^ flip);
        }
        if constexpr (is_maximum) { /* as maximum_total(), of which upper bits are enough */
            uint32_t most = __vmaxs2(w[0], w[0] << 8);
#pragma unroll
            for (int i = 1; i < WORDS; i++)
                most = __vmaxs2(__vmaxs2(most, w[i]), w[i] << 8);
            return OP::combine(most, most << 16);
        } else {
            return lane_total<packed>(w);
        }
    }
    __device__ static value of_warp(value v)
    {
        return warp_total<OP>(v);
    }
    __device__ word word_of(value v) const
    {
        return is_maximum ? stored_word<stored, SIZE>(v >> shift ^ (sign & all_bits), 0, s) : v;
    }
    __device__ word result(value v) const
    {
        return v >> shift ^ (flip & all_bits);
    }
};

} // namespace prefix_cuda

#endif
