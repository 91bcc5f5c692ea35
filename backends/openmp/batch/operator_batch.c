/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rows of a batch, scanned by an operator of the caller's own: few long ones each by the whole team, and many by
 * threads that take some at a time.
 */
#include "batch/operator_batch.h"

#include <stdatomic.h>

#include "scan/scan.h"
#include "shared/operator_rows.h"
#include "shared/operator_stages.h"
#include "shared/recurrence_rows.h"
#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "threads/tuning.h"

#define ROWS_EACH 4 /* for a thread, so that they are shared out whole */

struct job {
    const struct prefix_operator_work *work;
    const struct prefix__recurrence_loops *loops; /* or NULL */
    struct prefix__rows rows;
    char *panels; /* of each thread, one of so many bytes; */
    size_t panel_bytes, most; /* rows that it takes at a time */
    int threads;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

static void work_shares(void *user)
{
    struct job *const job = user;
    void *const panel =
        job->panels + job->panel_bytes * atomic_fetch_add_explicit(&job->members, 1, memory_order_relaxed);
    size_t first, count;
    while ((count = prefix__openmp_take_share(&job->ticket, job->rows.count, job->threads, job->most, &first)) > 0)
        if (job->loops)
            prefix__recurrence_scan_rows(job->work, job->loops, &job->rows, first, count, panel);
        else
            prefix__operator_scan_rows(job->work, &job->rows, first, count, panel);
}

static int scan_in_turn(struct prefix_session *session, const struct job *job)
{
    int status = PREFIX_OK;
    for (size_t k = 0; status == PREFIX_OK && k < job->rows.count; k++) {
        struct prefix__operator_row row;
        prefix__operator_row_get(job->work, &job->rows, k, &row);
        status = prefix__openmp_operator_scan(session, &row.work);
    }
    return status;
}

int prefix__openmp_operator_batch(struct prefix_session *session, const struct prefix_operator_work *given)
{
    const struct prefix_operator_work work = prefix__operator_resolve(given);
    struct job job = {
        .work = &work,
        .loops = prefix__openmp_recurrence_loops(session, work.recurrence_type),
    };
    if (!work.batch)
        return prefix__openmp_operator_scan(session, &work);
    prefix__rows_of_operator(&job.rows, &work);
    const size_t row_bytes = prefix__openmp_operator_bytes(&work), bytes = row_bytes * job.rows.count;
    job.threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work.threads, SIZE_MAX) : 1;
    if (job.threads > 1 && job.rows.count < ROWS_EACH * (size_t)job.threads && prefix__openmp_is_for_team(row_bytes))
        return scan_in_turn(session, &job);
    if ((size_t)job.threads > job.rows.count)
        job.threads = (int)job.rows.count;
    job.most = job.loops ? prefix__recurrence_rows(work.recurrence_type) : PREFIX__OPERATOR_ROWS;
    job.panel_bytes = job.loops ? sizeof(struct prefix__recurrence_panel) : sizeof(struct prefix__operator_panel);
    const int status = prefix__openmp_reserve(session, prefix__tiles_bytes((size_t)job.threads, job.panel_bytes));
    if (status != PREFIX_OK)
        return status;
    job.panels = prefix__tiles_in(session->scratch);
    prefix__openmp_pool_run(work_shares, &job, job.threads,
                            job.threads > 1 && prefix__openmp_wakes(session, bytes, job.threads));
    if (job.threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
