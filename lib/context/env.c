/* SPDX-License-Identifier: BSD-3-Clause */
/* The environment. Nothing else reads it, and in a setuid or setgid program it counts as empty. */
#include "config.h"

#include "context/env.h"

#include <stdlib.h>
#include <unistd.h>

static const char *get(const char *name)
{
#ifdef HAVE_SECURE_GETENV
    const char *value = secure_getenv(name);
#else
    const char *value = getuid() == geteuid() && getgid() == getegid() ? getenv(name) : NULL;
#endif
    return value && *value ? value : NULL;
}

const char *prefix__env_backend(void)
{
    return get("LIBPREFIX_BACKEND");
}

const char *prefix__env_backend_path(void)
{
    return get("LIBPREFIX_BACKEND_PATH");
}

const char *prefix__env_num_threads(void)
{
    return get("LIBPREFIX_NUM_THREADS");
}

int prefix__env_debug(void)
{
    return get("LIBPREFIX_DEBUG") != NULL;
}
