/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions by operators of the caller's own, of arrays on the device. */
#ifndef PREFIX_CUDA_LAUNCH_OPERATOR_H
#define PREFIX_CUDA_LAUNCH_OPERATOR_H

#include "base/session.h"
#include "params/operator_params.h"

int prefix__cuda_operator_on_device(struct prefix_session *session, const struct prefix_operator_work *work);
/* Compiles, or loads, what the work needs, whatever its length. */
int prefix__cuda_operator_make_ready(struct prefix_session *session, const struct prefix_operator_work *work);
/* The scan alone: into out, or, without it, for the total alone. Of a batch, of one dimension of rows of neighbours. */
int prefix__cuda_operator_scan_into(struct prefix_session *session, const struct prefix_operator_work *work, void *out,
                                    void *total);
/* All that params does not have yet is the work's. */
int prefix__cuda_operator_pick(struct prefix_session *session, const struct prefix_operator_work *work,
                               struct prefix__cuda_pick *params);

#endif
