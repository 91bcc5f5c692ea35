/* SPDX-License-Identifier: BSD-3-Clause */
/* The totals of the ranks, combined one after the other. */
#ifndef PREFIX_MPI_FOLD_H
#define PREFIX_MPI_FOLD_H

#include <stddef.h>

#include "plan.h"

/* What stands before an element of the whole array; without it nothing does. */
struct prefix__mpi_carry {
    int have;
    _Alignas(16) unsigned char value[PREFIX__MPI_ELEMENT_MAX];
};

/* Totals in the order of the scan, of the ranks that have elements; before is how many precede the calling rank. */
struct prefix__mpi_totals {
    unsigned char *values;
    size_t stride; /* in bytes */
    size_t before, count;
};

/* Takes them out of the words; those of operators of the caller's own have been gathered by themselves. */
struct prefix__mpi_totals prefix__mpi_collect(const prefix_mpi_plan *plan, struct prefix__mpi_channel *channel);
/* Whether the bits of a plan's results depend on the order of combination. */
int prefix__mpi_rounds(const prefix_mpi_plan *plan);
/* Combines the carry with those from first on and before last. */
int prefix__mpi_fold(prefix_mpi_plan *plan, const struct prefix__mpi_totals *totals, size_t first, size_t last,
                     struct prefix__mpi_carry *carry);

#endif
