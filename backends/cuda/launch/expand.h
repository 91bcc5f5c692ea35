/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs written out, in arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_EXPAND_H
#define PREFIX_CUDA_LAUNCH_EXPAND_H

#include "base/session.h"

int prefix__cuda_expand_on_device(struct prefix_session *session, const struct prefix_expand_work *work);

#endif
