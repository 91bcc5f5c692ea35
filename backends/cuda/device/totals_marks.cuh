/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What a block of totals.cuh does with its tile, whatever the operator: it marks where offsets are, scans the rows in
 * shared memory, each by itself, and fetches by offsets what the segments come to.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_MARKS_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_MARKS_CUH

#include "../warp/row_totals.cuh"
#include "totals_tile.cuh"

namespace prefix_cuda
{

constexpr int totals_each = 16;   /* offsets that a thread has on their way at once */
constexpr int totals_ahead = 400; /* tiles: fewer than are at work at once */

template <class OP, class INDEX, bool PLAIN, int TILE_ROWS>
struct totals_marks : totals_tile<OP, INDEX, PLAIN, TILE_ROWS> {
    using base = totals_tile<OP, INDEX, PLAIN, TILE_ROWS>;
    using base::begin, base::end, base::first, base::offsets_here, base::shared, base::stage, base::t, base::tile;
    using base::count, base::elements, base::row_words, base::stage_bytes, base::warp_rows;
    using base::crowded, base::each_range, base::offsets, base::place_of, base::put, base::result_of, base::scanned;
    using typename base::carry, typename base::shape, typename base::word;
    static constexpr int part_rows = word_bytes<OP> == 1 ? 1 : 4; /* that a warp has in registers */

    uint8_t *marks;
    uint16_t *list; /* places of offsets, as many as there is room for */

    __device__ totals_marks(const prefix__cuda_segment_totals &totals, totals_shared<OP> &s, char *memory)
        : base(totals, s, memory), marks((uint8_t *)memory + stage_bytes),
          list((uint16_t *)(marks + elements + PREFIX__CUDA_TOTALS_SPACE))
    {
    }
    /*
     * Where its offsets are. They can be asked for only then, when memory has much to do for elements, so those of a
     * later tile are brought near, unless they are many: on an H200, 2^28 f32 in segments of 40 take 345 instead of
     * 375 us, of 500 295 instead of 313; of up to 8, half of them empty, where nothing is brought, 598 instead of 580.
     */
    __device__ void find_offsets()
    {
        const uint64_t later = tile + totals_ahead;
        const bool brings = threadIdx.x == totals_threads - 1 && later < t.segmented.scan.tiles;
        uint64_t from = 0, to = 0;
        if (brings) {
            from = t.before[later];
            to = t.before[later + 1];
        }
        first = t.before[tile];
        offsets_here = t.before[tile + 1] - first;
        if (brings && to - from <= elements / 4)
            bulk_prefetch(offsets() + from, offsets() + to);
    }
    __device__ void clear_marks()
    {
        for (int i = threadIdx.x; i < elements / 16; i += totals_threads)
            ((uint4 *)marks)[i] = make_uint4(0, 0, 0, 0);
    }
    /* Those from the round-th on, EACH for a thread. */
    template <int EACH> __device__ void mark_some(uint64_t round)
    {
        const INDEX *from = offsets() + first + round;
        const uint32_t left = (uint32_t)min(offsets_here - round, (uint64_t)EACH * totals_threads);
        const uint32_t listed = t.list > round ? t.list - (uint32_t)round : 0;
        uint16_t *const to = list + round;
        INDEX own[EACH];
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t j = e * totals_threads + threadIdx.x;
            own[e] = j < left ? from[j] : 0;
        }
#pragma unroll
        for (int e = 0; e < EACH; e++) {
            const uint32_t j = e * totals_threads + threadIdx.x, place = place_of(own[e]);
            if (j < left) {
                marks[place] = 1;
                if (j < listed)
                    to[j] = (uint16_t)place;
            }
        }
    }
    __device__ void mark()
    {
        if (threadIdx.x == 0) {
            const bool begins = tile == 0 || (first > 0 && (uint64_t)offsets()[first - 1] == begin);
            shared.skips = first == 0 || !begins;
            list[-1] = 0;
            if (begins)
                marks[0] = 1;
        }
        if (crowded()) {
            each_range([&](uint64_t from, uint64_t to, uint32_t which, uint32_t threads) {
#pragma unroll 1
                for (uint64_t k = from + which; k < to; k += threads)
                    marks[place_of(offsets()[k])] = 1;
            });
            return;
        }
        uint64_t round = 0;
#pragma unroll 1
        for (; round + 4 * totals_threads < offsets_here; round += totals_each * totals_threads)
            mark_some<totals_each>(round);
#pragma unroll 1
        for (; round < offsets_here; round += 4 * totals_threads)
            mark_some<4>(round);
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
            if constexpr (!OP::ordered) {
                const word start = before_cut_lane<OP>(last, mine, OP::neutral, OP::neutral);
#pragma unroll
                for (int k = 0; k < count; k++)
                    OP::combine_unless(mine.begun() & 1u << k, start, x[r][k]);
            }
            store_packet(stage + ((row + r) * 32 + lane) * 16, pack_row<OP>(x[r], t.segmented));
            if (lane == 31)
                shared.rows[row + r] = last;
        }
    }
    template <int ROWS> __device__ void load(word (&x)[ROWS][count], int row)
    {
        const int lane = row * 32 + (int)(threadIdx.x & 31), at = lane * count;
        if constexpr (is_stored<OP>) {
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                unpack_stored<OP, word_bytes<OP>>(x[r], load_packet<16>(stage + (r * 32 + lane) * 16), t.segmented);
        } else {
            load_own<OP>(x, t.segmented.scan, stage_source<elements, true>{stage, at});
            flip_words<OP>(x, t.segmented);
        }
        if (end - begin < elements)
            fill_tile<OP>(x, t.segmented.scan, begin + at);
    }
    /* Of rows in which no segment begins all that is wanted is what they come to. */
    __device__ void sum_rows(int row, uint32_t begins)
    {
        const int lane = threadIdx.x & 31;
        word x[part_rows][count], total[part_rows], mine;
        int own = 0;
        load(x, row);
        lane_totals<OP>(total, x);
        if constexpr (part_rows == 1) {
            mine = warp_total<OP>(total[0]);
        } else {
            mine = transposed_totals<OP, 32>(total);
            own = row_of_lane<part_rows>(lane);
        }
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
            if (part_rows > 1 ? __popc(rows) > part_rows / 2 : rows != 0) {
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
    __device__ word finished(word w) const
    {
        return PLAIN ? w : segmented_finish<OP>{t.segmented}.of_word(w);
    }
    /* NARROW: what stands before each segment is no wider than a word; see enter_begun_row(). */
    template <bool NARROW> __device__ void store_all()
    {
        const carry init = (carry)t.segmented.scan.carry;
        const word empty = result_of(init), start = narrow<OP>(init);
        const bool skips = shared.skips;
        const auto store = [&](uint64_t k, uint32_t from, uint32_t to) {
            const word value = between(from, to);
            const word result =
                NARROW ? finished(OP::combine(start, value)) : result_of(OP::join(init, OP::widen(value)));
            store_total(t.segmented.scan.out, k - 1, t.segmented.out_size, from == to ? empty : result);
        };
        const auto store_range = [&](uint64_t from, uint64_t to, uint32_t which, uint32_t threads) {
#pragma unroll 2
            for (uint64_t k = from + which; k < to; k += threads) {
                if (k > first || !skips)
                    store(k, k > first ? place_of(offsets()[k - 1]) : 0, place_of(offsets()[k]));
            }
        };
        if (crowded()) {
            each_range(store_range);
            return;
        }
        const uint32_t listed = (uint32_t)min(offsets_here, (uint64_t)t.list);
#pragma unroll 4
        for (uint32_t j = threadIdx.x == 0 && skips ? totals_threads : threadIdx.x; j < listed; j += totals_threads)
            store(first + j, list[(int)j - 1], list[j]);
        store_range(first + listed, first + offsets_here, threadIdx.x, totals_threads);
    }
    __device__ void store()
    {
        if (threadIdx.x == 0 && offsets_here > 0 && first > 0 && shared.skips) {
            const uint32_t to = place_of(offsets()[first]), row = (to - 1) % elements / row_words;
            ((word *)t.leads)[tile] = OP::combine(shared.before[row], scanned((to - 1) % elements));
        }
        const carry init = (carry)t.segmented.scan.carry;
        if (wide_carry<OP> && OP::widen(narrow<OP>(init)) == init &&
            (PLAIN || segmented_finish<OP>{t.segmented}.in_words(init)))
            store_all<true>();
        else
            store_all<false>();
    }
};

/* MARKS: totals_marks, or what takes its rows otherwise. */
template <class MARKS, class OP>
__device__ inline void reduce_by_marks(const prefix__cuda_segment_totals &t, totals_shared<OP> &shared, char *memory)
{
    MARKS mine(t, shared, memory);
    mine.bring();
    mine.clear_marks();
    await_previous();
    mine.find_offsets();
    __syncthreads();
    mine.mark();
    __syncthreads();
    barrier_wait(&shared.full, 0);
    mine.take();
    __syncthreads();
    mine.carry_rows();
    __syncthreads();
    mine.store();
}

} // namespace prefix_cuda

#endif
