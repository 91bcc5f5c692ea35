/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_BATCH_H
#define PREFIX_LIB_SERIAL_BATCH_H

#include <prefix/backend.h>

/* The scans or reductions of rows. */
int prefix__serial_batch(const struct prefix_host *host, void *owner, const struct prefix_scan_work *work);

#endif
