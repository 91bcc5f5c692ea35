/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_OPENMP_H
#define PREFIX_BACKENDS_OPENMP_OPENMP_H

#include <prefix/backend.h>

/* The entry point of the OpenMP backend where it is built into the library. */
int prefix__openmp_backend(const struct prefix_host *host, struct prefix_backend *backend);

#endif
