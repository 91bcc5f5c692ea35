/* SPDX-License-Identifier: BSD-3-Clause */
/* Calls from threads whose stack is small: each in a process of its own, which dies where the stack is too small. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../support/support.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif

enum { STACK = 32 << 10, ITEMS = 200 * 1000, SEGMENTS = ITEMS / 5, EACH = 5 };

static const int types[] = {PREFIX_U8, PREFIX_I32, PREFIX_I64, PREFIX_F16, PREFIX_F32, PREFIX_F64};
static uint64_t *in, *out, *more, offsets[SEGMENTS + 1], lengths[ITEMS];
static uint8_t flags[ITEMS];

typedef int call_fn(prefix_ctx *ctx, int type);

static int scan(prefix_ctx *ctx, int type)
{
    const int status = prefix_scan(ctx, PREFIX_EXCLUSIVE, PREFIX_SUM, type, in, out, ITEMS);
    return status ? status : prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_PRODUCT, type, in, out, ITEMS);
}

/* With a plan: once with segments, and once from the end. */
static int scan_segments(prefix_ctx *ctx, int type)
{
    prefix_plan *plan = NULL;
    int status = prefix_plan_create(&plan, ctx, PREFIX_SUM, type);
    for (int reverse = 0; reverse < 2 && status == PREFIX_OK; reverse++)
        if (!(status = prefix_plan_set_reverse(plan, reverse)) && !(status = prefix_plan_run(plan, in, out, ITEMS)) &&
            !(status = prefix_plan_set_head_flags(plan, flags)) && !(status = prefix_plan_run(plan, in, out, ITEMS)) &&
            !(status = prefix_plan_set_keys(plan, type, in)) && !(status = prefix_plan_run(plan, in, out, ITEMS)) &&
            !(status = prefix_plan_set_offsets(plan, PREFIX_U64, offsets, SEGMENTS)) &&
            !(status = prefix_plan_run(plan, in, out, ITEMS)))
            status = prefix_plan_set_keys(plan, type, NULL);
    prefix_plan_destroy(plan);
    return status;
}

static int reduce(prefix_ctx *ctx, int type)
{
    return prefix_reduce(ctx, PREFIX_SUM, type, in, out, ITEMS);
}

static int reduce_segments(prefix_ctx *ctx, int type)
{
    prefix_plan *plan = NULL;
    int status = prefix_plan_create(&plan, ctx, PREFIX_SUM, type);
    if (!status && !(status = prefix_plan_set_offsets(plan, PREFIX_U64, offsets, SEGMENTS)) &&
        !(status = prefix_plan_set_total(plan, type, out)))
        status = prefix_plan_reduce(plan, in, ITEMS);
    prefix_plan_destroy(plan);
    return status;
}

static int reduce_by_key(prefix_ctx *ctx, int type)
{
    uint64_t count;
    const int status = prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_U8, type, in, in, more, out, ITEMS, ITEMS, &count);
    return status ? status : prefix_reduce_by_key(ctx, PREFIX_MAX, type, type, in, in, more, out, ITEMS, ITEMS, &count);
}

static int runs(prefix_ctx *ctx, int type)
{
    uint64_t count;
    int status = prefix_run_length_encode(ctx, type, PREFIX_U64, in, out, lengths, ITEMS, ITEMS, &count);
    if (!status)
        status = prefix_run_length_decode(ctx, type, PREFIX_U64, out, lengths, more, count, ITEMS, &count);
    return status ? status : prefix_nontrivial_runs(ctx, type, PREFIX_U64, in, out, lengths, ITEMS, ITEMS, &count);
}

static int select_some(prefix_ctx *ctx, int type)
{
    uint64_t count;
    int status = prefix_select_flagged(ctx, type, in, flags, out, ITEMS, ITEMS, &count);
    if (!status)
        status = prefix_partition_flagged(ctx, type, in, flags, out, ITEMS, &count);
    return status ? status : prefix_unique_by_key(ctx, type, type, in, in, out, more, ITEMS, ITEMS, &count);
}

/* Pairs, whose values follow at the end, short segments, and by name. */
static int sort(prefix_ctx *ctx, int type)
{
    prefix_sorting *sorting;
    const size_t size = 2 * prefix_type_size(type);
    int status = prefix_sort_pairs(ctx, PREFIX_ASCENDING, type, size, in, more, out, more, ITEMS / 2);
    if (status == PREFIX_OK)
        status = prefix_sorting_create(&sorting, ctx, type);
    if (status != PREFIX_OK)
        return status;
    status = prefix_sorting_set_offsets(sorting, PREFIX_U64, offsets, SEGMENTS);
    if (status == PREFIX_OK)
        status = prefix_sorting_run(sorting, in, out, ITEMS);
    if (status == PREFIX_OK)
        status = prefix_sorting_set_offsets(sorting, PREFIX_U64, NULL, 0);
    if (status == PREFIX_OK)
        status = prefix_sorting_set_algorithm(sorting, PREFIX_ALGORITHM_SPLIT_MERGE);
    if (status == PREFIX_OK)
        status = prefix_sorting_run(sorting, in, out, ITEMS);
    prefix_sorting_destroy(sorting);
    return status;
}

static int scan_rows(prefix_ctx *ctx, int type)
{
    static const size_t shape[] = {ITEMS / 4, 4};
    prefix_plan *plan = NULL;
    int status = prefix_plan_create(&plan, ctx, PREFIX_SUM, type);
    for (size_t n = 3; n <= 300 && status == PREFIX_OK; n *= 10)
        if (!(status = prefix_plan_set_batch(plan, ITEMS / n, (ptrdiff_t)n, (ptrdiff_t)n)))
            status = prefix_plan_run(plan, in, out, n);
    if (status == PREFIX_OK && !(status = prefix_plan_set_array(plan, 2, shape, 0, NULL, NULL)))
        status = prefix_plan_run(plan, in, out, shape[0]);
    prefix_plan_destroy(plan);
    return status;
}

static int is_single_or_double(int type)
{
    return type == PREFIX_F32 || type == PREFIX_F64;
}

static int recur(prefix_ctx *ctx, int type)
{
    static const double half = 0.5;
    static const float half_single = 0.5F;
    prefix_recurrence_plan *recurrence = NULL;
    int status = is_single_or_double(type) ? prefix_recurrence_create(&recurrence, ctx, type) : PREFIX_OK;
    if (status == PREFIX_OK && recurrence)
        status = prefix_recurrence_set_constant(recurrence, type == PREFIX_F64 ? (const void *)&half : &half_single);
    if (status == PREFIX_OK && recurrence)
        status = prefix_recurrence_run(recurrence, NULL, in, out, ITEMS);
    prefix_recurrence_destroy(recurrence);
    return status;
}

/* Of order 1 and 16, and in sections. */
static int filter(prefix_ctx *ctx, int type)
{
    static const double b[17] = {1}, a[17] = {1, -0.5}, sections[][6] = {{1, 0, 0, 1, -0.5, 0}, {1, 0, 0, 1, 0.5, 0}};
    int status = PREFIX_OK;
    for (int form = 0; form < 3 && status == PREFIX_OK && is_single_or_double(type); form++) {
        prefix_filter *made = NULL;
        status = form == 2 ? prefix_filter_create_sections(&made, ctx, type, &sections[0][0], 2)
                           : prefix_filter_create(&made, ctx, type, b, form ? 17 : 2, a, form ? 17 : 2);
        if (status == PREFIX_OK)
            status = prefix_filter_run(made, in, out, ITEMS);
        prefix_filter_destroy(made);
    }
    return status;
}

/* Short windows, long ones, which take several passes, and differences. */
static int slide(prefix_ctx *ctx, int type)
{
    int status = prefix_window(ctx, PREFIX_SUM, type, in, out, ITEMS, 9, 4);
    if (status == PREFIX_OK)
        status = prefix_window(ctx, PREFIX_SUM, type, in, out, ITEMS, ITEMS / 2, 0);
    return status ? status : prefix_difference(ctx, type, in, out, ITEMS);
}

static int summed_area(prefix_ctx *ctx, int type)
{
    enum { SIDE = 400 };
    if (type != PREFIX_U8 && type != PREFIX_F32)
        return PREFIX_OK;
    const int status = prefix_integral(ctx, type, type == PREFIX_U8 ? PREFIX_U32 : type, in, out, SIDE, SIDE);
    return status ? status : prefix_box_filter(ctx, type, in, out, SIDE, SIDE, 3);
}

static int group(prefix_ctx *ctx, int type)
{
    uint64_t count;
    int status = type == PREFIX_F16 ? PREFIX_OK : prefix_histogram(ctx, type, in, more, ITEMS, 100, 0, 1000);
    return status ? status : prefix_group_by(ctx, PREFIX_SUM, type, type, in, in, more, out, ITEMS, ITEMS, &count);
}

static int same(const void *x, const void *y)
{
    (void)x;
    (void)y;
    return 1;
}

/* The largest elements that there are, tried, scanned and reduced. */
static int combine_own(prefix_ctx *ctx, int type)
{
    prefix_operator *op = NULL;
    prefix_plan *plan = NULL;
    int status = PREFIX_OK;
    if (type != PREFIX_F64)
        return status;
    status = prefix_operator_create_map(&op, type, 4);
    if (status == PREFIX_OK)
        status = prefix_operator_check(ctx, op, same, in, 100, NULL);
    if (status == PREFIX_OK)
        status = prefix_plan_create_operator(&plan, ctx, op);
    if (status == PREFIX_OK)
        status = prefix_plan_run(plan, in, out, ITEMS / 20);
    if (status == PREFIX_OK)
        status = prefix_plan_set_batch(plan, ITEMS / 200, 10, 10);
    if (status == PREFIX_OK)
        status = prefix_plan_run(plan, in, out, 10);
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
    return status;
}

static int weigh(prefix_ctx *ctx, int type)
{
    prefix_ewm *ewm = NULL;
    int status = is_single_or_double(type) ? prefix_ewm_create(&ewm, ctx, type, 0.1) : PREFIX_OK;
    if (status == PREFIX_OK && ewm)
        status = prefix_ewm_mean(ewm, in, out, ITEMS);
    if (status == PREFIX_OK && ewm)
        status = prefix_ewm_std(ewm, in, out, ITEMS);
    prefix_ewm_destroy(ewm);
    return status;
}

/* Two parts, with the bits of one call and without, and one array in pieces. */
static int in_parts(prefix_ctx *ctx, int type)
{
    enum { CUT = 100 * 1000 + 1 };
    const size_t size = prefix_type_size(type), n[] = {CUT, ITEMS - CUT};
    const void *const from[] = {in, (char *)in + CUT * size};
    void *const to[] = {out, (char *)out + CUT * size};
    const uint64_t operand = 1;
    uint64_t counts[2];
    prefix_ctx *const contexts[] = {ctx, ctx};
    prefix_team *team = NULL;
    prefix_plan *plan = NULL;
    int status = prefix_team_create(&team, contexts, 2);
    for (int exact = 0; exact < 2 && status == PREFIX_OK; exact++)
        if (!(status = prefix_team_set_exact(team, exact)))
            status = prefix_team_scan(team, PREFIX_INCLUSIVE, PREFIX_SUM, type, from, to, n);
    if (status == PREFIX_OK)
        status = prefix_team_select_if(team, PREFIX_NOT_EQUAL, type, &operand, from, to, n, n, counts, NULL);
    if (status == PREFIX_OK)
        status = prefix_plan_create(&plan, ctx, PREFIX_SUM, type);
    if (status == PREFIX_OK)
        status = prefix_team_array_run(team, plan, in, out, ITEMS);
    prefix_plan_destroy(plan);
    prefix_team_destroy(team);
    return status;
}

static const struct {
    const char *name;
    call_fn *fn;
} calls[] = {{"scans", scan},
             {"scans of segments", scan_segments},
             {"reductions", reduce},
             {"reductions of segments", reduce_segments},
             {"reductions by key", reduce_by_key},
             {"runs", runs},
             {"selections", select_some},
             {"sorts", sort},
             {"windows", slide},
             {"rows and columns", scan_rows},
             {"recurrences", recur},
             {"filters", filter},
             {"tables", summed_area},
             {"groups", group},
             {"operators", combine_own},
             {"exponential weights", weigh},
             {"teams", in_parts}};

struct errand {
    const char *backend;
    call_fn *fn;
    int status;
};

static void *run_errand(void *user)
{
    struct errand *errand = user;
    prefix_ctx *ctx = NULL;
    errand->status = prefix_ctx_create(&ctx, errand->backend);
    for (size_t i = 0; i < sizeof types / sizeof *types && errand->status == PREFIX_OK; i++)
        errand->status = errand->fn(ctx, types[i]);
    prefix_ctx_destroy(ctx);
    return NULL;
}

/* What a thread of a new process ends with, as waitpid() says it: the backend is loaded there, too. */
static int in_thread(const char *backend, call_fn *fn)
{
    int status;
    const pid_t child = fork();
    if (child == 0) {
        struct errand errand = {.backend = backend, .fn = fn};
        pthread_attr_t attributes;
        pthread_t thread;
        if (pthread_attr_init(&attributes) || pthread_attr_setstacksize(&attributes, STACK) ||
            pthread_create(&thread, &attributes, run_errand, &errand) || pthread_join(thread, NULL))
            _exit(100);
        _exit(errand.status);
    }
    if (child < 0 || waitpid(child, &status, 0) != child)
        bail_out("no process");
    return status;
}

static void try_call(const char *backend, const char *name, call_fn *fn)
{
    const int status = in_thread(backend, fn);
    if (WIFEXITED(status) && WEXITSTATUS(status) == PREFIX_ERROR_BACKEND && !backend_required(backend)) {
        skip("no backend %s", backend);
        return;
    }
    if (!ok(status == 0, "%s: %s in %d bytes of stack", backend, name, STACK))
        diag("%s %d", WIFSIGNALED(status) ? "signal" : "status",
             WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp"};
#if !defined(__OPTIMIZE__) || defined(SANITIZED)
    skip_all("not optimised, or instrumented: all takes more stack");
#endif
    in = must_alloc(ITEMS * sizeof *in);
    out = must_alloc(ITEMS * sizeof *out);
    more = must_alloc(ITEMS * sizeof *more);
    for (size_t i = 0; i < ITEMS; i++) {
        in[i] = i / 3;
        flags[i] = i % 3 == 0;
    }
    for (size_t i = 0; i <= SEGMENTS; i++)
        offsets[i] = EACH * i;
    for (size_t b = 0; b < sizeof backends / sizeof *backends; b++)
        for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
            try_call(backends[b], calls[i].name, calls[i].fn);
    return done();
}
