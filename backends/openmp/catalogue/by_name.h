/* SPDX-License-Identifier: BSD-3-Clause */
/* The algorithms by name, on the threads of the pool: for comparison. The default is chain.c. */
#ifndef PREFIX_BACKENDS_OPENMP_CATALOGUE_BY_NAME_H
#define PREFIX_BACKENDS_OPENMP_CATALOGUE_BY_NAME_H

#include "catalogue/network.h"
#include "session/session.h"

int prefix__openmp_scan_by_name(struct prefix_session *session, const struct prefix_scan_work *work,
                                const struct prefix__openmp_pipeline *p);
int prefix__openmp_sort_by_name(struct prefix_session *session, const struct prefix_sort_work *work);

#endif
