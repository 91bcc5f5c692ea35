/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_INTEGRAL_H
#define PREFIX_LIB_SERIAL_INTEGRAL_H

#include <prefix/backend.h>

int prefix__serial_integral(const struct prefix_host *host, struct prefix_session *session,
                            const struct prefix_integral_work *work);

#endif
