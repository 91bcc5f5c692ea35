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

#define LANES 8 /* of any vectors, at most */
#define ROWS_EACH 4 /* for a thread, so that they are shared out whole */

struct job {
    const struct prefix_operator_work *work;
    const struct prefix__recurrence_loops *loops; /* or NULL */
    struct prefix__rows rows;
    char *panels; /* of each thread, one of so many bytes; */
    size_t panel_bytes, most, unit; /* rows that it takes at a time, at most; and those that are not parted */
    prefix__recurrence_copy_fn *copy; /* of a recurrence, past the caches; or NULL */
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
    const size_t units = (job->rows.count - 1) / job->unit + 1, most = job->most / job->unit;
    while ((count = prefix__openmp_take_share(&job->ticket, units, job->threads, most, &first)) > 0) {
        first *= job->unit;
        count = count * job->unit < job->rows.count - first ? count * job->unit : job->rows.count - first;
        if (job->loops)
            prefix__recurrence_scan_rows(job->work, job->loops, &job->rows, first, count, panel, job->copy);
        else
            prefix__operator_scan_rows(job->work, &job->rows, first, count, panel);
    }
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

/* Of a recurrence: as many as a strip holds, or fewer, so that each thread has some: the more, the longer it reads on. */
static size_t lines_together(const struct prefix_operator_work *work, size_t rows, int threads)
{
    const size_t most = prefix__recurrence_lines(work->in_size), each = (rows - 1) / (size_t)threads + 1;
    const size_t lines = each > LANES ? (each + LANES - 1) / LANES * LANES : each;
    return lines < most ? lines : most;
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
    const int is_strip = job.loops && !prefix__recurrence_is_dense(&work);
    job.unit = is_strip ? lines_together(&work, job.rows.count, job.threads) : 1;
    job.most = is_strip ? job.unit : PREFIX__OPERATOR_ROWS;
    job.copy = prefix__openmp_past_caches(session, &work, job.rows.count);
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
