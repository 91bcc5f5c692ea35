/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The rows of a batch. Those of neighbours are scanned as single arrays are: few long ones each by the whole team, and
 * many by threads that take some at a time; short ones behind each other as one array. Others go through panels. Many
 * panels are shared out whole; of few the tiles are, which are reduced first, so that what stands before each is known
 * when they are scanned. Rows of which elements may be missing go through panels, too.
 */
#include "batch/batch.h"

#include <stdatomic.h>

#include "batch/panel.h"
#include "batch/short_rows.h"
#include "batch/strip.h"
#include "scan/scan.h"
#include "shared/types.h"
#include "threads/pool.h"
#include "threads/shares.h"
#include "threads/team.h"
#include "tile/chunks.h"
#include "tile/tile.h"

#define PANELS_EACH 4                /* for a thread, so that they are shared out whole */
#define ROWS_IN_STEP 8               /* at least */
#define SHORT_ROW 64                 /* elements of neighbours, up to which these are taken in step, too */
#define STREAMED_BYTES 2048          /* of a row that is written past the caches, at least */
#define MOST_BYTES ((size_t)1 << 20) /* that a thread takes at once */

struct job {
    const struct prefix_scan_work *work;
    const struct prefix__openmp_pipeline *p;
    struct prefix__rows rows;
    void (*part)(struct job *job, size_t member, size_t first, size_t count);
    size_t count, most; /* of what is shared out, and how many of these a thread takes at once */
    int threads;
    size_t tiles;                        /* of a row */
    uint64_t *aggregates;                /* of the tiles of each row; then what stands before them */
    struct prefix__openmp_panel *panels; /* of each thread; or */
    struct prefix__openmp_strip *strip_memory;
    struct prefix__openmp_strips strips;
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t members; /* that came */
};

static void work_shares(void *user)
{
    struct job *job = user;
    const size_t own = atomic_fetch_add_explicit(&job->members, 1, memory_order_relaxed);
    size_t first, count;
    while ((count = prefix__openmp_take_share(&job->ticket, job->count, job->threads, job->most, &first)) > 0)
        job->part(job, own, first, count);
}

static void share_out(struct job *job, size_t count, size_t bytes, int wakes,
                      void (*part)(struct job *job, size_t member, size_t first, size_t count))
{
    job->part = part;
    job->count = count;
    job->most = bytes < MOST_BYTES ? MOST_BYTES / bytes : 1;
    atomic_store_explicit(&job->ticket, 0, memory_order_relaxed);
    atomic_store_explicit(&job->members, 0, memory_order_relaxed);
    prefix__openmp_pool_run(work_shares, job, job->threads, wakes);
}

static void store_total(const struct job *job, const struct prefix__row *row, uint64_t carry)
{
    const struct prefix_scan_work *work = job->work;
    void *const total = prefix__row_total(&job->rows, row, work->total, prefix__size_of(work->total_type));
    if (total)
        prefix__openmp_total(work, job->p, carry, total);
}

/* Whole rows of neighbours. */
static void do_rows(struct job *job, size_t member, size_t first, size_t count)
{
    struct prefix__openmp_pipeline p = *job->p;
    (void)member;
    for (size_t k = first; k < first + count; k++) {
        struct prefix__row row;
        uint64_t carry = p.carry, aggregate;
        prefix__rows_get(&job->rows, k, 1, &row);
        p.in = row.in;
        p.out = row.out;
        if (p.out)
            carry = prefix__openmp_scan_range(&p, 0, p.n, carry, NULL);
        for (size_t at = 0; !p.out && at < p.n; at += p.tile) {
            prefix__openmp_reduce(&p, at, least(p.tile, p.n - at), &aggregate);
            carry = p.kernel.combine(carry, aggregate);
        }
        store_total(job, &row, carry);
    }
}

/* Short rows of neighbours, in the order of the scan. */
static void do_short_rows(struct job *job, size_t member, size_t first, size_t count)
{
    (void)member;
    prefix__openmp_scan_short_rows(job->work, job->p, first, count);
}

/* Whole strips. */
static void do_strips(struct job *job, size_t member, size_t first, size_t count)
{
    struct prefix__openmp_strip *const strip = &job->strip_memory[member];
    for (size_t k = first; k < first + count; k++) {
        prefix__openmp_strip_scan(strip, job->p, &job->rows, &job->strips, k);
        for (size_t r = 0; r < strip->count; r++)
            store_total(job, &strip->row[r], prefix__openmp_strip_carry(strip, job->p, r));
    }
}

static size_t panel_rows(const struct job *job, size_t panel)
{
    return least(PANEL_ROWS, job->rows.count - panel * PANEL_ROWS);
}

/* Whole panels. */
static void do_panels(struct job *job, size_t member, size_t first, size_t count)
{
    struct prefix__openmp_panel *const panel = &job->panels[member];
    for (size_t k = first; k < first + count; k++) {
        prefix__openmp_panel_take(panel, job->work, job->p, &job->rows, k * PANEL_ROWS, panel_rows(job, k));
        prefix__openmp_panel_scan(panel, job->p, &job->rows, 0, job->rows.n);
        for (size_t r = 0; r < panel->count; r++)
            store_total(job, &panel->row[r], panel->state[r].carry);
    }
}

/* Tiles of all panels. */
static void reduce_tiles(struct job *job, size_t member, size_t first, size_t count)
{
    struct prefix__openmp_panel *const panel = &job->panels[member];
    const size_t at = first * job->p->tile, end = least(job->rows.n, at + count * job->p->tile);
    for (size_t k = 0; k * PANEL_ROWS < job->rows.count; k++) {
        prefix__openmp_panel_take(panel, job->work, job->p, &job->rows, k * PANEL_ROWS, panel_rows(job, k));
        prefix__openmp_panel_reduce(panel, job->p, &job->rows, at, end, job->aggregates + k * PANEL_ROWS * job->tiles,
                                    job->tiles);
    }
}

static void scan_tiles(struct job *job, size_t member, size_t first, size_t count)
{
    struct prefix__openmp_panel *const panel = &job->panels[member];
    const size_t at = first * job->p->tile, end = least(job->rows.n, at + count * job->p->tile);
    for (size_t k = 0; k * PANEL_ROWS < job->rows.count; k++) {
        prefix__openmp_panel_take(panel, job->work, job->p, &job->rows, k * PANEL_ROWS, panel_rows(job, k));
        for (size_t r = 0; r < panel->count; r++)
            prefix__openmp_panel_set_carry(panel, job->p, r,
                                           job->aggregates[(k * PANEL_ROWS + r) * job->tiles + first]);
        prefix__openmp_panel_scan(panel, job->p, &job->rows, at, end);
    }
}

/* Aggregates become what stands before them. */
static void fold_row(struct job *job, size_t k)
{
    uint64_t carry = job->p->carry, *const aggregates = job->aggregates + k * job->tiles;
    struct prefix__row row;
    for (size_t i = 0; i < job->tiles; i++) {
        const uint64_t next = job->p->kernel.combine(carry, aggregates[i]);
        aggregates[i] = carry;
        carry = next;
    }
    prefix__rows_get(&job->rows, k, 1, &row);
    store_total(job, &row, carry);
}

static int is_dense(const struct prefix_scan_work *work)
{
    return work->batch->in_step == 1 && (!work->out || work->batch->out_step == 1);
}

/* Each row by the whole team. */
static int scan_in_turn(struct prefix_session *session, const struct prefix_scan_work *work,
                        const struct prefix__rows *rows)
{
    struct prefix_scan_work one = *work;
    int status = PREFIX_OK;
    one.batch = NULL;
    for (size_t k = 0; status == PREFIX_OK && k < rows->count; k++) {
        struct prefix__row row;
        prefix__rows_get(rows, k, 1, &row);
        one.in = row.in;
        one.out = row.out;
        one.total = prefix__row_total(rows, &row, work->total, prefix__size_of(work->total_type));
        status = work->out ? prefix__openmp_scan(session, &one) : prefix__openmp_reduction(session, &one);
    }
    return status;
}

/* Scratch memory from the beginning of a line on; NULL: there is none. */
static void *reserve(struct prefix_session *session, size_t bytes)
{
    if (prefix__openmp_reserve(session, bytes + LINE_BYTES - 1) != PREFIX_OK)
        return NULL;
    return (void *)(((uintptr_t)session->scratch + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
}

static int run_strips(struct prefix_session *session, struct job *job, size_t bytes, int wakes)
{
    job->strip_memory = reserve(session, (size_t)job->threads * sizeof *job->strip_memory);
    if (!job->strip_memory)
        return PREFIX_ERROR_NOMEM;
    share_out(job, job->strips.count, bytes / job->strips.count + 1, wakes, do_strips);
    return PREFIX_OK;
}

static int run_panels(struct prefix_session *session, struct job *job, size_t bytes, int wakes)
{
    const size_t panels = (job->rows.count - 1) / PANEL_ROWS + 1;
    const int shares_tiles =
        job->threads > 1 && panels < PANELS_EACH * (size_t)job->threads && job->tiles >= (size_t)job->threads;
    const size_t aggregates = shares_tiles ? job->rows.count * job->tiles * sizeof *job->aggregates : 0;
    job->panels = reserve(session, (size_t)job->threads * sizeof *job->panels + aggregates);
    if (!job->panels)
        return PREFIX_ERROR_NOMEM;
    if (!shares_tiles) {
        share_out(job, panels, bytes / panels + 1, wakes, do_panels);
        return PREFIX_OK;
    }
    job->aggregates = (uint64_t *)(job->panels + job->threads);
    share_out(job, job->tiles, bytes / job->tiles + 1, wakes, reduce_tiles);
    for (size_t k = 0; k < job->rows.count; k++)
        fold_row(job, k);
    if (job->p->out)
        share_out(job, job->tiles, bytes / job->tiles + 1, wakes, scan_tiles);
    return PREFIX_OK;
}

/* Whether vectors of an element of each row pay: of some rows, and a part for each thread. */
static int suits_strips(const struct job *job)
{
    return !job->work->validity && job->p->kernel.columns && job->rows.count >= ROWS_IN_STEP &&
           (job->strips.count >= (size_t)job->threads || job->tiles < (size_t)job->threads);
}

static int run_short_rows(struct prefix_session *session, const struct prefix_scan_work *work,
                          const struct prefix__openmp_pipeline *p)
{
    const size_t bytes = work->batch->rows * work->n * (p->in_size + (work->out ? p->out_size : 0));
    const size_t parts = prefix__openmp_short_row_parts(work, p);
    struct job job = {.work = work, .p = p};
    job.threads = prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->threads, parts) : 1;
    share_out(&job, parts, bytes / parts + 1,
              job.threads > 1 && prefix__openmp_wakes(session, bytes, job.threads), do_short_rows);
    if (job.threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}

int prefix__openmp_batch(struct prefix_session *session, const struct prefix_scan_work *work)
{
    struct job job = {.work = work};
    struct prefix_scan_work forward = *work;
    const int dense = is_dense(work) && !work->validity && (work->n > SHORT_ROW || work->batch->rows < ROWS_IN_STEP);
    const struct prefix__openmp_pipeline *const short_rows = prefix__openmp_short_rows(session, work);
    if (short_rows)
        return run_short_rows(session, work, short_rows);
    forward.reverse = 0;
    if (work->validity)
        forward.type = work->output_type;
    /* Rows of neighbours are turned round by the pipeline, others as they are brought together. */
    prefix__rows_begin(&job.rows, dense ? &forward : work);
    if (dense && work->reverse)
        job.rows.end = -job.rows.out_step;
    struct prefix__openmp_pipeline p = *prefix__openmp_pipeline_for(session, dense ? work : &forward);
    job.p = &p;
    job.tiles = (work->n - 1) / job.p->tile + 1;
    const size_t row_bytes = work->n * (job.p->in_size + (work->out ? job.p->out_size : 0));
    const size_t bytes = row_bytes * job.rows.count; /* of rows that repeat each other too many, and no matter */
    job.threads =
        prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->threads, job.rows.count * job.tiles) : 1;
    if (dense && job.threads > 1 && prefix__openmp_is_for_team(row_bytes / (size_t)job.threads) &&
        job.rows.count < PANELS_EACH * (size_t)job.threads)
        return scan_in_turn(session, work, &job.rows);
    const int wakes = job.threads > 1 && prefix__openmp_wakes(session, bytes, job.threads);
    int status = PREFIX_OK;
    /* As all rows together are written. */
    p.large = job.rows.count * work->n > session->cache_bytes / p.out_size;
    p.past_cache = p.large && work->in != work->out && work->n >= STREAMED_BYTES / p.out_size;
    job.strips = prefix__openmp_cut_strips(job.p, &job.rows, (size_t)job.threads);
    if (dense)
        share_out(&job, job.rows.count, row_bytes, wakes, do_rows);
    else if (suits_strips(&job))
        status = run_strips(session, &job, bytes, wakes);
    else
        status = run_panels(session, &job, bytes, wakes);
    if (job.threads > 1)
        prefix__openmp_work_ended(session);
    return status;
}
