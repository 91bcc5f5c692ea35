/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments told by offsets, which do not decrease: a block searches for those of its tile, and marks where
 * they are in shared memory, a byte for each element. In reverse, offset o is the position n - o of the scan.
 */
#ifndef PREFIX_CUDA_BLOCK_OFFSETS_CUH
#define PREFIX_CUDA_BLOCK_OFFSETS_CUH

#include "params/segmented_params.h"
#include "block/marks.cuh"
#include "block/store_total.cuh"

namespace prefix_cuda
{

/* What a thread has on its way at once. */
constexpr int offsets_each = 4;

template <class INDEX> struct block_offsets {
    const INDEX *offsets;
    uint64_t count; /* of all */
    uint64_t n;
    uint64_t begin, end; /* of the tile, in positions; end may be beyond n */
    bool reverse;

    __device__ block_offsets(const prefix__cuda_segmented &s, uint64_t tile_begin, uint64_t tile_end)
        : offsets((const INDEX *)s.heads), count(s.segments + 1), n(s.scan.n), begin(tile_begin),
          end(tile_end < s.scan.n ? tile_end : s.scan.n), reverse(s.scan.reverse)
    {
    }
    /* The first of the offsets that is at a border of the tile, or between them; all threads search. */
    __device__ uint64_t search() const
    {
        if (count <= offsets_each * blockDim.x) /* which each() looks at at once */
            return 0;
        const uint64_t wanted = reverse ? n - end : begin;
        uint64_t low = 0, high = wanted > 0 ? count : 0;
        while (low < high) {
            const uint64_t step = (high - low - 1) / blockDim.x + 1, at = low + threadIdx.x * step;
            const int below = __syncthreads_count(at < high && (uint64_t)offsets[at] < wanted);
            high = min(high, low + (uint64_t)below * step);
            low = below > 0 ? low + (uint64_t)(below - 1) * step + 1 : high;
        }
        return low;
    }
    /* Calls act with the number of each offset from the k-th on up to the tile's border, and with its position. */
    template <class ACT> __device__ void each(uint64_t k, ACT act) const
    {
        const uint64_t last = reverse ? n - begin : end;
        bool more = true;
        for (k += threadIdx.x; more; k += offsets_each * blockDim.x) {
            uint64_t offset[offsets_each];
            bool inside[offsets_each];
#pragma unroll
            for (int e = 0; e < offsets_each; e++) {
                const uint64_t at = k + e * blockDim.x;
                offset[e] = at < count ? (uint64_t)offsets[at] : 0;
                inside[e] = at < count && offset[e] <= last;
            }
#pragma unroll
            for (int e = 0; e < offsets_each; e++) {
                const uint64_t position = reverse ? n - offset[e] : offset[e];
                if (inside[e] && position >= begin && position <= end)
                    act(k + e * blockDim.x, position);
            }
            more = __syncthreads_or(threadIdx.x == blockDim.x - 1 && inside[offsets_each - 1]);
        }
    }
    /* marks: cleared before, and as many bytes as the tile has elements. */
    __device__ void mark(uint64_t k, uint8_t *marks) const
    {
        each(k, [&](uint64_t, uint64_t position) {
            if (position < end)
                marks[position - begin] = 1;
        });
    }
    /*
     * The totals of segments that end in the tile, of size bytes each: results[i] is that of the tile's
     * i-th element, empty that of none. What ends where a tile does is that tile's.
     */
    template <class WORD>
    __device__ void write_totals(uint64_t k, void *totals, int size, const WORD *results, WORD empty) const
    {
        each(k, [&](uint64_t j, uint64_t position) {
            const uint64_t segment = reverse ? j : j - 1;
            if ((position == begin && begin > 0) || segment >= count - 1)
                return;
            const bool is_empty = position == begin || offsets[segment] >= offsets[segment + 1];
            const WORD total = is_empty ? empty : results[position - 1 - begin];
            store_total(totals, segment, size, total);
        });
    }
};

/* Calls act with them. */
template <class ACT>
__device__ inline void with_offsets(const prefix__cuda_segmented &s, uint64_t begin, uint64_t end, ACT act)
{
    if (s.head_size == 4)
        act(block_offsets<uint32_t>(s, begin, end));
    else
        act(block_offsets<uint64_t>(s, begin, end));
}

} // namespace prefix_cuda

#endif
