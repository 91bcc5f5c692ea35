/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The scan by an operator of the caller's own, in one launch: as scan/scan.cuh, for elements of any size, in the
 * canonical order, and without an element that is not in the array: an operator need not have an identity.
 */
#ifndef PREFIX_CUDA_OPERATOR_SCAN_CUH
#define PREFIX_CUDA_OPERATOR_SCAN_CUH

#include "grid/dependent.cuh"
#include "operator/heads.cuh"
#include "operator/look_back.cuh"
#include "operator/row_scan.cuh"
#include "operator/stages.cuh"
#include "operator/tile.cuh"

namespace prefix_cuda
{

template <class T, bool CUT> struct operator_shared {
    using shape = operator_shape<T>;
    operator_room<T> room;
    T rows[shape::rows]; /* their totals, and then what stands before each in the tile */
    operator_window<T> window;
    operator_part<T> tile;
    alignas(16) operator_before<T> before;
    claim claimed;
    uint8_t row_open[shape::rows]; /* likewise */
    uint32_t heads[CUT ? shape::tile / 32 : 1];
};

/* whole: the tile is, and no segment begins in it. */
template <class OP, class T, bool CUT>
__device__ inline void scan_rows(operator_shared<T, CUT> &shared, int count, bool whole, const void *state)
{
    constexpr int row = operator_shape<T>::row;
    const int r = threadIdx.x, last = min(count, (r + 1) * row) - 1;
    if (whole)
        scan_whole_rows<OP>(shared.room, shared.rows, state);
    else
        scan_part_rows<OP>(shared.room, count, CUT ? shared.heads : nullptr, state);
    if (r * row >= count)
        return;
    if (!whole)
        shared.rows[r] = shared.room.element(last);
    if (CUT)
        shared.row_open[r] = whole || !begins_within(shared.heads, r * row, last);
}

/* Left to right, as the canonical order wants it, by one thread; loads go ahead of the chain. */
template <class OP, class T, bool CUT>
__device__ inline void fold_rows(operator_shared<T, CUT> &shared, int rows, const void *state)
{
    constexpr int step = sizeof(T) > 32 ? 1 : sizeof(T) > 8 ? 4 : 8;
    operator_part<T> part = {shared.rows[0], !CUT || shared.row_open[0]};
#pragma unroll 1
    for (int r = 1; r < rows; r += step) {
        operator_part<T> parts[step];
#pragma unroll
        for (int k = 0; k < step; k++)
            if (r + k < rows)
                parts[k] = {shared.rows[r + k], !CUT || shared.row_open[r + k]};
#pragma unroll
        for (int k = 0; k < step; k++) {
            if (r + k < rows) {
                shared.rows[r + k] = part.value;
                if (CUT)
                    shared.row_open[r + k] = part.open;
                part.value = parts[k].open ? OP::combine(part.value, parts[k].value, state) : parts[k].value;
                part.open &= parts[k].open;
            }
        }
    }
    shared.tile = part;
}

/* Combines the elements with what stands before their row in the tile, and then with what stands before the tile. */
template <class OP, class T>
__device__ inline void enter_whole_rows(operator_room<T> &room, const T *carries, const operator_before<T> before,
                                        const void *state)
{
    using shape = operator_shape<T>;
#pragma unroll 1
    for (int s = 0; s < shape::steps; s++) {
        const int at = chunk_of<T>(s), row = at / shape::lanes;
        if (!in_tile<T>(at))
            return;
        const T carry = carries[row];
        operator_chunk<T> c;
        room.load(c, at);
#pragma unroll
        for (int v = 0; v < shape::each; v++)
            if (row > 0)
                c.x[v] = OP::combine(carry, c.x[v], state);
#pragma unroll
        for (int v = 0; v < shape::each; v++)
            if (before.is_there)
                c.x[v] = OP::combine(before.value, c.x[v], state);
        room.store(c, at);
    }
}

template <class OP, class T, bool CUT>
__device__ inline void enter_part_rows(operator_shared<T, CUT> &shared, int count, const operator_before<T> &first,
                                       const void *state)
{
    constexpr int length = operator_shape<T>::row;
    const operator_before<T> before = shared.before;
#pragma unroll 1
    for (int i = threadIdx.x; i < count; i += PREFIX__CUDA_OPERATOR_THREADS) {
        const int row = i / length;
        operator_part<T> part = {shared.room.element(i), !CUT || !begins_within(shared.heads, row * length, i)};
        if (row > 0 && part.open) {
            part.value = OP::combine(shared.rows[row], part.value, state);
            part.open = !CUT || shared.row_open[row];
        }
        shared.room.element(i) = behind_part<OP>(before, first, part, state);
    }
}

/* Results moved up by one; a segment's first is what stands before it. */
template <class T, bool CUT>
__device__ inline void store_exclusive(const prefix__cuda_operator &p, const operator_span<T> &out,
                                       operator_shared<T, CUT> &shared)
{
    const char *none = (const char *)p.value;
    const char *before = shared.before.is_there ? (const char *)&shared.before.value : none;
    store_each(out, [&](int i, int at) {
        const bool begins = CUT && begins_within(shared.heads, i, i);
        return begins ? none + at : i == 0 ? before + at : shared.room.byte((i - 1) * (int)sizeof(T) + at);
    });
}

/* Through the stage. */
template <class OP, class T, bool CUT>
__device__ inline void store_stage(const prefix__cuda_operator &p, uint64_t begin, int count,
                                   operator_shared<T, CUT> &shared, const void *state)
{
    const T &none = *(const T *)p.value, &before = shared.before.is_there ? shared.before.value : none;
    store_elements<OP, T>(p, begin, count, state, [&](int i) -> const T & {
        if (!p.scan.exclusive)
            return shared.room.element(i);
        return CUT && begins_within(shared.heads, i, i) ? none : i == 0 ? before : shared.room.element(i - 1);
    });
}

/* Of whole tiles each warp has what it needs. */
__device__ inline void await_tile(bool whole)
{
    if (whole)
        __syncwarp();
    else
        __syncthreads();
}

/* FORM: of heads, or 0. launch: the scan that all blocks work on. */
template <class OP, class T, int FORM>
__device__ inline void operator_scan_tile(const prefix__cuda_operator &p, const prefix__cuda_scan &launch, claim mine,
                                          operator_shared<T, FORM != 0> &shared, const void *state)
{
    constexpr bool CUT = FORM != 0;
    const uint64_t begin = (uint64_t)mine.tile * operator_shape<T>::tile;
    const operator_span<T> in(p.scan.in, p.scan.n, begin, p.scan.reverse);
    const int count = in.count;
    operator_before<T> first;
    memcpy(&first.value, p.value, sizeof first.value);
    first.is_there = p.has_before;
    if constexpr (OP::loads)
        load_elements<OP>(p, begin, count, shared.room, state);
    else
        load_tile(in, shared.room);
    bool whole = count == operator_shape<T>::tile;
    if constexpr (CUT)
        whole &= !__syncthreads_or(find_heads<FORM, operator_shape<T>::tile>(p, begin, count, shared.heads));
    await_packets();
    await_tile(whole);
    scan_rows<OP, T, CUT>(shared, count, whole, state);
    __syncthreads();
    /* What the tile comes to, and what stands before it, are found at once. */
    operator_before<T> before = first;
    if (threadIdx.x == 0) {
        fold_rows<OP, T, CUT>(shared, (count - 1) / operator_shape<T>::row + 1, state);
        if (p.scan.workspace)
            publish_aggregate<T, CUT>(p, mine, shared.tile);
    } else if (threadIdx.x / 32 == 1) {
        if (p.scan.workspace)
            before = operator_look_back<OP, T, CUT>(p, mine, first, shared.window, state);
        if (threadIdx.x == 32)
            shared.before = before;
    }
    __syncthreads();
    if (threadIdx.x == 32) {
        const operator_part<T> prefix = {behind_part<OP>(before, first, shared.tile, state), true};
        if (p.scan.workspace) {
            publish_prefix<T, CUT>(p, mine, prefix);
            retire(launch, mine.tag);
        }
        if (mine.tile == p.scan.tiles - 1 && p.scan.total)
            store_total<OP>(p, prefix.value, state);
    }
    if (!p.scan.out)
        return;
    if (whole)
        enter_whole_rows<OP>(shared.room, shared.rows, shared.before, state);
    else
        enter_part_rows<OP, T, CUT>(shared, count, first, state);
    await_tile(whole && !p.scan.exclusive);
    const operator_span<T> out(p.scan.out, p.scan.n, begin, p.scan.reverse);
    if constexpr (OP::stores)
        store_stage<OP>(p, begin, count, shared, state);
    else if (p.scan.exclusive)
        store_exclusive<T, CUT>(p, out, shared);
    else
        store_tile(out, shared.room);
}

/* One of the rows, as a scan by itself. */
template <class OP, class T>
__device__ inline prefix__cuda_operator operator_row_of(const prefix__cuda_operator &p, uint32_t row, const void *state)
{
    prefix__cuda_operator one = p;
    one.scan.in = (const char *)p.scan.in + row * p.in_row;
    if (p.scan.out)
        one.scan.out = (char *)p.scan.out + row * p.out_row;
    if (p.second)
        one.second = (const char *)p.second + row * p.second_row;
    if (p.scan.total)
        one.scan.total = (char *)p.scan.total + row * p.total_row;
    if (p.scan.workspace)
        one.scan.workspace = p.scan.workspace + row * p.row_words;
    if (p.firsts) {
        const T first = first_of_row<OP, T>(p, row, state);
        memcpy(one.value, &first, sizeof first);
        one.has_before = 1;
    }
    return one;
}

/* FORM: that of heads, or 0, or of rows. */
template <class OP, class T, int FORM>
__device__ inline void operator_scan(const prefix__cuda_operator &p, const void *state)
{
    constexpr bool by_rows = FORM == PREFIX__CUDA_OPERATOR_ROWS;
    constexpr int form = by_rows ? 0 : FORM;
    __shared__ operator_shared<T, form != 0> shared;
    claim mine = {blockIdx.x, 0};
    if (p.scan.workspace) {
        if (threadIdx.x == 0)
            shared.claimed = claim_one_tile(p.scan.workspace);
        __syncthreads();
        mine = shared.claimed;
    }
    await_previous();
    if constexpr (by_rows) {
        const uint32_t row = mine.tile / (uint32_t)p.scan.tiles;
        const claim own = {mine.tile - row * (uint32_t)p.scan.tiles, mine.tag};
        operator_scan_tile<OP, T, form>(operator_row_of<OP, T>(p, row, state), p.scan, own, shared, state);
    } else {
        operator_scan_tile<OP, T, form>(p, p.scan, mine, shared, state);
    }
}

} // namespace prefix_cuda

#endif
