/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_RECURRENCE_H
#define PREFIX_LIB_SERIAL_RECURRENCE_H

#include <prefix/backend.h>

/* Work with a recurrence_type for which there are loops. */
int prefix__serial_recurrence(const struct prefix_host *host, void *owner, const struct prefix_operator_work *work);

#endif
