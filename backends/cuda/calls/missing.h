/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions, all that there are; of work that has a validity, those that skip missing elements. */
#ifndef PREFIX_CUDA_CALLS_MISSING_H
#define PREFIX_CUDA_CALLS_MISSING_H

#include "base/session.h"

int prefix__cuda_valid_scan(struct prefix_session *session, const struct prefix_scan_work *work);
int prefix__cuda_valid_reduction(struct prefix_session *session, const struct prefix_scan_work *work);
int prefix__cuda_valid_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);
int prefix__cuda_valid_operator_scan(struct prefix_session *session, const struct prefix_operator_work *work);

#endif
