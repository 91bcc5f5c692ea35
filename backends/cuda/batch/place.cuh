/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_BATCH_PLACE_CUH
#define PREFIX_CUDA_BATCH_PLACE_CUH

#include "params/batch_params.h"

namespace prefix_cuda
{

/* Where a line begins in both arrays, in elements from line 0. */
struct line_place {
    int64_t in, out;
};

template <class INDEX> __device__ inline line_place place_by(const prefix__cuda_batch &batch, INDEX line)
{
    line_place place = {0, 0};
#pragma unroll 1
    for (int d = (int)batch.dims - 1; d >= 0; d--) {
        const prefix__cuda_batch_dim &dim = batch.dim[d];
        const INDEX outer = d > 0 ? line / (INDEX)dim.count : 0; /* the outermost needs no division */
        const int64_t index = (int64_t)(line - outer * (INDEX)dim.count);
        place.in += index * dim.in_step;
        place.out += index * dim.out_step;
        line = outer;
    }
    return place;
}

__device__ inline line_place place_of(const prefix__cuda_batch &batch, uint64_t line)
{
    return batch.lines <= UINT32_MAX ? place_by(batch, (uint32_t)line) : place_by(batch, line);
}

/* A line of neighbours, as a scan by itself. */
__device__ inline prefix__cuda_scan line_of(const prefix__cuda_batch &batch, uint64_t index)
{
    const line_place place = place_of(batch, index);
    prefix__cuda_scan line = batch.scan;
    line.in = (const char *)line.in + place.in * line.in_size;
    if (line.out)
        line.out = (char *)line.out + place.out * batch.out_size;
    line.total = (char *)line.total + index * batch.total_size;
    return line;
}

} // namespace prefix_cuda

#endif
