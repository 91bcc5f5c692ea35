/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_CONTEXT_LOADER_H
#define PREFIX_LIB_CONTEXT_LOADER_H

#include <stddef.h>

#include <prefix/backend.h>

/* Fills in the table of a plugin, or gives the reason why not. */
int prefix__load(const char *name, struct prefix_backend *backend, char *reason, size_t size);

#endif
