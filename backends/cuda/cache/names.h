/* SPDX-License-Identifier: BSD-3-Clause */
/* Names in the folder, which may have files of others, too: ours begin in a way that theirs do not. */
#ifndef PREFIX_CUDA_CACHE_NAMES_H
#define PREFIX_CUDA_CACHE_NAMES_H

#define PREFIX__CUDA_CACHE_NAME_MAX 64
#define PREFIX__CUDA_CACHE_BEGIN "prefix-"
#define PREFIX__CUDA_CACHE_END ".cubin"
#define PREFIX__CUDA_CACHE_UNFINISHED ".tmp" /* while it is written */

#endif
