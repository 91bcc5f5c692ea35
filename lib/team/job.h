/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan, or a reduction, of parts. */
#ifndef PREFIX_LIB_TEAM_JOB_H
#define PREFIX_LIB_TEAM_JOB_H

#include "api/plan.h"
#include "context/route.h"
#include "team/team.h"

struct prefix__team_job {
    struct prefix_team *team;
    const struct prefix_plan *plan; /* its context is of no account */
    const void *const *in;
    void *const *out; /* NULL: a reduction */
    const size_t *n;
    int kinds[PREFIX__PARTS_MAX]; /* of memory: of each input */
};

/* The part that comes k-th in the order of the scan. */
static inline size_t prefix__part_at(const struct prefix__team_job *job, size_t k)
{
    return job->plan->reverse ? job->team->count - 1 - k : k;
}

/* Whether a part has elements, and its work is queued, or done by the call: devices begin before the host does. */
static inline int prefix__has_turn(const struct prefix__team_job *job, size_t part, int queued)
{
    return job->n[part] > 0 && prefix__is_device_kind(job->kinds[part]) == queued;
}

/* One whose arguments have been checked, with the bits of one call over the whole array. */
int prefix__run_exact(const struct prefix__team_job *job);

#endif
