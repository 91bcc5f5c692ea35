/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_SEGMENTED_H
#define PREFIX_LIB_SERIAL_SEGMENTED_H

#include <stddef.h>

#include <prefix/backend.h>

/* Scans or reduces segments; any session will do. */
int prefix__serial_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);
/* The same, but what each segment comes to goes to the output, side by side, as far as there is room. */
void prefix__serial_reduce_runs(const struct prefix_segmented_work *work, size_t capacity);

#endif
