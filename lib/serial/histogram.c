/* SPDX-License-Identifier: BSD-3-Clause */
/* The serial histogram. */
#include "serial/histogram.h"

#include <string.h>

#include "shared/bins.h"

int prefix__serial_histogram(const struct prefix_host *host, struct prefix_session *session,
                             const struct prefix_histogram_work *work)
{
    const size_t bytes = work->bins * sizeof(uint64_t);
    uint64_t *counts = host->alloc(session, bytes);
    if (!counts) {
        host->error(session, "out of memory: %zu bytes for the counts of a histogram", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    memset(counts, 0, bytes);
    prefix__bins_count(work, 0, work->n, counts);
    if (work->counts)
        prefix__bins_store(work, 0, work->bins, counts, 1);
    host->free(session, counts);
    return PREFIX_OK;
}
