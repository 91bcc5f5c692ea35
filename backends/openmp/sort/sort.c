/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts: by one thread, by a team, or segment by segment. */
#include "sort/sort.h"

#include "catalogue/by_name.h"
#include "session/session.h"
#include "shared/sort_span.h"
#include "shared/types.h"
#include "sort/team_sort.h"
#include "threads/team.h"

#define LEAST 16384 /* elements for each thread */

int prefix__openmp_sort(struct prefix_session *session, const struct prefix_sort_work *work)
{
    if (work->algorithm != PREFIX_ALGORITHM_AUTO)
        return prefix__openmp_sort_by_name(session, work);
    const size_t element = prefix__size_of(work->type) + work->value_size + prefix__size_of(work->index_type);
    const size_t bytes = 2 * work->n * element;
    const int for_team = prefix__openmp_is_for_team(bytes);
    const int threads = for_team ? prefix__openmp_team_size(work->threads, work->n / LEAST) : 1;
    const int wake_them = threads > 1 && prefix__openmp_wakes(session, bytes, threads);
    int status;
    if (work->segments) {
        status = prefix__openmp_sort_segments(session, work, threads, wake_them);
    } else if (threads > 1) {
        status = prefix__openmp_reserve(session, prefix__openmp_team_sort_scratch(work, work->n, threads));
        if (status == PREFIX_OK)
            prefix__openmp_team_sort(session, work, 0, work->n, threads, wake_them, session->scratch);
    } else {
        status = prefix__openmp_reserve(session, prefix__sort_scratch(work, work->n));
        if (status == PREFIX_OK)
            prefix__sort_span(work, 0, work->n, session->scratch);
    }
    if (threads > 1)
        prefix__openmp_work_ended(session);
    return status;
}
