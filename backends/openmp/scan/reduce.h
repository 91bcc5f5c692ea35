/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SCAN_REDUCE_H
#define PREFIX_BACKENDS_OPENMP_SCAN_REDUCE_H

#include "session/session.h"

int prefix__openmp_reduction(struct prefix_session *session, const struct prefix_scan_work *work);

#endif
