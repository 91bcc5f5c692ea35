/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_CATALOGUE_SPLIT_MERGE_H
#define PREFIX_LIB_CATALOGUE_SPLIT_MERGE_H

#include <prefix/backend.h>

#include "catalogue/network.h"

/* A whole sort, without segments: its scratch memory in bytes (SIZE_MAX: too many to count), and the sort. */
size_t prefix__split_merge_bytes(const struct prefix_sort_work *work);
void prefix__split_merge(const struct prefix_sort_work *work, const struct prefix__crew *crew, void *memory);

#endif
