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

template <class T> struct operator_shared {
    alignas(16) char room[operator_room > sizeof(operator_window<T>) ? operator_room : sizeof(operator_window<T>)];
    T totals[operator_shape<T>::rows];  /* of rows, */
    T carries[operator_shape<T>::rows]; /* and what stands before each in the tile */
    uint8_t row_open[operator_shape<T>::rows], carry_open[operator_shape<T>::rows];
    operator_before<T> before;
    claim claimed;
};

/* Left to right, as the canonical order wants it. A warp does it, and every lane gets what the tile comes to. */
template <class OP, class T>
__device__ inline operator_part<T> fold_rows(operator_shared<T> &shared, int rows, const void *state)
{
    operator_part<T> part = {shared.totals[0], shared.row_open[0] != 0};
#pragma unroll 4
    for (int r = 1; r < rows; r++) {
        if ((threadIdx.x & 31) == 0) {
            shared.carries[r] = part.value;
            shared.carry_open[r] = part.open;
        }
        const T total = shared.totals[r];
        const bool open = shared.row_open[r];
        part.value = open ? OP::combine(part.value, total, state) : total;
        part.open &= open;
    }
    return part;
}

/* One tile. CUT: there are segments. */
template <class OP, class T, bool CUT>
__device__ inline void scan_tile(const prefix__cuda_operator &p, claim mine, operator_shared<T> &shared,
                                 const void *state)
{
    using shape = operator_shape<T>;
    constexpr int each = shape::each, lanes = shape::lanes;
    const int lane = threadIdx.x & 31;
    const uint64_t begin = (uint64_t)mine.tile * shape::tile;
    const operator_span<T> in(p.scan.in, p.scan.n, begin, p.scan.reverse);
    T x[shape::steps][each];
    uint32_t open[shape::steps], live[shape::steps], heads[shape::steps];

    load_elements(x, in, shared.room);
#pragma unroll
    for (int s = 0; s < shape::steps; s++) {
        const int place = shape::place(s), left = min(max(in.count - place, 0), each);
        live[s] = (1u << left) - 1;
        heads[s] = CUT ? heads_from(p, begin + place, left) : 0;
        open[s] = live[s] & ~heads[s];
        scan_row<OP, CUT>(x[s], open[s], state);
#pragma unroll
        for (int v = 0; v < each; v++) {
            if (v == left - 1 && ((place + v + 1) % shape::row == 0 || place + v == in.count - 1)) {
                shared.totals[place / shape::row] = x[s][v];
                shared.row_open[place / shape::row] = open[s] >> v & 1;
            }
        }
    }
    __syncthreads();
    T value;
    memcpy(&value, p.value, sizeof value);
    const operator_before<T> first = {value, p.has_before != 0};
    if (threadIdx.x < 32) {
        const operator_part<T> part = fold_rows<OP>(shared, (in.count - 1) / shape::row + 1, state);
        operator_before<T> before = first;
        if (p.scan.workspace)
            before = operator_look_back<OP>(p, mine, part, first, *(operator_window<T> *)shared.room, state);
        if (lane == 0) {
            shared.before = before;
            if (mine.tile == gridDim.x - 1 && p.scan.total)
                *(T *)p.scan.total = behind_part<OP>(before, first, part, state).value;
            if (p.scan.workspace)
                retire(p.scan, mine.tag);
        }
    }
    __syncthreads();
    if (!p.scan.out)
        return;
    const operator_before<T> before = shared.before;
#pragma unroll
    for (int s = 0; s < shape::steps; s++) {
        const int place = shape::place(s), row = place / shape::row;
        const bool carried = !CUT || shared.carry_open[row];
        if (row > 0) {
            const T carry = shared.carries[row];
#pragma unroll
            for (int v = 0; v < each; v++)
                if (open[s] >> v & 1)
                    x[s][v] = OP::combine(carry, x[s][v], state);
            if (CUT && !carried)
                open[s] = 0;
        }
#pragma unroll
        for (int v = 0; v < each; v++) {
            const bool is_open = open[s] >> v & 1;
            if (is_open ? before.is_there : first.is_there && (live[s] >> v & 1))
                x[s][v] = OP::combine(is_open ? before.value : first.value, x[s][v], state);
        }
        if (p.scan.exclusive) {
            T moved = element_of_lane(x[s][each - 1], (lane + 31) & 31);
            if (lane % lanes == 0 && row > 0)
                moved = behind_part<OP>(carried ? before : first, first, {shared.carries[row], true}, state).value;
            else if (place == 0)
                moved = before.is_there ? before.value : first.value;
#pragma unroll
            for (int v = 0; v < each; v++) {
                const T inclusive = x[s][v];
                x[s][v] = heads[s] >> v & 1 ? first.value : moved;
                moved = inclusive;
            }
        }
    }
    store_elements(x, operator_span<T>(p.scan.out, p.scan.n, begin, p.scan.reverse), shared.room);
}

template <class OP, class T, bool CUT>
__device__ inline void operator_scan(const prefix__cuda_operator &p, const void *state)
{
    __shared__ operator_shared<T> shared;
    claim mine = {blockIdx.x, 0};
    if (p.scan.workspace) {
        if (threadIdx.x == 0)
            shared.claimed = claim_one_tile(p.scan.workspace);
        __syncthreads();
        mine = shared.claimed;
    }
    await_previous();
    scan_tile<OP, T, CUT>(p, mine, shared, state);
}

} // namespace prefix_cuda

#endif
