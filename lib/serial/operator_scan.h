/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_OPERATOR_SCAN_H
#define PREFIX_LIB_SERIAL_OPERATOR_SCAN_H

#include <prefix/backend.h>

/* host, owner: for scratch memory of a tile. Without runs, a scan or reductions. */
int prefix__serial_operator_scan(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work,
                                 const struct prefix_runs_work *runs);
/* Of rows, each by itself. */
int prefix__serial_operator_batch(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work);

#endif
