/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_WINDOWS_WINDOW_H
#define PREFIX_BACKENDS_OPENMP_WINDOWS_WINDOW_H

#include "session/session.h"

int prefix__openmp_window(struct prefix_session *session, const struct prefix_window_work *work);

#endif
