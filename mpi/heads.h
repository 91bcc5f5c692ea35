/* SPDX-License-Identifier: BSD-3-Clause */
/* Where segments begin: within a rank's part, and between parts. */
#ifndef PREFIX_MPI_HEADS_H
#define PREFIX_MPI_HEADS_H

#include <stddef.h>

#include "plan.h"

/* Of the elements behind a part's first one that begin a segment, the first and the last: none if first is n, and last
 * is then 0. */
struct prefix__mpi_heads {
    size_t first, last;
};

/* Bytes of a flag or a key. */
size_t prefix__mpi_head_size(const prefix_mpi_plan *plan);
/* Looks for them, from both ends of n elements; what the ends of the part are goes to ends. */
int prefix__mpi_find_heads(const prefix_mpi_plan *plan, size_t n, struct prefix__mpi_heads *heads,
                           struct prefix__mpi_ends *ends);
/* Whether a segment begins with the first element of the later of two neighbours. */
int prefix__mpi_is_cut(const prefix_mpi_plan *plan, const struct prefix__mpi_ends *earlier,
                       const struct prefix__mpi_ends *later, int *cut);
/* Gives the flags or keys, from element first on, to a plan. */
int prefix__mpi_give_heads(const prefix_mpi_plan *plan, size_t first, prefix_plan *to);

#endif
