/* SPDX-License-Identifier: BSD-3-Clause */
/* Words as reductions by key take them, and results, which are finished as soon as they are known. PLAIN: as words. */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_FINISH_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_FINISH_CUH

#include "block/tile_load.cuh"
#include "params/runs_reduce_params.h"
#include "block/store_total.cuh"
#include "segments/store.cuh"

namespace prefix_cuda
{

template <class OP, bool PLAIN = true> struct runs_finish {
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int size = sizeof(word);
    const prefix__cuda_segmented &s;

    /* Rows of words, from the lane's first element on. */
    template <int ROWS, int COUNT> __device__ void load(word (&x)[ROWS][COUNT], const char *from) const
    {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            unpack<OP, size, COUNT>(x[r], load_packet<16>(from + r * 32 * 16));
        flip_words<OP>(x, s.scan);
    }
    __device__ word result(carry c) const
    {
        if constexpr (PLAIN)
            return plain_result<OP>(c, s);
        else
            return segmented_result<OP>(c, s);
    }
    /* What a run that begins in a tile comes to: behind the identity, which in a word is exact, too. */
    __device__ word keep(word value) const
    {
        if constexpr (OP::ordered && PLAIN)
            return OP::combine(OP::identity, value);
        else if constexpr (OP::ordered)
            return result(OP::join((carry)s.scan.carry, OP::widen(value)));
        else
            return result(value);
    }
    /* The same of a run to which a tile adds value, behind a carry. */
    __device__ word entered(carry before, word value) const
    {
        return result(OP::join(before, OP::widen(value)));
    }
    /* Place j of the output. */
    __device__ void store(int64_t j, word kept) const
    {
        store_total(s.scan.out, (uint64_t)j, s.out_size, kept);
    }
    __device__ void store_entered(int64_t j, carry before, word value) const
    {
        store(j, entered(before, value));
    }
};

} // namespace prefix_cuda

#endif
