/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What one warp has of a tile that a block of runs_tiles.cuh reduces by key: it looks at keys as they come from memory
 * and lists those of heads while there is room; it scans those of its rows, in shared memory, in which a run begins,
 * and lists there what is wanted of them: of what begins first in a row, before it is known what stands before that.
 */
#ifndef PREFIX_CUDA_DEVICE_RUNS_TILES_PART_CUH
#define PREFIX_CUDA_DEVICE_RUNS_TILES_PART_CUH

#include "../warp/row_totals.cuh"
#include "mbarrier.cuh"
#include "runs_rows.cuh"
#include "runs_share.cuh"

namespace prefix_cuda
{

constexpr int runs_tiles_warps = 8; /* and one that looks back */
constexpr int runs_tiles_threads = (runs_tiles_warps + 1) * 32;
constexpr int runs_tiles_blocks = 4; /* at once on a multiprocessor */

/* Keys of a warp for which there is room besides. What is more is read once more. */
template <class KEY> constexpr uint32_t runs_tiles_listed = PREFIX__CUDA_RUNS_LISTED / runs_tiles_warps / sizeof(KEY);

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
__device__ inline void runs_wait(int which)
{
    asm volatile("bar.sync %0, %1;" ::"r"(which), "n"(runs_tiles_threads) : "memory");
}
__device__ inline void runs_wait_for_scanners()
{
    asm volatile("bar.sync %0, %1;" ::"n"((int)runs_scanners), "n"(runs_tiles_warps * 32) : "memory");
}

/* A warp's elements in a tile's memory: at the end of room for as many words, since results are put before them. */
template <class OP> __device__ inline char *runs_tiles_elements(char *memory, int warp)
{
    using shape = tile_shape<OP, runs_tiles_warps>;
    return memory + (warp + 1) * shape::warp_rows * shape::row_bytes -
           shape::elements / runs_tiles_warps * taken_bytes<OP>;
}

/* What one warp has of a tile. */
template <class OP, class KEY> struct runs_tiles_part {
    using shape = tile_shape<OP, runs_tiles_warps>;
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int count = shape::lane_words, row_words = 32 * count, rows = shape::warp_rows;
    static constexpr int some = 4, parts = rows / some; /* rows in registers at once */
    static constexpr uint32_t row_bits = (1u << count) - 1;
    using keys_of = typename runs_bits<some, count>::template keys_of_row<KEY>;

    const prefix__cuda_runs_reduce &p;
    const runs_finish<OP> finish;
    runs_tiles_shared<OP> &shared;
    const int warp;
    char *const memory;
    const uint64_t first;                    /* the place of the lane's first element */
    const bool full;                         /* all are in the array */
    uint32_t heads = 0, all = 0, begins = 0; /* all: heads of the warp, */
    uint32_t kept = 0;                       /* of which so many, those of the first rows, have their keys listed */
    uint32_t ranks[parts], totals[parts];    /* of a part's rows, a byte each: heads in lanes before, and in all */

    __device__ KEY *listed() const
    {
        return (KEY *)(memory + shape::rows * shape::row_bytes) + warp * runs_tiles_listed<KEY>;
    }
    /* Room for the warp's rows as words: the rows, at its end; then results; then keys. */
    __device__ char *stage() const
    {
        return memory + warp * rows * shape::row_bytes;
    }
    __device__ char *elements() const
    {
        return runs_tiles_elements<OP>(memory, warp);
    }
    /* The array's last elements, which the engine does not bring. */
    __device__ void bring_some()
    {
        using element = typename element_of<taken_bytes<OP>>::type;
        const int lane = threadIdx.x & 31;
        const uint64_t begin = first - lane * count;
        const element *const from = (const element *)p.segmented.scan.in + begin;
        for (int i = lane; i < rows * row_words && begin + i < p.segmented.scan.n; i += 32)
            ((element *)elements())[i] = from[i];
        __syncwarp();
    }
    __device__ cut_row<count> row(int r) const
    {
        return cut_row<count>(heads >> (r * count) & row_bits);
    }
    template <int ROWS> __device__ void load(word (&x)[ROWS][count], int r)
    {
        const int at = (r * 32 + (int)(threadIdx.x & 31)) * count;
        finish.load(x, elements() + at * finish.size);
        if (!full)
            fill_tile<OP>(x, p.segmented.scan, first + r * row_words);
    }
    __device__ void rank_part(int part)
    {
        uint32_t counts = 0, sums;
#pragma unroll
        for (int r = 0; r < some; r++)
            counts |= (uint32_t)__popc(heads >> ((part * some + r) * count) & row_bits) << (8 * r);
        sums = counts;
#pragma unroll
        for (int distance = 1; distance < 32; distance *= 2) {
            const uint32_t other = __shfl_up_sync(~0u, sums, distance);
            sums += (threadIdx.x & 31) >= distance ? other : 0;
        }
        totals[part] = __shfl_sync(~0u, sums, 31);
        ranks[part] = sums - counts;
    }
    /* Keys of some rows, */
    __device__ void load_keys(keys_of (&own)[some], const KEY *keys, int part) const
    {
        const uint64_t at = first + part * some * row_words;
        if (full) {
#pragma unroll
            for (int r = 0; r < some; r++)
                own[r].load(keys + at + r * row_words);
        } else {
#pragma unroll
            for (int r = 0; r < some; r++)
                own[r].load_some(keys + at + r * row_words, (int64_t)(p.segmented.scan.n - at) - r * row_words);
        }
    }
    /* of which those of heads are listed. */
    __device__ void list_keys(KEY *list, const keys_of (&own)[some], uint32_t mine, uint32_t before,
                              uint32_t of_rows) const
    {
#pragma unroll
        for (int r = 0; r < some; r++) {
            const uint32_t of_row = of_rows >> (8 * r) & 255;
            if (of_row != 0) {
                asm volatile(""); /* a branch */
                KEY *to = list + (before >> (8 * r) & 255);
#pragma unroll
                for (int k = 0; k < count; k++) {
                    if (mine >> (r * count + k) & 1)
                        *to++ = own[r].key[k];
                }
                list += of_row;
            }
        }
    }
    static __device__ uint32_t sum_of_bytes(uint32_t x)
    {
        x = (x & 0xff00ff) + (x >> 8 & 0xff00ff);
        return (x + (x >> 16)) & 0xffff;
    }
    /* Looks at keys, and lists those of heads while there is room. */
    template <class DIFFER> __device__ void look(const KEY *keys, DIFFER differ)
    {
        const uint64_t n = p.segmented.scan.n, begin = first - (threadIdx.x & 31) * count;
        KEY before = {};
        if ((threadIdx.x & 31) == 31 && begin > 0 && begin <= n)
            before = keys[begin - 1];
#pragma unroll
        for (int part = 0; part < parts; part++) {
            keys_of own[some];
            load_keys(own, keys, part);
            uint32_t mine = 0;
#pragma unroll
            for (int r = 0; r < some; r++)
                mine |= own[r].heads(before, differ) << (r * count);
            if (!full)
                mine &= runs_bits<some, count>::existing((int64_t)(n - first) - part * some * row_words);
            if (part == 0 && first == 0)
                mine |= 1;
            heads |= mine << (part * some * count);
            ranks[part] = totals[part] = 0;
            if (!__any_sync(~0u, mine))
                continue;
            rank_part(part);
            const uint32_t more = sum_of_bytes(totals[part]);
            if (kept == all && all + more <= runs_tiles_listed<KEY>) {
                list_keys(listed() + all, own, mine, ranks[part], totals[part]);
                kept += more;
            }
            all += more;
        }
    }
    /* Lists those that are not, where the warp's results have been. */
    __device__ void look_again(const KEY *keys)
    {
        KEY *list = (KEY *)stage();
        uint32_t before = 0;
        __syncwarp();
#pragma unroll
        for (int part = 0; part < parts; part++) {
            before += sum_of_bytes(totals[part]);
            if (before <= kept)
                continue;
            keys_of own[some];
            load_keys(own, keys, part);
            list_keys(list, own, heads >> (part * some * count), ranks[part], totals[part]);
            list += sum_of_bytes(totals[part]);
        }
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
     * stored one by one would be in the same banks: on an H200, sums of 2^27 u8 by key, to one each, take 415 us, and
     * took 433.
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
    /* Part by part: the less code there is, the sooner it is fetched. */
    __device__ void take_parts()
    {
        int at = 0;
#pragma unroll 1
        for (int part = 0; part < parts; part++) {
            const uint32_t of_rows = totals[0], before = ranks[0];
#pragma unroll
            for (int p = 1; p < parts; p++) /* arrays in registers have no place that is known only then */
                totals[p - 1] = totals[p], ranks[p - 1] = ranks[p];
            totals[parts - 1] = of_rows, ranks[parts - 1] = before;
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
