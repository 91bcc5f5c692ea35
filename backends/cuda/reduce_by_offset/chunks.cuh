/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How places.cuh has floats of two bytes, if they are not to be scanned: of each chunk of 16 bytes only what it
 * comes to behind its last head is kept, and the elements stay as they are. Where a segment ends, a thread combines
 * what it has of the row's chunks: so nothing is made of elements at which no segment ends, and no lane waits for
 * another. How chunks are combined segments/chunk.cuh says.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_CHUNKS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_CHUNKS_CUH

#include "segments/chunk.cuh"
#include "reduce_by_offset/places.cuh"

namespace prefix_cuda
{

template <class OP, int TILE_ROWS> struct totals_chunks : totals_tile<OP, false, TILE_ROWS> {
    using base = totals_tile<OP, false, TILE_ROWS>;
    using base::count, base::elements, base::row_words;
    using base::offsets_here, base::shared, base::stage, base::t, base::tile;
    using typename base::shape, typename base::word;
    using how = totals_chunk<OP>;
    static constexpr bool marks_bytes = false;
    static constexpr int offsets_at_once = 4;         /* that a thread has on their way, */
    static constexpr int brought_most = elements / 4; /* and that are brought near for a later block */
    static constexpr int packets = shape::warp_rows;  /* of a lane */
    static constexpr int each = 32 / count;           /* of which heads are in one word */
    static constexpr int row_chunks = how::row_chunks, rows = elements / row_words, tile_rows = rows / base::tiles;
    static_assert(packets % each == 0 && tile_rows == 64, "bits of lanes and of two warps are words");

    word *sums;      /* of chunks */
    uint32_t *heads; /* of lanes: bits for each of some chunks; and of the place behind the tile */
    uint32_t *lanes; /* of each 512 bytes, in which a segment begins */
    uint16_t *list;  /* places of offsets, as many as there is room for */

    __device__ totals_chunks(const prefix__cuda_segment_totals &totals, totals_shared<OP> &s, char *memory)
        : base(totals, s, memory), sums((word *)(memory + elements * word_bytes<OP>)),
          heads((uint32_t *)(sums + elements / count)), lanes(heads + elements / 32 + 1),
          list((uint16_t *)(memory + elements * word_bytes<OP> + PREFIX__CUDA_TOTALS_CHUNKS_BYTES(elements / count) +
                            PREFIX__CUDA_TOTALS_SPACE))
    {
    }
    __device__ void clear()
    {
#pragma unroll
        for (int i = 0; i < elements / 32; i += totals_threads)
            heads[i + threadIdx.x] = 0;
    }
    __device__ void mark(uint32_t place)
    {
        const uint32_t chunk = place / count, row = chunk / 32;
        atomicOr(heads + row / each * 32 + chunk % 32, 1u << (row % each * count + place % count));
    }
    __device__ packet<16> load_chunk(uint32_t chunk) const
    {
        return load_packet<16>(stage + chunk * 16);
    }
    /* A warp's chunks. */
    __device__ void take()
    {
        constexpr uint32_t all = (1u << count) - 1;
        const int lane = threadIdx.x & 31, first = (threadIdx.x >> 5) * packets;
        uint32_t bits = 0, left = 0;
#pragma unroll
        for (int i = 0; i < packets; i++) {
            if (i % each == 0) {
                bits = heads[(first + i) / each * 32 + lane];
                left = left_behind_lane<count>(bits);
            }
            const uint32_t begins = __ballot_sync(~0u, (bits >> (i % each * count) & all) != 0);
            const packet<16> p = load_chunk((first + i) * 32 + lane);
            sums[(first + i) * 32 + lane] =
                begins != 0 ? how::total_behind(p, left >> (i % each * count)) : how::total(p);
            if (lane == 0)
                lanes[first + i] = begins;
        }
    }
    /* Whether any segment may be in more than two chunks. */
    __device__ static constexpr bool has_rows()
    {
        return true;
    }
    /* What rows come to, behind their last heads, by a thread for each; and what stands before each in the tile. */
    __device__ void carry_rows()
    {
        const int row = threadIdx.x, warp = row >> 5, of_tile = row % tile_rows;
        if (row < rows) {
            const int at = row * row_chunks;
            const uint32_t own = lanes[at / 32] >> (at % 32) & (uint32_t)((1ull << row_chunks) - 1);
            shared.rows[row] = how::row(sums + at, 31 - __clz((int)(own | 1)));
            const uint32_t begins = __ballot_sync(~0u, own != 0);
            if (row % 32 == 0)
                shared.begins[warp] = begins;
        }
        __syncthreads();
        if (row >= rows || (offsets_here == 0 && of_tile < tile_rows - 1))
            return;
        const int first_warp = warp & ~1;
        const uint64_t begins = shared.begins[first_warp] | (uint64_t)shared.begins[first_warp + 1] << 32;
        const uint64_t before = begins & (((uint64_t)1 << of_tile) - 1);
        const int from = row - of_tile + (before != 0 ? 63 - __clzll((long long)before) : 0);
        const word sum = fold_rows<OP, tile_rows>(OP::neutral, shared.rows, from, row);
        const uint64_t own_tile = tile + row / tile_rows;
        shared.before[row] = sum;
        /* What the tile comes to behind its last head. */
        if (of_tile == tile_rows - 1 && own_tile < t.segmented.scan.tiles)
            publish(cut_aggregate<OP>(t.segmented.scan.workspace, (uint32_t)own_tile),
                    begins >> of_tile != 0 ? shared.rows[row] : OP::combine(sum, shared.rows[row]),
                    totals_tag + (begins != 0));
    }
    /* What the tile has of the segment between two of its places. */
    template <bool> __device__ word between(uint32_t from, uint32_t to) const
    {
        const uint32_t last = (to - 1) % elements, chunk = last / count, begin = chunk * count;
        const uint32_t skipped = from > begin ? (from - begin) % count : 0;
        return behind(from, chunk, how::total(how::keep(load_chunk(chunk), (2u << last % count) - (1u << skipped))));
    }
    /* What it has of the segment from a place on, of which a chunk has that. */
    __device__ word behind(uint32_t from, uint32_t chunk, word value) const
    {
        const uint32_t row = chunk / row_chunks, first = max(from / count, row * row_chunks);
        if (first + 1 < chunk)
            value = how::join(sums + row * row_chunks, first % row_chunks, chunk % row_chunks, value);
        else if (first < chunk)
            value = OP::combine(sums[first], value);
        return from < row * row_words ? OP::combine(shared.before[row], value) : value;
    }
};

} // namespace prefix_cuda

#endif
