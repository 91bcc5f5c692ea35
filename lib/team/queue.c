/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Each device writes what its part comes to to pinned memory, which the later parts read when an event says that it is
 * there, and combine from the first to the last. The next call writes when events say that all have read.
 */
#include "team/queue.h"

#include "context/context.h"
#include "context/status.h"
#include "shared/operator_stages.h"
#include "shared/types.h"
#include "team/part.h"

/* Parts with elements, in the order of the scan. */
struct line {
    const struct prefix__team_job *job;
    size_t count, parts[PREFIX__PARTS_MAX];
    struct prefix__route *routes[PREFIX__PARTS_MAX]; /* NULL: to no device */
    int carry_type;
};

static struct line line_of(const struct prefix__team_job *job)
{
    struct line line = {.job = job, .carry_type = prefix__carry_type(job->plan->op, job->plan->output_type)};
    for (size_t k = 0; k < job->team->count; k++) {
        const size_t i = prefix__part_at(job, k);
        if (job->n[i] == 0)
            continue;
        if (prefix__is_device_kind(job->kinds[i]) &&
            prefix__ctx_route(job->team->members[i].ctx, 1, &line.routes[line.count]) != PREFIX_OK)
            line.routes[line.count] = NULL;
        line.parts[line.count++] = i;
    }
    return line;
}

int prefix__can_queue(const struct prefix__team_job *job)
{
    const struct line line = line_of(job);
    if (!job->out || job->plan->total || line.count < 2 || !prefix__has_kernels(job->plan))
        return 0;
    for (size_t k = 0; k < line.count; k++)
        if (!line.routes[k] || line.routes[k]->entry != line.routes[0]->entry)
            return 0;
    return line.routes[0]->entry->backend.event_record != NULL;
}

static prefix_ctx *ctx_of(const struct line *line, size_t k)
{
    return line->job->team->members[line->parts[k]].ctx;
}

/* What is queued for the part from now on waits for the event of another, unless that is NULL. */
static int wait_for(const struct line *line, size_t k, void *event)
{
    const struct prefix__route *route = line->routes[k];
    return event ? route->entry->backend.event_wait(route->session, event, ctx_of(line, k)->stream) : PREFIX_OK;
}

static int record(const struct line *line, size_t k, void **event)
{
    const struct prefix__route *route = line->routes[k];
    return route->entry->backend.event_record(route->session, event, ctx_of(line, k)->stream);
}

static int told(const struct line *line, size_t k, int status)
{
    return status == PREFIX_OK ? status : prefix__part_failed(line->job->team, line->parts[k], status);
}

static void *total_of(const struct line *line, size_t k)
{
    return (char *)line->job->team->totals + k * prefix__size_of(line->carry_type);
}

static int reduce_part(const struct line *line, size_t k)
{
    const size_t i = line->parts[k];
    struct prefix_team *team = line->job->team;
    struct prefix_plan part = prefix__part_plan(team, line->job->plan, i);
    int status = PREFIX_OK;
    for (size_t other = 0; other < team->count && status == PREFIX_OK; other++)
        status = wait_for(line, k, team->members[other].read);
    part.has_init = 0;
    part.total = total_of(line, k);
    part.total_type = line->carry_type;
    part.total_memory = PREFIX_MEMORY_DEVICE;
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(&part, line->job->in[i], line->job->n[i]);
    if (status == PREFIX_OK)
        status = record(line, k, &team->members[i].written);
    return told(line, k, status);
}

static int scan_part(const struct line *line, size_t k)
{
    const size_t i = line->parts[k];
    struct prefix_team *team = line->job->team;
    struct prefix_plan part = prefix__part_plan(team, line->job->plan, i);
    int status = PREFIX_OK;
    for (size_t before = 0; before < k && status == PREFIX_OK; before++)
        status = wait_for(line, k, team->members[line->parts[before]].written);
    part.before = total_of(line, 0);
    part.before_count = k;
    if (status == PREFIX_OK)
        status = prefix_plan_run(&part, line->job->in[i], line->job->out[i], line->job->n[i]);
    if (status == PREFIX_OK)
        status = record(line, k, &team->members[i].read);
    return told(line, k, status);
}

static int reserve_totals(const struct line *line)
{
    struct prefix_team *team = line->job->team;
    if (team->totals)
        return PREFIX_OK;
    team->totals_ctx = ctx_of(line, 0);
    return told(line, 0,
                prefix_memory_alloc(team->totals_ctx, PREFIX_MEMORY_PINNED, &team->totals,
                                    PREFIX__PARTS_MAX * sizeof(union prefix_carry)));
}

int prefix__run_queued(const struct prefix__team_job *job)
{
    const struct line line = line_of(job);
    int status = reserve_totals(&line);
    for (size_t k = 0; k + 1 < line.count && status == PREFIX_OK; k++)
        status = reduce_part(&line, k);
    for (size_t k = 0; k < line.count && status == PREFIX_OK; k++)
        status = scan_part(&line, k);
    return status;
}
