/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_SELECT_H
#define PREFIX_BACKENDS_OPENMP_SELECT_SELECT_H

#include "session/session.h"

int prefix__openmp_select(struct prefix_session *session, const struct prefix_select_work *work);

#endif
