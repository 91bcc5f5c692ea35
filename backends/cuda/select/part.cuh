/* SPDX-License-Identifier: BSD-3-Clause */
/* What one warp has of a selection's tile: rows of 32 elements, whose selected ones it brings where they belong. */
#ifndef PREFIX_CUDA_SELECT_PART_CUH
#define PREFIX_CUDA_SELECT_PART_CUH

#include <prefix/backend.h>

#include "warp/compact.cuh"
#include "select/count.cuh"
#include "grid/fold.cuh"

namespace prefix_cuda
{

/* As many rows as a lane has registers for. */
template <int SIZE> constexpr int select_rows = SIZE == 8 ? 16 : 32;

/* Of a warp's rows, what exists. PLACE: that of first, in the array; full: all of it does. */
template <int SIZE, int ROWS, class PLACE>
__device__ inline void load_elements(element<SIZE> (&x)[ROWS], const prefix__cuda_scan &scan, PLACE first, bool full)
{
    const int lane = threadIdx.x & 31;
    const element<SIZE> *in = (const element<SIZE> *)scan.in + first + lane;
    if (full) {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = in[r * 32];
    } else {
#pragma unroll
        for (int r = 0; r < ROWS; r++)
            x[r] = first + r * 32 + lane < (PLACE)scan.n ? in[r * 32] : 0;
    }
}

/* The bits that are wanted of those that the selector gives, and of those that the second test gives. */
__device__ inline uint32_t wanted(uint32_t selected, uint32_t second, const prefix__cuda_select &s)
{
    selected ^= s.negate ? ~0u : 0;
    second ^= s.negate_second ? ~0u : 0;
    return s.use_second ? selected & second : selected;
}

/* The array's first element begins a run, if nothing stands before it. first: the place of the part. */
__device__ inline uint32_t first_head(const prefix__cuda_select &s, int64_t first)
{
    return first == 0 && s.head_first && (threadIdx.x & 31) == 0 ? 1u << s.scan.ring_lead : 0;
}

/* What there may be to store: to be ready for more takes more registers. */
enum select_what { select_kept, select_both, select_all, select_runs };

/* What tiles tell each other. */
template <int SIZE, int WHAT> struct select_op {
    using type = count_of<8 * SIZE>;
};
template <int SIZE> struct select_op<SIZE, select_runs> {
    using type = heads_of<8 * SIZE>;
};

/* It of a part, whose first place in the array is first. */
__device__ inline void tell(uint32_t &told, uint32_t bits, uint32_t)
{
    told = bits_of_lanes(bits);
}

__device__ inline void tell(uint64_t &told, uint32_t bits, uint32_t first)
{
    uint32_t last = bits ? first + (threadIdx.x & 31) * 32 + 32 - (uint32_t)__clz((int)bits) : 0;
    told = single_heads::of(bits_of_lanes(bits), largest_of_lanes(last));
}

/* The place in the outputs of the first selected element. */
__device__ inline uint64_t select_base(const prefix__cuda_select &s)
{
    uint64_t base = 0;
    for (uint32_t i = 0; i < s.base_words; i++)
        base += s.base_from[i];
    return base;
}

/*
 * Stores what belongs to the part: bits are those of selected elements, all those of elements of the
 * array. begin: the part's first place in the array; selected: elements selected before it.
 */
template <int SIZE, int ROWS, int WHAT, class GET>
__device__ inline void store_part(const prefix__cuda_select &s, const compact_area &area, uint32_t bits, uint32_t all,
                                  uint64_t base, int64_t begin, uint64_t selected, GET get)
{
    const ranks mine(bits);
    const uint64_t first = base + selected;
    if (s.out)
        compact<SIZE, ROWS>(area, bits, mine, 0, destination{s.out, first, s.capacity}, get);
    if (WHAT == select_kept)
        return;
    if (s.rejected) {
        uint32_t others = all & ~bits;
        const ranks theirs(others);
        /* Before the array's first, nothing is rejected, nor selected. */
        uint64_t before = (uint64_t)max(begin, (int64_t)0) - selected;
        compact<SIZE, ROWS>(area, others, theirs, 0, destination{s.rejected, before, s.rejected_capacity}, get);
    }
    if (WHAT == select_both)
        return;
    if (s.indices)
        compact_indices<SIZE, ROWS>(area, bits, mine, destination{s.indices, first, s.capacity}, (uint64_t)begin,
                                    s.index_size);
    if (s.values)
        compact_any_values<SIZE, ROWS>(area, bits, mine, destination{s.values_out, first, s.capacity},
                                       (const char *)s.values + begin * s.value_size, s.value_size);
}

} // namespace prefix_cuda

#endif
