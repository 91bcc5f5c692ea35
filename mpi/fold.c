/* SPDX-License-Identifier: BSD-3-Clause */
#include "fold.h"

#include <string.h>

#include "error.h"

struct prefix__mpi_totals prefix__mpi_collect(const prefix_mpi_plan *plan, struct prefix__mpi_channel *channel)
{
    struct prefix__mpi_totals totals = {.values = channel->totals};
    totals.stride = plan->op ? prefix_type_size(plan->carry_type) : PREFIX__MPI_ELEMENT_MAX;
    for (int i = 0; i < channel->ranks; i++) {
        int rank = plan->reverse ? channel->ranks - 1 - i : i;
        if (rank == channel->rank)
            totals.before = totals.count;
        if (channel->words[rank].count == 0)
            continue;
        memcpy(channel->totals + totals.count++ * totals.stride,
               plan->op ? channel->words[rank].total : channel->gathered + (size_t)rank * totals.stride, totals.stride);
    }
    return totals;
}

int prefix__mpi_rounds(const prefix_mpi_plan *plan)
{
    if (plan->op == 0 || plan->op == PREFIX_AFFINE)
        return 1;
    return (plan->op == PREFIX_SUM || plan->op == PREFIX_PRODUCT) && plan->carry_type > PREFIX_U64;
}

/* One call for count neighbours, or, where their order counts, for one. */
static int combine(prefix_mpi_plan *plan, const unsigned char *values, size_t count, struct prefix__mpi_carry *carry)
{
    int status = prefix_plan_set_init(plan->fold, plan->carry_type, carry->have ? carry->value : NULL);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(plan->fold, values, count);
    carry->have = 1;
    return status;
}

/* The same for sums of floats, whose carries are one or two doubles. */
static void add(const double *values, size_t count, size_t parts, double *carry)
{
    for (size_t i = 0; i < count; i++)
        for (size_t part = 0; part < parts; part++)
            carry[part] += values[i * parts + part];
}

int prefix__mpi_fold(prefix_mpi_plan *plan, const struct prefix__mpi_totals *totals, size_t first, size_t last,
                     struct prefix__mpi_carry *carry)
{
    if (first == last)
        return PREFIX_OK;
    if (!carry->have) {
        memcpy(carry->value, totals->values + first++ * totals->stride, totals->stride);
        carry->have = 1;
    }
    prefix_ctx *ctx = plan->op ? plan->host_ctx : plan->ctx;
    int status = prefix_plan_set_total(plan->fold, plan->carry_type, carry->value);
    const unsigned char *values = totals->values + first * totals->stride;
    if (plan->op == PREFIX_SUM && prefix__mpi_rounds(plan))
        add((const double *)(const void *)values, last - first, totals->stride / sizeof(double),
            (double *)(void *)carry->value);
    else if (!prefix__mpi_rounds(plan) && first < last)
        status = combine(plan, values, last - first, carry);
    else
        for (; status == PREFIX_OK && first < last; first++, values += totals->stride)
            status = combine(plan, values, 1, carry);
    return prefix__mpi_passed(ctx, status);
}
