/* SPDX-License-Identifier: BSD-3-Clause */
/* Members of a backend's table: one device, no streams, no memory but the host's, no workspace. */
#include "shared/on_host.h"

#include <stdlib.h>
#include <string.h>

int prefix__on_host_devices(int *count)
{
    *count = 1;
    return PREFIX_OK;
}

int prefix__on_host_synchronize(struct prefix_session *session, void *stream)
{
    (void)session;
    (void)stream;
    return PREFIX_OK;
}

int prefix__on_host_memory_kind(const void *memory, int *kind)
{
    (void)memory;
    *kind = PREFIX_MEMORY_HOST;
    return PREFIX_OK;
}

int prefix__on_host_memory_free(struct prefix_session *session, void *memory)
{
    (void)session;
    free(memory);
    return PREFIX_OK;
}

int prefix__on_host_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    (void)session;
    (void)stream;
    memcpy(to, from, bytes);
    return PREFIX_OK;
}

int prefix__on_host_scan_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes)
{
    (void)session;
    (void)work;
    *bytes = 0;
    return PREFIX_OK;
}
