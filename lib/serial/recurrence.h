/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_RECURRENCE_H
#define PREFIX_LIB_SERIAL_RECURRENCE_H

#include <prefix/backend.h>

struct prefix__recurrence_loops;

/* Of a recurrence_type; NULL: there are none. */
const struct prefix__recurrence_loops *prefix__serial_recurrence_loops(int type);

/* Work with a recurrence_type. */
int prefix__serial_recurrence(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work);

#endif
