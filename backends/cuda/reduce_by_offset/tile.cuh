/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A block's tile of a reduction of segments: its elements, in shared memory, and which offsets are in it. What of these
 * is done with them, marks.cuh or differences.cuh says.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_TILE_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_TILE_CUH

#include "block/tile_load.cuh"
#include "grid/dependent.cuh"
#include "warp/mbarrier.cuh"
#include "segments/store.cuh"
#include "reduce_by_offset/fold.cuh"
#include "reduce_by_offset/offsets.cuh"

namespace prefix_cuda
{

constexpr int totals_warps = 8;
constexpr int totals_threads = totals_warps * 32;

template <class OP> struct totals_shared {
    static constexpr int rows_most = 64;
    /* What each row, or warp, comes to, behind the last head if marked, and what stands before it in the tile: */
    alignas(16) typename OP::word rows[rows_most];
    typename OP::word before[rows_most + totals_warps];
    uint32_t begins[totals_warps];
    uint32_t mixed[totals_warps]; /* of chunks of offsets, a bit for each that are not all equal */
    bool skips;                   /* the tile's first offset, with which none ends, or one that began before */
    uint64_t full;
};

template <class OP, bool PLAIN> struct totals_tile {
    using op = OP;
    using shape = tile_shape<OP, totals_warps>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int count = shape::lane_words, row_words = 32 * count, elements = shape::elements;
    static constexpr int warp_rows = shape::warp_rows, stage_bytes = elements * sizeof(word);

    const prefix__cuda_segment_totals &t;
    totals_shared<OP> &shared;
    char *stage;
    uint64_t tile, begin, end, first; /* first: of its offsets */
    uint64_t offsets_here;

    __device__ totals_tile(const prefix__cuda_segment_totals &totals, totals_shared<OP> &s, char *memory)
        : t(totals), shared(s), stage(memory), tile(blockIdx.x - 1), begin(tile * elements),
          end(min(begin + elements, t.segmented.scan.n))
    {
    }
    __device__ totals_offsets offsets() const
    {
        return totals_offsets(t.segmented.heads, t.segmented.head_size);
    }
    /* Of the low bits of an offset of the tile: no more than there are elements, whatever it is. */
    __device__ uint32_t place_of(uint32_t low) const
    {
        return min(low - (uint32_t)begin, (uint32_t)(end - begin));
    }
    /* The elements, by the first thread; of the last tile, by all. */
    __device__ void bring()
    {
        const uint32_t size = t.segmented.scan.in_size, bytes = (uint32_t)(end - begin) * size;
        const char *from = (const char *)t.segmented.scan.in + begin * size;
        const bool full = end - begin == elements;
        if (threadIdx.x == 0) {
            barrier_init(&shared.full, 1);
            barrier_init_done();
            if (full)
                bulk_load(stage, from, bytes, &shared.full);
            else
                barrier_arrive(&shared.full);
        }
        if (!full) {
            for (uint32_t i = threadIdx.x; i < bytes / 4; i += totals_threads)
                ((uint32_t *)stage)[i] = ((const uint32_t *)from)[i];
            if (threadIdx.x < bytes % 4)
                stage[bytes / 4 * 4 + threadIdx.x] = from[bytes / 4 * 4 + threadIdx.x];
        }
    }
    /* Elements of another kind become words, in place: the block has all before it writes any. */
    __device__ void widen()
    {
        constexpr int rows = shape::warp_rows;
        const int row = (threadIdx.x >> 5) * rows, lane = threadIdx.x & 31;
        word x[rows][count];
        load_words<OP>(x, t.segmented.scan, stage_source<elements>{stage, (row * 32 + lane) * count});
        flip_words<OP>(x, t.segmented.scan);
        __syncthreads();
#pragma unroll
        for (int r = 0; r < rows; r++)
            store_packet(stage + ((row + r) * 32 + lane) * 16, pack<OP>(x[r]));
        __syncwarp();
    }
    /* What has been scanned up to a place, as far as it is, which is put where the element was. */
    __device__ word scanned(uint32_t place) const
    {
        return ((const word *)stage)[place];
    }
    __device__ void put(uint32_t place, word w)
    {
        ((word *)stage)[place] = w;
    }
    __device__ word result_of(carry c) const
    {
        return PLAIN ? plain_result<OP>(c, t.segmented) : segmented_result<OP>(c, t.segmented);
    }
    /* Whether words come to the same, where what stands before segments is no wider; and what becomes of them then. */
    __device__ bool finish_is_of_words(carry init) const
    {
        return PLAIN || segmented_finish<OP>{t.segmented}.in_words(init);
    }
    __device__ word finished(word w) const
    {
        return PLAIN ? w : segmented_finish<OP>{t.segmented}.of_word(w);
    }
    /* So many that it is worth to look for equal ones, and that no list is kept of them. */
    __device__ bool crowded() const
    {
        return offsets_here > 4 * PREFIX__CUDA_TOTALS_CHUNK;
    }
    /*
     * Calls act for all of these, by whole warps, but the segments between equal offsets of a chunk, which others fill
     * in: with one for each lane, and whether it counts.
     */
    template <class ACT> __device__ void each_crowded(ACT act)
    {
        constexpr uint64_t chunk = PREFIX__CUDA_TOTALS_CHUNK;
        const uint64_t last = first + offsets_here;
#pragma unroll 1
        for (uint64_t some = first / chunk; some * chunk < last; some += totals_threads) {
            const uint64_t own = some + threadIdx.x, at = own * chunk;
            const bool is_equal = at >= first && at + chunk <= last && offsets().is_equal_chunk(own);
            const uint32_t lanes = __ballot_sync(~0u, at < last && !is_equal);
            if ((threadIdx.x & 31) == 0)
                shared.mixed[threadIdx.x >> 5] = lanes;
            act(at, is_equal);
            __syncthreads();
#pragma unroll 1
            for (int c = 0; c < totals_threads; c++) {
                const uint64_t begins = (some + c) * chunk, from = max(begins, first), to = min(begins + chunk, last);
                if (shared.mixed[c / 32] >> c % 32 & 1) {
#pragma unroll 1
                    for (uint64_t k = from + (threadIdx.x & ~31u); k < to; k += totals_threads)
                        act(k + (threadIdx.x & 31), k + (threadIdx.x & 31) < to);
                }
            }
            __syncthreads();
        }
    }
};

} // namespace prefix_cuda

#endif
