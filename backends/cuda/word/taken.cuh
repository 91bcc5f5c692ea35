/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators whose elements lie in memory as KIND says, before and after, and become a word each when they are read:
 * integers of 1 or 2 bytes, floats of 2, or floats of minimum and maximum, the words of which are keys.
 */
#ifndef PREFIX_CUDA_WORD_TAKEN_CUH
#define PREFIX_CUDA_WORD_TAKEN_CUH

#include "word/floats.cuh"

namespace prefix_cuda
{

template <class OP, int KIND> struct taken_as : OP {
};

template <class OP> constexpr int taken_kind = PREFIX__CUDA_RUNS_PLAIN; /* they are words */
template <class OP, int KIND> constexpr int taken_kind<taken_as<OP, KIND>> = KIND;
template <class OP> constexpr bool is_taken = taken_kind<OP> != PREFIX__CUDA_RUNS_PLAIN;

/* Bytes of an element. */
template <class OP> constexpr int taken_bytes = word_bytes<OP>;
template <class OP, int KIND>
constexpr int taken_bytes<taken_as<OP, KIND>> = KIND == PREFIX__CUDA_RUNS_FLOATS  ? word_bytes<OP>
                                                : KIND == PREFIX__CUDA_RUNS_BYTES ? 1
                                                                                  : 2;

/* A lane's words of a row, from its elements: what is combined, but for words of which bits are still to be inverted;
 */
template <class OP, int COUNT>
__device__ inline void take_elements(typename OP::word (&x)[COUNT], const char *from, const prefix__cuda_segmented &s)
{
    constexpr int kind = taken_kind<OP>, size = taken_bytes<OP>;
    const packet<COUNT *size> p = load_packet<COUNT * size>(from);
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        typename OP::word w;
        if constexpr (size >= 4)
            __builtin_memcpy(&w, (const char *)&p + k * size, size);
        else
            w = p.w[k * size / 4];
        if constexpr (kind == PREFIX__CUDA_RUNS_BYTES || kind == PREFIX__CUDA_RUNS_HALVES) {
            x[k] = stored_word<OP, size>(OP::flips ? w ^ stored_flip<size>(s) : w, k % (4 / size), s);
        } else {
            if constexpr (kind == PREFIX__CUDA_RUNS_F16)
                w = __float_as_uint(f16_to_f32(w >> (k % 2 * 16)));
            else if constexpr (kind == PREFIX__CUDA_RUNS_BF16)
                w = k % 2 ? w & 0xffff0000u : w << 16;
            if constexpr (OP::ordered || kind == PREFIX__CUDA_RUNS_PLAIN)
                x[k] = w;
            else
                x[k] = key_of_float<OP>(w, s);
        }
    }
}

/* and an element from what is combined. */
template <class OP>
__device__ inline void store_taken(void *array, int64_t at, typename OP::word w, const prefix__cuda_segmented &s)
{
    constexpr int kind = taken_kind<OP>;
    using element = typename element_of<taken_bytes<OP>>::type;
    if constexpr (!OP::ordered && kind >= PREFIX__CUDA_RUNS_F16)
        w = float_of_key<OP>(w, s);
    else if constexpr (OP::flips)
        w ^= (typename OP::word)s.scan.flip;
    if constexpr (kind == PREFIX__CUDA_RUNS_F16)
        w = f16_from_f32(__uint_as_float(w));
    else if constexpr (kind == PREFIX__CUDA_RUNS_BF16)
        w = bf16_from_f32(__uint_as_float(w));
    ((element *)array)[at] = (element)w;
}

} // namespace prefix_cuda

#endif
