/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/select.h"

#include "launch/select.h"
#include "shared/types.h"
#include "staging/call.h"

enum { IN, FLAGS, VALUES, OUT, REJECTED, INDICES, VALUES_OUT, ARRAYS };

struct call {
    struct prefix_select_work work;
    struct prefix__cuda_array arrays[ARRAYS];
    struct prefix__cuda_call call;
};

static int run(struct prefix_session *session, void *given)
{
    struct call *c = given;
    const struct prefix_select_work *w = &c->work;
    int status = prefix__cuda_select_on_device(session, w);
    const size_t selected = (size_t)c->call.counts[0];
    prefix__cuda_limit(&c->arrays[OUT], w->rejects == PREFIX_REJECTS_BEHIND ? w->n : selected);
    prefix__cuda_limit(&c->arrays[REJECTED], w->n - selected);
    prefix__cuda_limit(&c->arrays[INDICES], selected);
    prefix__cuda_limit(&c->arrays[VALUES_OUT], selected);
    return status;
}

int prefix__cuda_select(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct call c = {.work = *work};
    struct prefix_select_work *w = &c.work;
    const size_t size = prefix__size_of(w->type), value = w->values ? prefix__size_of(w->value_type) : 0;
    const size_t index = w->indices ? prefix__size_of(w->index_type) : 0;
    const size_t flags = w->selector == PREFIX_SELECTOR_BITS ? (w->n - 1) / 8 + 1 : w->n;
    c.arrays[IN] = prefix__cuda_input(&w->in, w->n, size, w->in_memory);
    c.arrays[FLAGS] = prefix__cuda_input(&w->flags, flags, 1, w->flags_memory);
    c.arrays[VALUES] = prefix__cuda_input(&w->values, w->n, value, w->values_memory);
    c.arrays[OUT] = prefix__cuda_result(&w->out, w->capacity, size, w->out_memory);
    c.arrays[REJECTED] = prefix__cuda_result(&w->rejected, w->rejected_capacity, size, w->rejected_memory);
    c.arrays[INDICES] = prefix__cuda_result(&w->indices, w->capacity, index, w->indices_memory);
    c.arrays[VALUES_OUT] = prefix__cuda_result(&w->values_out, w->capacity, value, w->values_out_memory);
    c.call = (struct prefix__cuda_call){
        .what = "a selection of host arrays",
        .arrays = c.arrays,
        .count = ARRAYS,
        .threads = w->threads,
        .stream = w->stream,
        .run = run,
        .work = &c,
        .counted = &w->count,
        .counted_memory = &w->count_memory,
        .counted_words = w->ways == 3 ? 2 : 1,
    };
    return prefix__cuda_call(session, &c.call);
}
