/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_SORT_H
#define PREFIX_LIB_SERIAL_SORT_H

#include <prefix/backend.h>

int prefix__serial_sort(const struct prefix_host *host, struct prefix_session *session,
                        const struct prefix_sort_work *work);

#endif
