/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_CATALOGUE_BY_NAME_H
#define PREFIX_BACKENDS_OPENMP_CATALOGUE_BY_NAME_H

#include "session/session.h"

/* An algorithm for comparison. */
int prefix__openmp_scan_by_name(struct prefix_session *session, const struct prefix_scan_work *work,
                                const struct prefix__openmp_pipeline *p);

#endif
