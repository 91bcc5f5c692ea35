/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_BATCH_BATCH_H
#define PREFIX_BACKENDS_OPENMP_BATCH_BATCH_H

#include "session/session.h"

/* The scans or reductions of the rows of a batch. */
int prefix__openmp_batch(struct prefix_session *session, const struct prefix_scan_work *work);

#endif
