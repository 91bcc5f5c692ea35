/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moving windows: one launch where a tile has room for windows, and else one for each of a few powers of two of k, the
 * lowest first, over as many lines at once as there is scratch memory for.
 */
#include "launch/window.h"

#include "base/function.h"
#include "memory/scratch.h"
#include "plan/batch.h"
#include "plan/lower.h"
#include "plan/window_kernels.h"
#include "shared/types.h"

#define STRIP_BITS 5                        /* columns of lines whose elements are not neighbours, as a power of two */
#define SHORT_BITS 8                        /* and at most, of lines that are short */
#define LATER_BITS 3                        /* and of neighbours, in the passes behind the first */
#define SCRATCH_BYTES ((uint64_t)256 << 20) /* for lines that are done at once */

struct plan {
    const struct prefix_window_work *work;
    const void *kernel;
    uint32_t threads, word;
    struct prefix__cuda_window first; /* what all passes are told; the first pass's shape */
};

static uint32_t log2_of(uint64_t x)
{
    return 63 - (uint32_t)__builtin_clzll(x);
}

/* The trees of 2^done elements that a window of the line begins with, or ends. */
static uint64_t trees_of(const struct plan *p, uint32_t done)
{
    return p->first.n + (((p->work->k >> done) - 1) << done);
}

/* Of k rows, what a pass does: all of a window, or its lowest powers of two. */
static void shape(struct prefix__cuda_window *w, uint64_t k)
{
    const uint32_t places = PREFIX__CUDA_WINDOW_VALUES >> w->column_bits;
    const int is_last = k <= places / 2;
    w->bits = is_last ? log2_of(k) : log2_of(places) - 2;
    w->k = (uint32_t)(is_last ? k : k & ((1u << w->bits) - 1));
    w->rows = places - (is_last ? w->k - 1 : w->k + (1u << w->bits) - 1);
}

static int ends(const struct prefix__cuda_window *w, uint64_t k)
{
    return w->k == k;
}

static struct plan describe(const struct prefix_window_work *work)
{
    const int op = work->scan->op, type = work->scan->output_type;
    struct plan p = {.work = work};
    struct prefix__cuda_window *const w = &p.first;
    struct prefix_scan_work scan = *work->scan;
    if (prefix__is_float(type) && (op == PREFIX_SUM || op == PREFIX_PRODUCT))
        scan.output_type = scan.carry_type = PREFIX_F64;
    prefix__cuda_word_lower(&scan, &w->batch.scan);
    prefix__cuda_batch_places(work->scan, &w->batch);
    p.kernel = prefix__cuda_window_kernel(w->batch.scan.kernel, &p.threads);
    p.word = prefix__size_of(scan.output_type) == 8 ? 8 : 4;
    w->before = work->before;
    w->after = work->k - 1 - work->before;
    w->n = scan.n;
    w->step = 1;
    w->mean = work->mean != 0;
    w->out_type = (uint8_t)type;
    const uint64_t lines = w->batch.lines, places = scan.n + work->k;
    const int is_strip = w->batch.in_step != 1 || w->batch.out_step != 1;
    while ((1u << w->column_bits) < lines && w->column_bits < SHORT_BITS &&
           ((is_strip && w->column_bits < STRIP_BITS) ||
            places <= (uint64_t)PREFIX__CUDA_WINDOW_VALUES >> (w->column_bits + 1)))
        w->column_bits++;
    shape(w, work->k);
    const int kind = w->batch.scan.kernel / 2;
    w->idempotent = ends(w, work->k) && (kind == PREFIX__CUDA_MAX || kind == PREFIX__CUDA_OR);
    return p;
}

static int queue(struct prefix_session *session, const struct plan *p, struct prefix__cuda_window *w, uint64_t groups)
{
    const struct prefix__cuda_grid grid = {(unsigned int)(groups * w->line_tiles), p->threads, 0, 0, 0};
    return prefix__cuda_queue(session, p->kernel, &grid, p->work->scan->stream, (void *[]){w},
                              "launching moving windows");
}

static int queue_first(struct prefix_session *session, const struct plan *p, struct prefix__cuda_window *w)
{
    w->results = w->trees_out ? trees_of(p, w->bits) : w->n;
    w->line_tiles = prefix__cuda_divided(w->results, w->rows);
    return queue(session, p, w, prefix__cuda_divided(w->lines, (uint64_t)1 << w->column_bits));
}

/* The passes behind the first, when done powers of two are. */
static int queue_later(struct prefix_session *session, const struct plan *p, struct prefix__cuda_window *w,
                       void *const trees[2], uint32_t done)
{
    int status = PREFIX_OK, turn = 0, is_last = 0;
    w->column_bits = LATER_BITS;
    for (; status == PREFIX_OK && !is_last; turn = !turn) {
        const uint64_t k = p->work->k >> done;
        w->begun = (p->work->k & (((uint64_t)1 << done) - 1)) > 0;
        w->step = (uint64_t)1 << done;
        w->found = trees_of(p, done);
        shape(w, k);
        done += w->bits;
        is_last = ends(w, k);
        w->results = is_last ? w->n : trees_of(p, done);
        w->trees_in = trees[turn];
        w->trees_out = is_last ? NULL : trees[!turn];
        w->groups = prefix__cuda_divided(w->step < w->results ? w->step : w->results, 1u << LATER_BITS);
        w->line_tiles = w->groups * prefix__cuda_divided(prefix__cuda_divided(w->results, w->step), w->rows);
        status = queue(session, p, w, w->lines);
    }
    return status;
}

static int run_in_passes(struct prefix_session *session, const struct plan *p)
{
    const uint64_t n = p->first.n, trees = trees_of(p, p->first.bits), bytes = (n + 2 * trees) * p->word;
    const uint64_t all = p->first.batch.lines, some = bytes < SCRATCH_BYTES ? SCRATCH_BYTES / bytes : 1;
    const uint64_t lines = some < all ? some : all;
    void *memory;
    int status = prefix__cuda_allocate(session, &memory, lines * bytes, p->work->scan->stream);
    if (status != PREFIX_OK)
        return status;
    char *const first = (char *)memory + lines * n * p->word;
    void *const found[2] = {first, first + lines * trees * p->word};
    for (uint64_t line = 0; line < all && status == PREFIX_OK; line += lines) {
        struct prefix__cuda_window w = p->first;
        w.first_line = line;
        w.lines = all - line < lines ? all - line : lines;
        w.sums = memory;
        w.trees_out = found[0];
        status = queue_first(session, p, &w);
        if (status == PREFIX_OK)
            status = queue_later(session, p, &w, found, w.bits);
    }
    return prefix__cuda_release(session, memory, p->work->scan->stream, status);
}

/* As many lines at once as a grid has blocks. */
static int run_in_one(struct prefix_session *session, const struct plan *p)
{
    const uint64_t columns = (uint64_t)1 << p->first.column_bits, all = p->first.batch.lines;
    const uint64_t lines = INT32_MAX / prefix__cuda_divided(p->first.n, p->first.rows) * columns;
    int status = PREFIX_OK;
    for (uint64_t line = 0; line < all && status == PREFIX_OK; line += lines) {
        struct prefix__cuda_window w = p->first;
        w.first_line = line;
        w.lines = all - line < lines ? all - line : lines;
        status = queue_first(session, p, &w);
    }
    return status;
}

int prefix__cuda_window_on_device(struct prefix_session *session, const struct prefix_window_work *work)
{
    const struct plan p = describe(work);
    return ends(&p.first, work->k) ? run_in_one(session, &p) : run_in_passes(session, &p);
}
