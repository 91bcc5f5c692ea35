/* SPDX-License-Identifier: BSD-3-Clause */
/* A selection of arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_SELECT_H
#define PREFIX_CUDA_LAUNCH_SELECT_H

#include "base/session.h"
#include "params/select_params.h"

/* The kernel's parameters, all but the total. */
void prefix__cuda_select_lower(const struct prefix_select_work *work, struct prefix__cuda_select *params);
/* Its count may be anywhere. */
int prefix__cuda_select_on_device(struct prefix_session *session, const struct prefix_select_work *work);

#endif
