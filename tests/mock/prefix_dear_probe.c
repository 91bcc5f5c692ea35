/* SPDX-License-Identifier: BSD-3-Clause */
/* A device whose driver takes long to start, and leaves a mark when it is. Its memory begins with a magic word. */
#include "mock.h"

#define MAGIC 0x6d6f636b

static int mark_probe(char *text, size_t size)
{
    snprintf(text, size, "a mock of a device");
    return setenv("MOCK_STARTED", "1", 1) == 0 ? PREFIX_OK : PREFIX_ERROR_BACKEND;
}

static int find_magic(const void *memory, int *kind)
{
    *kind = *(const int32_t *)memory == MAGIC ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST;
    return PREFIX_OK;
}

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "dear_probe");
    backend->flags = PREFIX_BACKEND_FLAG_DEVICE;
    backend->probe = mark_probe;
    backend->memory_kind = find_magic;
    return PREFIX_OK;
}
