/* SPDX-License-Identifier: BSD-3-Clause */
/* It loads, and finds that no work can be done here. */
#include "mock.h"

static int fail_probe(char *text, size_t size)
{
    snprintf(text, size, "the mock's device is switched off");
    return PREFIX_ERROR_BACKEND;
}

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "bad_probe");
    backend->probe = fail_probe;
    return PREFIX_OK;
}
