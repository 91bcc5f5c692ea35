/* SPDX-License-Identifier: BSD-3-Clause */
/* The sentence of the calling thread's last error. */
#ifndef PREFIX_MPI_ERROR_H
#define PREFIX_MPI_ERROR_H

#include <prefix/mpi.h>

/* Keeps the sentence and returns the status. */
int prefix__mpi_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The status of a call of libprefix; if it is an error, its sentence becomes the thread's. */
int prefix__mpi_passed(prefix_ctx *ctx, int status);
/* Of what MPI returned: PREFIX_OK, or PREFIX_ERROR_DEVICE with MPI's own text. */
int prefix__mpi_check(int result, const char *call);

#endif
