/* SPDX-License-Identifier: BSD-3-Clause */
/* What many steps without input make of the state of a filter. */
#ifndef PREFIX_LIB_API_FILTER_MAP_H
#define PREFIX_LIB_API_FILTER_MAP_H

#include <prefix/backend.h>

/*
 * The maps of a block and of a group, order x order each, of a work with coefficients, into what is 0. Returns whether
 * they are of use: where they are not, rows are filtered in one go.
 */
int prefix__filter_maps(const struct prefix_filter_work *work, double *block, double *group);

#endif
