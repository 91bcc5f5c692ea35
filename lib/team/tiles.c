/* SPDX-License-Identifier: BSD-3-Clause */
#include "team/tiles.h"

#include "context/status.h"
#include "shared/operator_tile.h"
#include "shared/types.h"

static int rounds(const struct prefix_plan *plan)
{
    if (plan->own.size)
        return 1;
    return (plan->op == PREFIX_SUM || plan->op == PREFIX_PRODUCT) && !prefix__is_integer(plan->output_type);
}

int prefix__tiling_of(const struct prefix_plan *plan, struct prefix__tiling *tiling)
{
    struct prefix_plan fit = *plan;
    int status = prefix__operator_fit(NULL, &fit, 0);
    if (status != PREFIX_OK)
        return status;
    *tiling = (struct prefix__tiling){.total_type = plan->op ? prefix__carry_type(plan->op, plan->output_type) : 0};
    tiling->in_size = plan->op ? prefix__size_of(plan->type) : plan->own.size;
    tiling->out_size = plan->op ? prefix__size_of(plan->output_type) : plan->own.size;
    tiling->total = plan->op ? prefix__size_of(tiling->total_type) : plan->own.size;
    if (!rounds(&fit))
        return PREFIX_OK;
    if (plan->algorithm != PREFIX_ALGORITHM_AUTO || plan->tile)
        return prefix__fail(NULL, PREFIX_ERROR_UNSUPPORTED,
                            "plan: an algorithm by name may have other bits than a call");
    if (fit.own.size)
        tiling->tile = PREFIX__TILE_ROWS * prefix__operator_row(fit.own.size);
    else
        tiling->tile = PREFIX__TILE_BYTES / (plan->output_type == PREFIX_F64 ? sizeof(double) : sizeof(float));
    return PREFIX_OK;
}

/* Rows of a batch, of length elements, a step apart. */
static int reduce_rows(struct prefix_plan *part, const char *in, size_t rows, size_t length, ptrdiff_t step,
                       void *totals)
{
    if (rows == 0 || length == 0)
        return PREFIX_OK;
    part->total = totals;
    int status = prefix_plan_set_batch(part, rows, step, step);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(part, in, length);
    (void)prefix_plan_set_batch(part, 1, 0, 0);
    return status;
}

int prefix__tiles_reduce(const struct prefix__tiling *tiling, const struct prefix_plan *part, const void *in, size_t n,
                         void *totals)
{
    struct prefix_plan own = *part;
    const size_t tile = tiling->tile, whole = tile ? n / tile : 0, rest = n - whole * tile;
    own.has_init = 0;
    own.total_type = tiling->total_type;
    own.layout = NULL;
    int status = prefix__operator_fit(own.ctx, &own, n);
    /* Reversed, tiles are counted from the end, and what is less than a tile stands at the beginning. */
    const char *first = in, *last = first;
    ptrdiff_t step = (ptrdiff_t)tile;
    if (part->reverse && whole > 0) {
        first += (n - tile) * tiling->in_size;
        step = -step;
    } else if (whole > 0) {
        last += whole * tile * tiling->in_size;
    }
    if (status == PREFIX_OK)
        status = reduce_rows(&own, first, whole, tile, step, totals);
    if (status == PREFIX_OK)
        status = reduce_rows(&own, last, 1, rest, 0, (char *)totals + whole * tiling->total);
    return status;
}
