/* SPDX-License-Identifier: BSD-3-Clause */
/* A selection of arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_SELECT_H
#define PREFIX_CUDA_CALLS_SELECT_H

#include "base/session.h"

int prefix__cuda_select(struct prefix_session *session, const struct prefix_select_work *work);

#endif
