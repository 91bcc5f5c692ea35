/* SPDX-License-Identifier: BSD-3-Clause */
/* Where the sorted parts of all ranks have to be cut so that each rank gets as many keys as it had. */
#ifndef PREFIX_MPI_SPLIT_H
#define PREFIX_MPI_SPLIT_H

#include <stddef.h>

#include "channel.h"

/* Sorted keys of this rank, in host memory. */
struct prefix__mpi_keys {
    int order, type;
    const void *keys;
    size_t n;
};

/* How many numbers of 64 bits prefix__mpi_split() works in. */
#define PREFIX__MPI_DIGIT_BITS 4
#define PREFIX__MPI_SPLIT_ROOM(ranks) ((5 + 2 * ((1 << PREFIX__MPI_DIGIT_BITS) - 1)) * (size_t)(ranks))

/*
 * All ranks at once, behind a gathering of their lengths: cuts[r] to cuts[r + 1] are this rank's keys that go to rank
 * r. Equal keys go to earlier ranks from earlier ranks first.
 */
int prefix__mpi_split(struct prefix__mpi_channel *channel, const struct prefix__mpi_keys *part, uint64_t *room,
                      size_t *cuts);

#endif
