/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions that skip missing elements: what these come to is scanned as any other input. */
#include "shared/missing.h"

#include "scan/scan.h"
#include "segments/segmented_scan.h"
#include "threads/team.h"

#define PIECE_BYTES ((size_t)512 << 10) /* for each thread: of its share of a cache */

static void each(struct prefix_session *session, size_t n, size_t grain, size_t bytes, int threads,
                 void (*part)(void *user, size_t first, size_t last), void *user)
{
    threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(threads, n / grain) : 1;
    if (threads == 1) {
        part(user, 0, n);
        return;
    }
    prefix__openmp_each(n, grain, threads, prefix__openmp_wakes(session, bytes, threads), part, user);
    prefix__openmp_work_ended(session);
}

static struct prefix__missing_means means_for(struct prefix_session *session, int threads)
{
    return (struct prefix__missing_means){
        .host = session->host,
        .owner = session->owner,
        .session = session,
        .piece_bytes = PIECE_BYTES * (size_t)prefix__openmp_team_size(threads, SIZE_MAX),
        .each = each,
        .scan = prefix__openmp_scan,
        .reduce = prefix__openmp_reduction,
        .segmented = prefix__openmp_segmented,
    };
}

int prefix__openmp_valid_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    if (!work->validity)
        return prefix__openmp_scan(session, work);
    const struct prefix__missing_means means = means_for(session, work->threads);
    return prefix__missing_scan(&means, work);
}

int prefix__openmp_valid_reduction(struct prefix_session *session, const struct prefix_scan_work *work)
{
    if (!work->validity)
        return prefix__openmp_reduction(session, work);
    const struct prefix__missing_means means = means_for(session, work->threads);
    return prefix__missing_scan(&means, work);
}

int prefix__openmp_valid_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    if (!work->scan->validity)
        return prefix__openmp_segmented(session, work);
    const struct prefix__missing_means means = means_for(session, work->scan->threads);
    return prefix__missing_segmented(&means, work);
}
