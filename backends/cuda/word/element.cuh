/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Single elements of any width, told at run time, to words of 32 or 64 bits and back: what convert.cuh does
 * for several at once, for kernels that are to be few rather than fast. Narrow integers lie in the low
 * bits; for maximum they are extended.
 */
#ifndef PREFIX_CUDA_WORD_ELEMENT_CUH
#define PREFIX_CUDA_WORD_ELEMENT_CUH

#include "word/packet.cuh"
#include "word/types.cuh"
#include "params/catalogue_params.h"
#include "word/convert.cuh"

namespace prefix_cuda
{

/* An element of memory, zero-extended; of 16 bytes: a carry of 8 in halves. */
template <int SIZE, class WORD> __device__ inline WORD read_element(const char *at)
{
    if constexpr (SIZE == 16)
        return ((const uint64_t *)at)[1] << 32 | (uint32_t)((const uint64_t *)at)[0];
    else
        return (WORD) * (const typename element_of<SIZE>::type *)at;
}

template <int SIZE, class WORD> __device__ inline void write_element(char *at, WORD w)
{
    if constexpr (SIZE == 16) {
        ((uint64_t *)at)[0] = (uint32_t)w;
        ((uint64_t *)at)[1] = w >> 32;
    } else {
        *(typename element_of<SIZE>::type *)at = (typename element_of<SIZE>::type)w;
    }
}

/* Calls with the size as a constant; what no word of this kind has is left out. */
template <class WORD, class DO> __device__ inline void with_size(int size, DO what)
{
    switch (size) {
    case 1:
        what(constant<1>());
        break;
    case 2:
        what(constant<2>());
        break;
    case 4:
        what(constant<4>());
        break;
    case 8:
        what(constant<8>());
        break;
    default:
        if constexpr (sizeof(WORD) == 8)
            what(constant<16>());
        break;
    }
}

/* Floats' bits to signed integers of the same order, and back, where sign is the highest bit of the element. */
template <class WORD> __device__ inline WORD flip_element(WORD w, WORD sign)
{
    return w & sign ? w ^ (sign - 1) : w;
}

/* What was read becomes a word of the accumulator. */
template <class WORD> __device__ inline WORD element_in(WORD w, const prefix__cuda_pass &pass)
{
    const prefix__cuda_scan &scan = pass.scan;
    const WORD sign = (WORD)1 << (8 * pass.out_size - 1), pattern = (WORD)scan.pattern;
    switch (scan.convert) {
    case PREFIX__CUDA_CONVERT_SIGN: {
        const WORD top = (WORD)1 << (8 * scan.in_size - 1);
        w = (w ^ top) - top;
        break;
    }
    case PREFIX__CUDA_CONVERT_F16:
        w = from_f32<WORD>(f16_to_f32((uint32_t)w));
        break;
    case PREFIX__CUDA_CONVERT_BF16:
        w = from_f32<WORD>(bf16_to_f32((uint32_t)w));
        break;
    case PREFIX__CUDA_CONVERT_F32:
        w = from_f32<WORD>(__uint_as_float((uint32_t)w));
        break;
    default:
        break;
    }
    switch (scan.map) {
    case PREFIX__CUDA_MAP_TRUTH:
        w = w ? pattern : 0;
        break;
    case PREFIX__CUDA_MAP_TRUTH_FLOAT:
        w = w & ~sign ? pattern : 0;
        break;
    case PREFIX__CUDA_MAP_KEY_MIN:
    case PREFIX__CUDA_MAP_KEY_MAX:
        if ((w & ~sign) > pattern)
            w = scan.map == PREFIX__CUDA_MAP_KEY_MIN ? sign : sign - 1;
        else
            w = flip_element(w, sign);
        break;
    default:
        break;
    }
    w ^= (WORD)scan.flip;
    return pass.extended ? ((w & (2 * sign - 1)) ^ sign) - sign : w;
}

/* A result in the carry's type becomes what is stored, in the low bits. */
template <class OP> __device__ inline typename OP::word element_out(typename OP::carry c, const prefix__cuda_pass &pass)
{
    using word = typename OP::word;
    if (pass.scan.round != PREFIX__CUDA_ROUND_NONE) {
        if constexpr (sizeof(word) == 4)
            return narrow_to_half<OP>(c, pass.scan.round);
    }
    const word w = narrow<OP>(c) ^ (word)pass.scan.flip;
    return pass.scan.map >= PREFIX__CUDA_MAP_KEY_MIN ? flip_element(w, (word)1 << (8 * pass.out_size - 1)) : w;
}

/* The total, in the form that was asked for. One thread writes it. */
template <class OP> __device__ inline void write_pass_total(const prefix__cuda_pass &pass, typename OP::carry total)
{
    const prefix__cuda_scan &scan = pass.scan;
    if (scan.total_form == PREFIX__CUDA_TOTAL_CARRY)
        *(uint64_t *)scan.total = total;
    else if (scan.total_form == PREFIX__CUDA_TOTAL_WIDE)
        *(typename OP::carry *)scan.total = total;
    else if (scan.total_form == PREFIX__CUDA_TOTAL_OUTPUT)
        with_size<typename OP::word>(pass.out_size, [&](auto size) {
            write_element<decltype(size)::value>((char *)scan.total, element_out<OP>(total, pass));
        });
}

} // namespace prefix_cuda

#endif
