/* SPDX-License-Identifier: BSD-3-Clause */
/* What the families of work share in a session: its scratch memory, its last pipeline, and whether a team pays. */
#include "session/session.h"

#include <time.h>

#include "shared/types.h"

/*
 * Input and output together. Below TEAM_BYTES, AUTO stays on one thread, and so it does below TEAM_BYTES_OF_8 with
 * accumulators of 8 bytes, which take less time for the same bytes: on two Zen 4 cores 2^14 f64 came to 66 GB/s by
 * one thread and 47 by two, i64 to 78 and 48, and 2^16 to 65 and 76 by either. Workers that are awake come
 * to any larger scan; sleeping ones are woken from WAKE_BYTES / threads on, or where calls follow each
 * other closely: to wake them costs the caller 5 to 20 us, and they come some 40 us later, with cold
 * caches. Measured with f32 sums on two cores: after a rest, two threads are faster from 16 MiB on.
 */
#define WAKE_BYTES ((size_t)32 << 20)
#define CLOSELY 50000 /* ns: about as long as idle workers stay awake */

/*
 * After a rest, an output that is no longer in the caches is written past them, as a large one is: stores would fetch
 * it first. Two Zen 4 cores, after 20 ms: 2^20 f64 840 and 590 us, i64 870 and 580, f32 440 and 335, 2^17 f64 160 and
 * 88; after 3 ms f64 750 and 510, f32 353 and 320, 2^18 84 and 89; after 1 ms 2^18 76 and 78. What fits half of a
 * second-level cache is left there for whoever reads it next.
 */
#define REST 5000000 /* ns */
#define RESTED_BYTES ((size_t)512 << 10)

static uint64_t now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

int prefix__openmp_reserve(struct prefix_session *session, size_t bytes)
{
    if (bytes <= session->scratch_bytes)
        return PREFIX_OK;
    void *scratch = session->host->alloc(session->owner, bytes);
    if (!scratch) {
        session->host->error(session->owner, "out of memory: %zu bytes for what is known of tiles", bytes);
        return PREFIX_ERROR_NOMEM;
    }
    if (session->scratch)
        session->host->free(session->owner, session->scratch);
    session->scratch = scratch;
    session->scratch_bytes = bytes;
    return PREFIX_OK;
}

/* What the caches may have of an output. */
static size_t cached_bytes(const struct prefix_session *s, const struct prefix_scan_work *work)
{
    const size_t size = prefix__size_of(work->output_type);
    const int matters = work->n > RESTED_BYTES / size && work->n <= s->cache_bytes / size;
    return matters && now() - s->last_end > REST ? RESTED_BYTES : s->cache_bytes;
}

/* A scan like the last one goes through the same pipeline: to resolve it takes longer than to scan ten elements. */
const struct prefix__openmp_pipeline *prefix__openmp_pipeline_for(struct prefix_session *s,
                                                                  const struct prefix_scan_work *work)
{
    if (s->kind == work->kind && s->op == work->op && s->type == work->type && s->output_type == work->output_type &&
        s->reverse == work->reverse && s->carry.u == work->carry.u) {
        prefix__openmp_aim(&s->pipeline, work, cached_bytes(s, work));
        return &s->pipeline;
    }
    prefix__openmp_resolve(&s->pipeline, s->isa, work, cached_bytes(s, work));
    s->kind = work->kind;
    s->op = work->op;
    s->type = work->type;
    s->output_type = work->output_type;
    s->reverse = work->reverse;
    s->carry = work->carry;
    return &s->pipeline;
}

int prefix__openmp_is_for_team(size_t bytes)
{
    return bytes >= PREFIX__OPENMP_TEAM_BYTES;
}

int prefix__openmp_wakes(const struct prefix_session *session, size_t bytes, int threads)
{
    return bytes >= WAKE_BYTES / (size_t)threads || now() - session->last_end < CLOSELY;
}

void prefix__openmp_work_ended(struct prefix_session *session)
{
    session->last_end = now();
}
