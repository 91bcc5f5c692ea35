/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Floats as minimum and maximum of segments have them: words are keys, signed integers of the same order. Those of two
 * bytes are combined as they are, of minimum their negatives, and become keys of as many bits. Multiplication, and what
 * gives the greater one, have one NaN for all, which is greater than others, and is none's negative.
 */
#ifndef PREFIX_CUDA_WORD_FLOATS_CUH
#define PREFIX_CUDA_WORD_FLOATS_CUH

#include "word/convert.cuh"
#include "word/stored.cuh"

namespace prefix_cuda
{

/* Operators on floats that are in memory as results are; */
template <class OP> constexpr bool is_floats = false;

/* of OP, whose words are keys, on floats of two bytes, or else of as many as words have. */
template <class OP, int ROUND> struct floats_of : OP {
    static constexpr int round = ROUND;
};

template <class OP, int ROUND>
constexpr int word_bytes<floats_of<OP, ROUND>> = ROUND == PREFIX__CUDA_ROUND_NONE ? word_bytes<OP> : 2;
template <class OP, int ROUND> constexpr bool is_floats<floats_of<OP, ROUND>> = true;

/* An instruction on two words' floats, which are as ROUND says. */
#define PREFIX_CUDA_FLOATS(instruction, ROUND, w, a, b)                                                                \
    do {                                                                                                               \
        if constexpr (ROUND == PREFIX__CUDA_ROUND_F16)                                                                 \
            asm(instruction ".f16x2 %0, %1, %2;" : "=r"(w) : "r"(a), "r"(b));                                          \
        else if constexpr (ROUND == PREFIX__CUDA_ROUND_BF16)                                                           \
            asm(instruction ".bf16x2 %0, %1, %2;" : "=r"(w) : "r"(a), "r"(b));                                         \
        else                                                                                                           \
            asm(instruction ".f32 %0, %1, %2;" : "=r"(w) : "r"(a), "r"(b));                                            \
    } while (0)

/* The products of words' floats, */
template <int ROUND> __device__ inline uint32_t multiplied_floats(uint32_t a, uint32_t b)
{
    uint32_t w;
    PREFIX_CUDA_FLOATS("mul.rn", ROUND, w, a, b);
    return w;
}

/* and the greater ones. */
template <int ROUND> __device__ inline uint32_t greater_floats(uint32_t a, uint32_t b)
{
    uint32_t w;
    PREFIX_CUDA_FLOATS("max.NaN", ROUND, w, a, b);
    return w;
}

#undef PREFIX_CUDA_FLOATS

/* Of a word's floats the signs, */
template <int ROUND> constexpr uint32_t float_signs = ROUND == PREFIX__CUDA_ROUND_NONE ? 0x80000000u : 0x80008000u;

/* minus infinity, */
template <int ROUND>
constexpr uint32_t minus_infinities = ROUND == PREFIX__CUDA_ROUND_F16    ? 0xfc00fc00u
                                      : ROUND == PREFIX__CUDA_ROUND_BF16 ? 0xff80ff80u
                                                                         : 0xff800000u;

/* and with what they are multiplied before they are compared: 1, or for minimum -1. */
template <int ROUND> __device__ inline uint32_t sign_of_floats(const prefix__cuda_segmented &s)
{
    constexpr uint32_t one = ROUND == PREFIX__CUDA_ROUND_F16    ? 0x3c003c00u
                             : ROUND == PREFIX__CUDA_ROUND_BF16 ? 0x3f803f80u
                                                                : 0x3f800000u;
    return s.scan.map == PREFIX__CUDA_MAP_KEY_MIN ? one ^ float_signs<ROUND> : one;
}

/*
 * By how much keys of 64 bits are lowered: there are so many NaN of one sign. Minus infinity is then the least key, and
 * NaN below it are above all that are none, as others are, and need not be looked for.
 */
template <class OP>
constexpr typename OP::word keys_lowered = OP::bits == 64 ? (typename OP::word)0x000fffffffffffff : 0;

/* The key of a float of as many bits as words have, inverted for minimum: of 64, that is still to be done; */
template <class OP>
__device__ inline typename OP::word key_of_float(typename OP::word w, const prefix__cuda_segmented &s)
{
    if constexpr (OP::bits == 64) {
        return flip<64>(w) + (s.scan.flip ? keys_lowered<OP> : 0 - keys_lowered<OP>);
    } else {
        constexpr int round = PREFIX__CUDA_ROUND_NONE;
        return flip<OP::bits>(multiplied_floats<round>(w, sign_of_floats<round>(s)));
    }
}

/* and back, from one that is inverted. */
template <class OP>
__device__ inline typename OP::word float_of_key(typename OP::word w, const prefix__cuda_segmented &s)
{
    const typename OP::word key = w + keys_lowered<OP>;
    return flip<OP::bits>(key ^ (typename OP::word)s.scan.flip);
}

/* What stands before each segment: neutral, so that nothing is combined with it, if it is minus infinity. */
template <class OP> __device__ inline typename OP::carry carry_of_segments(const prefix__cuda_segmented &s)
{
    using carry = typename OP::carry;
    const carry init = (carry)s.scan.carry;
    if constexpr (OP::bits == 32 && (is_floats<OP> || is_half_keys<OP>))
        return init == ~(carry)s.scan.pattern && !s.scan.exclusive ? OP::neutral : init;
    else
        return init;
}

} // namespace prefix_cuda

#endif
