/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_SELECT_H
#define PREFIX_LIB_SERIAL_SELECT_H

#include <prefix/backend.h>

/* Rejected elements of a partition in place wait in memory of the host's. */
int prefix__serial_select(const struct prefix_host *host, struct prefix_session *session,
                          const struct prefix_select_work *work);

#endif
