/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/difference.h"

#include "calls/batch.h"
#include "launch/difference.h"
#include "shared/types.h"
#include "staging/call.h"

enum { IN, OUT, ARRAYS };

/* One row, whose input has an element more. */
struct call {
    struct prefix_difference_work work;
    struct prefix_scan_work scan;
    const char *in;
    struct prefix__cuda_array arrays[ARRAYS];
};

static int run_rows(struct prefix_session *session, const struct prefix_scan_work *scan, const void *user)
{
    struct prefix_difference_work work = *(const struct prefix_difference_work *)user;
    work.scan = scan;
    return prefix__cuda_difference_on_device(session, &work);
}

/* Where the first element begins of those that have a result, behind where the input does. */
static size_t lead_of(const struct prefix_scan_work *scan)
{
    return scan->reverse ? 0 : prefix__size_of(scan->type);
}

static int run_row(struct prefix_session *session, void *given)
{
    struct call *c = given;
    c->scan.in = c->in + lead_of(&c->scan);
    return prefix__cuda_difference_on_device(session, &c->work);
}

int prefix__cuda_difference(struct prefix_session *session, const struct prefix_difference_work *work)
{
    const struct prefix_scan_work *scan = work->scan;
    static const char what[] = "differences of host arrays";
    if (!work->leads)
        return prefix__cuda_rows(session, scan, what, run_rows, work);
    struct call c = {.work = *work, .scan = *scan, .in = (const char *)scan->in - lead_of(scan)};
    c.work.scan = &c.scan;
    c.arrays[IN] = prefix__cuda_input(&c.in, scan->n + 1, prefix__size_of(scan->type), scan->in_memory);
    c.arrays[OUT] = prefix__cuda_result(&c.scan.out, scan->n, prefix__size_of(scan->output_type), scan->out_memory);
    struct prefix__cuda_call call = {
        .what = what,
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = scan->threads,
        .stream = scan->stream,
        .run = run_row,
        .work = &c,
    };
    return prefix__cuda_call(session, &call);
}
