/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions: each rank's total, what stands before its part, and then the part. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "exchange.h"
#include "fold.h"
#include "plan.h"
#include "tiles.h"

/* What a call is about: the same on all ranks but for the arrays. */
struct job {
    enum prefix__mpi_call call;
    const void *in;
    void *out;
    size_t n;
};

/* FNV-1a of an initial value. */
static uint32_t hash(const unsigned char *bytes, size_t count)
{
    uint32_t sum = 2166136261u;
    for (size_t i = 0; i < count; i++)
        sum = (sum ^ bytes[i]) * 16777619u;
    return sum;
}

/* Whether tiles are combined one by one: what is exact in any order needs none of it. */
static int by_tiles(const prefix_mpi_plan *plan)
{
    return plan->exact && prefix__mpi_rounds(plan);
}

static void describe(struct prefix__mpi_word *word, const prefix_mpi_plan *plan, const struct job *job)
{
    word->count = job->n;
    word->terms[PREFIX__MPI_CALL] = job->call;
    if (!plan)
        return;
    word->terms[PREFIX__MPI_OP] = (uint32_t)plan->op;
    word->terms[PREFIX__MPI_TYPE] = (uint32_t)plan->type;
    word->terms[PREFIX__MPI_OUTPUT_TYPE] = (uint32_t)plan->output_type;
    word->terms[PREFIX__MPI_KIND] = (uint32_t)plan->kind;
    word->terms[PREFIX__MPI_REVERSE] = (uint32_t)plan->reverse;
    /* Elements of the caller's own may have padding of any value. */
    if (plan->has_init)
        word->terms[PREFIX__MPI_INIT] = plan->op ? hash(plan->init, prefix_type_size(plan->carry_type)) : 1;
    word->terms[PREFIX__MPI_TOTAL] = plan->total != NULL;
    word->terms[PREFIX__MPI_EXACT] = (uint32_t)by_tiles(plan);
}

/* Sets what stands before the part, and where its total goes. */
static int arrange(prefix_mpi_plan *plan, int have, const void *init, int total_type, void *total)
{
    int status = prefix_plan_set_init(plan->part, plan->carry_type, have ? init : NULL);
    return status == PREFIX_OK ? prefix_plan_set_total(plan->part, total_type, total) : status;
}

/* The part's total, as a carry, to value, or its tiles'; the last rank's is needed for the total of all alone. */
static int reduce_part(prefix_mpi_plan *plan, const struct prefix__mpi_channel *channel, const struct job *job,
                       unsigned char *value, struct prefix__mpi_totals *tiles)
{
    int last = channel->rank == (plan->reverse ? 0 : channel->ranks - 1);
    if (job->n == 0 || (last && !plan->total))
        return PREFIX_OK;
    if (by_tiles(plan))
        return prefix__mpi_reduce_tiles(plan, job->in, job->n, tiles);
    int status = arrange(plan, 0, NULL, plan->carry_type, value);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(plan->part, job->in, job->n);
    return prefix__mpi_passed(plan->ctx, status);
}

/* The carry becomes what stands before the part, and all what all elements come to. */
static int fold(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel, struct prefix__mpi_carry *carry,
                struct prefix__mpi_carry *all)
{
    struct prefix__mpi_totals totals = prefix__mpi_collect(plan, channel);
    carry->have = plan->has_init;
    memcpy(carry->value, plan->init, sizeof carry->value);
    int status = prefix__mpi_fold(plan, &totals, 0, totals.before, carry);
    *all = *carry;
    if (status == PREFIX_OK && plan->total)
        status = prefix__mpi_fold(plan, &totals, totals.before, totals.count, all);
    return status;
}

/* What is to be done with the plan alone: a scan, or a reduction, of the part. */
static int run_part(prefix_mpi_plan *plan, const struct job *job)
{
    return job->call == PREFIX__MPI_SCAN ? prefix_plan_run(plan->part, job->in, job->out, job->n)
                                         : prefix_plan_reduce(plan->part, job->in, job->n);
}

/* The part behind the carry, and the total: that of nothing behind all elements. */
static int finish(prefix_mpi_plan *plan, const struct job *job, const struct prefix__mpi_carry *carry,
                  const struct prefix__mpi_carry *all)
{
    int status = PREFIX_OK;
    if (job->call == PREFIX__MPI_SCAN) {
        status = arrange(plan, carry->have, carry->value, 0, NULL);
        if (status == PREFIX_OK)
            status = run_part(plan, job);
    }
    if (status == PREFIX_OK && plan->total) {
        status = arrange(plan, all->have, all->value, plan->total_type, plan->total);
        if (status == PREFIX_OK)
            status = prefix_plan_reduce(plan->part, NULL, 0);
    }
    return prefix__mpi_passed(plan->ctx, status);
}

/* Behind the gathering, in which all ranks have said that they are well. */
static int run_behind(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel, const struct job *job,
                      const struct prefix__mpi_totals *tiles)
{
    struct prefix__mpi_carry carry, all;
    int status =
        by_tiles(plan) ? prefix__mpi_chain(plan, channel, tiles, &carry, &all) : fold(plan, channel, &carry, &all);
    return status == PREFIX_OK ? finish(plan, job, &carry, &all) : status;
}

static int run_ranks(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel, const struct job *job, int status)
{
    _Alignas(16) unsigned char total[PREFIX__MPI_ELEMENT_MAX] = {0};
    struct prefix__mpi_totals tiles = {0};
    struct prefix__mpi_word word = {0};
    describe(&word, plan, job);
    if (status == PREFIX_OK)
        status = reduce_part(plan, channel, job, total, &tiles);
    word.status = status;
    memcpy(word.total, total, sizeof word.total);
    status = prefix__mpi_gather(channel, &word);
    if (status != PREFIX_OK) {
        free(tiles.values);
        return status;
    }
    if (!plan->op)
        status = prefix__mpi_check(
            MPI_Allgather(total, sizeof total, MPI_BYTE, channel->gathered, sizeof total, MPI_BYTE, channel->comm),
            "MPI_Allgather");
    if (status == PREFIX_OK)
        status = run_behind(plan, channel, job, &tiles);
    free(tiles.values);
    return prefix__mpi_agree(channel, status);
}

/* With an error of this rank before it, the call brings it to all. */
static int run(prefix_mpi_plan *plan, MPI_Comm comm, const struct job *job, int status)
{
    struct prefix__mpi_channel *channel;
    int usable = prefix__mpi_channel_of(comm, &channel);
    if (usable != PREFIX_OK)
        return usable;
    if (status == PREFIX_OK && !plan)
        status = prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "plan is NULL");
    if (status == PREFIX_OK && job->call == PREFIX__MPI_REDUCE && !plan->total)
        status = prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "the plan has no total");
    if (channel->ranks > 1 || status != PREFIX_OK)
        return run_ranks(plan, channel, job, status);
    status = arrange(plan, plan->has_init, plan->init, plan->total_type, plan->total);
    return prefix__mpi_passed(plan->ctx, status == PREFIX_OK ? run_part(plan, job) : status);
}

int prefix_mpi_plan_run(prefix_mpi_plan *plan, MPI_Comm comm, const void *in, void *out, size_t n)
{
    return run(plan, comm, &(struct job){PREFIX__MPI_SCAN, in, out, n}, PREFIX_OK);
}

int prefix_mpi_plan_reduce(prefix_mpi_plan *plan, MPI_Comm comm, const void *in, size_t n)
{
    return run(plan, comm, &(struct job){PREFIX__MPI_REDUCE, in, NULL, n}, PREFIX_OK);
}

int prefix_mpi_scan(prefix_ctx *ctx, MPI_Comm comm, int kind, int op, int type, const void *in, void *out, size_t n)
{
    prefix_mpi_plan *plan;
    int status = prefix_mpi_plan_create(&plan, ctx, op, type);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_kind(plan, kind);
    status = run(plan, comm, &(struct job){PREFIX__MPI_SCAN, in, out, n}, status);
    prefix_mpi_plan_destroy(plan);
    return status;
}

int prefix_mpi_reduce(prefix_ctx *ctx, MPI_Comm comm, int op, int type, const void *in, void *result, size_t n)
{
    prefix_mpi_plan *plan;
    int status = prefix_mpi_plan_create(&plan, ctx, op, type);
    if (status == PREFIX_OK)
        status = prefix_mpi_plan_set_total(plan, type, result);
    status = run(plan, comm, &(struct job){PREFIX__MPI_REDUCE, in, NULL, n}, status);
    prefix_mpi_plan_destroy(plan);
    return status;
}
