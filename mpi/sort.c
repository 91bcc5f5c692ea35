/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts: each rank sorts its part, the parts are cut and exchanged, and each rank sorts what it has got. */
#include <limits.h>
#include <stdlib.h>

#include "error.h"
#include "exchange.h"
#include "split.h"

struct job {
    prefix_ctx *ctx;
    int order, type, pairs;
    size_t value_size; /* 0 of keys alone */
    const void *keys, *values;
    void *out, *values_out;
    size_t n;
};

/* Host memory of a call: what goes out, what comes in, and what to count in. */
struct space {
    void *keys, *values, *new_keys, *new_values;
    uint64_t *room;
    size_t *cuts;
    int *counts; /* four arrays: sent and got, how many and where from */
};

static void release(struct space *space)
{
    free(space->keys);
    free(space->values);
    free(space->new_keys);
    free(space->new_values);
    free(space->room);
    free(space->cuts);
    free(space->counts);
}

static int allocate(struct space *space, const struct job *job, int ranks)
{
    const size_t size = prefix_type_size(job->type), n = job->n;
    if (n > INT_MAX)
        return prefix__mpi_fail(PREFIX_ERROR_OVERFLOW, "n: %zu keys of one rank are more than MPI counts", n);
    *space = (struct space){.keys = malloc(n * size + 1),
                            .values = malloc(n * job->value_size + 1),
                            .new_keys = malloc(n * size + 1),
                            .new_values = malloc(n * job->value_size + 1),
                            .room = calloc(PREFIX__MPI_SPLIT_ROOM(ranks), sizeof *space->room),
                            .cuts = calloc((size_t)ranks + 1, sizeof *space->cuts),
                            .counts = calloc(4 * (size_t)ranks, sizeof *space->counts)};
    if (space->keys && space->values && space->new_keys && space->new_values && space->room && space->cuts &&
        space->counts)
        return PREFIX_OK;
    return prefix__mpi_fail(PREFIX_ERROR_NOMEM, "no memory for %zu keys", n);
}

static int sort(const struct job *job, const void *keys, const void *values)
{
    return job->pairs ? prefix_sort_pairs(job->ctx, job->order, job->type, job->value_size, keys, values, job->out,
                                          job->values_out, job->n)
                      : prefix_sort(job->ctx, job->order, job->type, keys, job->out, job->n);
}

/* Between the outputs, wherever they are, and host memory. */
static int copy(const struct job *job, void *keys_to, const void *keys, void *values_to, const void *values)
{
    if (job->n == 0)
        return PREFIX_OK;
    int status = prefix_memory_copy(job->ctx, keys_to, keys, job->n * prefix_type_size(job->type));
    if (status == PREFIX_OK && job->pairs)
        status = prefix_memory_copy(job->ctx, values_to, values, job->n * job->value_size);
    return status;
}

static int sort_part(const struct job *job, struct space *space, int ranks)
{
    int status = prefix__mpi_passed(job->ctx, sort(job, job->keys, job->values));
    if (status == PREFIX_OK)
        status = allocate(space, job, ranks);
    if (status != PREFIX_OK)
        return status;
    return prefix__mpi_passed(job->ctx, copy(job, space->keys, job->out, space->values, job->values_out));
}

/* Elements of size bytes, as the counts say. */
static int send(const struct prefix__mpi_channel *channel, const struct space *space, const void *from, void *to,
                size_t size)
{
    const int ranks = channel->ranks, *sent = space->counts, *got = sent + 2 * ranks;
    MPI_Datatype element;
    int status = prefix__mpi_check(MPI_Type_contiguous((int)size, MPI_BYTE, &element), "MPI_Type_contiguous");
    if (status != PREFIX_OK)
        return status;
    int result = MPI_Type_commit(&element);
    if (result == MPI_SUCCESS)
        result = MPI_Alltoallv(from, sent, sent + ranks, element, to, got, got + ranks, element, channel->comm);
    MPI_Type_free(&element);
    return prefix__mpi_check(result, "MPI_Alltoallv");
}

static int exchange(struct prefix__mpi_channel *channel, const struct job *job, struct space *space)
{
    const struct prefix__mpi_keys part = {job->order, job->type, space->keys, job->n};
    int status = prefix__mpi_split(channel, &part, space->room, space->cuts);
    if (status != PREFIX_OK)
        return status;
    const int ranks = channel->ranks;
    int *sent = space->counts, *sent_at = sent + ranks, *got = sent_at + ranks, *got_at = got + ranks, at = 0;
    for (int r = 0; r < ranks; r++) {
        sent_at[r] = (int)space->cuts[r];
        sent[r] = (int)(space->cuts[r + 1] - space->cuts[r]);
    }
    status = prefix__mpi_check(MPI_Alltoall(sent, 1, MPI_INT, got, 1, MPI_INT, channel->comm), "MPI_Alltoall");
    for (int r = 0; r < ranks; r++) {
        got_at[r] = at;
        at += got[r];
    }
    if (status == PREFIX_OK)
        status = send(channel, space, space->keys, space->new_keys, prefix_type_size(job->type));
    if (status == PREFIX_OK && job->pairs)
        status = send(channel, space, space->values, space->new_values, job->value_size);
    return status;
}

static int run(MPI_Comm comm, const struct job *job)
{
    struct prefix__mpi_channel *channel;
    int status = prefix__mpi_channel_of(comm, &channel);
    if (status != PREFIX_OK)
        return status;
    if (channel->ranks == 1)
        return prefix__mpi_passed(job->ctx, sort(job, job->keys, job->values));
    struct space space = {0};
    struct prefix__mpi_word word = {.count = job->n, .terms[PREFIX__MPI_CALL] = PREFIX__MPI_SORT};
    word.terms[PREFIX__MPI_ORDER] = (uint32_t)job->order;
    word.terms[PREFIX__MPI_TYPE] = (uint32_t)job->type;
    word.terms[PREFIX__MPI_SIZE] = (uint32_t)job->value_size;
    word.status = sort_part(job, &space, channel->ranks);
    status = prefix__mpi_gather(channel, &word);
    if (status == PREFIX_OK) {
        status = exchange(channel, job, &space);
        if (status == PREFIX_OK)
            status =
                prefix__mpi_passed(job->ctx, copy(job, job->out, space.new_keys, job->values_out, space.new_values));
        if (status == PREFIX_OK)
            status = prefix__mpi_passed(job->ctx, sort(job, job->out, job->values_out));
        status = prefix__mpi_agree(channel, status);
    }
    release(&space);
    return status;
}

int prefix_mpi_sort(prefix_ctx *ctx, MPI_Comm comm, int order, int type, const void *keys, void *out, size_t n)
{
    return run(comm, &(struct job){ctx, order, type, 0, 0, keys, NULL, out, NULL, n});
}

int prefix_mpi_sort_pairs(prefix_ctx *ctx, MPI_Comm comm, int order, int type, size_t value_size, const void *keys,
                          const void *values, void *out, void *values_out, size_t n)
{
    return run(comm, &(struct job){ctx, order, type, 1, value_size, keys, values, out, values_out, n});
}
