/* SPDX-License-Identifier: BSD-3-Clause */
/* Radix sorts by one thread, segment by segment. */
#include "serial/sort.h"

#include "catalogue/split_merge.h"
#include "shared/sort_segments.h"
#include "shared/sort_span.h"

static int allocate(const struct prefix_host *host, struct prefix_session *session, size_t bytes, void **scratch)
{
    *scratch = bytes == SIZE_MAX ? NULL : host->alloc(session, bytes);
    if (*scratch)
        return PREFIX_OK;
    host->error(session, "out of memory: %zu bytes to sort in", bytes);
    return PREFIX_ERROR_NOMEM;
}

static int sort_by_name(const struct prefix_host *host, struct prefix_session *session,
                        const struct prefix_sort_work *work)
{
    void *scratch;
    const int status = allocate(host, session, prefix__split_merge_bytes(work), &scratch);
    if (status != PREFIX_OK)
        return status;
    prefix__split_merge(work, &prefix__alone, scratch);
    host->free(session, scratch);
    return PREFIX_OK;
}

int prefix__serial_sort(const struct prefix_host *host, struct prefix_session *session,
                        const struct prefix_sort_work *work)
{
    if (work->algorithm != PREFIX_ALGORITHM_AUTO)
        return sort_by_name(host, session, work);
    const struct prefix_heads *segments = work->segments;
    const size_t count = prefix__sort_segments(segments);
    size_t longest = 0, first, n;
    for (size_t k = 0; k < count; k++) {
        n = prefix__sort_segment(segments, work->n, k, &first);
        longest = n > longest ? n : longest;
    }
    void *scratch;
    const int status = allocate(host, session, prefix__sort_scratch(work, longest), &scratch);
    if (status != PREFIX_OK)
        return status;
    for (size_t k = 0; k < count; k++) {
        n = prefix__sort_segment(segments, work->n, k, &first);
        if (n > 0)
            prefix__sort_span(work, first, n, scratch);
    }
    host->free(session, scratch);
    return PREFIX_OK;
}
