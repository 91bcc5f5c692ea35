/* SPDX-License-Identifier: BSD-3-Clause */
/* Histograms: a table of counts for each thread, which are then added up. */
#include "histogram/histogram.h"

#include <string.h>

#include "session/session.h"
#include "shared/bins.h"
#include "shared/types.h"
#include "threads/team.h"
#include "threads/tuning.h"

#define LEAST 16384 /* elements for each thread, and for each bin of its table at least one */
#define GRAIN 1024  /* bins that are added up at once */

struct histogram {
    const struct prefix_histogram_work *work;
    uint64_t *tables;
    size_t tables_count;
};

static size_t begin_of(const struct histogram *h, size_t table)
{
    const size_t part = h->work->n / h->tables_count, rest = h->work->n % h->tables_count;
    return table * part + (table < rest ? table : rest);
}

static void count_part(void *user, size_t first, size_t last)
{
    const struct histogram *h = user;
    for (size_t t = first; t < last; t++) {
        uint64_t *const counts = h->tables + t * h->work->bins;
        memset(counts, 0, h->work->bins * sizeof *counts);
        prefix__bins_count(h->work, begin_of(h, t), begin_of(h, t + 1), counts);
    }
}

static void store_part(void *user, size_t first, size_t last)
{
    const struct histogram *h = user;
    prefix__bins_store(h->work, first, last, h->tables, h->tables_count);
}

int prefix__openmp_histogram(struct prefix_session *session, const struct prefix_histogram_work *work)
{
    const size_t bytes = work->n * (prefix__size_of(work->type) + (work->numbers ? sizeof *work->numbers : 0));
    const size_t least = work->bins > LEAST ? work->bins : LEAST;
    const int threads =
        prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->threads, work->n / least) : 1;
    const int wake_them = threads > 1 && prefix__openmp_wakes(session, bytes, threads);
    /* A line between two tables would be of no use: threads meet in it only where one table ends. */
    struct histogram h = {.work = work, .tables_count = (size_t)threads};
    int status = prefix__openmp_reserve(session, (size_t)threads * work->bins * sizeof *h.tables);
    if (status != PREFIX_OK)
        return status;
    h.tables = session->scratch;
    prefix__openmp_each(h.tables_count, 1, threads, wake_them, count_part, &h);
    if (work->counts)
        prefix__openmp_each(work->bins, GRAIN, threads, wake_them, store_part, &h);
    if (threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
