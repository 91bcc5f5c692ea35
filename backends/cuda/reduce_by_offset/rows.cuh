/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The words of a tile of marks.cuh: a byte for each is the mark of those that begin segments, and rows are scanned in
 * shared memory, each by itself, so that what a segment comes to stands in place of its last word.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_OFFSET_ROWS_CUH
#define PREFIX_CUDA_REDUCE_BY_OFFSET_ROWS_CUH

#include "warp/row_totals.cuh"
#include "reduce_by_offset/tile.cuh"

namespace prefix_cuda
{

template <class OP, bool PLAIN> struct totals_rows : totals_tile<OP, PLAIN> {
    using base = totals_tile<OP, PLAIN>;
    using base::begin, base::end, base::shared, base::stage, base::t, base::tile;
    using base::count, base::elements, base::row_words, base::stage_bytes, base::warp_rows;
    using base::put, base::scanned;
    using typename base::shape, typename base::word;
    static constexpr int part_rows = 4; /* that a warp has in registers */

    uint8_t *marks;
    uint16_t *list; /* places of offsets, as many as there is room for */

    __device__ totals_rows(const prefix__cuda_segment_totals &totals, totals_shared<OP> &s, char *memory)
        : base(totals, s, memory), marks((uint8_t *)memory + stage_bytes),
          list((uint16_t *)(marks + elements + PREFIX__CUDA_TOTALS_SPACE))
    {
    }
    __device__ void clear()
    {
        for (int i = threadIdx.x; i < elements / 16; i += totals_threads)
            ((uint4 *)marks)[i] = make_uint4(0, 0, 0, 0);
    }
    __device__ void mark(uint32_t place)
    {
        marks[place] = 1;
    }
    /* Scans ROWS of them, and keeps what each comes to. */
    template <int ROWS> __device__ void scan_rows(int row, uint32_t heads)
    {
        const int lane = threadIdx.x & 31;
        word x[ROWS][count];
        load(x, row);
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const cut_row<count> mine(heads >> (r * count) & ((1u << count) - 1));
            word last;
            scan_cut_row<OP>(x[r], last, mine);
            if constexpr (!OP::ordered) /* which leaves lanes apart */
                continue_cut_row<OP>(x[r], last, mine, OP::neutral, OP::neutral, false);
            store_packet(stage + ((row + r) * 32 + lane) * 16, pack<OP>(x[r]));
            if (lane == 31)
                shared.rows[row + r] = last;
        }
    }
    template <int ROWS> __device__ void load(word (&x)[ROWS][count], int row)
    {
        const int at = (row * 32 + (int)(threadIdx.x & 31)) * count;
        load_own<OP>(x, t.segmented.scan, stage_source<elements>{stage, at});
        if constexpr (PLAIN)
            flip_words<OP>(x, t.segmented.scan);
        if (end - begin < elements)
            fill_tile<OP>(x, t.segmented.scan, begin + at);
    }
    /* Of rows in which no segment begins all that is wanted is what they come to. */
    __device__ void sum_rows(int row, uint32_t begins)
    {
        const int lane = threadIdx.x & 31;
        word x[part_rows][count], total[part_rows];
        load(x, row);
        lane_totals<OP>(total, x);
        const word mine = transposed_totals<OP, 32>(total);
        const int own = row_of_lane<part_rows>(lane);
        __syncwarp();
        if (lane < part_rows && !(begins >> own & 1)) {
            shared.rows[row + own] = mine;
            put((row + own + 1) * row_words - 1, mine);
        }
        __syncwarp();
    }
    /* A warp's rows. */
    __device__ void take_rows()
    {
        const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
        uint32_t begins = 0;
#pragma unroll 1
        for (int part = 0; part < shape::warp_rows; part += part_rows) {
            const int row = warp * shape::warp_rows + part;
            uint32_t heads = 0;
#pragma unroll
            for (int r = 0; r < part_rows; r++)
                heads |= heads_of_marks<count>(marks + ((row + r) * 32 + lane) * count) << (r * count);
            uint32_t rows = rows_begun<part_rows, count>(heads);
            begins |= rows << part;
            if (__popc(rows) > part_rows / 2) {
                scan_rows<part_rows>(row, heads);
                continue;
            }
            sum_rows(row, rows);
#pragma unroll 1
            for (; rows != 0; rows &= rows - 1) {
                const int r = __ffs((int)rows) - 1;
                scan_rows<1>(row + r, heads >> (r * count) & ((1u << count) - 1));
            }
        }
        if (lane == 0)
            shared.begins[warp] = begins;
    }
    __device__ void take()
    {
        if constexpr (!PLAIN)
            this->widen();
        take_rows();
    }
    __device__ void carry_rows()
    {
        const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
        const cut_begins<totals_warps, warp_rows> beginning(shared.begins);
        word before[warp_rows];
        beginning.template enter<OP>(before, shared.rows, warp);
        if (lane == 0) {
#pragma unroll
            for (int r = 0; r < warp_rows; r++)
                shared.before[warp * warp_rows + r] = before[r];
        }
        if (warp == 0) {
            const word aggregate = beginning.template aggregate<OP>(shared.rows);
            if (lane == 0)
                publish(cut_aggregate<OP>(t.segmented.scan.workspace, (uint32_t)tile), aggregate,
                        totals_tag + (beginning.warps != 0));
        }
    }
    /* What the tile has of the segment between two of its places. */
    __device__ word between(uint32_t from, uint32_t to) const
    {
        const word value = scanned((to - 1) % elements);
        const uint32_t row = (to - 1) % elements / row_words;
        return from < row * row_words ? OP::combine(shared.before[row], value) : value;
    }
};

} // namespace prefix_cuda

#endif
