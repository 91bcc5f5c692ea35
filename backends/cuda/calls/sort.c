/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/sort.h"

#include "base/context.h"
#include "launch/sort.h"
#include "shared/types.h"
#include "staging/call.h"
#include "staging/heads.h"

enum { KEYS, OUT, VALUES, VALUES_OUT, INDICES, SEGMENTS, ARRAYS };

int prefix__cuda_sort_workspace(struct prefix_session *session, const struct prefix_sort_work *work, size_t *bytes)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_sort_bytes(session, work, bytes);
    prefix__cuda_leave(&scope);
    return status;
}

static int run(struct prefix_session *session, void *given)
{
    return prefix__cuda_sort_on_device(session, given);
}

int prefix__cuda_sort(struct prefix_session *session, const struct prefix_sort_work *work)
{
    struct prefix_sort_work w = *work;
    const size_t size = prefix__size_of(w.type), index = w.indices ? prefix__size_of(w.index_type) : 0;
    struct prefix__cuda_array arrays[ARRAYS] = {
        [KEYS] = prefix__cuda_input(&w.keys, w.n, size, w.keys_memory),
        [OUT] = prefix__cuda_result(&w.out, w.n, size, w.out_memory),
        [VALUES] = prefix__cuda_input(&w.values, w.n, w.value_size, w.values_memory),
        [VALUES_OUT] = prefix__cuda_result(&w.values_out, w.n, w.value_size, w.values_out_memory),
        [INDICES] = prefix__cuda_result(&w.indices, w.n, index, w.indices_memory),
    };
    struct prefix_heads segments;
    if (w.segments) {
        segments = *w.segments;
        w.segments = &segments;
        arrays[SEGMENTS] = prefix__cuda_heads(&segments, w.n);
    }
    struct prefix__cuda_call call = {
        .what = "a sort of host arrays",
        .arrays = arrays,
        .count = w.segments ? ARRAYS : SEGMENTS,
        .threads = w.threads,
        .stream = w.stream,
        .run = run,
        .work = &w,
    };
    return prefix__cuda_call(session, &call);
}
