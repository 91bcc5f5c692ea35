/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/histogram.h"

#include "launch/histogram.h"
#include "shared/types.h"
#include "staging/call.h"

enum { IN, COUNTS, NUMBERS, ARRAYS };

static int run(struct prefix_session *session, void *given)
{
    return prefix__cuda_histogram_on_device(session, given);
}

int prefix__cuda_histogram(struct prefix_session *session, const struct prefix_histogram_work *work)
{
    struct prefix_histogram_work w = *work;
    struct prefix__cuda_array arrays[ARRAYS] = {
        [IN] = prefix__cuda_input(&w.in, w.n, prefix__size_of(w.type), w.in_memory),
        [COUNTS] =
            prefix__cuda_result(&w.counts, w.bins, w.counts ? prefix__size_of(w.count_type) : 0, w.counts_memory),
        [NUMBERS] = prefix__cuda_result(&w.numbers, w.n, sizeof *w.numbers, w.numbers_memory),
    };
    struct prefix__cuda_call call = {
        .what = "a histogram of host arrays",
        .arrays = arrays,
        .count = ARRAYS,
        .threads = w.threads,
        .stream = w.stream,
        .run = run,
        .work = &w,
    };
    return prefix__cuda_call(session, &call);
}
