/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/operator.h"

#include "base/context.h"
#include "calls/operator_batch.h"
#include "launch/operator.h"
#include "shared/operator_stages.h"
#include "staging/call.h"
#include "staging/heads.h"

enum { INPUT, SECOND, OUTPUT, TOTAL, REPORT, HEADS, ARRAYS };

struct call {
    struct prefix_operator_work work;
    struct prefix_heads heads;
    struct prefix__cuda_array arrays[ARRAYS];
};

static int run(struct prefix_session *session, void *given)
{
    const struct call *c = given;
    return prefix__cuda_operator_on_device(session, &c->work);
}

int prefix__cuda_operator_scan(struct prefix_session *session, const struct prefix_operator_work *work)
{
    struct call c = {.work = prefix__operator_resolve(work)};
    struct prefix_operator_work *w = &c.work;
    if (w->batch)
        return prefix__cuda_operator_batch(session, w);
    if (w->heads) {
        c.heads = *w->heads;
        w->heads = &c.heads;
        c.arrays[HEADS] = prefix__cuda_heads(&c.heads, w->n);
    }
    c.arrays[INPUT] = prefix__cuda_input(&w->in, w->n, w->in_size, w->in_memory);
    c.arrays[SECOND] = prefix__cuda_input(&w->second, w->n, w->in_size, w->second_memory);
    c.arrays[OUTPUT] = prefix__cuda_result(&w->out, w->n, w->out_size, w->out_memory);
    c.arrays[TOTAL] = prefix__cuda_result(&w->total, w->heads ? c.heads.segments : 1, prefix__operator_total_size(w),
                                          w->total_memory);
    c.arrays[REPORT] = prefix__cuda_result(&w->report, w->report ? 1 : 0, sizeof *w->report, w->report_memory);
    struct prefix__cuda_call call = {
        .what = "a scan of host arrays",
        .arrays = c.arrays,
        .count = w->heads ? ARRAYS : HEADS,
        .threads = w->threads,
        .stream = w->stream,
        .run = run,
        .work = &c,
    };
    return prefix__cuda_call(session, &call);
}

int prefix__cuda_operator_prepare(struct prefix_session *session, const struct prefix_operator_work *work)
{
    const struct prefix_operator_work resolved = prefix__operator_resolve(work);
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_operator_make_ready(session, &resolved);
    prefix__cuda_leave(&scope);
    return status;
}
