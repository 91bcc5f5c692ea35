/* SPDX-License-Identifier: BSD-3-Clause */
#include "exchange.h"

#include <string.h>

#include "error.h"

static const char *const term_names[PREFIX__MPI_TERMS] = {
    [PREFIX__MPI_CALL] = "function",
    [PREFIX__MPI_OP] = "operator or predicate",
    [PREFIX__MPI_TYPE] = "element type",
    [PREFIX__MPI_OUTPUT_TYPE] = "output type",
    [PREFIX__MPI_KIND] = "kind",
    [PREFIX__MPI_REVERSE] = "direction",
    [PREFIX__MPI_INIT] = "initial value",
    [PREFIX__MPI_TOTAL] = "wish for the total",
    [PREFIX__MPI_EXACT] = "wish for exact bits",
    [PREFIX__MPI_HEADS] = "form of segments",
    [PREFIX__MPI_ORDER] = "order",
    [PREFIX__MPI_SIZE] = "size of values",
};

static int failed_elsewhere(int rank, int status)
{
    return prefix__mpi_fail(status, "rank %d failed: %s", rank, prefix_strerror(status));
}

/* A rank without elements needs no flags or keys. */
static int concerns(const struct prefix__mpi_word *word, int term)
{
    return term != PREFIX__MPI_HEADS || word->count > 0;
}

/* The first term in which a rank differs from the first one that it concerns. */
static int compare(const struct prefix__mpi_channel *channel)
{
    const struct prefix__mpi_word *words = channel->words;
    for (int term = 0; term < PREFIX__MPI_TERMS; term++) {
        int first = 0;
        while (first < channel->ranks && !concerns(&words[first], term))
            first++;
        for (int rank = first + 1; rank < channel->ranks; rank++)
            if (concerns(&words[rank], term) && words[rank].terms[term] != words[first].terms[term])
                return prefix__mpi_fail(PREFIX_ERROR_ARGUMENT, "rank %d has another %s than rank %d", rank,
                                        term_names[term], first);
    }
    return PREFIX_OK;
}

int prefix__mpi_gather(struct prefix__mpi_channel *channel, const struct prefix__mpi_word *own)
{
    const int bytes = (int)sizeof *own;
    int result = MPI_Allgather(own, bytes, MPI_BYTE, channel->words, bytes, MPI_BYTE, channel->comm);
    if (own->status != PREFIX_OK)
        return own->status;
    int status = prefix__mpi_check(result, "MPI_Allgather");
    if (status != PREFIX_OK)
        return status;
    for (int rank = 0; rank < channel->ranks; rank++)
        if (channel->words[rank].status != PREFIX_OK)
            return failed_elsewhere(rank, channel->words[rank].status);
    return compare(channel);
}

int prefix__mpi_sums(const struct prefix__mpi_channel *channel, uint64_t *before, uint64_t *all)
{
    uint64_t sum = 0, own = 0;
    for (int rank = 0; rank < channel->ranks; rank++) {
        if (rank == channel->rank)
            own = sum;
        if (__builtin_add_overflow(sum, channel->words[rank].count, &sum))
            return prefix__mpi_fail(PREFIX_ERROR_OVERFLOW, "the counts up to rank %d do not fit 64 bits", rank);
    }
    if (before)
        *before = own;
    if (all)
        *all = sum;
    return PREFIX_OK;
}

int prefix__mpi_agree(struct prefix__mpi_channel *channel, int status)
{
    /* The first rank that failed, and its status. */
    int64_t own = status == PREFIX_OK ? INT64_MAX : (int64_t)channel->rank << 8 | status;
    int64_t first = INT64_MAX;
    int result = MPI_Allreduce(&own, &first, 1, MPI_INT64_T, MPI_MIN, channel->comm);
    if (status != PREFIX_OK)
        return status;
    status = prefix__mpi_check(result, "MPI_Allreduce");
    if (status != PREFIX_OK || first == INT64_MAX)
        return status;
    return failed_elsewhere((int)(first >> 8), (int)(first & 0xff));
}
