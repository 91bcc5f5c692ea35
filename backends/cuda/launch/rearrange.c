/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/rearrange.h"

#include "base/device.h"
#include "base/function.h"
#include "plan/rearrange_kernels.h"
#include "shared/rows.h"

/* Dimensions that one pair of steps does for become one; steps are then in units. */
static int merge(const struct prefix__cuda_places *places, int64_t units, struct prefix__cuda_batch_dim *dim)
{
    int dims = 0;
    for (int i = 0; i < places->dims; i++) {
        const struct prefix__cuda_batch_dim inner = {places->dim[i].count, places->dim[i].in_step * units,
                                                     places->dim[i].out_step * units};
        struct prefix__cuda_batch_dim *const outer = dims > 0 ? &dim[dims - 1] : NULL;
        const int64_t count = (int64_t)inner.count;
        if (inner.count == 1)
            continue;
        if (outer && outer->in_step == count * inner.in_step && outer->out_step == count * inner.out_step)
            *outer = (struct prefix__cuda_batch_dim){outer->count * inner.count, inner.in_step, inner.out_step};
        else
            dim[dims++] = inner;
    }
    return dims;
}

/* That of the shortest step, in the output or in the input. */
static int nearest(const struct prefix__cuda_batch_dim *dim, int dims, int in_output)
{
    int found = 0;
    for (int i = 1; i < dims; i++) {
        const int64_t step = in_output ? dim[i].out_step : dim[i].in_step;
        if (prefix__distance(step) < prefix__distance(in_output ? dim[found].out_step : dim[found].in_step))
            found = i;
    }
    return found;
}

static struct prefix__cuda_batch_dim take(struct prefix__cuda_batch_dim *dim, int *dims, int which)
{
    const struct prefix__cuda_batch_dim taken =
        *dims > 0 ? dim[which] : (struct prefix__cuda_batch_dim){.count = 1, .in_step = 0, .out_step = 0};
    if (*dims > 0)
        dim[which] = dim[--*dims];
    return taken;
}

static uint64_t sides(uint64_t count)
{
    return (count - 1) / PREFIX__CUDA_REARRANGE_SIDE + 1;
}

int prefix__cuda_rearrange(struct prefix_session *session, const struct prefix__cuda_places *places, size_t size,
                           size_t alignment, const void *in, void *out, void *stream)
{
    struct prefix__cuda_grid grid = {0, 0, 0, 0, 0};
    const size_t unit = alignment < 16 ? alignment : 16;
    const void *kernel = prefix__cuda_rearrange_kernel(unit, &grid.threads);
    struct prefix__cuda_rearrange params = {.in = in, .out = out, .units = (uint32_t)(size / unit)};
    int dims = merge(places, params.units, params.rest);
    const int read = nearest(params.rest, dims, 0), written = nearest(params.rest, dims, 1);
    params.is_same = read == written;
    /* What takes the place of the first is the last. */
    params.across = take(params.rest, &dims, read);
    params.along = take(params.rest, &dims, params.is_same ? 0 : written == dims ? read : written);
    params.dims = (uint32_t)dims;
    params.across_tiles = sides(params.across.count);
    params.along_tiles = sides(params.along.count);
    params.tiles = params.across_tiles * params.along_tiles;
    for (int i = 0; i < dims; i++)
        params.tiles *= params.rest[i].count;
    const int status = prefix__cuda_look_at_device(session);
    const uint64_t most = session->multiprocessors * PREFIX__CUDA_REARRANGE_BLOCKS;
    grid.blocks = (unsigned int)(params.tiles < most ? params.tiles : most);
    return status == PREFIX_OK
               ? prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){&params}, "bringing elements together")
               : status;
}
