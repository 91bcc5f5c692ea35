/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_FILTER_H
#define PREFIX_LIB_SERIAL_FILTER_H

#include <prefix/backend.h>

int prefix__serial_filter(const struct prefix_host *host, void *owner, const struct prefix_filter_work *work);

#endif
