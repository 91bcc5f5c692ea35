/* SPDX-License-Identifier: BSD-3-Clause */
/* The environment: all give NULL or 0 in a setuid or setgid program. */
#ifndef PREFIX_LIB_CONTEXT_ENV_H
#define PREFIX_LIB_CONTEXT_ENV_H

#include <stddef.h>

const char *prefix__env_backend(void);
const char *prefix__env_backend_path(void);
const char *prefix__env_num_threads(void);
int prefix__env_debug(void);
/* The folder of what is kept from one process to the next, an absolute path, or "". Returns what is wrong, or NULL. */
const char *prefix__env_cache(char *path, size_t size);

#endif
