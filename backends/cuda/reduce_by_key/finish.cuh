/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Elements as reductions by key take them, and what runs have come to until it is in the output. Results that are words
 * are finished as soon as they are known, others when they are stored.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_FINISH_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_FINISH_CUH

#include "params/runs_reduce_params.h"
#include "word/taken.cuh"
#include "segments/part.cuh"

namespace prefix_cuda
{

/* What is promised of elements. */
template <class OP> __device__ inline prefix__cuda_segmented promised_runs(const prefix__cuda_segmented &given)
{
    prefix__cuda_segmented s = promised_segments<OP, true>(given);
    s.scan.in_size = s.out_size = taken_bytes<OP>;
    if constexpr (is_taken<OP>) { /* integers may have signs, floats be those of minimum */
        s.scan.convert = given.scan.convert;
        s.scan.map = given.scan.map;
        s.scan.round = taken_kind<OP> == PREFIX__CUDA_RUNS_F16    ? PREFIX__CUDA_ROUND_F16
                       : taken_kind<OP> == PREFIX__CUDA_RUNS_BF16 ? PREFIX__CUDA_ROUND_BF16
                                                                  : PREFIX__CUDA_ROUND_NONE;
    }
    if constexpr (taken_kind<OP> == PREFIX__CUDA_RUNS_FLOATS)
        s.scan.carry -= keys_lowered<OP>;
    return s;
}

template <class OP> struct runs_finish {
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int size = taken_bytes<OP>;
    const prefix__cuda_segmented &s;

    /* Rows of words, from the lane's first element on. */
    template <int ROWS, int COUNT> __device__ void load(word (&x)[ROWS][COUNT], const char *from) const
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            take_elements<OP>(x[r], from + r * 32 * COUNT * size, s);
        if constexpr (!is_taken<OP> || OP::bits == 64)
            flip_words<OP>(x, s.scan);
    }
    /* Behind the identity, which does in a word exactly what it does in the carry's type. */
    __device__ word finished(word value) const
    {
        if constexpr (OP::ordered)
            return OP::combine(OP::identity, value);
        else
            return plain_result<OP>(value, s);
    }
    /* What a run that begins in a tile comes to, as it is kept there; */
    __device__ word keep(word value) const
    {
        if constexpr (is_taken<OP>)
            return value;
        else
            return finished(value);
    }
    /* and what becomes place j of the output. */
    __device__ void store(int64_t j, word kept) const
    {
        if constexpr (is_taken<OP>)
            store_taken<OP>(s.scan.out, j, OP::ordered ? finished(kept) : kept, s);
        else
            ((word *)s.scan.out)[j] = kept;
    }
    /* The same of a run to which a tile adds value, behind a carry. */
    __device__ word entered(carry before, word value) const
    {
        return plain_result<OP>(OP::join(before, OP::widen(value)), s);
    }
    __device__ void store_entered(int64_t j, carry before, word value) const
    {
        const carry all = OP::join(before, OP::widen(value));
        if constexpr (!is_taken<OP>)
            ((word *)s.scan.out)[j] = plain_result<OP>(all, s);
        else if constexpr (OP::ordered) /* which is rounded once */
            ((uint16_t *)s.scan.out)[j] = (uint16_t)narrow_to_half<OP>(all, s.scan.round);
        else
            store_taken<OP>(s.scan.out, j, all, s);
    }
};

} // namespace prefix_cuda

#endif
