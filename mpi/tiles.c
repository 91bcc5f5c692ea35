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

/* An element of the input that changes nothing. */
static int load_identity(prefix_mpi_plan *plan, void *identity)
{
    prefix_plan *nothing;
    int status = prefix_plan_create(&nothing, plan->host_ctx, plan->op, plan->type);
    if (status == PREFIX_OK)
        status = prefix_plan_set_total(nothing, plan->type, identity);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(nothing, NULL, 0);
    prefix_plan_destroy(nothing);
    return prefix__mpi_passed(plan->host_ctx, status);
}

/* One tile whose first skipped elements are left out, which is not the tile of the others: combined with identities in
 * their places. */
static int reduce_cut(prefix_mpi_plan *plan, const char *first, size_t length, size_t skipped, void *total)
{
    const size_t size = plan->in_size;
    unsigned char identity[sizeof(double)], *copy = malloc(length * size);
    if (!copy)
        return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for the tile in which a segment begins");
    int status = prefix__mpi_passed(plan->ctx, prefix_memory_copy(plan->ctx, copy, first, length * size));
    if (status == PREFIX_OK)
        status = load_identity(plan, identity);
    unsigned char *at = copy + (plan->reverse ? length - skipped : 0) * size;
    for (size_t i = 0; status == PREFIX_OK && i < skipped; i++)
        memcpy(at + i * size, identity, size);
    if (status == PREFIX_OK)
        status = prefix__mpi_passed(plan->ctx, reduce_rows(plan, (char *)copy, 1, length, 0, total));
    free(copy);
    return status;
}

/* All tiles; n may be 0. */
static int reduce_whole(prefix_mpi_plan *plan, const char *in, size_t n, unsigned char *totals)
{
    const size_t tile = tile_of(plan), size = plan->in_size, whole = n / tile, rest = n % tile;
    /* Reversed, tiles are counted from the end, and what is less than a tile stands at the beginning. */
    const char *first = in, *last = in + whole * tile * size;
    ptrdiff_t step = (ptrdiff_t)tile;
    if (plan->reverse && n > 0) {
        last = in;
        first += whole > 0 ? (n - tile) * size : 0;
        step = -step;
    }
    int status = reduce_rows(plan, first, whole, tile, step, totals);
    if (status == PREFIX_OK)
        status = reduce_rows(plan, last, 1, rest, 0, totals + whole * prefix_type_size(plan->carry_type));
    return prefix__mpi_passed(plan->ctx, status);
}

int prefix__mpi_reduce_tiles(prefix_mpi_plan *plan, const void *in, size_t n, size_t skipped,
                             struct prefix__mpi_totals *tiles)
{
    const size_t tile = tile_of(plan), carry = prefix_type_size(plan->carry_type);
    const size_t left = n - skipped / tile * tile, cut = skipped % tile,
                 first = cut == 0      ? 0
                         : left < tile ? left
                                       : tile;
    const size_t count = left / tile + (left % tile > 0), others = left - first;
    unsigned char *values = malloc(count * carry);
    if (!values)
        return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for the totals of %zu tiles", count);
    *tiles = (struct prefix__mpi_totals){.values = values, .stride = carry, .count = count};
    /* In the order of the scan the tile that is cut is the first of those that are left. */
    const char *from = plan->reverse ? in : (const char *)in + (n - left) * plan->in_size;
    int status = prefix__mpi_passed(plan->ctx, prefix_plan_set_init(plan->part, plan->carry_type, NULL));
    if (status == PREFIX_OK && first > 0)
        status = reduce_cut(plan, from + (plan->reverse ? others * plan->in_size : 0), first, cut, values);
    if (status == PREFIX_OK)
        status = reduce_whole(plan, from + (plan->reverse ? 0 : first * plan->in_size), others,
                              values + (first > 0 ? carry : 0));
    return status;
}

static void begin(const prefix_mpi_plan *plan, struct prefix__mpi_carry *carry)
{
    carry->have = plan->has_init;
    memcpy(carry->value, plan->init, sizeof carry->value);
}

int prefix__mpi_chain(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel,
                      const struct prefix__mpi_totals *tiles, int fresh_part, int fresh_tiles,
                      struct prefix__mpi_carry *carry, struct prefix__mpi_carry *all)
{
    const int back = plan->reverse ? 1 : -1;
    const int first = plan->reverse ? channel->ranks - 1 : 0, last = channel->ranks - 1 - first;
    int result = MPI_SUCCESS;
    if (channel->rank != first)
        result = MPI_Recv(carry, sizeof *carry, MPI_BYTE, channel->rank + back, TAG, channel->comm, MPI_STATUS_IGNORE);
    if (channel->rank == first || fresh_part)
        begin(plan, carry);
    *all = *carry;
    if (fresh_tiles)
        begin(plan, all);
    /* Later ranks wait for what comes, also behind an error, which they hear of at the end. */
    int status = prefix__mpi_fold(plan, tiles, 0, tiles->count, all);
    if (channel->rank != last && result == MPI_SUCCESS)
        result = MPI_Send(all, sizeof *all, MPI_BYTE, channel->rank - back, TAG, channel->comm);
    if (plan->total && result == MPI_SUCCESS)
        result = MPI_Bcast(all, sizeof *all, MPI_BYTE, last, channel->comm);
    return status == PREFIX_OK ? prefix__mpi_check(result, "the chain of ranks") : status;
}
