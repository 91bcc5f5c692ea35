/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Kernels that were compiled while a program ran, kept in files for the next. A key is a list of texts: all that what
 * was compiled depends on. Nothing here fails: what cannot be kept, or trusted, is compiled again. Any number of
 * threads and processes may use the same folder at once; errno stays as it was.
 */
#ifndef PREFIX_CUDA_CACHE_CACHE_H
#define PREFIX_CUDA_CACHE_CACHE_H

#include <stddef.h>

#include <prefix/backend.h>

/* 1: *data, which the caller frees with free(), has what was stored under the key; 0: nothing is known of it. */
int prefix__cuda_cache_load(const struct prefix_host *host, void *owner, const char *const *key, size_t parts,
                            void **data, size_t *size);
void prefix__cuda_cache_store(const struct prefix_host *host, void *owner, const char *const *key, size_t parts,
                              const void *data, size_t size);

#endif
