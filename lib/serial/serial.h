/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_LIB_SERIAL_H
#define PREFIX_LIB_SERIAL_H

#include <prefix/backend.h>

/* The entry point of the backend that is always there. */
int prefix__serial_backend(const struct prefix_host *host, struct prefix_backend *backend);

/* Scans and returns the last carry, which is the total. */
union prefix_carry prefix__serial_scan(const struct prefix_scan_work *work);

/* serial_select.c */
int prefix__serial_select(struct prefix_session *session, const struct prefix_select_work *work);

/* serial_segmented.c: scans or reduces segments; any session will do. */
int prefix__serial_segmented(struct prefix_session *session, const struct prefix_segmented_work *work);
/* The same, but what each segment comes to goes to the output, side by side, as far as there is room. */
void prefix__serial_reduce_runs(const struct prefix_segmented_work *work, size_t capacity);

/* serial_runs.c */
int prefix__serial_runs(struct prefix_session *session, const struct prefix_runs_work *work);
int prefix__serial_expand(struct prefix_session *session, const struct prefix_expand_work *work);

#endif
