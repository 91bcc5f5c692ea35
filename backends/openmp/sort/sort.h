/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SORT_SORT_H
#define PREFIX_BACKENDS_OPENMP_SORT_SORT_H

#include <prefix/backend.h>

int prefix__openmp_sort(struct prefix_session *session, const struct prefix_sort_work *work);

#endif
