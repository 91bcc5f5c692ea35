/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/store_ends.h"

#include "launch/rearrange.h"

int prefix__cuda_store_ends(struct prefix_session *session, const struct prefix_batch *batch, size_t n, int reverse,
                            size_t size, size_t alignment, const void *totals, void *out, void *stream)
{
    struct prefix__cuda_places places = {.dims = batch->dims};
    const ptrdiff_t end = reverse ? -batch->out_step : (ptrdiff_t)n * batch->out_step;
    int64_t step = 1;
    for (int d = batch->dims - 1; d >= 0; d--) {
        places.dim[d] = (struct prefix__cuda_batch_dim){batch->dim[d].count, step, batch->dim[d].out_step};
        step *= (int64_t)batch->dim[d].count;
    }
    return prefix__cuda_rearrange(session, &places, size, alignment, totals, (char *)out + end * (ptrdiff_t)size,
                                  stream);
}
