/* SPDX-License-Identifier: BSD-3-Clause */
/* The environment. Nothing else reads it, and in a setuid or setgid program it counts as empty. */
#include "config.h"

#include "context/env.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* As it is: of one variable, empty is not the same as missing. */
static const char *look_up(const char *name)
{
#ifdef HAVE_SECURE_GETENV
    return secure_getenv(name);
#else
    return getuid() == geteuid() && getgid() == getegid() ? getenv(name) : NULL;
#endif
}

static const char *get(const char *name)
{
    const char *value = look_up(name);
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

const char *prefix__env_cache(char *path, size_t size)
{
    const char *folder = look_up("LIBPREFIX_CACHE"), *below = "";
    path[0] = 0;
    if (folder && !*folder)
        return NULL;
    if (folder && *folder != '/')
        return "LIBPREFIX_CACHE is not an absolute path";
    if (!folder) {
        folder = get("XDG_CACHE_HOME");
        below = "/libprefix";
    }
    /* The XDG Base Directory Specification ignores relative paths. */
    if (!folder || *folder != '/') {
        folder = get("HOME");
        below = "/.cache/libprefix";
    }
    if (!folder || *folder != '/')
        return NULL;
    const int length = snprintf(path, size, "%s%s", folder, below);
    if (length > 0 && (size_t)length < size)
        return NULL;
    path[0] = 0;
    return "the path of the cache is too long";
}
