/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * How totals_places.cuh has floats of two bytes, which are combined in f32: of each chunk of 8 elements, a packet, only
 * what they come to behind the last head is kept, and the elements stay as they are. A row of the canonical order is 16
 * chunks, its balanced tree that of theirs. Where a segment ends, a thread makes the tree of what it has of the row, in
 * which all else is neutral: so nothing is made of elements at which no segment ends, and no lane waits for another. On
 * an H200, 2^27 f16 in segments of 200 take 99 us, and 161 if rows are scanned (totals_halves.cuh); but in segments of
 * 1 they take 579, not 392.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_CHUNKS_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_CHUNKS_CUH

#include "../block/cut_carries.cuh"
#include "totals_places.cuh"

namespace prefix_cuda
{

/* Where bits are not set, of 8 for as many elements, these become neutral. */
template <class OP> __device__ inline packet<16> keep_elements(const packet<16> &p, uint32_t bits)
{
    constexpr uint32_t highest = 0x10204080; /* times four bits: these are the highest of bytes */
    const uint32_t neutral = neutral_halves<OP>(OP::convert);
    packet<16> kept;
#pragma unroll
    for (int i = 0; i < 4; i++) {
        const uint32_t signs = (i < 2 ? bits & 0xf : bits >> 4) * highest;
        const uint32_t mask = permute_bytes(signs, 0, i % 2 ? 0xbbaa : 0x9988);
        kept.w[i] = (p.w[i] & mask) | (neutral & ~mask);
    }
    return kept;
}

template <class OP, class INDEX, int TILE_ROWS> struct totals_chunks : totals_tile<OP, INDEX, false, TILE_ROWS> {
    using base = totals_tile<OP, INDEX, false, TILE_ROWS>;
    using base::count, base::elements, base::row_words, base::stage_bytes;
    using base::offsets_here, base::shared, base::stage, base::t, base::tile;
    using typename base::shape, typename base::word;
    static constexpr int offsets_at_once = 4;        /* that a thread has on their way */
    static constexpr int packets = shape::warp_rows; /* of a lane */
    static constexpr int row_chunks = row_lanes<OP>, rows = elements / row_words;
    static_assert(count == 8 && packets * count == 32 && rows == 64, "bits of a lane and of two warps are words");

    word *sums;      /* of chunks */
    uint32_t *heads; /* of each lane, 8 bits for each chunk; and of the place behind the tile */
    uint32_t *lanes; /* of each 512 bytes, in which a segment begins */
    uint16_t *list;  /* places of offsets, as many as there is room for */

    __device__ totals_chunks(const prefix__cuda_segment_totals &totals, totals_shared<OP> &s, char *memory)
        : base(totals, s, memory), sums((word *)(memory + elements * word_bytes<OP>)),
          heads((uint32_t *)(sums + elements / count)), lanes(heads + totals_threads + 1),
          list((uint16_t *)(memory + elements * word_bytes<OP> + PREFIX__CUDA_TOTALS_CHUNKS_BYTES(elements) +
                            PREFIX__CUDA_TOTALS_SPACE))
    {
    }
    __device__ void clear()
    {
        heads[threadIdx.x] = 0;
    }
    __device__ void mark(uint32_t place)
    {
        const uint32_t chunk = place / count, row = chunk / 32;
        atomicOr(heads + row / packets * 32 + chunk % 32, 1u << (row % packets * count + place % count));
    }
    __device__ static word sum_of(const packet<16> &p)
    {
        const uint32_t w[1][4] = {{p.w[0], p.w[1], p.w[2], p.w[3]}};
        word x[1][count], sum[1];
        widen_halves<OP::convert>(x, w);
        lane_totals<OP>(sum, x);
        return sum[0];
    }
    __device__ packet<16> load_chunk(uint32_t chunk) const
    {
        return load_packet<16>(stage + chunk * 16);
    }
    /* A warp's chunks. */
    __device__ void take()
    {
        const int lane = threadIdx.x & 31, first = (threadIdx.x >> 5) * packets;
        const uint32_t bits = heads[threadIdx.x];
#pragma unroll
        for (int i = 0; i < packets; i++) {
            const uint32_t chunk = (first + i) * 32 + lane, own = bits >> (i * count) & 0xff;
            const uint32_t begins = __ballot_sync(~0u, own != 0);
            packet<16> p = load_chunk(chunk);
            if (begins != 0)
                p = keep_elements<OP>(p, 0xffu << (31 - __clz((int)(own | 1))) & 0xff);
            sums[chunk] = sum_of(p);
            if (lane == 0)
                lanes[first + i] = begins;
        }
    }
    /* The tree of a row: of sums of its chunks from first to end - 1, and of what stands in place of the one behind. */
    __device__ word tree(uint32_t row, int first, int end, word behind) const
    {
        const uint32_t kept = (1u << end) - (1u << first);
        word x[1][row_chunks], sum[1];
#pragma unroll
        for (int k = 0; k < row_chunks; k += 4) {
            const packet<16> p = load_packet<16>((const char *)(sums + row * row_chunks + k));
#pragma unroll
            for (int i = 0; i < 4; i++) {
                const uint32_t chunk = 1u << (k + i);
                x[0][k + i] = kept & chunk ? p.w[i] : 1u << end & chunk ? behind : OP::neutral;
            }
        }
        lane_totals<OP>(sum, x);
        return sum[0];
    }
    /* What rows come to, behind their last heads, and what stands before each in the tile: by a thread for each. */
    __device__ void carry_rows()
    {
        const int row = threadIdx.x, warp = row >> 5;
        if (row < rows) {
            const uint32_t own = lanes[row / 2] >> (row % 2 * row_chunks) & 0xffff;
            shared.rows[row] = tree(row, 31 - __clz((int)(own | 1)), row_chunks, OP::neutral);
            shared.begins[warp] = __ballot_sync(~0u, own != 0);
        }
        __syncthreads();
        if (row >= rows || (offsets_here == 0 && row < rows - 1))
            return;
        const uint64_t begins = shared.begins[0] | (uint64_t)shared.begins[1] << 32;
        const uint64_t before = begins & (((uint64_t)1 << row) - 1);
        const int from = before != 0 ? 63 - __clzll((long long)before) : 0;
        const word sum = fold_rows<OP, rows>(OP::neutral, shared.rows, from, row);
        shared.before[row] = sum;
        if (row == rows - 1)
            publish(cut_aggregate<OP>(t.segmented.scan.workspace, (uint32_t)tile),
                    begins >> row != 0 ? shared.rows[row] : OP::combine(sum, shared.rows[row]),
                    totals_tag + (begins != 0));
    }
    /* What the tile has of the segment between two of its places. */
    __device__ word between(uint32_t from, uint32_t to) const
    {
        const uint32_t last = (to - 1) % elements, chunk = last / count, begin = chunk * count;
        const uint32_t row = last / row_words, first = max(from, row * row_words) / count;
        const uint32_t skipped = from > begin ? (from - begin) % count : 0;
        word value = sum_of(keep_elements<OP>(load_chunk(chunk), (2u << last % count) - (1u << skipped)));
        if (first + 1 < chunk)
            value = tree(row, first % row_chunks, chunk % row_chunks, value);
        else if (first < chunk)
            value = OP::combine(sums[first], value);
        return from < row * row_words ? OP::combine(shared.before[row], value) : value;
    }
};

} // namespace prefix_cuda

#endif
