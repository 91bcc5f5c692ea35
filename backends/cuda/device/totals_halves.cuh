/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What totals_marks.cuh does with floats of two bytes of which many end segments. They are combined in f32: 16 lanes
 * have a row of the canonical order, and two rows lie side by side. Where segments begin, results lie in shared memory
 * as words, in twice the room; of other rows no more is wanted, and stored, than what they come to.
 */
#ifndef PREFIX_CUDA_DEVICE_TOTALS_HALVES_CUH
#define PREFIX_CUDA_DEVICE_TOTALS_HALVES_CUH

#include "totals_marks.cuh"

namespace prefix_cuda
{

template <class OP, class INDEX, int TILE_ROWS> struct totals_halves : totals_marks<OP, INDEX, false, TILE_ROWS> {
    using base = totals_marks<OP, INDEX, false, TILE_ROWS>;
    using base::begin, base::end, base::marks, base::shared, base::stage;
    using base::count, base::put;
    using typename base::shape, typename base::word;
    static constexpr int rows = shape::warp_rows, lanes = row_lanes<OP>, beside = 32 / lanes;

    using base::base;
    /* A warp's rows. Words take the place of elements, also of other warps': the block has all before it writes any. */
    __device__ void take()
    {
        const int warp = threadIdx.x >> 5, lane = threadIdx.x & 31;
        const int first_row = warp * rows, first = first_row * 32 * count;
        word x[rows][count];
        uint32_t heads = 0;
        load_halves<OP>(x, stage + first_row * shape::row_bytes);
        __syncthreads();
#pragma unroll
        for (int r = 0; r < rows; r++)
            heads |= heads_of_marks<count>(marks + first + (r * 32 + lane) * count) << (r * count);
        const uint32_t begins = rows_begun<rows, count, lanes>(heads);
#pragma unroll
        for (int r = 0; r < rows; r++) {
            const int place = first + (r * 32 + lane) * count;
            word last;
            if (begins >> (r * beside) & ((1u << beside) - 1)) {
                sklansky_cut_row<OP>(x[r], cut_row<count, lanes>(heads >> (r * count) & ((1u << count) - 1)));
                store_words(x[r], place);
                last = x[r][count - 1];
            } else {
                last = row_total(x[r]);
                if (lane % lanes == lanes - 1)
                    put(place + count - 1, last);
            }
            if (lane % lanes == lanes - 1)
                shared.rows[(first_row + r) * beside + lane / lanes] = last;
        }
        if (lane == 0)
            shared.begins[warp] = begins;
    }
    __device__ void store_words(const word (&x)[count], int place) const
    {
#pragma unroll
        for (int k = 0; k < count; k += 4)
            store_packet(stage + (place + k) * sizeof(word), packet<16>{{x[k], x[k + 1], x[k + 2], x[k + 3]}});
    }
    /* For all lanes of the row: its balanced tree. */
    __device__ static word row_total(const word (&x)[count])
    {
        word of_row[1][count], total[1];
#pragma unroll
        for (int k = 0; k < count; k++)
            of_row[0][k] = x[k];
        lane_totals<OP>(total, of_row);
#pragma unroll
        for (int distance = 1; distance < lanes; distance *= 2)
            total[0] = OP::combine(total[0], __shfl_xor_sync(~0u, total[0], distance));
        return total[0];
    }
};

} // namespace prefix_cuda

#endif
