/* SPDX-License-Identifier: BSD-3-Clause */
/* Which folder the cache is, and whether it can be trusted: what is loaded from it runs on the device. */
#include "cache/folder.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#ifndef PATH_MAX
#define PATH_MAX 4096
#endif

int prefix__cuda_cache_is_ours(const struct stat *known)
{
    return known->st_uid == geteuid() && !(known->st_mode & (S_IWGRP | S_IWOTH));
}

/* A slash at the end would make a symbolic link be followed. */
static void cut_slashes(char *path)
{
    size_t length = strlen(path);
    while (length > 1 && path[length - 1] == '/')
        path[--length] = 0;
}

static int open_folder(const char *path)
{
    return open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
}

/*
 * The folder, and the one that it is in (~/.cache), but no more: a home that is missing is missing on purpose. In the
 * folder of another user none is made, as root would in that of who called sudo, who could not use it then.
 */
static int make_folder(const char *path)
{
    char parent[PATH_MAX];
    struct stat known;
    memcpy(parent, path, strlen(path) + 1);
    char *name = strrchr(parent, '/') + 1;
    *name = 0;
    cut_slashes(parent);
    (void)mkdir(parent, 0700);
    if (stat(parent, &known) != 0 || (known.st_uid != 0 && known.st_uid != geteuid()))
        return 0;
    return mkdir(path, 0700) == 0 || errno == EEXIST;
}

/* Why the folder that open_folder() gave is not used, or NULL. */
static const char *distrust(int folder)
{
    struct stat known;
    if (folder < 0)
        return errno == ENOTDIR || errno == ELOOP ? "it is not a folder" : "it cannot be opened";
    if (fstat(folder, &known) != 0)
        return "it cannot be looked at";
    if (known.st_uid != geteuid())
        return "it belongs to another user";
    return prefix__cuda_cache_is_ours(&known) ? NULL : "others may write to it";
}

/* Tables of host functions grow at their end. */
static int find_path(const struct prefix_host *host, void *owner, char *path, size_t size)
{
    const size_t needed = offsetof(struct prefix_host, cache_folder) + sizeof host->cache_folder;
    if (host->size < needed || !host->cache_folder || !host->cache_folder(owner, path, size) || path[0] != '/')
        return 0;
    cut_slashes(path);
    return 1;
}

int prefix__cuda_cache_open(const struct prefix_host *host, void *owner, int make)
{
    char path[PATH_MAX];
    if (!find_path(host, owner, path, sizeof path))
        return -1;
    int folder = open_folder(path);
    if (folder < 0 && errno == ENOENT) {
        if (!make)
            return -1;
        if (!make_folder(path)) {
            host->log(owner, PREFIX_LOG_INFO, "no kernels are kept: the folder %s cannot be made", path);
            return -1;
        }
        folder = open_folder(path);
    }
    const char *why = distrust(folder);
    if (!why)
        return folder;
    if (folder >= 0)
        close(folder);
    if (!make)
        host->log(owner, PREFIX_LOG_WARNING, "no kernels are kept in %s: %s", path, why);
    return -1;
}
