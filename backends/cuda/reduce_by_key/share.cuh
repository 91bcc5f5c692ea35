/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Eight rows of a persistent block's tile that is reduced by key, as a warp takes them when it is known where runs
 * begin in them. Wanted is, of each run that begins there, its key, and what the run before it has come to. Of the
 * first, unless a run has begun before in the tile, that is what the tile adds to what stands before it.
 */
#ifndef PREFIX_CUDA_REDUCE_BY_KEY_SHARE_CUH
#define PREFIX_CUDA_REDUCE_BY_KEY_SHARE_CUH

#include "reduce_by_key/finish.cuh"

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
            memcpy(key, &p, sizeof key);
        } else {
#pragma unroll
            for (int k = 0; k < COUNT; k++)
                key[k] = k < left ? from[k] : KEY{};
        }
    }
};

/* Of a row, heads that are stored one by one: more are brought together first. */
constexpr int runs_apart = 12;

/*
 * put(j, of(k)) of what a lane has of its row's heads, of which before are in lanes before, for places j from begin to
 * end - 1. area: room for a row.
 */
template <class ELEMENT, int COUNT, class OF, class PUT>
__device__ inline void store_heads(int begin, int end, int before, int all, const cut_row<COUNT> &row, ELEMENT *area,
                                   OF of, PUT put)
{
    const uint32_t places = end > begin ? (uint32_t)(end - begin) : 0;
    if (all <= runs_apart) {
#pragma unroll
        for (int k = 0; k < COUNT; k++) {
            if (row.is_head(k)) {
                if ((uint32_t)(before - begin) < places)
                    put(before, of(k));
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
            put(j, area[j]);
    }
}

/* Where what is wanted of the next heads goes. */
template <class OP, class KEY> struct runs_output {
    using word = typename OP::word;
    const runs_finish<OP> finish;
    int64_t at;
    KEY *unique; /* or NULL */
    int room, begin;

    /* rank: how many heads are before; what the first of all tells of is nothing. */
    __device__ runs_output(const prefix__cuda_runs_reduce &p, int64_t rank)
        : finish{p.segmented}, at(rank - 1), unique(p.unique ? (KEY *)p.unique + rank : nullptr),
          room((int)max(min((int64_t)p.capacity - rank, (int64_t)1 << 30), (int64_t)-1)),
          begin((int)max(1 - rank, (int64_t)0))
    {
    }
    /* The next, of the run that began before the tile: what stands before that, and what the tile adds. */
    __device__ void enter(typename OP::carry start, word value)
    {
        if (begin == 0 && room >= 0)
            finish.store_entered(at, start, value);
    }
    /* Those of a row, of which before are in lanes before. area: room for a row of either. */
    template <int COUNT>
    __device__ void put(const word (&x)[COUNT], const KEY (&key)[COUNT], int before, int all, const cut_row<COUNT> &row,
                        char *area)
    {
        store_heads(
            begin, room + 1, before, all, row, (word *)area, [&](int k) { return x[k]; },
            [&](int j, word w) { finish.store(at + j, w); });
        if (unique) {
            store_heads(
                0, room, before, all, row, (KEY *)area, [&](int k) { return key[k]; },
                [&](int j, KEY w) { unique[j] = w; });
            unique += all;
        }
        at += all;
        room = max(room - all, -1);
        begin = max(begin - all, 0);
    }
};

/* How many heads lanes before have in the row; all becomes how many it has. */
template <int COUNT> __device__ inline int runs_heads_before(const cut_row<COUNT> &row, int &all)
{
    const uint32_t lanes_before = (1u << (threadIdx.x & 31)) - 1;
    int before = 0;
    all = 0;
#pragma unroll
    for (int k = 0; k < COUNT; k++) {
        const uint32_t lanes = __ballot_sync(~0u, row.is_head(k));
        before += __popc(lanes & lanes_before);
        all += __popc(lanes);
    }
    return before;
}

/*
 * x, last: a row, by scan_cut_row(). x[k] becomes what is wanted where the lane's element k is a head. before: what
 * stands before the row in the tile, in which begun says if a run has begun.
 */
template <class OP, int COUNT, class FINISH>
__device__ inline void runs_results(typename OP::word (&x)[COUNT], typename OP::word last, const cut_row<COUNT> &row,
                                    typename OP::word before, bool begun, const FINISH &finish)
{
    using word = typename OP::word;
    word left; /* before the lane's elements */
    if constexpr (OP::ordered) {
        left = __shfl_up_sync(~0u, last, 1);
        left = (threadIdx.x & 31) == 0 ? OP::neutral : left;
    } else {
        left = before_cut_lane<OP>(last, row, before, OP::neutral);
    }
#pragma unroll
    for (int k = COUNT - 1; k >= 0; k--) {
        const uint32_t in_lane = row.heads & ((1u << k) - 1); /* a head before it, */
        const bool first_of_row = (row.before() | in_lane) == 0;
        word value = k > 0 ? x[k > 0 ? k - 1 : 0] : left;
        if constexpr (OP::ordered) {
            if (first_of_row)
                value = OP::combine(before, value);
        } else if (k > 0) {
            OP::combine_unless(in_lane, left, value);
        }
        x[k] = first_of_row && !begun ? value : finish.keep(value);
    }
}

template <class OP, class KEY> struct runs_share {
    using word = typename OP::word;
    using carry = typename OP::carry;
    static constexpr int count = tile_shape<OP>::lane_words;
    const prefix__cuda_runs_reduce &p;
    const runs_finish<OP> finish;
    char *stage;        /* the rows; */
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
    /* Of a row that has been read, room for one of words, or keys. */
    __device__ char *area(int r) const
    {
        return stage + r * 512;
    }
    /* x[k] becomes what is wanted where the lane's element k is a head. */
    __device__ void results(word (&x)[1][count], const cut_row<count> &mine, int r)
    {
        word last;
        finish.load(x, stage + (r * 32 + (threadIdx.x & 31)) * count * finish.size);
        scan_cut_row<OP>(x[0], last, mine);
        runs_results<OP>(x[0], last, mine, before[r], begun, finish);
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
            word x[1][count], *values = (word *)area(r);
            KEY *keys = (KEY *)(values + 32);
            runs_keys<KEY, count> own;
            int all, at = rank + runs_heads_before(mine, all);
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
    /* What there is where the lane's first head is. */
    static __device__ word first_of(const word (&x)[count], const cut_row<count> &mine)
    {
        word value = x[count - 1];
#pragma unroll
        for (int k = count - 2; k >= 0; k--) /* x is not to be indexed by what is not known */
            value = mine.is_head(k) ? x[k] : value;
        return value;
    }
    /* Stores it; start: what stands before the tile, rank: how many heads are before. */
    __device__ void store(carry start, uint64_t rank)
    {
        runs_output<OP, KEY> to(p, rank);
        runs_keys<KEY, count> keys;
        load_keys(keys, next_row());
#pragma unroll 1
        while (begins != 0) {
            const int r = next_row();
            const cut_row<count> mine = row(r);
            const runs_keys<KEY, count> own = keys;
            const bool open = !begun;
            word x[1][count];
            int all;
            const int at = runs_heads_before(mine, all);
            begins &= begins - 1;
            if (begins != 0) /* while the row is scanned */
                load_keys(keys, next_row());
            results(x, mine, r);
            if (open) {
                if (at == 0 && mine.heads != 0)
                    to.enter(start, first_of(x[0], mine));
                to.begin = 1;
            }
            to.put(x[0], own.key, at, all, mine, area(r));
        }
    }
};

} // namespace prefix_cuda

#endif
