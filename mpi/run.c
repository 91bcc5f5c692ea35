/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions: each rank's total, what stands before its part, and then the part. */
#include <stdlib.h>
#include <string.h>

#include "error.h"
#include "exchange.h"
#include "fold.h"
#include "plan.h"
#include "segments.h"
#include "tiles.h"

/* What a call is about: the same on all ranks but for the arrays. */
struct job {
    enum prefix__mpi_call call;
    const void *in;
    void *out;
    size_t n;
};

/* Where a rank stands: its part, what it comes to, and what stands before it. Without segments all is one. */
struct state {
    struct prefix__mpi_span span;
    struct prefix__mpi_totals tiles;
    struct prefix__mpi_carry carry, all;
    int goes_on; /* the first segment, from an earlier part */
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
    if (plan->heads)
        word->terms[PREFIX__MPI_HEADS] = plan->key_type ? (uint32_t)plan->key_type : 1;
}

/* Sets what stands before the part, and where its total goes. */
static int arrange(prefix_mpi_plan *plan, int have, const void *init, int total_type, void *total)
{
    int status = prefix_plan_set_init(plan->part, plan->carry_type, have ? init : NULL);
    return status == PREFIX_OK ? prefix_plan_set_total(plan->part, total_type, total) : status;
}

/* What the segment that may go on in the next part comes to, as a carry, to value, or its tiles; the last rank's is
 * needed for the total of all alone. */
static int reduce_part(prefix_mpi_plan *plan, const struct prefix__mpi_channel *channel, const struct job *job,
                       struct state *state, unsigned char *value)
{
    const size_t tail = state->span.tail;
    int last = channel->rank == (plan->reverse ? 0 : channel->ranks - 1);
    if (job->n == 0 || (last && !plan->total))
        return PREFIX_OK;
    if (by_tiles(plan))
        return prefix__mpi_reduce_tiles(plan, job->in, job->n, tail, &state->tiles);
    int status = arrange(plan, 0, NULL, plan->carry_type, value);
    const char *from = tail > 0 && !plan->reverse ? (const char *)job->in + tail * plan->in_size : job->in;
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(plan->part, from, job->n - tail);
    return prefix__mpi_passed(plan->ctx, status);
}

/* What is wrong with the arrays of segments, which are used in pieces, and where the segments are. */
static int prepare(prefix_mpi_plan *plan, const struct job *job, struct state *state, struct prefix__mpi_ends *ends)
{
    struct prefix__mpi_heads heads = {job->n, 0};
    int status = PREFIX_OK;
    if (plan->heads)
        status = prefix__mpi_check_segments(plan, job->call == PREFIX__MPI_REDUCE, job->in, job->out, job->n);
    if (status == PREFIX_OK && plan->heads)
        status = prefix__mpi_find_heads(plan, job->n, &heads, ends);
    state->span = prefix__mpi_span_of(plan, &heads, job->n);
    return status;
}

/* The carry becomes what stands before the part, and all what all elements come to. */
static int fold(prefix_mpi_plan *plan, const struct prefix__mpi_totals *totals, size_t start, struct state *state)
{
    state->carry.have = plan->has_init;
    memcpy(state->carry.value, plan->init, sizeof state->carry.value);
    int status = prefix__mpi_fold(plan, totals, start, totals->before, &state->carry);
    state->all = state->carry;
    if (status == PREFIX_OK && plan->total)
        status = prefix__mpi_fold(plan, totals, totals->before, totals->count, &state->all);
    return status;
}

/* What is to be done with the plan alone: a scan, or a reduction, of the part. */
static int run_part(prefix_mpi_plan *plan, const struct job *job)
{
    return job->call == PREFIX__MPI_SCAN ? prefix_plan_run(plan->part, job->in, job->out, job->n)
                                         : prefix_plan_reduce(plan->part, job->in, job->n);
}

/* The part behind the carry, and the total: that of nothing behind all elements. */
static int finish(prefix_mpi_plan *plan, const struct job *job, const struct state *state)
{
    int status = PREFIX_OK;
    if (plan->heads)
        return prefix__mpi_scan_segments(plan, &state->span, job->in, job->out, &state->carry, state->goes_on);
    if (job->call == PREFIX__MPI_SCAN) {
        status = arrange(plan, state->carry.have, state->carry.value, 0, NULL);
        if (status == PREFIX_OK)
            status = run_part(plan, job);
    }
    if (status == PREFIX_OK && plan->total) {
        status = arrange(plan, state->all.have, state->all.value, plan->total_type, plan->total);
        if (status == PREFIX_OK)
            status = prefix_plan_reduce(plan->part, NULL, 0);
    }
    return prefix__mpi_passed(plan->ctx, status);
}

/* Behind the gathering, in which all ranks have said that they are well. */
static int run_behind(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel, const struct job *job,
                      struct state *state)
{
    const struct prefix__mpi_totals totals = prefix__mpi_collect(plan, channel);
    const int has_segments = plan->heads && job->n > 0;
    size_t start = 0;
    int status = has_segments ? prefix__mpi_segment_start(plan, channel, &totals, &start) : PREFIX_OK;
    state->goes_on = start < totals.before;
    if (by_tiles(plan)) {
        int chained = prefix__mpi_chain(plan, channel, &state->tiles, has_segments && !state->goes_on,
                                        has_segments && state->span.tail > 0, &state->carry, &state->all);
        status = status == PREFIX_OK ? chained : status;
    } else if (status == PREFIX_OK) {
        status = fold(plan, &totals, start, state);
    }
    return status == PREFIX_OK ? finish(plan, job, state) : status;
}

/* Whether there are segments, of which ranks without elements may not know. */
static int has_heads(const struct prefix__mpi_channel *channel)
{
    for (int rank = 0; rank < channel->ranks; rank++)
        if (channel->words[rank].count > 0)
            return channel->words[rank].terms[PREFIX__MPI_HEADS] != 0;
    return 0;
}

/* What the words have no room for: totals of the caller's own, and the ends of parts with segments. */
static int gather_more(const prefix_mpi_plan *plan, struct prefix__mpi_channel *channel, const unsigned char *total,
                       const struct prefix__mpi_ends *ends)
{
    const int size = PREFIX__MPI_ELEMENT_MAX, bytes = (int)sizeof *ends;
    int result = MPI_SUCCESS;
    if (!plan->op)
        result = MPI_Allgather(total, size, MPI_BYTE, channel->gathered, size, MPI_BYTE, channel->comm);
    if (result == MPI_SUCCESS && has_heads(channel))
        result = MPI_Allgather(ends, bytes, MPI_BYTE, channel->ends, bytes, MPI_BYTE, channel->comm);
    return prefix__mpi_check(result, "MPI_Allgather");
}

static int run_ranks(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel, const struct job *job, int status)
{
    _Alignas(16) unsigned char total[PREFIX__MPI_ELEMENT_MAX] = {0};
    struct state state = {.tiles = {0}};
    struct prefix__mpi_ends ends = {.inner = 0};
    struct prefix__mpi_word word = {0};
    describe(&word, plan, job);
    if (status == PREFIX_OK)
        status = prepare(plan, job, &state, &ends);
    if (status == PREFIX_OK)
        status = reduce_part(plan, channel, job, &state, total);
    word.status = status;
    memcpy(word.total, total, sizeof word.total);
    status = prefix__mpi_gather(channel, &word);
    if (status == PREFIX_OK) {
        status = gather_more(plan, channel, total, &ends);
        if (status == PREFIX_OK)
            status = run_behind(plan, channel, job, &state);
        status = prefix__mpi_agree(channel, status);
    }
    free(state.tiles.values);
    return status;
}

/* Without other ranks nothing is exchanged. */
static int run_alone(prefix_mpi_plan *plan, const struct job *job)
{
    const struct prefix__mpi_span span = {.n = job->n};
    const struct prefix__mpi_carry none = {.have = 0};
    if (plan->heads) {
        int status = prefix__mpi_check_segments(plan, job->call == PREFIX__MPI_REDUCE, job->in, job->out, job->n);
        return status == PREFIX_OK ? prefix__mpi_scan_segments(plan, &span, job->in, job->out, &none, 0) : status;
    }
    int status = arrange(plan, plan->has_init, plan->init, plan->total_type, plan->total);
    return prefix__mpi_passed(plan->ctx, status == PREFIX_OK ? run_part(plan, job) : status);
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
    return run_alone(plan, job);
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
