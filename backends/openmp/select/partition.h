/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_PARTITION_H
#define PREFIX_BACKENDS_OPENMP_SELECT_PARTITION_H

#include "session/session.h"

/* The rejected behind the selected. */
int prefix__openmp_partition(struct prefix_session *session, const struct prefix_select_work *work);

#endif
