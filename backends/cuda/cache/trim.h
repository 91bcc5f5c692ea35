/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CACHE_TRIM_H
#define PREFIX_CUDA_CACHE_TRIM_H

#include <stddef.h>

#define PREFIX__CUDA_CACHE_FOLDER_MAX ((size_t)64 << 20) /* bytes */

/*
 * Removes the least recently used files until those that are left have no more than limit bytes, and unfinished ones
 * that nobody can be writing any more.
 */
void prefix__cuda_cache_trim(int folder, size_t limit);

#endif
