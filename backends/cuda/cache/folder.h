/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CACHE_FOLDER_H
#define PREFIX_CUDA_CACHE_FOLDER_H

#include <sys/stat.h>

#include <prefix/backend.h>

/* Whether nobody else may have written it (root apart). */
int prefix__cuda_cache_is_ours(const struct stat *known);

/*
 * A descriptor of the cache's folder, or -1: there is none, or it cannot be trusted. With make it is made if it is
 * missing, and only failing to do so is logged: a store follows a load, which has logged the rest.
 */
int prefix__cuda_cache_open(const struct prefix_host *host, void *owner, int make);

#endif
