/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections, segments and runs. */
#ifndef PREFIX_CUDA_CALLS_SEGMENTS_H
#define PREFIX_CUDA_CALLS_SEGMENTS_H

#include "base/session.h"

int prefix__cuda_select(struct prefix_session *session, const struct prefix_select_work *work);
int prefix__cuda_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);
int prefix__cuda_runs(struct prefix_session *session, const struct prefix_runs_work *work);
int prefix__cuda_expand(struct prefix_session *session, const struct prefix_expand_work *work);

#endif
