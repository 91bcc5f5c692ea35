/* SPDX-License-Identifier: BSD-3-Clause */
/* What the families of work share in a session: its scratch memory, its last pipeline, and whether a team pays. */
#include "session/session.h"

#include "shared/types.h"
#include "threads/tuning.h"
#include "threads/wait.h"

int prefix__openmp_reserve(struct prefix_session *session, size_t bytes)
{
    if (bytes <= session->scratch_bytes)
        return PREFIX_OK;
    if (session->scratch)
        session->host->free(session->owner, session->scratch);
    session->scratch = session->host->alloc(session->owner, bytes);
    session->scratch_bytes = session->scratch ? bytes : 0;
    if (session->scratch)
        return PREFIX_OK;
    session->host->error(session->owner, "out of memory: %zu bytes for what is known of tiles", bytes);
    return PREFIX_ERROR_NOMEM;
}

/* What the caches may have of an output: after a rest nothing that large, and stores would fetch it first. */
static size_t cached_bytes(const struct prefix_session *s, const struct prefix_scan_work *work)
{
    const size_t size = prefix__size_of(work->output_type), rested = prefix__openmp_tuning.rested_bytes;
    const int matters = work->n > rested / size && work->n <= s->cache_bytes / size;
    return matters && prefix__openmp_now() - s->last_end > prefix__openmp_tuning.rest_time ? rested : s->cache_bytes;
}

/* A scan like the last one goes through the same pipeline: to resolve it takes longer than to scan ten elements. */
const struct prefix__openmp_pipeline *prefix__openmp_pipeline_for(struct prefix_session *s,
                                                                  const struct prefix_scan_work *work)
{
    const struct prefix_scan_work *last = &s->last;
    if (last->kind == work->kind && last->op == work->op && last->type == work->type &&
        last->output_type == work->output_type && last->reverse == work->reverse && last->carry.u == work->carry.u) {
        prefix__openmp_aim(&s->pipeline, work, cached_bytes(s, work));
    } else {
        prefix__openmp_resolve(&s->pipeline, s->isa, work, cached_bytes(s, work));
        s->last = *work;
    }
    return &s->pipeline;
}

int prefix__openmp_is_for_team(size_t bytes)
{
    return bytes >= prefix__openmp_tuning.team_bytes;
}

int prefix__openmp_wakes(const struct prefix_session *session, size_t bytes, int threads)
{
    return bytes >= prefix__openmp_tuning.wake_bytes / (size_t)threads ||
           prefix__openmp_now() - session->last_end < prefix__openmp_tuning.awake_time;
}

void prefix__openmp_work_ended(struct prefix_session *session)
{
    session->last_end = prefix__openmp_now();
}
