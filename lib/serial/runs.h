/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_RUNS_H
#define PREFIX_LIB_SERIAL_RUNS_H

#include <prefix/backend.h>

int prefix__serial_runs(struct prefix_session *session, const struct prefix_runs_work *work);
int prefix__serial_expand(struct prefix_session *session, const struct prefix_expand_work *work);

#endif
