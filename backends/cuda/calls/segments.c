/* SPDX-License-Identifier: BSD-3-Clause */
#include "calls/segments.h"

#include "base/context.h"
#include "staging/expand.h"
#include "staging/runs.h"
#include "staging/segmented.h"
#include "staging/select.h"

int prefix__cuda_select(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_select_anywhere(session, work);
    prefix__cuda_leave(&scope);
    return status;
}

int prefix__cuda_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_segmented_anywhere(session, work);
    prefix__cuda_leave(&scope);
    return status;
}

int prefix__cuda_runs(struct prefix_session *session, const struct prefix_runs_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_runs_anywhere(session, work);
    prefix__cuda_leave(&scope);
    return status;
}

int prefix__cuda_expand(struct prefix_session *session, const struct prefix_expand_work *work)
{
    struct prefix__cuda_scope scope;
    int status = prefix__cuda_enter(session, &scope);
    if (status != PREFIX_OK)
        return status;
    status = prefix__cuda_expand_anywhere(session, work);
    prefix__cuda_leave(&scope);
    return status;
}
