/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A piece: neighbours of one line in the registers of one thread, a quarter of a row of 512 bytes. Elements of any type
 * become words of 32 or 64 bits, and are combined in the canonical order by all operators: others do not mind.
 */
#ifndef PREFIX_CUDA_BATCH_PIECE_CUH
#define PREFIX_CUDA_BATCH_PIECE_CUH

#include "params/batch_params.h"
#include "word/convert.cuh"
#include "word/packet.cuh"
#include "word/types.cuh"

namespace prefix_cuda
{

template <class OP> constexpr int piece_elements = 512 / PREFIX__CUDA_STRIP_PIECES / (int)sizeof(typename OP::word);

/* Calls with the bytes of an element as a constant, of what can become a word, or comes of it. */
template <class OP, bool IS_INPUT, class DO> __device__ inline void with_element(int size, DO what)
{
    constexpr int own = sizeof(typename OP::word);
    if (size == own) {
        what(constant<own>());
        return;
    }
    if constexpr (IS_INPUT && own == 8) {
        if (size == 4)
            what(constant<4>());
    }
    if constexpr (IS_INPUT || own == 4) {
        if (size == 2)
            what(constant<2>());
        if constexpr (!OP::ordered) {
            if (size == 1)
                what(constant<1>());
        }
    }
}

/* Where elements lie in an array: the first, and each of the others a step from the one before; */
struct even_places {
    int64_t first, step;
    template <class ELEMENT> __device__ ELEMENT *next(ELEMENT *array, ELEMENT *before, int k) const
    {
        return k == 0 ? array + first : before + step;
    }
};

/* or as they are listed. */
template <int COUNT> struct listed_places {
    int64_t at[COUNT];
    template <class ELEMENT> __device__ ELEMENT *next(ELEMENT *array, ELEMENT *, int k) const
    {
        return array + at[k];
    }
};

/* What the operator makes of elements that are words already. */
template <class OP, int COUNT>
__device__ inline void words_of_input(typename OP::word (&x)[1][COUNT], const prefix__cuda_scan &scan)
{
    if (scan.map != PREFIX__CUDA_MAP_NONE)
        map<OP>(x, scan.map, scan.pattern);
    flip_words<OP>(x, scan);
}

/* The first count of COUNT elements of the input; what is past them may be anything. */
template <class OP, int COUNT, class PLACES>
__device__ inline void load_elements_at(typename OP::word (&x)[1][COUNT], const prefix__cuda_scan &scan, int count,
                                        const PLACES &places)
{
    with_element<OP, true>(scan.in_size, [&](auto size) {
        constexpr int bytes = decltype(size)::value;
        const typename element_of<bytes>::type *array = (const typename element_of<bytes>::type *)scan.in, *at = array;
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            at = places.next(array, at, k);
            x[0][k] = k < count ? *at : 0;
        }
        if constexpr (bytes < (int)sizeof(typename OP::word))
            convert<OP, bytes>(x, scan.convert);
    });
    words_of_input<OP>(x, scan);
}

/* Words of the output: the first count. */
template <class OP, int COUNT, class PLACES>
__device__ inline void store_elements_at(const typename OP::word (&x)[1][COUNT], const prefix__cuda_batch &batch,
                                         int count, const PLACES &places)
{
    with_element<OP, false>(batch.out_size, [&](auto size) {
        using element = typename element_of<decltype(size)::value>::type;
        element *array = (element *)batch.scan.out, *at = array;
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            at = places.next(array, at, k);
            if (k < count)
                *at = (element)x[0][k];
        }
    });
}

/* Acts on the lower half of a piece, and on the upper, unless all pieces are short. */
template <int COUNT, class DO> __device__ inline void for_piece(bool is_short, DO what)
{
#pragma unroll
    for (int k = 0; k < COUNT / 2; k++)
        what(k);
    if (is_short)
        return;
#pragma unroll
    for (int k = COUNT / 2; k < COUNT; k++)
        what(k);
}

/* From what stands before each element, carry_of(k), to words of the output. */
template <class OP, int COUNT, class CARRY>
__device__ inline void results_of(typename OP::word (&x)[1][COUNT], const prefix__cuda_scan &scan, bool is_short,
                                  CARRY carry_of)
{
    using word = typename OP::word;
    const bool rounds = OP::bits == 32 && scan.round != PREFIX__CUDA_ROUND_NONE;
    if constexpr (OP::ordered) {
        if constexpr (OP::bits == 32) {
            if (rounds) {
                for_piece<COUNT>(is_short, [&](int k) { x[0][k] = narrow_to_half<OP>(carry_of(k), scan.round); });
                return;
            }
        }
        for_piece<COUNT>(is_short, [&](int k) { x[0][k] = narrow<OP>(carry_of(k)); });
    } else {
        for_piece<COUNT>(is_short, [&](int k) { x[0][k] = carry_of(k); });
        flip_words<OP>(x, scan);
        unmap<OP>(x, scan.map);
        if constexpr (OP::has_float_input && OP::bits == 32) {
            if (rounds)
                for_words(x, [&](word w) { return narrow_to_half<OP>(w, scan.round); });
        }
    }
}

/* The total of a line, in the form that was asked for. One thread writes it. */
template <class OP>
__device__ inline void write_line_total(const prefix__cuda_batch &batch, uint64_t line, typename OP::carry total)
{
    char *const to = (char *)batch.scan.total + line * batch.total_size;
    if (batch.scan.total_form == PREFIX__CUDA_TOTAL_NONE)
        return;
    if (OP::ordered && batch.scan.total_form == PREFIX__CUDA_TOTAL_WIDE) {
        *(typename OP::carry *)to = total;
        return;
    }
    typename OP::word w[1][1];
    results_of<OP>(w, batch.scan, false, [&](int) { return total; });
    with_element<OP, false>(batch.out_size, [&](auto size) {
        using element = typename element_of<decltype(size)::value>::type;
        *(element *)to = (element)w[0][0];
    });
}

template <class OP, int BEGIN, int COUNT, int ALL> __device__ inline void sklansky_part(typename OP::word (&x)[1][ALL])
{
#pragma unroll
    for (int distance = 1; distance < COUNT; distance *= 2) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if (k & distance)
                x[0][BEGIN + k] = OP::combine(x[0][BEGIN + (k & ~(2 * distance - 1)) + distance - 1], x[0][BEGIN + k]);
        }
    }
}

/* The inclusive scan of a piece by itself; its total. */
template <class OP, int COUNT>
__device__ inline typename OP::word scan_piece(typename OP::word (&x)[1][COUNT], bool is_short)
{
    constexpr int half = COUNT / 2;
    sklansky_part<OP, 0, half>(x);
    if (is_short)
        return x[0][half - 1];
    sklansky_part<OP, half, half>(x);
#pragma unroll
    for (int k = half; k < COUNT; k++)
        x[0][k] = OP::combine(x[0][half - 1], x[0][k]);
    return x[0][COUNT - 1];
}

} // namespace prefix_cuda

#endif
