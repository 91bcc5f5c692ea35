/* SPDX-License-Identifier: BSD-3-Clause */
/* Radix sorts by one thread, segment by segment. */
#include "serial/sort.h"

#include "shared/sort_segments.h"
#include "shared/sort_span.h"

int prefix__serial_sort(const struct prefix_host *host, struct prefix_session *session,
                        const struct prefix_sort_work *work)
{
    const struct prefix_heads *segments = work->segments;
    const size_t count = prefix__sort_segments(segments);
    size_t longest = 0, first, n;
    for (size_t k = 0; k < count; k++) {
        n = prefix__sort_segment(segments, work->n, k, &first);
        longest = n > longest ? n : longest;
    }
    const size_t bytes = prefix__sort_scratch(work, longest);
    void *scratch = host->alloc(session, bytes);
    if (!scratch) {
        host->error(session, "out of memory: %zu bytes to sort in", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    for (size_t k = 0; k < count; k++) {
        n = prefix__sort_segment(segments, work->n, k, &first);
        if (n > 0)
            prefix__sort_span(work, first, n, scratch);
    }
    host->free(session, scratch);
    return PREFIX_OK;
}
