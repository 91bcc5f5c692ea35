/* SPDX-License-Identifier: BSD-3-Clause */
/* The environment: all give NULL or 0 in a setuid or setgid program. */
#ifndef PREFIX_LIB_CONTEXT_ENV_H
#define PREFIX_LIB_CONTEXT_ENV_H

const char *prefix__env_backend(void);
const char *prefix__env_backend_path(void);
const char *prefix__env_num_threads(void);
int prefix__env_debug(void);

#endif
