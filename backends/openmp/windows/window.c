/* SPDX-License-Identifier: BSD-3-Clause */
/* Moving windows by a team: tiles of all rows, or, of long windows, tiles of a pass over one row after the other. */
#include "windows/window.h"

#include "shared/window.h"
#include "windows/loops.h"
#include "windows/tiles.h"

struct job {
    const struct prefix__window *w;
    const struct prefix__window_row *row; /* NULL: windows are short */
    int pass;
};

static void do_tiles(void *user, void *room, size_t first, size_t last)
{
    const struct job *job = user;
    const struct prefix__window_memory memory = prefix__window_memory_at(job->w, room);
    if (job->row)
        prefix__window_do_pass(job->row, &memory, job->pass, first, last);
    else
        prefix__window_do_tiles(job->w, &memory, first, last);
}

static void do_rows(struct job *job, const struct prefix__openmp_tiles *tiles, void *scratch)
{
    for (size_t k = 0; k < job->w->rows.count; k++) {
        const struct prefix__window_row row = prefix__window_row_of(job->w, k, scratch);
        job->row = &row;
        for (job->pass = 0; job->pass < row.passes; job->pass++)
            prefix__openmp_tiles_do(tiles, prefix__window_pass_tiles(&row, job->pass));
    }
}

int prefix__openmp_window(struct prefix_session *session, const struct prefix_window_work *work)
{
    struct prefix__openmp_window_loops loops;
    struct prefix__window w = prefix__openmp_window_of(work, session->isa, &loops);
    prefix__window_begin(&w);
    if (w.rows.n * w.rows.count > session->cache_bytes / w.rows.out_size)
        w.loops.stream = session->isa->convert->stream;
    const int is_short = prefix__window_is_short(&w);
    struct job job = {.w = &w};
    struct prefix__openmp_tiles tiles = {.part = do_tiles, .user = &job, .bytes = prefix__window_memory_bytes(&w)};
    prefix__openmp_tiles_team(&tiles, session, work->scan->threads, is_short ? prefix__window_tiles(&w) : w.rows.n,
                              w.rows.n * w.rows.count * (w.rows.in_size + w.rows.out_size));
    const size_t own = (size_t)tiles.threads * tiles.bytes;
    const int status = prefix__openmp_reserve(session, own + (is_short ? 0 : prefix__window_row_bytes(&w)));
    if (status != PREFIX_OK)
        return status;
    tiles.memory = session->scratch;
    if (is_short)
        prefix__openmp_tiles_do(&tiles, prefix__window_tiles(&w));
    else
        do_rows(&job, &tiles, tiles.memory + own);
    if (tiles.threads > 1)
        prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
