/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loads a plugin by a known name from one known directory. A plugin is never unloaded: its
 * runtime (OpenMP's threads, CUDA's) may outlive any use of it.
 */
#include "config.h"

#include "context/loader.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "context/env.h"
#include "context/host.h"

/* Whether the symbol lies in the file that was loaded, and not in one of its dependencies. */
static int is_from(void *symbol, const char *path)
{
    Dl_info info;
    struct stat loaded, wanted;
    return dladdr(symbol, &info) && info.dli_fname && stat(info.dli_fname, &loaded) == 0 &&
           stat(path, &wanted) == 0 && loaded.st_dev == wanted.st_dev && loaded.st_ino == wanted.st_ino;
}

int prefix__load(const char *name, struct prefix_backend *backend, char *reason, size_t size)
{
    const char *directory = prefix__env_backend_path();
    char path[PATH_MAX];
    if (!directory)
        directory = PREFIX__BACKEND_DIR;
    if (directory[0] != '/') {
        snprintf(reason, size, "LIBPREFIX_BACKEND_PATH is not an absolute path");
        return PREFIX_ERROR_BACKEND;
    }
    int length = snprintf(path, sizeof path, "%s/prefix_%s.so", directory, name);
    if (length < 0 || (size_t)length >= sizeof path) {
        snprintf(reason, size, "the path of its plugin is too long");
        return PREFIX_ERROR_BACKEND;
    }
    struct stat found;
    if (stat(path, &found) != 0) {
        snprintf(reason, size, "%s is not there", path);
        return PREFIX_ERROR_BACKEND;
    }
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle) {
        const char *why = dlerror();
        snprintf(reason, size, "%s", why ? why : "it cannot be loaded");
        return PREFIX_ERROR_BACKEND;
    }
    void *symbol = dlsym(handle, "prefix_backend_v1");
    if (!symbol || !is_from(symbol, path)) {
        snprintf(reason, size, "%s does not define prefix_backend_v1: it is for another version of the plugin ABI",
                 path);
        return PREFIX_ERROR_BACKEND;
    }
    prefix_backend_v1_fn entry;
    memcpy(&entry, &symbol, sizeof entry);
    if (entry(&prefix__host, backend) != PREFIX_OK) {
        snprintf(reason, size, "%s declined to be used", path);
        return PREFIX_ERROR_BACKEND;
    }
    return PREFIX_OK;
}
