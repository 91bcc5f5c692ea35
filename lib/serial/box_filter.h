/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_BOX_FILTER_H
#define PREFIX_LIB_SERIAL_BOX_FILTER_H

#include <prefix/backend.h>

int prefix__serial_box_filter(const struct prefix_host *host, struct prefix_session *session,
                              const struct prefix_box_filter_work *work);

#endif
