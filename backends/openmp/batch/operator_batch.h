/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_BATCH_OPERATOR_BATCH_H
#define PREFIX_BACKENDS_OPENMP_BATCH_OPERATOR_BATCH_H

#include "session/session.h"

/* Scans or reductions by an operator of the caller's own, of one array or of the rows of a batch. */
int prefix__openmp_operator_batch(struct prefix_session *session, const struct prefix_operator_work *work);

#endif
