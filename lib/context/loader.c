/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Loads a plugin by a known name from the directory that the environment names, or else from where the library itself
 * lies, or was to be installed. A plugin is never unloaded: its runtime (OpenMP's threads, CUDA's) may outlive any use
 * of it.
 */
#define _GNU_SOURCE /* Dl_info */
#include "config.h"

#include "context/loader.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "context/context.h"
#include "context/env.h"
#include "context/host.h"

/* Whether the symbol lies in the file that was loaded, and not in one of its dependencies. */
static int is_from(void *symbol, const char *path)
{
    Dl_info info;
    struct stat loaded, wanted;
    return dladdr(symbol, &info) && info.dli_fname && stat(info.dli_fname, &loaded) == 0 && stat(path, &wanted) == 0 &&
           loaded.st_dev == wanted.st_dev && loaded.st_ino == wanted.st_ino;
}

/* What is run with the program's rights: a file, and not one that just anybody may change. Else what is wrong. */
static const char *fault(const char *path)
{
    struct stat status;
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return errno == ENOENT || errno == ENOTDIR ? "is not" : "cannot be read";
    const int failed = fstat(file, &status);
    close(file);
    if (failed)
        return "cannot be read";
    if (!S_ISREG(status.st_mode))
        return "is no regular file";
    return status.st_mode & S_IWOTH ? "may be written by anybody" : NULL;
}

/* Whether the plugin can be taken from a folder; else what is wrong there is added to the reason. */
static int find(const char *folder, const char *name, char *path, char *reason, size_t size)
{
    const int length = snprintf(path, PATH_MAX, "%s/prefix_%s.so", folder, name);
    const char *wrong = length < 0 || length >= PATH_MAX ? "has too long a path" : fault(path);
    if (!wrong)
        return 1;
    const size_t used = strlen(reason);
    if (used == 0)
        snprintf(reason, size, "prefix_%s.so %s in %s", name, wrong, folder);
    else
        snprintf(reason + used, size - used, ", %s in %s", wrong, folder);
    return 0;
}

/* The folder of the shared library, or 0 if that is not known: of a program, it has no plugins. */
static int find_library(char *folder)
{
    Dl_info info;
    if (!dladdr(&prefix__host, &info) || !info.dli_fname || info.dli_fname[0] != '/')
        return 0;
    const char *file = strrchr(info.dli_fname, '/');
    if (strncmp(file, "/libprefix.", strlen("/libprefix.")) != 0 || file - info.dli_fname >= PATH_MAX)
        return 0;
    snprintf(folder, PATH_MAX, "%.*s", (int)(file - info.dli_fname), info.dli_fname);
    return 1;
}

/*
 * Below the library as they are installed, and with it as they are built, which a library that was moved has, too; then
 * where they were to be installed.
 */
static int find_anywhere(const char *name, char *path, char *reason, size_t size)
{
    static const char *const below[] = {PREFIX__BACKEND_BELOW, ""};
    char library[PATH_MAX], folder[PATH_MAX];
    const int is_known = find_library(library);
    int is_done = 0;
    for (size_t i = 0; is_known && i < sizeof below / sizeof *below; i++) {
        const int length = snprintf(folder, sizeof folder, "%s%s", library, below[i]);
        if (length > 0 && (size_t)length < sizeof folder && find(folder, name, path, reason, size))
            return 1;
        is_done |= strcmp(folder, PREFIX__BACKEND_DIR) == 0;
    }
    return !is_done && find(PREFIX__BACKEND_DIR, name, path, reason, size);
}

int prefix__load(const char *name, struct prefix_backend *backend, char *reason, size_t size)
{
    const char *directory = prefix__env_backend_path();
    char path[PATH_MAX];
    if (directory && directory[0] != '/') {
        snprintf(reason, size, "LIBPREFIX_BACKEND_PATH is not an absolute path");
        return PREFIX_ERROR_BACKEND;
    }
    reason[0] = 0;
    if (!(directory ? find(directory, name, path, reason, size) : find_anywhere(name, path, reason, size)))
        return PREFIX_ERROR_BACKEND;
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
