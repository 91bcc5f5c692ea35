/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/expand.h"

#include "launch/expand.h"
#include "staging/call.h"

enum { VALUES, LENGTHS, OUT, ARRAYS };

struct call {
    struct prefix_expand_work work;
    struct prefix__cuda_array arrays[ARRAYS];
    struct prefix__cuda_call call;
};

static int run(struct prefix_session *session, void *given)
{
    struct call *c = given;
    int status = prefix__cuda_expand_on_device(session, &c->work);
    prefix__cuda_limit(&c->arrays[OUT], c->call.counts[0]);
    return status;
}

int prefix__cuda_expand(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct call c = {.work = *work};
    struct prefix_expand_work *w = &c.work;
    c.arrays[VALUES] = prefix__cuda_input(&w->values, w->runs, w->value_size, w->values_memory);
    c.arrays[LENGTHS] = prefix__cuda_input(&w->lengths, w->runs, w->index_size, w->lengths_memory);
    c.arrays[OUT] = prefix__cuda_result(&w->out, w->capacity, w->value_size, w->out_memory);
    c.call = (struct prefix__cuda_call){
        .what = "an expansion of host arrays",
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = w->threads,
        .stream = w->stream,
        .run = run,
        .work = &c,
        .counted = &w->count,
        .counted_memory = &w->count_memory,
        .counted_words = 1,
    };
    return prefix__cuda_call(session, &c.call);
}
