/* SPDX-License-Identifier: BSD-3-Clause */
#include "launch/missing.h"

#include <string.h>

#include "base/device.h"
#include "base/function.h"
#include "plan/lower.h"
#include "shared/types.h"

/* Blocks for n elements, of which each warp takes so many by a turn: as many as run at once. */
static int grid_for(struct prefix_session *session, uint64_t n, uint64_t of_warp, struct prefix__cuda_grid *grid)
{
    const uint64_t of_block = grid->threads / 32 * of_warp, wanted = (n - 1) / of_block + 1;
    const int status = prefix__cuda_look_at_device(session);
    const uint64_t most = session->multiprocessors * PREFIX__CUDA_MISSING_BLOCKS;
    grid->blocks = (unsigned int)(wanted < most ? wanted : most);
    return status;
}

int prefix__cuda_fill_in(struct prefix_session *session, int type, int output_type, struct prefix__cuda_fill *params,
                         void *stream)
{
    struct prefix__cuda_grid grid = {0, 0, 0, 0, 0};
    const void *kernel = prefix__cuda_fill_kernel(prefix__size_of(type), &grid.threads);
    if (params->n == 0)
        return PREFIX_OK;
    params->out_size = (uint8_t)prefix__size_of(output_type);
    params->convert = (uint8_t)prefix__cuda_conversion(type, params->out_size);
    const int status = grid_for(session, params->n, 32 * PREFIX__CUDA_FILL_WORDS, &grid);
    return status == PREFIX_OK
               ? prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){params}, "filling in missing elements")
               : status;
}

int prefix__cuda_blank_out(struct prefix_session *session, size_t size, size_t alignment, const void *value,
                           struct prefix__cuda_blank *params, void *stream)
{
    struct prefix__cuda_grid grid = {0, 0, 0, 0, 0};
    const size_t unit = alignment < 8 ? alignment : 8;
    const void *kernel = prefix__cuda_blank_kernel(unit, &grid.threads);
    if (params->n == 0)
        return PREFIX_OK;
    params->units = (uint32_t)(size / unit);
    memcpy(params->value, value, size);
    const int status = grid_for(session, params->n, 32 * 32, &grid);
    return status == PREFIX_OK
               ? prefix__cuda_queue(session, kernel, &grid, stream, (void *[]){params}, "blanking out missing elements")
               : status;
}
