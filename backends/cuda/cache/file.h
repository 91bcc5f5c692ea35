/* SPDX-License-Identifier: BSD-3-Clause */
/* A file of the cache: a header, the key, the data. Its name comes from the key, which the file has whole. */
#ifndef PREFIX_CUDA_CACHE_FILE_H
#define PREFIX_CUDA_CACHE_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "cache/names.h"

#define PREFIX__CUDA_CACHE_FILE_MAX ((size_t)16 << 20) /* bytes, the key included */

struct prefix__cuda_cache_key {
    const char *const *texts;
    size_t parts;
    size_t bytes;  /* with the 0 at the end of each text, which tells a, bc from ab, c */
    uint64_t hash; /* of these bytes */
    char name[PREFIX__CUDA_CACHE_NAME_MAX];
};

/* 0: it is too long for a file. */
int prefix__cuda_cache_key_make(struct prefix__cuda_cache_key *key, const char *const *texts, size_t parts);

/* 1: *data, from malloc(), is what the file of that name in the folder has; 0: it is not a whole file of the key. */
int prefix__cuda_cache_read(int folder, const struct prefix__cuda_cache_key *key, void **data, size_t *size);
/* Writes the file as a whole, or leaves the folder as it is. Returns whether it did. */
int prefix__cuda_cache_write(int folder, const struct prefix__cuda_cache_key *key, const void *data, size_t size);

#endif
