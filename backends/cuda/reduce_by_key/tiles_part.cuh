/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What one warp has of a tile that a block of tiles.cuh reduces by key: when it has looked at keys, it scans those
 * of its rows, in shared memory, in which a run begins, and lists there what is wanted of them: of what begins first in
 * a row, before it is known what stands before that.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_TILES_PART_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_TILES_PART_CUH

#include "warp/row_totals.cuh"
#include "warp/mbarrier.cuh"
#include "reduce_by_key/rows.cuh"
#include "reduce_by_key/share.cuh"
#include "reduce_by_key/tiles_keys.cuh"

namespace prefix_cuda
{

template <class OP> struct runs_tiles_shared {
    alignas(16) typename OP::word rows[64]; /* what each comes to behind its last head */
    alignas(16) typename OP::carry window[PREFIX__CUDA_GROUP];
    typename OP::word firsts[runs_tiles_warps]; /* what each warp's first row with a head adds to the run before */
    uint32_t begins[runs_tiles_warps], counts[runs_tiles_warps];
    uint64_t rank;
    uint64_t landed, ranked;
    claim claimed;
};

/* What warps wait for: all is counted, or scanned; those that scan, for each other. */
enum { runs_counted = 1, runs_scanned, runs_scanners };

__device__ inline void runs_arrive(int which)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(which), "n"(runs_tiles_threads) : "memory");
}
template <int THREADS = runs_tiles_threads> __device__ inline void runs_wait(int which)
{
    asm volatile("bar.sync %0, %1;" ::"r"(which), "n"(THREADS) : "memory");
}

/* What one warp has of a tile. */
template <class OP, class KEY> struct runs_tiles_part : runs_tiles_keys<OP, KEY> {
    using base = runs_tiles_keys<OP, KEY>;
    using base::all, base::first, base::full, base::heads, base::memory, base::p, base::ranks, base::stage,
        base::totals, base::warp;
    using base::count, base::parts, base::row_bits, base::row_words, base::rows, base::some;
    using typename base::shape;
    using word = typename OP::word;
    using carry = typename OP::carry;

    const runs_finish<OP> finish;
    runs_tiles_shared<OP> &shared;
    uint32_t begins = 0; /* rows in which a run does */

    /* The array's last elements, which the engine does not bring. */
    __device__ void bring_some()
    {
        const int lane = threadIdx.x & 31;
        const uint64_t begin = first - lane * count;
        const word *const from = (const word *)p.segmented.scan.in + begin;
        for (int i = lane; i < rows * row_words && begin + i < p.segmented.scan.n; i += 32)
            ((word *)stage())[i] = from[i];
        __syncwarp();
    }
    __device__ cut_row<count> row(int r) const
    {
        return cut_row<count>(heads >> (r * count) & row_bits);
    }
    template <int ROWS> __device__ void load(word (&x)[ROWS][count], int r)
    {
        const int at = (r * 32 + (int)(threadIdx.x & 31)) * count;
        finish.load(x, stage() + at * finish.size);
        if (!full)
            fill_tile<OP>(x, p.segmented.scan, first + r * row_words);
    }
    /* Scans ROWS of them, and lists what is wanted from place at on. */
    template <int ROWS> __device__ void take(int r0, uint32_t own_heads, uint32_t before, uint32_t all, int at)
    {
        word x[ROWS][count], last[ROWS];
        load(x, r0);
        __syncwarp();
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            const cut_row<count> mine(own_heads >> (r * count) & row_bits);
            scan_cut_row<OP>(x[r], last[r], mine);
            if ((threadIdx.x & 31) == 31)
                shared.rows[warp * rows + r0 + r] = last[r];
            runs_results<OP>(x[r], last[r], mine, OP::neutral, false, finish);
            word *to = (word *)stage() + at + (before >> (8 * r) & 255);
#pragma unroll
            for (int k = 0; k < count; k++) {
                if (mine.is_head(k))
                    *to++ = x[r][k];
            }
            at += (int)(all >> (8 * r) & 255);
        }
    }
    /*
     * The same where all elements are heads: wanted is the one before each. Packets, since words of lanes that are
     * stored one by one would be in the same banks.
     */
    __device__ void take_heads()
    {
        const int lane = threadIdx.x & 31;
#pragma unroll 1
        for (int r0 = 0; r0 < rows; r0 += some) {
            word x[some][count];
            load(x, r0);
            __syncwarp();
#pragma unroll
            for (int r = 0; r < some; r++) {
                if (lane == 31)
                    shared.rows[warp * rows + r0 + r] = x[r][count - 1];
                const word left = __shfl_up_sync(~0u, x[r][count - 1], 1);
#pragma unroll
                for (int k = count - 1; k > 0; k--)
                    x[r][k] = finish.keep(x[r][k - 1]);
                x[r][0] = lane == 0 ? OP::neutral : finish.keep(left);
            }
#pragma unroll
            for (int r = 0; r < some; r++)
                store_packet(stage() + ((r0 + r) * 32 + lane) * 16, pack<OP>(x[r]));
        }
        begins = (1u << rows) - 1;
    }
    /* Of rows in which no run begins all that is wanted is what they come to. */
    __device__ void sum_rows(int r0, uint32_t rows_begun)
    {
        const int lane = threadIdx.x & 31;
        word x[some][count], total[some];
        load(x, r0);
        lane_totals<OP>(total, x);
        const word mine = transposed_totals<OP, 32>(total);
        const int own = row_of_lane<some>(lane);
        if (lane < some && !(rows_begun >> own & 1))
            shared.rows[warp * rows + r0 + own] = mine;
    }
    /* Arrays in registers have no place that is known only then. */
    static __device__ uint32_t of_part(const uint32_t (&of_parts)[parts], int part)
    {
        uint32_t mine = of_parts[0];
#pragma unroll
        for (int p = 1; p < parts; p++)
            mine = part == p ? of_parts[p] : mine;
        return mine;
    }
    /* Part by part: the less code there is, the sooner it is fetched. */
    __device__ void take_parts()
    {
        int at = 0;
#pragma unroll 1
        for (int part = 0; part < parts; part++) {
            const uint32_t of_rows = of_part(totals, part), before = of_part(ranks, part);
            const int r0 = part * some;
            const uint32_t own = heads >> (r0 * count);
            uint32_t begun = 0;
#pragma unroll
            for (int r = 0; r < some; r++)
                begun |= (of_rows >> (8 * r) & 255 ? 1u : 0) << r;
            begins |= begun << r0;
            if (__popc(begun) > some / 2) {
                take<some>(r0, own, before, of_rows, at);
            } else {
                sum_rows(r0, begun);
                int to = at;
#pragma unroll 1
                for (uint32_t left = begun; left != 0; left &= left - 1) {
                    const int r = __ffs((int)left) - 1;
                    take<1>(r0 + r, own >> (r * count), before >> (8 * r), of_rows >> (8 * r), to);
                    to += (int)(of_rows >> (8 * r) & 255);
                }
            }
#pragma unroll
            for (int r = 0; r < some; r++)
                at += (int)(of_rows >> (8 * r) & 255);
        }
    }
    __device__ void take_rows()
    {
        if (all == rows * row_words)
            take_heads();
        else
            take_parts();
        __syncwarp();
        if ((threadIdx.x & 31) == 0) {
            shared.begins[warp] = begins;
            shared.firsts[warp] = ((word *)stage())[0];
        }
    }
    /* What stands before rows, to the first that is listed of each; but of the tile's first. */
    __device__ void enter(const cut_begins<runs_tiles_warps, rows> &beginning)
    {
        const int lane = threadIdx.x & 31;
        word before[rows], mine = OP::neutral;
        int at = 0, to = 0;
        beginning.template enter<OP>(before, shared.rows, warp);
#pragma unroll
        for (int r = 0; r < rows; r++) {
            mine = lane == r ? before[r] : mine;
            to = lane == r ? at : to;
            at += (int)(totals[r / some] >> (8 * (r % some)) & 255);
        }
        const bool begun = beginning.before(warp) != 0 || (begins & ((1u << (lane % rows)) - 1));
        if (lane < rows && (begins >> lane & 1) && begun) {
            word *const value = (word *)stage() + to;
            *value = finish.keep(OP::combine(mine, *value));
        }
        __syncwarp();
    }
    /* put(place + j, list[j]) from one of them on, for all that the outputs have room for. */
    template <class ELEMENT, class PUT>
    __device__ void store(const ELEMENT *list, int64_t place, int from, int all, PUT put)
    {
        const int room = (int)max(min((int64_t)p.capacity - place, (int64_t)all), (int64_t)0);
#pragma unroll 4
        for (int j = from + (int)(threadIdx.x & 31); j < room; j += 32)
            put(place + j, list[j]);
    }
};

} // namespace prefix_cuda

#endif
