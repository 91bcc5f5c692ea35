/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving windows, of arrays that may lie on the host. */
#ifndef PREFIX_CUDA_CALLS_WINDOW_H
#define PREFIX_CUDA_CALLS_WINDOW_H

#include "base/session.h"

int prefix__cuda_window(struct prefix_session *session, const struct prefix_window_work *work);

#endif
