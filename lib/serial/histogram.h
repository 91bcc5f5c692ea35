/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_HISTOGRAM_H
#define PREFIX_LIB_SERIAL_HISTOGRAM_H

#include <prefix/backend.h>

int prefix__serial_histogram(const struct prefix_host *host, struct prefix_session *session,
                             const struct prefix_histogram_work *work);

#endif
