/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Eight rows of a persistent block's tile that is reduced by key, as a warp takes them when it is known where runs
 * begin in them. Wanted is, of each run that begins there, its key, and what the run before it has come to. Of the
 * first, unless a run has begun before in the tile, that is what the tile adds to what stands before it.
 */
#ifndef PREFIX_CUDA_DEVICE_RUNS_SHARE_CUH
#define PREFIX_CUDA_DEVICE_RUNS_SHARE_CUH

#include "../runs_reduce_params.h"
#include "segmented_part.cuh"

namespace prefix_cuda
{

/* A lane's keys of a row. */
template <class KEY, int COUNT> struct runs_keys {
    static constexpr int bytes = COUNT * (int)sizeof(KEY);
    KEY key[COUNT];
    /* left: how many there are from there on. */
    __device__ void load(const KEY *from, int64_t left)
    {
        if (left >= COUNT) {
            const packet<bytes> p = load_packet<bytes>((const char *)from);
            __builtin_memcpy(key, &p, sizeof key);
        } else {
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                key[k] = k < left ? from[k] : KEY{};
        }
    }
};

/* What a run comes to whose elements of a tile stand behind a carry. */
template <class OP>
__device__ inline typename OP::word runs_entered(typename OP::carry carry, typename OP::word value,
                                                 const prefix__cuda_segmented &s)
{
    return plain_result<OP>(OP::join(carry, OP::widen(value)), s);
}

/* Of a row, heads that are stored one by one: more are brought together first. */
constexpr int runs_few = 12;

/*
 * What a lane has of its row's heads, of which before are in lanes before: those from begin to end - 1, to their
 * places from out on. area: room for a row.
 */
template <class ELEMENT, int COUNT, class OF>
__device__ inline void store_heads(ELEMENT *out, int begin, int end, int before, int all, const cut_row<COUNT> &row,
                                   ELEMENT *area, OF of)
{
    const uint32_t places = end > begin ? (uint32_t)(end - begin) : 0;
    if (all <= runs_few) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if (row.is_head(k)) {
                if ((uint32_t)(before - begin) < places)
                    out[before] = of(k);
                before++;
            }
        }
        return;
    }
    __syncwarp();
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        if (row.is_head(k))
            area[before++] = of(k);
    }
    __syncwarp();
    for (int j = threadIdx.x & 31; j < all; j += 32) {
        if ((uint32_t)(j - begin) < places)
            out[j] = area[j];
    }
}

template <class OP, class KEY> struct runs_share {
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int count = tile_shape<OP>::lane_words;
    const prefix__cuda_runs_reduce &p;
    char *stage;        /* the rows, of which those that have been read are room for results; */
    const word *before; /* what stands before each of them in the tile; */
    uint64_t first;     /* the place of the first element */
    uint32_t heads;     /* bits of the lane's elements in each row, */
    uint32_t begins;    /* and of rows that have a head */
    bool begun;         /* a run, in the tile before them */

    __device__ cut_row<count> row(int r) const
    {
        return cut_row<count>(heads >> (r * count) & ((1u << count) - 1));
    }
    /* The next row with a head; what is left of begins tells if there is one. */
    __device__ int next_row() const
    {
        return __ffs((int)begins) - 1;
    }
    __device__ void load_keys(runs_keys<KEY, count> &keys, int r) const
    {
        const uint64_t at = first + (r * 32 + (threadIdx.x & 31)) * count;
        if (p.unique && (heads >> (r * count) & ((1u << count) - 1)) != 0)
            keys.load((const KEY *)p.segmented.heads + at, (int64_t)(p.segmented.scan.n - at));
    }
    /* How many heads lanes before have in the row; all becomes how many it has. */
    static __device__ int heads_before(const cut_row<count> &mine, int &all)
    {
        const uint32_t lanes_before = (1u << (threadIdx.x & 31)) - 1;
        int before = 0;
        all = 0;
#pragma unroll
        for (int k = 0; k < count; k++) {
            const uint32_t lanes = __ballot_sync(~0u, mine.is_head(k));
            before += __popc(lanes & lanes_before);
            all += __popc(lanes);
        }
        return before;
    }
    /* x[k] becomes what is wanted where the lane's element k is a head. */
    __device__ void results(word (&x)[1][count], const cut_row<count> &mine, int r)
    {
        const prefix__cuda_segmented &s = p.segmented;
        const int lane = threadIdx.x & 31;
        word last;
        load_own<OP>(x, s.scan, stage_source<tile_shape<OP>::elements, true>{stage, (r * 32 + lane) * count});
        flip_words<OP>(x, s);
        scan_cut_row<OP>(x[0], last, mine);
        word left = __shfl_up_sync(~0u, last, 1);
        left = lane == 0 ? OP::neutral : left;
        const bool in_lane = mine.begun_before();              /* no head of the lane's is the row's first */
        const word identity = narrow<OP>((carry)s.scan.carry); /* exactly, as is what is combined with it */
        word sum = in_lane ? left : OP::combine(before[r], left);
#pragma unroll
        for (int i = 0; i < count; i++) {
            const int k = OP::ordered ? count - 1 - i : i; /* whose predecessor is still, or already, there */
            const bool first_of_row = !in_lane && (mine.heads & ((1u << k) - 1)) == 0;
            if constexpr (OP::ordered) {
                const word value = k > 0 ? x[0][k > 0 ? k - 1 : 0] : left;
                const word entered = first_of_row ? OP::combine(before[r], value) : value;
                x[0][k] = first_of_row && !begun ? entered : OP::combine(identity, entered);
            } else {
                const word own = x[0][k];
                x[0][k] = first_of_row && !begun ? sum : sum ^ (word)s.flip;
                sum = mine.is_head(k) ? own : OP::combine(sum, own);
            }
        }
        begun = true;
    }
    /* Lane j gets what is wanted of head j: there are no more heads than lanes. */
    __device__ void gather(word &value, KEY &key)
    {
        const int lane = threadIdx.x & 31;
#pragma unroll 1
        for (int rank = 0; begins != 0; begins &= begins - 1) {
            const int r = next_row();
            const cut_row<count> mine = row(r);
            word x[1][count], *values = (word *)(stage + r * 512);
            KEY *keys = (KEY *)(values + 32);
            runs_keys<KEY, count> own;
            int all, at = rank + heads_before(mine, all);
            load_keys(own, r);
            results(x, mine, r);
            __syncwarp();
#pragma unroll
            for (int k = 0; k < count; k++) {
                if (mine.is_head(k)) {
                    values[at] = x[0][k];
                    keys[at++] = own.key[k];
                }
            }
            __syncwarp();
            if (lane >= rank && lane < rank + all) {
                value = values[lane];
                key = keys[lane];
            }
            rank += all;
        }
    }
    /* Stores it; start: what stands before the tile, rank: how many heads are before. */
    __device__ void store(carry start, uint64_t rank)
    {
        constexpr uint64_t most = 1 << 30;
        word *out = (word *)p.segmented.scan.out + rank - 1; /* the first head of all tells of nothing before */
        KEY *unique = (KEY *)p.unique + rank;
        int room = p.capacity >= rank ? (int)min(p.capacity - rank, most) : -1, begin = rank == 0;
        runs_keys<KEY, count> keys;
        load_keys(keys, next_row());
#pragma unroll 1
        while (begins != 0) {
            const int r = next_row();
            const cut_row<count> mine = row(r);
            const runs_keys<KEY, count> own = keys;
            const bool open = !begun && !mine.begun_before();
            word x[1][count];
            int all;
            const int at = heads_before(mine, all);
            begins &= begins - 1;
            if (begins != 0) /* while the row is scanned */
                load_keys(keys, next_row());
            results(x, mine, r);
            if (open) { /* and x is not to be indexed by what is not known */
#pragma unroll
                for (int k = 0; k < count; k++) {
                    const bool first_head = (mine.heads & ((2u << k) - 1)) == 1u << k;
                    const word entered = runs_entered<OP>(start, x[0][k], p.segmented);
                    x[0][k] = first_head ? entered : x[0][k];
                }
            }
            store_heads(out, begin, room + 1, at, all, mine, (word *)(stage + r * 512), [&](int k) { return x[0][k]; });
            if (p.unique)
                store_heads(unique, 0, room, at, all, mine, (KEY *)(stage + r * 512),
                            [&](int k) { return own.key[k]; });
            out += all;
            unique += all;
            room = max(room - all, -1);
            begin = 0;
        }
    }
};

} // namespace prefix_cuda

#endif
