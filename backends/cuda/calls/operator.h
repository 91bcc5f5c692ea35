/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_CUDA_CALLS_OPERATOR_H
#define PREFIX_CUDA_CALLS_OPERATOR_H

#include <prefix/backend.h>

int prefix__cuda_operator_scan(struct prefix_session *session, const struct prefix_operator_work *work);
int prefix__cuda_operator_prepare(struct prefix_session *session, const struct prefix_operator_work *work);

#endif
