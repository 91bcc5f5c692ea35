/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_TABLES_BOX_FILTER_H
#define PREFIX_BACKENDS_OPENMP_TABLES_BOX_FILTER_H

#include "session/session.h"

int prefix__openmp_box_filter(struct prefix_session *session, const struct prefix_box_filter_work *work);

#endif
