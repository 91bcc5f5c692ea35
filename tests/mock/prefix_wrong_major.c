/* SPDX-License-Identifier: BSD-3-Clause */
/* Made for the next major version of the plugin ABI: it has no entry point of this one. */
#include "mock.h"

PREFIX_API int prefix_backend_v2(const struct prefix_host *host, struct prefix_backend *backend);
int prefix_backend_v2(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    return mock_offer(backend, "wrong_major");
}
