/* SPDX-License-Identifier: BSD-3-Clause */
/* The folder is opened for each call: nothing is held that a fork could share, or a program close. */
#include "cache/cache.h"

#include <errno.h>
#include <unistd.h>

#include "cache/file.h"
#include "cache/folder.h"
#include "cache/trim.h"

int prefix__cuda_cache_load(const struct prefix_host *host, void *owner, const char *const *key, size_t parts,
                            void **data, size_t *size)
{
    const int saved = errno;
    struct prefix__cuda_cache_key made;
    int found = 0;
    *data = NULL;
    *size = 0;
    const int folder = prefix__cuda_cache_key_make(&made, key, parts) ? prefix__cuda_cache_open(host, owner, 0) : -1;
    if (folder >= 0) {
        found = prefix__cuda_cache_read(folder, &made, data, size);
        close(folder);
    }
    errno = saved;
    return found;
}

void prefix__cuda_cache_store(const struct prefix_host *host, void *owner, const char *const *key, size_t parts,
                              const void *data, size_t size)
{
    const int saved = errno;
    struct prefix__cuda_cache_key made;
    const int folder = prefix__cuda_cache_key_make(&made, key, parts) ? prefix__cuda_cache_open(host, owner, 1) : -1;
    if (folder >= 0) {
        if (prefix__cuda_cache_write(folder, &made, data, size))
            prefix__cuda_cache_trim(folder, PREFIX__CUDA_CACHE_FOLDER_MAX);
        close(folder);
    }
    errno = saved;
}
