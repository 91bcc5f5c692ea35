/* SPDX-License-Identifier: BSD-3-Clause */
/* Exact plans: what the tiles of all ranks come to, combined one by one as a single call would. */
#ifndef PREFIX_MPI_TILES_H
#define PREFIX_MPI_TILES_H

#include "fold.h"

/* The totals of the part's tiles, as carries, in the order of the scan; to be freed. The first skipped elements are
 * left out. */
int prefix__mpi_reduce_tiles(prefix_mpi_plan *plan, const void *in, size_t n, size_t skipped,
                             struct prefix__mpi_totals *tiles);
/* From rank to rank: the carry becomes what stands before the part, and all, if it is wanted, what all elements come
 * to. Fresh: that begins with the initial value; of the part, or of the tiles. */
int prefix__mpi_chain(prefix_mpi_plan *plan, struct prefix__mpi_channel *channel,
                      const struct prefix__mpi_totals *tiles, int fresh_part, int fresh_tiles,
                      struct prefix__mpi_carry *carry, struct prefix__mpi_carry *all);

#endif
