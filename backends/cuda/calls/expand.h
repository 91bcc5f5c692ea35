/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs written out, in arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_EXPAND_H
#define PREFIX_CUDA_CALLS_EXPAND_H

#include "base/session.h"

int prefix__cuda_expand(struct prefix_session *session, const struct prefix_expand_work *work);

#endif
