/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the things of a rank begin among those of all: an exclusive scan of one number a rank. */
#include "error.h"
#include "exchange.h"

/* The word's count becomes a place among all, unless a rank has failed. */
static int place(MPI_Comm comm, const struct prefix__mpi_word *own, uint64_t *offset, uint64_t *total)
{
    struct prefix__mpi_channel *channel;
    int status = prefix__mpi_channel_of(comm, &channel);
    if (status != PREFIX_OK)
        return status;
    status = prefix__mpi_gather(channel, own);
    return status == PREFIX_OK ? prefix__mpi_sums(channel, offset, total) : status;
}

int prefix_mpi_offset(MPI_Comm comm, uint64_t count, uint64_t *offset, uint64_t *total)
{
    struct prefix__mpi_word word = {.count = count, .terms[PREFIX__MPI_CALL] = PREFIX__MPI_OFFSET};
    return place(comm, &word, offset, total);
}

int prefix_mpi_select_flagged(prefix_ctx *ctx, MPI_Comm comm, int type, const void *in, const uint8_t *flags, void *out,
                              size_t n, size_t capacity, uint64_t *count, uint64_t *offset, uint64_t *total)
{
    uint64_t found = 0;
    int status = prefix_select_flagged(ctx, type, in, flags, out, n, capacity, count ? &found : NULL);
    struct prefix__mpi_word word = {.count = found, .status = prefix__mpi_passed(ctx, status)};
    word.terms[PREFIX__MPI_CALL] = PREFIX__MPI_SELECT_FLAGGED;
    word.terms[PREFIX__MPI_TYPE] = (uint32_t)type;
    if (count)
        *count = found;
    return place(comm, &word, offset, total);
}

int prefix_mpi_select_if(prefix_ctx *ctx, MPI_Comm comm, int predicate, int type, const void *operand, const void *in,
                         void *out, size_t n, size_t capacity, uint64_t *count, uint64_t *offset, uint64_t *total)
{
    uint64_t found = 0;
    int status = prefix_select_if(ctx, predicate, type, operand, in, out, n, capacity, count ? &found : NULL);
    struct prefix__mpi_word word = {.count = found, .status = prefix__mpi_passed(ctx, status)};
    word.terms[PREFIX__MPI_CALL] = PREFIX__MPI_SELECT_IF;
    word.terms[PREFIX__MPI_OP] = (uint32_t)predicate;
    word.terms[PREFIX__MPI_TYPE] = (uint32_t)type;
    if (count)
        *count = found;
    return place(comm, &word, offset, total);
}
