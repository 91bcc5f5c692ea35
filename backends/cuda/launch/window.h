/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving windows, in arrays that kernels can reach. */
#ifndef PREFIX_CUDA_LAUNCH_WINDOW_H
#define PREFIX_CUDA_LAUNCH_WINDOW_H

#include "base/session.h"

int prefix__cuda_window_on_device(struct prefix_session *session, const struct prefix_window_work *work);

#endif
