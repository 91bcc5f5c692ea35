/* SPDX-License-Identifier: BSD-3-Clause */
/* Differences of neighbours by a team: what tiles end with is saved, and then all are done. */
#include "windows/difference.h"

#include "shared/difference.h"
#include "windows/tiles.h"

static void save(void *user, void *memory, size_t first, size_t last)
{
    (void)memory;
    prefix__difference_save(user, first, last);
}

static void subtract(void *user, void *memory, size_t first, size_t last)
{
    prefix__difference_do(user, memory, first, last);
}

int prefix__openmp_difference(struct prefix_session *session, const struct prefix_difference_work *work)
{
    const struct prefix_scan_work *const scan = work->scan;
    struct prefix__difference d;
    prefix__difference_begin(&d, work);
    if (d.columns == 1 && scan->in != scan->out && d.rows.n * d.rows.count > session->cache_bytes / d.rows.out_size)
        d.stream = session->isa->convert->stream;
    const size_t count = prefix__difference_count(&d), last = prefix__difference_last_bytes(&d);
    struct prefix__openmp_tiles tiles = {.user = &d, .bytes = prefix__difference_memory_bytes(&d)};
    prefix__openmp_tiles_team(&tiles, session, scan->threads, count,
                              d.rows.n * d.rows.count * (d.rows.in_size + d.rows.out_size));
    const int status = prefix__openmp_reserve(session, last + (size_t)tiles.threads * tiles.bytes);
    if (status != PREFIX_OK)
        return status;
    d.last = session->scratch;
    tiles.memory = (char *)session->scratch + last;
    tiles.part = save;
    prefix__openmp_tiles_do(&tiles, count);
    tiles.part = subtract;
    prefix__openmp_tiles_do(&tiles, count);
    if (tiles.threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
