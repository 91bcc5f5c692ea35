/* SPDX-License-Identifier: BSD-3-Clause */
/* What is the same in all backends that compute in the caller's thread or its helpers, in the host's memory. */
#ifndef PREFIX_LIB_SHARED_ON_HOST_H
#define PREFIX_LIB_SHARED_ON_HOST_H

#include <prefix/backend.h>

int prefix__on_host_devices(int *count);
int prefix__on_host_synchronize(struct prefix_session *session, void *stream);
int prefix__on_host_memory_kind(const void *memory, int *kind);
int prefix__on_host_memory_free(struct prefix_session *session, void *memory);
int prefix__on_host_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream);
int prefix__on_host_scan_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes);

#endif
