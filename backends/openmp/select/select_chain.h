/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_SELECT_CHAIN_H
#define PREFIX_BACKENDS_OPENMP_SELECT_SELECT_CHAIN_H

#include "select/selection.h"

/* One pass by a team; returns the number of selected elements. */
size_t prefix__openmp_select_chain_bytes(const struct prefix__openmp_selection *s, int threads);
size_t prefix__openmp_select_chain(const struct prefix__openmp_selection *s, void *memory, int threads, int wake_them);

#endif
