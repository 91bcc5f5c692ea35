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
#include "operator/tile.cuh"

namespace prefix_cuda
{

template <class T, bool CUT> struct operator_shared {
    using shape = operator_shape<T>;
    alignas(16) char room[operator_room]; /* the tile */
    T rows[shape::rows];                  /* their totals, and then what stands before each in the tile */
    operator_window<T> window;
    operator_part<T> tile;
    operator_before<T> before;
    claim claimed;
    uint8_t row_open[shape::rows]; /* likewise */
    uint16_t open[CUT ? shape::steps * PREFIX__CUDA_OPERATOR_THREADS : 1];
};

/* Each row by itself. */
template <class OP, class T, bool CUT>
__device__ inline void scan_rows(const prefix__cuda_operator &p, const operator_span<T> &in, uint64_t begin,
                                 operator_shared<T, CUT> &shared, const void *state)
{
    using shape = operator_shape<T>;
#pragma unroll 1
    for (int s = 0; s < shape::steps; s++) {
        const int place = shape::place(s), left = min(max(in.count - place, 0), shape::each);
        T x[shape::each];
        move_neighbours<T, true>(x, in, shared.room, place);
        uint32_t open = (1u << left) - 1;
        if (CUT)
            open &= ~heads_from(p, begin + place, left);
        scan_row<OP, CUT>(x, open, state);
        T last = x[0];
#pragma unroll
        for (int v = 1; v < shape::each; v++)
            last = v < left ? x[v] : last;
        if (left > 0 && ((place + left) % shape::row == 0 || place + left == in.count)) {
            shared.rows[place / shape::row] = last;
            shared.row_open[place / shape::row] = open >> (left - 1) & 1;
        }
        if (CUT)
            shared.open[s * PREFIX__CUDA_OPERATOR_THREADS + threadIdx.x] = (uint16_t)open;
        move_neighbours<T, false>(x, in, shared.room, place);
    }
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

/* Puts before the elements of each row what stands before it in the tile, and then what stands before the tile. */
template <class OP, class T, bool CUT>
__device__ inline void enter_rows(const prefix__cuda_operator &p, const operator_span<T> &in, uint64_t begin,
                                  const operator_before<T> &first, operator_shared<T, CUT> &shared, const void *state)
{
    using shape = operator_shape<T>;
    const operator_before<T> before = shared.before;
    const int lane = threadIdx.x & 31;
#pragma unroll 1
    for (int s = 0; s < shape::steps; s++) {
        const int place = shape::place(s), row = place / shape::row;
        const uint32_t live = (1u << min(max(in.count - place, 0), shape::each)) - 1;
        uint32_t open = CUT ? shared.open[s * PREFIX__CUDA_OPERATOR_THREADS + threadIdx.x] : live;
        const bool carried = !CUT || shared.row_open[row];
        T x[shape::each];
        move_neighbours<T, true>(x, in, shared.room, place);
        if (row > 0) {
            const T carry = shared.rows[row];
#pragma unroll
            for (int v = 0; v < shape::each; v++)
                if (open >> v & 1)
                    x[v] = OP::combine(carry, x[v], state);
            if (!carried)
                open = 0;
        }
#pragma unroll
        for (int v = 0; v < shape::each; v++)
            if (live >> v & 1)
                x[v] = behind_part<OP>(before, first, {x[v], !CUT || open >> v & 1}, state);
        if (p.scan.exclusive) {
            const uint32_t heads = CUT ? heads_from(p, begin + place, __popc(live)) : 0;
            T moved = element_of_lane(x[shape::each - 1], (lane + 31) & 31);
            if (place == 0)
                moved = before.is_there ? before.value : first.value;
            else if (lane % shape::lanes == 0 && live)
                moved = behind_part<OP>(before, first, {shared.rows[row], carried}, state);
#pragma unroll
            for (int v = 0; v < shape::each; v++) {
                const T inclusive = x[v];
                x[v] = heads >> v & 1 ? first.value : moved;
                moved = inclusive;
            }
        }
        move_neighbours<T, false>(x, in, shared.room, place);
    }
}

/* CUT: there are segments. */
template <class OP, class T, bool CUT>
__device__ inline void operator_scan(const prefix__cuda_operator &p, const void *state)
{
    __shared__ operator_shared<T, CUT> shared;
    claim mine = {blockIdx.x, 0};
    if (p.scan.workspace) {
        if (threadIdx.x == 0)
            shared.claimed = claim_one_tile(p.scan.workspace);
        __syncthreads();
        mine = shared.claimed;
    }
    await_previous();
    const uint64_t begin = (uint64_t)mine.tile * operator_shape<T>::tile;
    const operator_span<T> in(p.scan.in, p.scan.n, begin, p.scan.reverse);
    operator_before<T> first;
    memcpy(&first.value, p.value, sizeof first.value);
    first.is_there = p.has_before;
    load_tile(in, shared.room);
    __syncthreads();
    scan_rows<OP, T, CUT>(p, in, begin, shared, state);
    __syncthreads();
    if (threadIdx.x < 32) {
        if (threadIdx.x == 0)
            fold_rows<OP, T, CUT>(shared, (in.count - 1) / operator_shape<T>::row + 1, state);
        __syncwarp();
        operator_before<T> before = first;
        if (p.scan.workspace)
            before = operator_look_back<OP, T, CUT>(p, mine, shared.tile, first, shared.window, state);
        if (threadIdx.x == 0) {
            shared.before = before;
            if (mine.tile == gridDim.x - 1 && p.scan.total)
                *(T *)p.scan.total = behind_part<OP>(before, first, shared.tile, state);
            if (p.scan.workspace)
                retire(p.scan, mine.tag);
        }
    }
    __syncthreads();
    if (!p.scan.out)
        return;
    enter_rows<OP, T, CUT>(p, in, begin, first, shared, state);
    __syncthreads();
    store_tile(operator_span<T>(p.scan.out, p.scan.n, begin, p.scan.reverse), shared.room, in.skew);
}

} // namespace prefix_cuda

#endif
