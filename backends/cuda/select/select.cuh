/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A selection in one launch: each block claims a tile, counts what is selected of it, learns by the
 * look-back how much is selected before it, and stores it behind that. Elements are read once, and
 * wait in registers. A partition goes through the array TWICE: behind the last tile the first comes
 * again, of which then the others are selected.
 *
 * In place is safe. An element goes to a place that is not behind its own, so a tile writes to itself
 * and to earlier tiles only. It writes after its look-back, which has seen the counts of all earlier
 * tiles, and its own is made: a tile's count comes from elements that have all been read. So nothing
 * is overwritten that is still to be read, but for one element: where runs begin, the first element of
 * a tile is compared with the last of the tile before, t, which may be written meanwhile, by t. Only
 * if all elements up to it are selected is its place written, and then with itself.
 */
#ifndef PREFIX_CUDA_SELECT_SELECT_CUH
#define PREFIX_CUDA_SELECT_SELECT_CUH

#include "warp/kogge_stone.cuh"
#include "grid/dependent.cuh"
#include "grid/look_back.cuh"
#include "select/runs_part.cuh"

namespace prefix_cuda
{

template <int SIZE, int WARPS, int ROWS, int WHAT> struct select_shape {
    static constexpr int warps = WARPS;
    static constexpr int rows = ROWS;
    static constexpr int part = rows * 32;
    static constexpr int elements = part * warps;
    static constexpr int room = part * SIZE + 16; /* bytes, with what a skew takes */
    static constexpr int places = WHAT == select_runs ? part : 1;
};

/* On a multiprocessor: as many as there are registers for. */
template <int SIZE, int ROWS, int WHAT>
constexpr int select_threads = WHAT != select_kept               ? 512
                               : ROWS *(SIZE == 8 ? 2 : 1) >= 32 ? 768
                                                                 : 1024;

/* The bits of rows that begin at flags + first / 8. */
template <int ROWS> __device__ inline uint32_t packed_flags(const uint8_t *flags, uint64_t first, uint64_t n)
{
    uint64_t at = first / 8 + (threadIdx.x & 31) * 4, end = (n + 7) / 8;
    uint32_t bits = 0;
#pragma unroll
    for (int k = 0; k < 4; k++) {
        if ((threadIdx.x & 31) < ROWS && at + k < end)
            bits |= (uint32_t)flags[at + k] << (8 * k);
    }
    return bits;
}

template <int SIZE, int ROWS>
__device__ inline uint32_t select_bits(const prefix__cuda_select &s, const element<SIZE> (&x)[ROWS], uint64_t first,
                                       uint32_t all, bool others)
{
    using word = element<SIZE>;
    int lane = threadIdx.x & 31;
    uint32_t bits, second;
    switch (s.selector) {
    case PREFIX_SELECTOR_BYTES: {
        uint8_t f[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            uint64_t at = first + r * 32 + lane;
            f[r] = at < s.scan.n ? s.flags[at] : 0;
        }
        bits = wanted(ballots<ROWS>([&](int r) { return f[r] != 0; }), 0, s);
        break;
    }
    case PREFIX_SELECTOR_BITS:
        bits = wanted(packed_flags<ROWS>(s.flags, first, s.scan.n), 0, s);
        break;
    case PREFIX_SELECTOR_HEADS: {
        const word *in = (const word *)s.scan.in;
        uint32_t head = first_head(s, (int64_t)first);
        word before[ROWS];
#pragma unroll
        for (int r = 0; r < ROWS; r++) {
            uint64_t at = first + r * 32 + lane;
            before[r] = at <= s.scan.n && !(r == 0 && head) ? in[(int64_t)at - 1] : 0;
        }
        bits = with_elements_differ<SIZE>(s.test, [&](auto differ) {
            return ballots<ROWS>([&](int r) { return differ(raised<SIZE>(x[r]), raised<SIZE>(before[r])); });
        });
        bits = wanted(bits | head, 0, s);
        break;
    }
    default:
        if (is_interval<SIZE>(s.test))
            bits = ballots<ROWS>([&](int r) { return lies_within(raised<SIZE>(x[r]), s.test); });
        else
            bits = ballots<ROWS>([&](int r) { return passes(raised<SIZE>(x[r]), s.test); });
        second = 0;
        if (s.use_second)
            second = ballots<ROWS>([&](int r) { return passes(raised<SIZE>(x[r]), s.second); });
        bits = wanted(bits, second, s);
        break;
    }
    return (others ? ~bits : bits) & all;
}

/*
 * Whether the count comes from flags alone while other tiles may store over this one's elements: then these must have
 * been read before it is published.
 */
__device__ inline bool must_have_read(const prefix__cuda_select &s)
{
    return (s.selector == PREFIX_SELECTOR_BYTES || s.selector == PREFIX_SELECTOR_BITS) &&
           (s.out == s.scan.in || s.rejected == s.scan.in);
}

/*
 * Tiles whose counts are read at once. Of a partition, so many that nobody waits for a prefix of a group until all
 * blocks are at work at once, and some are not.
 */
template <bool TWICE> constexpr int select_group = TWICE ? 2 * PREFIX__CUDA_GROUP : PREFIX__CUDA_GROUP;

template <int SIZE, int WARPS, int ROWS, int WHAT, bool TWICE>
__global__ void __launch_bounds__(WARPS * 32, select_threads<SIZE, ROWS, WHAT> / (WARPS * 32))
    select_kernel(const __grid_constant__ prefix__cuda_select s)
{
    using shape = select_shape<SIZE, WARPS, ROWS, WHAT>;
    using op = typename select_op<SIZE, WHAT>::type;
    using told = typename op::single::word;
    using word = element<SIZE>;
    __shared__ alignas(16) char staging[WARPS][shape::room];
    __shared__ alignas(16) uint32_t rows[WARPS][64];
    __shared__ uint16_t places[WARPS][shape::places];
    __shared__ told totals[WARPS];
    __shared__ uint64_t tile_before;
    __shared__ claim claimed;

    const prefix__cuda_scan &scan = s.scan;
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    claim mine = {0, 0};
    if (scan.workspace) {
        if (threadIdx.x == 0)
            claimed = claim_one_tile(scan.workspace);
        __syncthreads();
        mine = claimed;
    } else {
        let_next_start();
    }
    await_previous();

    const bool others = TWICE && mine.tile >= s.again;
    const uint64_t begin = (uint64_t)(mine.tile - (others ? s.again : 0)) * shape::elements;
    const uint64_t first = begin + warp * shape::part;
    word x[ROWS];
    if (!scan.in) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = 0;
    } else {
        load_elements<SIZE>(x, scan, first, begin + shape::elements <= scan.n);
    }
    const uint32_t all = existing<ROWS>(0, (int64_t)(scan.n - first));
    const uint32_t bits = select_bits<SIZE, ROWS>(s, x, first, all, others);
    told total;
    tell(total, bits, (uint32_t)first);
    if (lane == 0)
        totals[warp] = total;
    if (must_have_read(s))
        __threadfence();
    __syncthreads();
    if (warp == 0) {
        told sum[1] = {lane < WARPS ? totals[lane] : op::single::neutral};
        warp_scan<typename op::single, 1>(sum);
        told aggregate = __shfl_sync(~0u, sum[0], 31), earlier = __shfl_up_sync(~0u, sum[0], 1);
        uint64_t before = 0;
        if (scan.workspace)
            before = look_back<op, select_group<TWICE>>(scan.workspace, mine, scan.tiles, aggregate, 0, nullptr);
        if (lane < WARPS)
            totals[lane] = lane > 0 ? earlier : op::single::neutral;
        if (lane == 0) {
            tile_before = before;
            if (mine.tile == (TWICE ? s.again : gridDim.x) - 1) {
                uint64_t all = op::join(before, op::widen(aggregate));
                if (WHAT == select_runs)
                    end_runs(s, runs_before(s), all);
                else if (scan.total)
                    *(uint64_t *)scan.total = all;
            }
            if (scan.workspace)
                retire(scan, mine.tag);
        }
    }
    __syncthreads();
    if constexpr (WHAT == select_runs) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            ((word *)staging[warp])[r * 32 + lane] = x[r];
        store_runs<SIZE>(s, staging[warp], places[warp], bits, first,
                         runs_behind(s, runs_before(s), op::join(tile_before, totals[warp])));
    } else {
        store_part<SIZE, ROWS, WHAT>(s, compact_area{staging[warp], shape::room, rows[warp]}, bits, all, select_base(s),
                                     (int64_t)first, tile_before + totals[warp], [&](int r) { return x[r]; });
    }
}

} // namespace prefix_cuda

#endif
