/* SPDX-License-Identifier: BSD-3-Clause */
/* The register of backends. */
#ifndef PREFIX_LIB_CONTEXT_BACKENDS_H
#define PREFIX_LIB_CONTEXT_BACKENDS_H

#include "context/context.h"

/* NULL when out of memory. The entry lives as long as the process. */
const struct prefix__entry *prefix__backend_get(const char *name);
int prefix__backend_name_valid(const char *name);
/* PREFIX_OK and a description, or PREFIX_ERROR_BACKEND and the reason. */
int prefix__backend_probe(const struct prefix__entry *entry, char *text, size_t size);

#endif
