/* SPDX-License-Identifier: BSD-3-Clause */
/* How ranks agree: on what they do before they do it, and on whether it is done. */
#ifndef PREFIX_MPI_EXCHANGE_H
#define PREFIX_MPI_EXCHANGE_H

#include "channel.h"

/* The functions, as terms that must be the same. */
enum prefix__mpi_call {
    PREFIX__MPI_SCAN,
    PREFIX__MPI_REDUCE,
    PREFIX__MPI_OFFSET,
    PREFIX__MPI_SELECT_FLAGGED,
    PREFIX__MPI_SELECT_IF,
    PREFIX__MPI_SORT
};

/*
 * Gathers the words of all ranks. PREFIX_OK if all came without an error and with the same terms; else an error on
 * every rank, its own if it has one.
 */
int prefix__mpi_gather(struct prefix__mpi_channel *channel, const struct prefix__mpi_word *own);
/* The sums of the counts that were gathered: of the ranks before this one, and of all. Both may be NULL. */
int prefix__mpi_sums(const struct prefix__mpi_channel *channel, uint64_t *before, uint64_t *all);
/* The end of a call: PREFIX_OK if the status is on all ranks, else an error on every rank. */
int prefix__mpi_agree(struct prefix__mpi_channel *channel, int status);

#endif
