/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions: what each part comes to, what stands before each, and then the parts. */
#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "api/check_arrays.h"
#include "api/check_settings.h"
#include "api/plan.h"
#include "context/context.h"
#include "context/route.h"
#include "context/status.h"
#include "shared/operator_stages.h"
#include "shared/types.h"
#include "team/fold.h"
#include "team/ranges.h"
#include "team/team.h"

struct job {
    struct prefix_team *team;
    const struct prefix_plan *plan; /* its context is of no account */
    const void *const *in;
    void *const *out; /* NULL: a reduction */
    const size_t *n;
    int kinds[PREFIX__PARTS_MAX]; /* of memory: of each input */
};

/* The part that comes k-th in the order of the scan. */
static size_t at(const struct job *job, size_t k)
{
    return job->plan->reverse ? job->team->count - 1 - k : k;
}

/* How many parts there are up to the last one with elements. */
static size_t parts_of(const struct job *job)
{
    size_t count = job->team->count;
    while (count > 0 && job->n[at(job, count - 1)] == 0)
        count--;
    return count;
}

static struct prefix_plan plan_of(const struct job *job, size_t part)
{
    struct prefix_plan plan = *job->plan;
    plan.ctx = job->team->members[part].ctx;
    return plan;
}

static int check_settings(const struct prefix_plan *plan)
{
    const char *const setting = plan->heads.form                      ? "segments"
                                : plan->layout                        ? "a batch"
                                : plan->ends                          ? "n + 1 results"
                                : plan->checked                       ? "results that are checked"
                                : plan->valid                         ? "a bitmap of missing elements"
                                : plan->workspace                     ? "a workspace of the caller's"
                                : plan->counting || plan->watch.trace ? "counting or tracing"
                                                                      : NULL;
    if (setting)
        return prefix__fail(NULL, PREFIX_ERROR_UNSUPPORTED, "plan: a team does not do %s", setting);
    if (prefix__is_arg(plan->op))
        return prefix__fail(NULL, PREFIX_ERROR_UNSUPPORTED, "%s gives places, which are not combined across parts",
                            prefix_op_name(plan->op));
    return PREFIX_OK;
}

static int check_arrays(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, void *out, size_t n,
                        int reduces)
{
    if (!plan->own.size)
        return reduces ? prefix__check_reduction(ctx, plan, in, n) : prefix__check_scan(ctx, plan, in, out, n);
    const struct prefix_operator_work work = prefix__operator_describe(ctx, plan, in, out, n);
    return prefix__check_operator_scan(ctx, &work, reduces);
}

/* A part by itself, and where it lies. */
static int check_part(struct job *job, size_t i)
{
    int out_kind;
    struct prefix__route *route;
    struct prefix_plan part = plan_of(job, i);
    void *out = job->out ? job->out[i] : NULL;
    int status = prefix__operator_fit(part.ctx, &part, job->n[i]);
    if (status == PREFIX_OK)
        status = check_arrays(part.ctx, &part, job->in[i], out, job->n[i], !job->out);
    const struct prefix__array arrays[] = {{job->in[i], &job->kinds[i], 0}, {out, &out_kind, 0}};
    if (status == PREFIX_OK && job->n[i] > 0)
        status = prefix__find_route(part.ctx, job->n[i], arrays, 2, &route);
    return status == PREFIX_OK ? status : prefix__part_failed(job->team, i, status);
}

static int check_apart(const struct job *job)
{
    struct prefix__range ranges[2 * PREFIX__PARTS_MAX];
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
static int check(struct job *job)
{
    int status = check_settings(job->plan);
    for (size_t i = 0; i < job->team->count && status == PREFIX_OK; i++)
        status = check_part(job, i);
    return status == PREFIX_OK && job->out ? check_apart(job) : status;
}

/* Whether a part has elements, and its work is queued, or done by the call: devices begin before the host does. */
static int has_turn(const struct job *job, size_t i, int queued)
{
    return job->n[i] > 0 && prefix__is_device_kind(job->kinds[i]) == queued;
}

/* What the parts come to, of the first so many in the order of the scan. */
static int reduce_parts(const struct job *job, size_t count, int queued, const struct prefix__fold *fold,
                        struct prefix__words *words)
{
    for (size_t k = 0; k < count; k++) {
        const size_t i = at(job, k);
        struct prefix_plan part = plan_of(job, i);
        if (!has_turn(job, i, queued))
            continue;
        int status = prefix__word_place(job->team, i, job->kinds[i], words, &part.total);
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

static int scan_part(const struct job *job, size_t i, const struct prefix__fold *fold)
{
    struct prefix_plan part = plan_of(job, i);
    part.total = NULL;
    int status = prefix__operator_fit(part.ctx, &part, job->n[i]);
    if (status == PREFIX_OK)
        status = prefix__fold_precede(fold, &part);
    if (status == PREFIX_OK)
        status = prefix_plan_run(&part, job->in[i], job->out[i], job->n[i]);
    return status == PREFIX_OK ? status : prefix__part_failed(job->team, i, status);
}

/* The total: that of nothing behind all elements. */
static int write_total(const struct job *job, const struct prefix__fold *fold)
{
    struct prefix_plan nothing = plan_of(job, 0);
    int status = prefix__operator_fit(nothing.ctx, &nothing, 0);
    if (status == PREFIX_OK)
        status = prefix__fold_precede(fold, &nothing);
    if (status == PREFIX_OK)
        status = prefix_plan_reduce(&nothing, NULL, 0);
    return status == PREFIX_OK ? status : prefix__part_failed(job->team, 0, status);
}

/* Scans parts, if there are outputs; the fold is then what all that were reduced come to. */
static int scan_parts(const struct job *job, size_t count, size_t reduced, int queued, struct prefix__fold *fold,
                      const struct prefix__words *words)
{
    int status = prefix__fold_begin(fold, job->team, job->plan);
    for (size_t k = 0; k < count && status == PREFIX_OK; k++) {
        const size_t i = at(job, k);
        if (job->out && has_turn(job, i, queued))
            status = scan_part(job, i, fold);
        if (status == PREFIX_OK && k < reduced && job->n[i] > 0)
            status = prefix__fold_in(fold, words->values[i]);
    }
    return status;
}

/* The last part is reduced for the total alone. */
static int run(struct job *job)
{
    struct prefix__fold fold;
    struct prefix__words words = {.queued = {0}};
    int status = check(job);
    if (status != PREFIX_OK)
        return status;
    const size_t parts = parts_of(job), reduced = job->plan->total || parts == 0 ? parts : parts - 1;
    status = prefix__fold_begin(&fold, job->team, job->plan);
    for (int queued = 1; queued >= 0 && status == PREFIX_OK; queued--)
        status = reduce_parts(job, reduced, queued, &fold, &words);
    if (status == PREFIX_OK)
        status = prefix__words_collect(job->team, &words, fold.size);
    for (int queued = 1; queued >= 0 && status == PREFIX_OK; queued--)
        status = scan_parts(job, parts, reduced, queued, &fold, &words);
    return status == PREFIX_OK && job->plan->total ? write_total(job, &fold) : status;
}

static int run_plan(prefix_team *team, const struct prefix_plan *plan, const void *const *in, void *const *out,
                    const size_t *n)
{
    int saved = errno;
    return prefix__keep_errno(saved, run(&(struct job){.team = team, .plan = plan, .in = in, .out = out, .n = n}));
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
