/* SPDX-License-Identifier: BSD-3-Clause */
/* Some short rows at a time on their way through a pipeline, by way of a buffer, so that they are written as one run.
 */
#include "batch/short_rows.h"

#include "shared/types.h"
#include "tile/chunks.h"

#define SOME_BYTES 4096 /* of accumulators that are taken at once, to the stack */
#define MOST_BYTES 4096 /* of a row */
#define ROWS 256        /* at once, at most */
#define BEHIND 128      /* bytes behind a buffer: an element, and a vector that a kernel may write more */

/* Of a thread. What has been scanned, but for a line that it does not fill, stands in front of what comes next. */
struct room {
    _Alignas(LINE_BYTES) char mapped[SOME_BYTES + BEHIND];
    _Alignas(LINE_BYTES) char scanned[LINE_BYTES + SOME_BYTES + BEHIND];
    size_t pending; /* bytes */
    uint64_t carries[ROWS];
};

const struct prefix__openmp_pipeline *prefix__openmp_short_rows(struct prefix_session *session,
                                                                const struct prefix_scan_work *work)
{
    const struct prefix_batch *batch = work->batch;
    const ptrdiff_t n = (ptrdiff_t)work->n;
    struct prefix_scan_work all = *work;
    if (work->validity || batch->dims != 1 || batch->in_step != 1 || batch->dim[0].in_step != n ||
        (work->out && (batch->out_step != 1 || batch->dim[0].out_step != n)))
        return NULL;
    all.n *= batch->rows;
    const struct prefix__openmp_pipeline *p = prefix__openmp_pipeline_for(session, &all);
    return p->kernel.scan_rows && work->n <= MOST_BYTES / p->kernel.size ? p : NULL;
}

static void scan_some(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p, struct room *room,
                      size_t first, size_t count, int is_last)
{
    const size_t n = work->n, at = first * n, length = count * n, total_size = prefix__size_of(work->total_type);
    const struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, p->carry);
    char *const to = room->scanned + LINE_BYTES, *const inclusive = to + (p->exclusive ? p->kernel.size : 0);
    /* What is mirrored is not where the kernel writes. */
    const void *from = fetch_by(p, room->mapped, p->widen ? to : room->mapped, at, length, 1);
    const size_t behind = (work->batch->rows * n - at - length) * p->in_size;
    if (from != room->mapped &&
        (p->in == p->out || behind < LINE_BYTES)) /* where others write, or less than a vector */
        from = memcpy(room->mapped, from, length * p->in_size);
    p->kernel.scan_rows(from, inclusive, n, count, &state, work->total ? room->carries : NULL);
    for (size_t k = 0; p->exclusive && k < count; k++)
        store_carry(p, to + k * n * p->kernel.size, p->carry);
    if (p->out && p->past_cache && !p->narrow && !p->mirror_out)
        stream_lines(p->isa, to, &room->pending, p->out + at * p->out_size, length * p->out_size, is_last);
    else if (p->out)
        deliver(p, room->mapped, to, to, at, length);
    for (size_t k = 0; work->total && k < count; k++) {
        const size_t row = p->reverse ? work->batch->rows - 1 - first - k : first + k;
        prefix__openmp_total(work, p, room->carries[k], (char *)work->total + row * total_size);
    }
}

/* Rows that are taken at once. */
static size_t rows_at_once(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p)
{
    return least(ROWS, SOME_BYTES / p->kernel.size / work->n);
}

size_t prefix__openmp_short_row_parts(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p)
{
    return (work->batch->rows - 1) / rows_at_once(work, p) + 1;
}

void prefix__openmp_scan_short_rows(const struct prefix_scan_work *work, const struct prefix__openmp_pipeline *p,
                                    size_t first, size_t count)
{
    struct room room;
    const size_t some = rows_at_once(work, p), end = least((first + count) * some, work->batch->rows);
    room.pending = 0;
    for (size_t k = first * some; k < end; k += some)
        scan_some(work, p, &room, k, least(some, end - k), end - k <= some);
}
