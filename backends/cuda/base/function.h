/* SPDX-License-Identifier: BSD-3-Clause */
/* Launching a kernel of the library. */
#ifndef PREFIX_CUDA_BASE_FUNCTION_H
#define PREFIX_CUDA_BASE_FUNCTION_H

#include "base/driver.h"
#include "base/session.h"

/* The first time, or when it has been forgotten, the log is told. */
int prefix__cuda_queue(struct prefix_session *session, const void *kernel, const struct prefix__cuda_grid *grid,
                       void *stream, void **arguments, const char *what);

#endif
