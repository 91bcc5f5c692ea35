/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_SERIAL_H
#define PREFIX_LIB_SERIAL_SERIAL_H

#include <prefix/backend.h>

/* The entry point of the backend that is always there. */
int prefix__serial_backend(const struct prefix_host *host, struct prefix_backend *backend);

#endif
