/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/filter.h"

#include "launch/filter.h"
#include "shared/types.h"
#include "staging/call.h"

enum { IN, OUT, FIRST, LAST, ARRAYS };

static int run(struct prefix_session *session, void *given)
{
    return prefix__cuda_filter_on_device(session, given);
}

int prefix__cuda_filter(struct prefix_session *session, const struct prefix_filter_work *work)
{
    struct prefix_filter_work w = *work;
    const size_t size = prefix__size_of(w.type), states = w.rows * w.order;
    struct prefix__cuda_array arrays[ARRAYS] = {
        [IN] = prefix__cuda_input(&w.in, (w.rows - 1) * w.in_step + w.n, size, w.in_memory),
        [OUT] = prefix__cuda_result(&w.out, (w.rows - 1) * w.out_step + w.n, size, w.out_memory),
        [FIRST] = prefix__cuda_input(&w.first, states, sizeof *w.first, w.first_memory),
        [LAST] = prefix__cuda_result(&w.last, states, sizeof *w.last, w.last_memory),
    };
    arrays[OUT].has_gaps = w.rows > 1 && w.out_step != w.n;
    struct prefix__cuda_call call = {
        .what = "a filter of host arrays",
        .arrays = arrays,
        .count = ARRAYS,
        .threads = w.threads,
        .stream = w.stream,
        .run = run,
        .work = &w,
    };
    return prefix__cuda_call(session, &call);
}
