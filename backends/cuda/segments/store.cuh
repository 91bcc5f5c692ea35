/* SPDX-License-Identifier: BSD-3-Clause */
/* Results of segments, of any kind, to the output. */
#ifndef PREFIX_CUDA_SEGMENTS_STORE_CUH
#define PREFIX_CUDA_SEGMENTS_STORE_CUH

#include "segments/part.cuh"

namespace prefix_cuda
{

/* A result in the carry type to a word of the output. */
template <class OP>
__device__ inline typename OP::word segmented_result(typename OP::carry c, const prefix__cuda_segmented &s)
{
    if constexpr (OP::flips)
        c ^= (typename OP::word)s.scan.flip;
    if constexpr (OP::has_keys)
        c = s.scan.map >= PREFIX__CUDA_MAP_KEY_MIN ? flip<OP::bits>(c) : c;
    if constexpr (OP::bits == 32) {
        if (s.scan.round != PREFIX__CUDA_ROUND_NONE)
            return narrow_to_half<OP>(c, s.scan.round);
    }
    return narrow<OP>(c);
}

template <class OP> struct segmented_finish {
    const prefix__cuda_segmented &s;
    /* As plain_finish; what is rounded to two bytes is so once. */
    __device__ bool in_words(typename OP::carry init) const
    {
        return !wide_carry<OP> || init == 0 || s.scan.round == PREFIX__CUDA_ROUND_NONE;
    }
    __device__ typename OP::word of_word(typename OP::word w) const
    {
        if constexpr (OP::bits == 32) {
            const float x = __uint_as_float(w);
            return s.scan.round == PREFIX__CUDA_ROUND_F16    ? f16_from_f32(x)
                   : s.scan.round == PREFIX__CUDA_ROUND_BF16 ? bf16_from_f32(x)
                                                             : w;
        } else {
            return w;
        }
    }
    __device__ typename OP::word operator()(typename OP::carry c) const
    {
        return segmented_result<OP>(c, s);
    }
};

/* Words of the output, stored as elements of SIZE bytes. */
template <class OP, int SIZE, int ROWS, int COUNT>
__device__ inline void store_words(const typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_segmented &s,
                                   uint64_t first, bool full)
{
    packet<SIZE * COUNT> p[ROWS];
#pragma unroll
    for (int r = 0; r < ROWS; r++) {
        if constexpr (SIZE == sizeof(x[0][0]))
            p[r] = pack<OP>(x[r]);
        else if constexpr (SIZE == 2)
            p[r].w[0] = __byte_perm(x[r][0], x[r][1], 0x5410), p[r].w[1] = __byte_perm(x[r][2], x[r][3], 0x5410);
        else
            p[r].w[0] =
                __byte_perm(__byte_perm(x[r][0], x[r][1], 0x0040), __byte_perm(x[r][2], x[r][3], 0x0040), 0x5410);
    }
    store_rows<SIZE, COUNT, ROWS>(p, s.scan.out, s.scan.n, first, s.scan.reverse, full);
}

template <class OP, int ROWS, int COUNT>
__device__ inline void store_results(typename OP::word (&x)[ROWS][COUNT], const prefix__cuda_segmented &s,
                                     uint64_t first, bool full)
{
    turn_tile<OP>(x, s.scan.reverse);
    if (s.out_size == sizeof(x[0][0])) {
        store_words<OP, sizeof(x[0][0])>(x, s, first, full);
    } else if constexpr (OP::bits == 32) {
        if (s.out_size == 2)
            store_words<OP, 2>(x, s, first, full);
        else
            store_words<OP, 1>(x, s, first, full);
    }
}

} // namespace prefix_cuda

#endif
