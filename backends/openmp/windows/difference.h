/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_WINDOWS_DIFFERENCE_H
#define PREFIX_BACKENDS_OPENMP_WINDOWS_DIFFERENCE_H

#include "session/session.h"

int prefix__openmp_difference(struct prefix_session *session, const struct prefix_difference_work *work);

#endif
