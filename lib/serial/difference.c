/* SPDX-License-Identifier: BSD-3-Clause */
/* Differences of neighbours by one thread. */
#include "serial/difference.h"

#include "shared/difference.h"

int prefix__serial_difference(const struct prefix_host *host, struct prefix_session *session,
                              const struct prefix_difference_work *work)
{
    struct prefix__difference d;
    prefix__difference_begin(&d, work);
    const size_t last = prefix__difference_last_bytes(&d), bytes = last + prefix__difference_memory_bytes(&d);
    char *const memory = host->alloc(session, bytes);
    if (!memory) {
        host->error(session, "out of memory: %zu bytes for differences", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    d.last = (uint64_t *)memory;
    prefix__difference_save(&d, 0, prefix__difference_count(&d));
    prefix__difference_do(&d, memory + last, 0, prefix__difference_count(&d));
    host->free(session, memory);
    return PREFIX_OK;
}
