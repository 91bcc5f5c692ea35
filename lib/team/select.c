/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections: each part's to an output of its own, and where these stand among all that are selected. */
#include <inttypes.h>
#include <string.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/predicate.h"
#include "api/select.h"
#include "context/context.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/types.h"
#include "team/ranges.h"
#include "team/team.h"

struct job {
    struct prefix_team *team;
    struct prefix_select_work work; /* what is the same for all parts */
    const void *const *in;
    const uint8_t *const *flags; /* or NULL */
    void *const *out;
    const size_t *n, *capacity;
    uint64_t *counts;
    int kinds[PREFIX__PARTS_MAX]; /* of memory: of each input */
};

static size_t room_of(const struct job *job, size_t i)
{
    return job->capacity[i] < job->n[i] ? job->capacity[i] : job->n[i];
}

static struct prefix_select_work work_of(const struct job *job, size_t i, uint64_t *count)
{
    struct prefix_select_work work = job->work;
    work.ways = 2;
    work.in = job->in[i];
    work.flags = job->flags ? job->flags[i] : NULL;
    work.out = job->out[i];
    work.n = job->n[i];
    work.capacity = room_of(job, i);
    work.count = count;
    return work;
}

/* A part by itself, and where it lies. */
static int check_part(struct job *job, size_t i)
{
    int out_kind;
    struct prefix__route *route;
    prefix_ctx *ctx = job->team->members[i].ctx;
    const struct prefix_select_work work = work_of(job, i, &job->counts[i]);
    const struct prefix__array arrays[] = {{work.in, &job->kinds[i], 0},
                                           {work.capacity ? work.out : NULL, &out_kind, 0}};
    int status = prefix__check_selection(ctx, &work);
    if (status == PREFIX_OK && work.n > 0)
        status = prefix__find_route(ctx, work.n, arrays, 2, &route);
    return status == PREFIX_OK ? status : prefix__part_failed(job->team, i, status);
}

static int check(struct job *job)
{
    struct prefix__range *const ranges = job->team->ranges;
    const size_t size = prefix__size_of(job->work.type);
    int status = PREFIX_OK;
    size_t count = 0;
    for (size_t i = 0; i < job->team->count && status == PREFIX_OK; i++) {
        status = check_part(job, i);
        ranges[count++] = (struct prefix__range){"input", job->in[i], job->n[i] * size, i, 0};
        ranges[count++] = (struct prefix__range){"output", job->out[i], room_of(job, i) * size, i, 1};
        if (job->flags)
            ranges[count++] = (struct prefix__range){"flags", job->flags[i], job->n[i], i, 0};
    }
    return status == PREFIX_OK ? prefix__check_ranges(ranges, count) : status;
}

/* Of those without room the first is reported at the end, when all counts are known. */
static int select_parts(const struct job *job)
{
    for (size_t i = 0; i < job->team->count; i++) {
        void *count;
        if (job->n[i] == 0)
            continue;
        int status = prefix__value_place(job->team, i, job->kinds[i], &count);
        if (status != PREFIX_OK)
            return status;
        struct prefix_select_work work = work_of(job, i, count);
        status = prefix__select(job->team->members[i].ctx, &work, 1);
        if (status != PREFIX_OK && status != PREFIX_ERROR_CAPACITY)
            return prefix__part_failed(job->team, i, status);
    }
    return prefix__values_collect(job->team, sizeof *job->counts);
}

static int check_room(const struct job *job)
{
    for (size_t i = 0; i < job->team->count; i++)
        if (job->counts[i] > job->capacity[i])
            return prefix__fail(NULL, PREFIX_ERROR_CAPACITY,
                                "part %zu: capacity: %zu elements, and %" PRIu64 " are selected", i, job->capacity[i],
                                job->counts[i]);
    return PREFIX_OK;
}

static int run(struct job *job, uint64_t *offsets)
{
    int status = check(job);
    if (status == PREFIX_OK)
        status = select_parts(job);
    if (status != PREFIX_OK)
        return status;
    uint64_t before = 0;
    for (size_t i = 0; i < job->team->count; i++) {
        memcpy(&job->counts[i], job->team->members[i].value, sizeof *job->counts);
        if (offsets)
            offsets[i] = before;
        before += job->counts[i];
    }
    if (offsets)
        offsets[job->team->count] = before;
    return check_room(job);
}

int prefix_team_select_flagged(prefix_team *team, int type, const void *const *in, const uint8_t *const *flags,
                               void *const *out, const size_t *n, const size_t *capacity, uint64_t *counts,
                               uint64_t *offsets)
{
    int saved = errno;
    PREFIX__NEED(team);
    PREFIX__NEED(in);
    PREFIX__NEED(flags);
    PREFIX__NEED(out);
    PREFIX__NEED(n);
    PREFIX__NEED(capacity);
    PREFIX__NEED(counts);
    int status = prefix__check_real(NULL, "type", type);
    if (status != PREFIX_OK)
        return status;
    struct job job = {
        .team = team, .in = in, .flags = flags, .out = out, .n = n, .capacity = capacity, .counts = counts};
    job.work.selector = PREFIX_SELECTOR_BYTES;
    job.work.type = type;
    return prefix__keep_errno(saved, run(&job, offsets));
}

int prefix_team_select_if(prefix_team *team, int predicate, int type, const void *operand, const void *const *in,
                          void *const *out, const size_t *n, const size_t *capacity, uint64_t *counts,
                          uint64_t *offsets)
{
    int saved = errno;
    PREFIX__NEED(team);
    PREFIX__NEED(in);
    PREFIX__NEED(out);
    PREFIX__NEED(n);
    PREFIX__NEED(capacity);
    PREFIX__NEED(counts);
    struct job job = {.team = team, .in = in, .out = out, .n = n, .capacity = capacity, .counts = counts};
    int status = prefix__check_real(NULL, "type", type);
    if (status == PREFIX_OK)
        status = prefix__predicate(NULL, type, predicate, operand, &job.work.test);
    if (status != PREFIX_OK)
        return status;
    job.work.selector = PREFIX_SELECTOR_TEST;
    job.work.type = type;
    return prefix__keep_errno(saved, run(&job, offsets));
}
