/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving windows by a team: tiles of all rows, or, of long windows, tiles of a pass over one row after the other. */
#include "windows/window.h"

#include <stdatomic.h>

#include "shared/window.h"
#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "threads/tuning.h"
#include "windows/loops.h"

struct job {
    const struct prefix__window *w;
    const struct prefix__window_row *row; /* or NULL: windows are short */
    int pass, threads;
    char *memory; /* of each thread */
    size_t tiles;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

static void work_shares(void *user)
{
    struct job *job = user;
    const size_t own = atomic_fetch_add_explicit(&job->members, 1, memory_order_relaxed);
    const struct prefix__window_memory memory =
        prefix__window_memory_at(job->w, job->memory + own * prefix__window_memory_bytes(job->w));
    size_t first, count;
    while ((count = prefix__openmp_take_share(&job->ticket, job->tiles, job->threads, job->tiles, &first)) > 0)
        if (job->row)
            prefix__window_do_pass(job->row, &memory, job->pass, first, first + count);
        else
            prefix__window_do_tiles(job->w, &memory, first, first + count);
}

static void share_out(struct job *job, size_t tiles, int wakes)
{
    job->tiles = tiles;
    atomic_store_explicit(&job->ticket, 0, memory_order_relaxed);
    atomic_store_explicit(&job->members, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work_shares, job, job->threads, wakes);
}

static void do_rows(struct job *job, void *scratch, int wakes)
{
    for (size_t k = 0; k < job->w->rows.count; k++) {
        const struct prefix__window_row row = prefix__window_row_of(job->w, k, scratch);
        job->row = &row;
        for (job->pass = 0; job->pass < row.passes; job->pass++)
            share_out(job, prefix__window_pass_tiles(&row, job->pass), wakes);
    }
}

int prefix__openmp_window(struct prefix_session *session, const struct prefix_window_work *work)
{
    struct prefix__openmp_window_loops loops;
    struct prefix__window w = prefix__openmp_window_of(work, session->isa, &loops);
    prefix__window_begin(&w);
    if (w.rows.n * w.rows.count > session->cache_bytes / w.rows.out_size)
        w.loops.stream = session->isa->convert->stream;
    const size_t bytes = w.rows.n * w.rows.count * (w.rows.in_size + w.rows.out_size);
    const int is_short = prefix__window_is_short(&w), is_for_team = prefix__openmp_is_for_team(bytes);
    const size_t parts = is_short ? prefix__window_tiles(&w) : w.rows.n;
    struct job job = {.w = &w, .threads = is_for_team ? prefix__openmp_team_size(work->scan->threads, parts) : 1};
    const int wakes = job.threads > 1 && prefix__openmp_wakes(session, bytes, job.threads);
    const size_t own = (size_t)job.threads * prefix__window_memory_bytes(&w);
    const int status = prefix__openmp_reserve(session, own + (is_short ? 0 : prefix__window_row_bytes(&w)));
    if (status != PREFIX_OK)
        return status;
    job.memory = session->scratch;
    if (is_short)
        share_out(&job, prefix__window_tiles(&w), wakes);
    else
        do_rows(&job, job.memory + own, wakes);
    if (job.threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
