/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions: what each part comes to, what stands before each, and then the parts. */
#include <prefix/prefix.h>

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/plan.h"
#include "context/status.h"
#include "shared/types.h"
#include "team/fold.h"
#include "team/job.h"
#include "team/part.h"
#include "team/queue.h"
#include "team/ranges.h"
#include "team/team.h"

/* How many parts there are up to the last one with elements. */
static size_t parts_of(const struct prefix__team_job *job)
{
    size_t count = job->team->count;
    while (count > 0 && job->n[prefix__part_at(job, count - 1)] == 0)
        count--;
    return count;
}

static int check_apart(const struct prefix__team_job *job)
{
    struct prefix__range *const ranges = job->team->ranges;
    const struct prefix_plan *plan = job->plan;
    const size_t in_size = plan->op ? prefix__size_of(plan->type) : plan->own.size;
    const size_t out_size = plan->op ? prefix__size_of(plan->output_type) : plan->own.size;
    size_t count = 0;
    for (size_t i = 0; i < job->team->count; i++) {
        ranges[count++] = (struct prefix__range){"input", job->in[i], job->n[i] * in_size, i, 0};
        ranges[count++] = (struct prefix__range){"output", job->out[i], job->n[i] * out_size, i, 1};
    }
    return prefix__check_ranges(ranges, count);
}

/* All arguments, before anything is written. */
static int check(struct prefix__team_job *job)
{
    int out_kind, status = prefix__check_team_plan(job->plan);
    for (size_t i = 0; i < job->team->count && status == PREFIX_OK; i++)
        status = prefix__check_part(job->team, job->plan, i, job->in[i], job->out ? job->out[i] : NULL, job->n[i],
                                    !job->out, &job->kinds[i], &out_kind);
    return status == PREFIX_OK && job->out ? check_apart(job) : status;
}

/* What the parts come to, of the first so many in the order of the scan. */
static int reduce_parts(const struct prefix__team_job *job, size_t count, int queued, const struct prefix__fold *fold)
{
    for (size_t k = 0; k < count; k++) {
        const size_t i = prefix__part_at(job, k);
        struct prefix_plan part = prefix__part_plan(job->team, job->plan, i);
        if (!prefix__has_turn(job, i, queued))
            continue;
        int status = prefix__value_place(job->team, i, job->kinds[i], &part.total);
        if (status != PREFIX_OK)
            return status;
        part.has_init = 0;
        part.total_type = fold->plan.type;
        status = prefix_plan_reduce(&part, job->in[i], job->n[i]);
        if (status != PREFIX_OK)
            return prefix__part_failed(job->team, i, status);
    }
    return PREFIX_OK;
}

static int scan_part(const struct prefix__team_job *job, size_t i, const struct prefix__fold *fold)
{
    struct prefix_plan part = prefix__part_plan(job->team, job->plan, i);
    int status = prefix__part_run(&part, fold, job->in[i], job->out[i], job->n[i]);
    return status == PREFIX_OK ? status : prefix__part_failed(job->team, i, status);
}

/* Scans parts, if there are outputs; the fold is then what all that were reduced come to. */
static int scan_parts(const struct prefix__team_job *job, size_t count, size_t reduced, int queued,
                      struct prefix__fold *fold)
{
    int status = prefix__fold_begin(fold, job->team, job->plan);
    for (size_t k = 0; k < count && status == PREFIX_OK; k++) {
        const size_t i = prefix__part_at(job, k);
        if (job->out && prefix__has_turn(job, i, queued))
            status = scan_part(job, i, fold);
        if (status == PREFIX_OK && k < reduced && job->n[i] > 0)
            status = prefix__fold_in(fold, job->team->members[i].value);
    }
    return status;
}

/* The last part is reduced for the total alone. */
static int run(struct prefix__team_job *job)
{
    struct prefix__fold fold;
    int status = check(job);
    if (status != PREFIX_OK)
        return status;
    if (job->team->exact)
        return prefix__run_exact(job);
    if (prefix__can_queue(job))
        return prefix__run_queued(job);
    const size_t parts = parts_of(job), reduced = job->plan->total || parts == 0 ? parts : parts - 1;
    status = prefix__fold_begin(&fold, job->team, job->plan);
    for (int queued = 1; queued >= 0 && status == PREFIX_OK; queued--)
        status = reduce_parts(job, reduced, queued, &fold);
    if (status == PREFIX_OK)
        status = prefix__values_collect(job->team, fold.size);
    for (int queued = 1; queued >= 0 && status == PREFIX_OK; queued--)
        status = scan_parts(job, parts, reduced, queued, &fold);
    return status == PREFIX_OK && job->plan->total ? prefix__write_total(job->team, job->plan, &fold) : status;
}

static int run_plan(prefix_team *team, const struct prefix_plan *plan, const void *const *in, void *const *out,
                    const size_t *n)
{
    int saved = errno;
    return prefix__keep_errno(
        saved, run(&(struct prefix__team_job){.team = team, .plan = plan, .in = in, .out = out, .n = n}));
}

int prefix_team_scan(prefix_team *team, int kind, int op, int type, const void *const *in, void *const *out,
                     const size_t *n)
{
    PREFIX__NEED(team);
    PREFIX__NEED(in);
    PREFIX__NEED(out);
    PREFIX__NEED(n);
    int status = prefix__check_kind(NULL, kind);
    if (status == PREFIX_OK)
        status = prefix__check_op_type(NULL, op, type);
    if (status != PREFIX_OK)
        return status;
    const int output_type = prefix__output_type(op, type);
    const struct prefix_plan plan = {.kind = kind, .op = op, .type = type, .output_type = output_type};
    return run_plan(team, &plan, in, out, n);
}

int prefix_team_reduce(prefix_team *team, int op, int type, const void *const *in, void *result, const size_t *n)
{
    PREFIX__NEED(team);
    PREFIX__NEED(in);
    PREFIX__NEED(n);
    int status = prefix__check_op_type(NULL, op, type);
    if (status == PREFIX_OK)
        status = prefix__check_result(NULL, "result", result, prefix__output_type(op, type));
    if (status != PREFIX_OK)
        return status;
    const int output_type = prefix__output_type(op, type);
    const struct prefix_plan plan = {.kind = PREFIX_INCLUSIVE,
                                     .op = op,
                                     .type = type,
                                     .output_type = output_type,
                                     .total = result,
                                     .total_type = output_type};
    return run_plan(team, &plan, in, NULL, n);
}

int prefix_team_plan_run(prefix_team *team, const prefix_plan *plan, const void *const *in, void *const *out,
                         const size_t *n)
{
    PREFIX__NEED(team);
    PREFIX__NEED(plan);
    PREFIX__NEED(in);
    PREFIX__NEED(out);
    PREFIX__NEED(n);
    return run_plan(team, plan, in, out, n);
}

int prefix_team_plan_reduce(prefix_team *team, const prefix_plan *plan, const void *const *in, const size_t *n)
{
    PREFIX__NEED(team);
    PREFIX__NEED(plan);
    PREFIX__NEED(in);
    PREFIX__NEED(n);
    return run_plan(team, plan, in, NULL, n);
}
