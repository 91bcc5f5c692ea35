/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What one warp has of the runs that begin in its rows: it lists the places where they do, from which
 * there follow values, by looking there, and lengths, by looking at the place before, which for the first
 * is what has come with the look-back. A run's length is thus written by who finds the next.
 */
#ifndef PREFIX_CUDA_SELECT_RUNS_PART_CUH
#define PREFIX_CUDA_SELECT_RUNS_PART_CUH

#include "select/part.cuh"

namespace prefix_cuda
{

/* The runs before a piece of an array, and the place of the last of them. */
struct runs_place {
    uint64_t count, last;
};

__device__ inline runs_place runs_before(const prefix__cuda_select &s)
{
    return s.runs_before ? runs_place{s.runs_before[0], s.runs_before[1] - 1} : runs_place{0, 0};
}

/* Those before what stands behind told ones of the piece. */
__device__ inline runs_place runs_behind(const prefix__cuda_select &s, const runs_place &piece, uint64_t told)
{
    uint32_t last = single_heads::last(told);
    return {piece.count + single_heads::count(told), last > 0 ? s.place + last - 1 : piece.last};
}

__device__ inline void put_length(const prefix__cuda_select &s, uint64_t k, uint64_t length)
{
    if (k >= s.capacity)
        return;
    if (s.index_size == 4)
        ((uint32_t *)s.lengths)[k] = (uint32_t)length;
    else
        ((uint64_t *)s.lengths)[k] = length;
}

/* By one thread, when the piece's end has been told of. */
__device__ inline void end_runs(const prefix__cuda_select &s, const runs_place &piece, uint64_t told)
{
    runs_place all = runs_behind(s, piece, told);
    uint64_t *total = (uint64_t *)s.scan.total;
    if (total)
        total[0] = all.count;
    if (s.lengths && s.ends)
        put_length(s, all.count - 1, s.place + s.scan.n - all.last);
    if (!s.ends)
        total[1] = all.last + 1;
}

/* Of a row, that are sooner looked for than all bits looked at. */
constexpr int runs_few = 6;

/* Lists the places of the bits that the lane has of its row, from at on. */
__device__ inline void list_places(uint16_t *places, uint32_t bits, int at)
{
    const int row = (threadIdx.x & 31) * 32;
    if (!__any_sync(~0u, __popc(bits) > runs_few)) {
        for (; bits != 0; bits &= bits - 1)
            places[at++] = (uint16_t)(row + __ffs((int)bits) - 1);
        return;
    }
#pragma unroll
    for (int k = 0; k < 32; k++) {
        if (bits >> k & 1)
            places[at++] = (uint16_t)(row + k);
    }
}

/* to[i] becomes of(i), for all i from first to end - 1; several are on their way at once. */
template <class TO, class OF> __device__ inline void put_all(TO *to, int first, int end, OF of)
{
    constexpr int each = 4;
    for (int i = first + (int)(threadIdx.x & 31); i < end; i += 32 * each) {
        TO x[each];
#pragma unroll
        for (int k = 0; k < each; k++)
            x[k] = i + k * 32 < end ? of(i + k * 32) : 0;
#pragma unroll
        for (int k = 0; k < each; k++) {
            if (i + k * 32 < end)
                to[i + k * 32] = x[k];
        }
    }
}

/*
 * elements: the part's, whose first place in the piece is first; places: room for as many. bits: as
 * part.cuh has them.
 */
template <int SIZE>
__device__ inline void store_runs(const prefix__cuda_select &s, const char *elements, uint16_t *places, uint32_t bits,
                                  uint64_t first, const runs_place &before)
{
    using word = element<SIZE>;
    const ranks mine(bits);
    if (mine.total == 0)
        return;
    const uint64_t rank = before.count, room = s.capacity > rank ? s.capacity - rank : 0;
    list_places(places, bits, mine.before);
    __syncwarp();
    if (s.out)
        put_all((word *)s.out + rank, 0, (int)min((uint64_t)mine.total, room),
                [&](int i) { return ((const word *)elements)[places[i]]; });
    if (s.lengths) {
        /* They belong to the runs before. */
        const int end = rank > s.capacity ? 0 : (int)min((uint64_t)mine.total, room + 1);
        auto length = [&](int i) { return (uint32_t)places[i] - places[i - 1]; };
        if (rank > 0 && (threadIdx.x & 31) == 0)
            put_length(s, rank - 1, s.place + first + places[0] - before.last);
        if (s.index_size == 4)
            put_all((uint32_t *)s.lengths + rank - 1, 1, end, length);
        else
            put_all((uint64_t *)s.lengths + rank - 1, 1, end, length);
    }
    __syncwarp();
}

} // namespace prefix_cuda

#endif
