/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_DIFFERENCE_H
#define PREFIX_LIB_SERIAL_DIFFERENCE_H

#include <prefix/backend.h>

int prefix__serial_difference(const struct prefix_host *host, struct prefix_session *session,
                              const struct prefix_difference_work *work);

#endif
