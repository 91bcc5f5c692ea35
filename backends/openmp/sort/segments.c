/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sorts of segments: threads take pieces of the array, and sort the segments that begin there. What is so long that one
 * thread would keep the others waiting is left to all of them together.
 */
#include <stdatomic.h>

#include "session/session.h"
#include "shared/sort_segments.h"
#include "shared/sort_span.h"
#include "sort/team_sort.h"
#include "threads/pool.h"
#include "threads/tuning.h"

#define PIECES 16      /* for each thread */
#define LONG (1 << 16) /* elements, at least, of a segment that is left to all, */
#define LONG_SHARE 4   /* and of a thread's share of all, at least this part */
#define LINE(bytes) (((bytes) + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES)

struct segments {
    const struct prefix_sort_work *work;
    size_t piece;   /* elements, in which */
    size_t longest; /* that are sorted by one thread begin */
    char *own;      /* scratch memory of each thread */
    size_t own_bytes;
    size_t *long_ones; /* by their numbers */
    _Alignas(LINE_BYTES) atomic_size_t ticket;
    atomic_size_t begun, long_count;
};

static void sort_segment(struct segments *s, size_t k, void *scratch)
{
    size_t first;
    const size_t n = prefix__sort_segment(s->work->segments, s->work->n, k, &first);
    if (n > s->longest)
        s->long_ones[atomic_fetch_add_explicit(&s->long_count, 1, memory_order_relaxed)] = k;
    else if (n > 0)
        prefix__sort_span(s->work, first, n, scratch);
}

/* Those that begin in a piece; that before the first offset does in the first one. */
static void sort_piece(struct segments *s, size_t piece, void *scratch)
{
    const struct prefix_heads *heads = s->work->segments;
    const size_t first = piece * s->piece, n = s->work->n, last = n - first < s->piece ? n : first + s->piece;
    if (piece == 0)
        sort_segment(s, 0, scratch);
    for (size_t k = prefix__offset_from(heads, first); k <= heads->segments; k++) {
        if (prefix__index_at(heads->data, heads->size, k) >= last)
            break;
        sort_segment(s, k + 1, scratch);
    }
}

static void sort_pieces(void *user)
{
    struct segments *s = user;
    void *scratch = s->own + s->own_bytes * atomic_fetch_add_explicit(&s->begun, 1, memory_order_relaxed);
    const size_t pieces = (s->work->n + s->piece - 1) / s->piece;
    for (size_t k; (k = atomic_fetch_add_explicit(&s->ticket, 1, memory_order_relaxed)) < pieces;)
        sort_piece(s, k, scratch);
}

int prefix__openmp_sort_segments(struct prefix_session *session, const struct prefix_sort_work *work, int threads,
                                 int wake_them)
{
    struct segments s = {.work = work};
    const size_t share = work->n / (size_t)threads / LONG_SHARE, most = share > LONG ? share : LONG;
    s.longest = threads == 1 || work->n < most ? work->n : most;
    s.piece = work->n / ((size_t)threads * PIECES) + 1;
    s.own_bytes = LINE(prefix__sort_scratch(work, s.longest));
    const size_t list_bytes = LINE((work->n / s.longest + 1) * sizeof *s.long_ones);
    const size_t own_bytes = s.own_bytes * (size_t)threads;
    const size_t team_bytes = s.longest < work->n ? prefix__openmp_team_sort_scratch(work, work->n, threads) : 0;
    const int status = prefix__openmp_reserve(session, list_bytes + (own_bytes > team_bytes ? own_bytes : team_bytes));
    if (status != PREFIX_OK)
        return status;
    s.long_ones = session->scratch;
    s.own = (char *)session->scratch + list_bytes;
    prefix__openmp_pool_run(sort_pieces, &s, threads, wake_them);
    for (size_t i = 0; i < s.long_count; i++) {
        size_t first;
        const size_t n = prefix__sort_segment(work->segments, work->n, s.long_ones[i], &first);
        prefix__openmp_team_sort(session, work, first, n, threads, wake_them, s.own);
    }
    return PREFIX_OK;
}
