/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_API_SORTING_H
#define PREFIX_LIB_API_SORTING_H

#include <prefix/backend.h>

/* How keys of a real type become codes. */
struct prefix_sort_code prefix__sort_code_of(int type, int order, int nans);

#endif
