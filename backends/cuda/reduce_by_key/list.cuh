/* SPDX-License-Identifier: BSD-3-Clause */
/* The list of the runs that end in a tile, in shared memory, from which it is stored what they come to and their keys.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_LIST_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_LIST_CUH

#include "params/runs_reduce_params.h"
#include "segments/run_heads.cuh"

namespace prefix_cuda
{

template <class WORD> struct runs_list {
    WORD *results;
    uint16_t *places; /* of last elements, in the tile */
};

/* Keys of the runs that begin behind places, and the array's first. */
template <class KEY>
__device__ inline void store_keys(const prefix__cuda_runs_reduce &p, const KEY *keys, const uint16_t *places,
                                  uint64_t begin, uint64_t rank, int count)
{
    KEY *unique = (KEY *)p.unique;
    if (begin == 0 && threadIdx.x == 0 && p.capacity > 0)
        unique[0] = keys[0];
    for (int j = threadIdx.x; j < count; j += blockDim.x) {
        const uint64_t at = begin + places[j] + 1;
        if (at < p.segmented.scan.n && rank + j + 1 < p.capacity)
            unique[rank + j + 1] = keys[at];
    }
}

/* By all threads of a block: rank is how many runs end before the tile. */
template <class WORD>
__device__ inline void store_list(const prefix__cuda_runs_reduce &p, const runs_list<WORD> &list, uint64_t begin,
                                  uint64_t rank, int count)
{
    const prefix__cuda_segmented &s = p.segmented;
    const int most = (int)min((uint64_t)count, p.capacity > rank ? p.capacity - rank : 0);
    auto store = [&](auto *out) {
        for (int j = threadIdx.x; j < most; j += blockDim.x)
            out[rank + j] = (__typeof__(*out))list.results[j];
    };
    if (s.out_size == 4)
        store((uint32_t *)s.scan.out);
    else if (s.out_size == 8)
        store((uint64_t *)s.scan.out);
    else if (s.out_size == 2)
        store((uint16_t *)s.scan.out);
    else
        store((uint8_t *)s.scan.out);
    if (p.unique)
        with_keys(s, [&](const auto *keys) { store_keys(p, keys, list.places, begin, rank, most); });
}

} // namespace prefix_cuda

#endif
