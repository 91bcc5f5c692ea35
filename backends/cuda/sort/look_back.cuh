/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Look-back for a bin of a sort: how many elements of it stand before the tile's, with all of lower bins. Of each tile
 * and bin there is a word for all passes: a count in the low bits, what it counts and in which pass in the highest. So
 * a word proves itself, no fence is needed, and words are cleared once a sort.
 */
#ifndef PREFIX_CUDA_SORT_LOOK_BACK_CUH
#define PREFIX_CUDA_SORT_LOOK_BACK_CUH

#include "params/sort_params.h"

namespace prefix_cuda
{

__device__ inline void sort_tell(uint64_t *at, uint64_t word)
{
    asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(at), "l"(word) : "memory");
}

__device__ inline uint64_t sort_ask(const uint64_t *at)
{
    uint64_t word;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(word) : "l"(at) : "memory");
    return word;
}

struct sort_look_back {
    static constexpr int counts = 56; /* bits of a count */
    uint64_t *const words;            /* of the first tile */
    const uint64_t base;              /* of the first tile: elements of lower bins in the whole array */
    const uint32_t tile, of_tile;     /* of_tile and the number behind it: what counts are of this pass */

    static __device__ uint64_t count_of(uint64_t word)
    {
        return word & (((uint64_t)1 << counts) - 1);
    }
    __device__ void tell(uint32_t what, uint64_t count) const
    {
        sort_tell(words + (uint64_t)tile * PREFIX__CUDA_SORT_BINS, (uint64_t)what << counts | count);
    }
    __device__ uint64_t ask(uint32_t of) const
    {
        return sort_ask(words + (uint64_t)of * PREFIX__CUDA_SORT_BINS);
    }

    __device__ sort_look_back(const prefix__cuda_sort &s, uint32_t tile, uint32_t bin)
        : words((uint64_t *)(s.state + 1) + bin), base(tile > 0 ? 0 : s.state->bins[s.pass][bin]), tile(tile),
          of_tile(2 * s.pass + 1)
    {
    }
    /* The tile's own count, as soon as it is known; of the first, with all that is before it. */
    __device__ void tell_count(uint32_t count) const
    {
        tell(tile > 0 ? of_tile : of_tile + 1, (tile > 0 ? 0 : base) + count);
    }
    /* What stands before; the tiles behind this one are told of it. Two words are on their way at a time. */
    __device__ uint64_t find(uint32_t count) const
    {
        if (tile == 0)
            return base;
        uint64_t before = 0;
        bool found = false;
        for (uint32_t from = tile; !found;) {
            const uint64_t seen[2] = {ask(from - 1), from > 1 ? ask(from - 2) : 0};
#pragma unroll
            for (int k = 0; k < 2; k++) {
                const uint32_t what = (uint32_t)(seen[k] >> counts);
                if (found || what < of_tile)
                    break;
                before += count_of(seen[k]);
                found = what > of_tile;
                from--;
            }
        }
        tell(of_tile + 1, before + count);
        return before;
    }
};

} // namespace prefix_cuda

#endif
