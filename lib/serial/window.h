/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_WINDOW_H
#define PREFIX_LIB_SERIAL_WINDOW_H

#include <prefix/backend.h>

int prefix__serial_window(const struct prefix_host *host, struct prefix_session *session,
                          const struct prefix_window_work *work);

#endif
