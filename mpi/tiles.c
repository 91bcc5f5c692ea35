/* SPDX-License-Identifier: BSD-3-Clause */
#include "tiles.h"

#include <stdlib.h>
#include <string.h>

#include "error.h"

enum { TILE_BYTES = 32768, TAG = 1 };

/* Elements of a tile of the canonical order: f64 is computed in f64, the other types in f32. */
static size_t tile_of(const prefix_mpi_plan *plan)
{
    return TILE_BYTES / (plan->output_type == PREFIX_F64 ? sizeof(double) : sizeof(float));
}

/* Count tiles of length elements, a step apart, as the rows of a batch. */
static int reduce_rows(prefix_mpi_plan *plan, const char *first, size_t count, size_t length, ptrdiff_t step,
                       void *totals)
{
    if (count == 0 || length == 0)
        return PREFIX_OK;
    int status = prefix_plan_set_batch(plan->part, count, step, step);
    if (status == PREFIX_OK)
        status = prefix_plan_set_total(plan->part, plan->carry_type, totals);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(plan->part, first, length);
    (void)prefix_plan_set_batch(plan->part, 1, 0, 0);
    return status;
}

int prefix__mpi_reduce_tiles(prefix_mpi_plan *plan, const void *in, size_t n, struct prefix__mpi_totals *tiles)
{
    const size_t tile = tile_of(plan), size = prefix_type_size(plan->type), carry = prefix_type_size(plan->carry_type);
    const size_t whole = n / tile, rest = n % tile;
    unsigned char *values = malloc((whole + 1) * carry);
    if (!values)
        return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for the totals of %zu tiles", whole);
    *tiles = (struct prefix__mpi_totals){.values = values, .stride = carry, .count = whole + (rest > 0)};
    int status = prefix_plan_set_init(plan->part, plan->carry_type, NULL);
    /* Reversed, tiles are counted from the end, and what is less than a tile stands at the beginning. */
    const char *first = in, *last = first ? first + whole * tile * size : first;
    ptrdiff_t step = (ptrdiff_t)tile;
    if (plan->reverse && n > 0) {
        last = first;
        first += whole > 0 ? (n - tile) * size : 0;
        step = -step;
    }
    if (status == PREFIX_OK)
        status = reduce_rows(plan, first, whole, tile, step, values);
    if (status == PREFIX_OK)
        status = reduce_rows(plan, last, 1, rest, 0, values + whole * carry);
    return prefix__mpi_passed(plan->ctx, status);
}

int prefix__mpi_chain(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel,
                      const struct prefix__mpi_totals *tiles, struct prefix__mpi_carry *carry,
                      struct prefix__mpi_carry *all)
{
    const int back = plan->reverse ? 1 : -1;
    const int first = plan->reverse ? channel->ranks - 1 : 0, last = channel->ranks - 1 - first;
    int result = MPI_SUCCESS;
    carry->have = plan->has_init;
    memcpy(carry->value, plan->init, sizeof carry->value);
    if (channel->rank != first)
        result = MPI_Recv(carry, sizeof *carry, MPI_BYTE, channel->rank + back, TAG, channel->comm, MPI_STATUS_IGNORE);
    *all = *carry;
    /* Later ranks wait for what comes, also behind an error, which they hear of at the end. */
    int status = prefix__mpi_fold(plan, tiles, 0, tiles->count, all);
    if (channel->rank != last && result == MPI_SUCCESS)
        result = MPI_Send(all, sizeof *all, MPI_BYTE, channel->rank - back, TAG, channel->comm);
    if (plan->total && result == MPI_SUCCESS)
        result = MPI_Bcast(all, sizeof *all, MPI_BYTE, last, channel->comm);
    return status == PREFIX_OK ? prefix__mpi_check(result, "the chain of ranks") : status;
}
