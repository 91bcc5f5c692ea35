/* SPDX-License-Identifier: BSD-3-Clause */
/* No constant passes for one of another enumeration: exchanged arguments are errors that say what is what. */
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"
#include "../support/tap.h"

enum {
    TYPE,
    OP,
    KIND,
    PREDICATE,
    REJECTS,
    ALGORITHM,
    MEMORY,
    MISSING,
    ORDER,
    NANS,
    AGGREGATE,
    LEVEL,
    EVENT,
    STATUS,
    ENUMERATIONS
};
static const struct {
    int constant;
    const char *is; /* what the message calls it */
} of[ENUMERATIONS] = {
    [TYPE] = {PREFIX_I32, "the type i32"},
    [OP] = {PREFIX_SUM, "the operator sum"},
    [KIND] = {PREFIX_EXCLUSIVE, "the kind exclusive"},
    [PREDICATE] = {PREFIX_LESS, "the predicate less"},
    [REJECTS] = {PREFIX_REJECTS_BEHIND, "the place of rejects behind"},
    [ALGORITHM] = {PREFIX_ALGORITHM_SERIAL, "the algorithm serial"},
    [MEMORY] = {PREFIX_MEMORY_HOST, "the kind of memory host"},
    [MISSING] = {PREFIX_MISSING_SKIP, "the treatment of missing elements skip"},
    [ORDER] = {PREFIX_DESCENDING, "the order descending"},
    [NANS] = {PREFIX_NANS_FIRST, "the place of NaNs first"},
    [AGGREGATE] = {PREFIX_MEAN, "the aggregate mean"},
    [LEVEL] = {PREFIX_LOG_INFO, NULL},
    [EVENT] = {PREFIX_EVENT_STEP, NULL},
    [STATUS] = {PREFIX_ERROR_RANGE, NULL},
};

static int32_t in[8], out[8], kept[8];
static uint32_t offsets[2] = {0, 8};
static uint64_t count;

/* Calls with the constant c as one argument, and what is right in all others. */
static int scan_kind(prefix_ctx *ctx, int c)
{
    return prefix_scan(ctx, c, PREFIX_SUM, PREFIX_I32, in, out, 8);
}

static int scan_op(prefix_ctx *ctx, int c)
{
    return prefix_scan(ctx, PREFIX_INCLUSIVE, c, PREFIX_I32, in, out, 8);
}

static int scan_type(prefix_ctx *ctx, int c)
{
    return prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, c, in, out, 8);
}

static int reduce_op(prefix_ctx *ctx, int c)
{
    return prefix_reduce(ctx, c, PREFIX_I32, in, out, 8);
}

static int select_predicate(prefix_ctx *ctx, int c)
{
    const int32_t operand = 1;
    return prefix_select_if(ctx, c, PREFIX_I32, &operand, in, out, 8, 8, &count);
}

static int unique_values(prefix_ctx *ctx, int c)
{
    return prefix_unique_by_key(ctx, PREFIX_I32, c, in, kept, out, out, 0, 0, &count);
}

static int reduce_keys(prefix_ctx *ctx, int c)
{
    return prefix_reduce_by_key(ctx, PREFIX_SUM, c, PREFIX_I32, in, in, kept, out, 8, 8, &count);
}

static int encode_lengths(prefix_ctx *ctx, int c)
{
    return prefix_run_length_encode(ctx, PREFIX_I32, c, in, kept, out, 8, 8, &count);
}

static int sort_order(prefix_ctx *ctx, int c)
{
    return prefix_sort(ctx, c, PREFIX_I32, in, out, 8);
}

static int sort_type(prefix_ctx *ctx, int c)
{
    return prefix_argsort(ctx, PREFIX_ASCENDING, c, PREFIX_U32, in, out, 8);
}

static int group_keys(prefix_ctx *ctx, int c)
{
    return prefix_group_by(ctx, PREFIX_SUM, c, PREFIX_I32, in, in, kept, out, 8, 8, &count);
}

static int group_values(prefix_ctx *ctx, int c)
{
    return prefix_group_by(ctx, PREFIX_SUM, PREFIX_I32, c, in, in, kept, out, 8, 8, &count);
}

static int group_count_type(prefix_ctx *ctx, int c)
{
    return prefix_group_counts(ctx, PREFIX_I32, c, in, kept, out, 8, 8, &count);
}

static int histogram_type(prefix_ctx *ctx, int c)
{
    return prefix_histogram(ctx, c, in, &count, 8, 1, 0, 1);
}

static int memory(prefix_ctx *ctx, int c)
{
    const int status = prefix_ctx_set_memory(ctx, c);
    must(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_ANY));
    return status;
}

static int allocation(prefix_ctx *ctx, int c)
{
    void *made = NULL;
    const int status = prefix_memory_alloc(ctx, c, &made, 8);
    return made ? prefix_memory_free(ctx, made) : status;
}

/* Of plans and selections: one made for the call. */
#define OF_PLAN(name, call)                                                                                            \
    static int name(prefix_ctx *ctx, int c)                                                                            \
    {                                                                                                                  \
        prefix_plan *plan;                                                                                             \
        must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));                                             \
        const int status = call;                                                                                       \
        prefix_plan_destroy(plan);                                                                                     \
        return status;                                                                                                 \
    }

#define OF_SELECTION(name, call)                                                                                       \
    static int name(prefix_ctx *ctx, int c)                                                                            \
    {                                                                                                                  \
        prefix_selection *selection;                                                                                   \
        must(ctx, prefix_selection_create(&selection, ctx, PREFIX_I32));                                               \
        const int status = call;                                                                                       \
        prefix_selection_destroy(selection);                                                                           \
        return status;                                                                                                 \
    }

#define OF_SORTING(name, call)                                                                                         \
    static int name(prefix_ctx *ctx, int c)                                                                            \
    {                                                                                                                  \
        prefix_sorting *sorting;                                                                                       \
        must(ctx, prefix_sorting_create(&sorting, ctx, PREFIX_I32));                                                   \
        const int status = call;                                                                                       \
        prefix_sorting_destroy(sorting);                                                                               \
        return status;                                                                                                 \
    }

OF_PLAN(plan_kind, prefix_plan_set_kind(plan, c))
OF_PLAN(output_type, prefix_plan_set_output_type(plan, c))
OF_PLAN(init_type, prefix_plan_set_init(plan, c, in))
OF_PLAN(total_type, prefix_plan_set_total(plan, c, out))
OF_PLAN(algorithm, prefix_plan_set_algorithm(plan, c))
OF_PLAN(block_algorithm, prefix_plan_set_block_algorithm(plan, c))
OF_PLAN(offsets_type, prefix_plan_set_offsets(plan, c, offsets, 1))
OF_PLAN(missing, prefix_plan_set_missing(plan, c))
OF_PLAN(keys_type, prefix_plan_set_keys(plan, c, in))
OF_SELECTION(predicate, prefix_selection_set_predicate(selection, c, in))
OF_SELECTION(second, prefix_selection_set_second(selection, c, in))
OF_SELECTION(rejects, prefix_selection_set_rejects(selection, c, NULL, 0))
OF_SORTING(sorting_order, prefix_sorting_set_order(sorting, c))
OF_SORTING(sorting_nans, prefix_sorting_set_nans(sorting, c))
OF_SORTING(sorting_offsets, prefix_sorting_set_offsets(sorting, c, offsets, 1))
OF_SELECTION(values_type, prefix_selection_set_values(selection, c, in, out))

static const struct {
    const char *argument;
    int takes;
    int (*call)(prefix_ctx *ctx, int c);
} arguments[] = {
    {"kind", KIND, scan_kind},
    {"op", OP, scan_op},
    {"type", TYPE, scan_type},
    {"op", OP, reduce_op},
    {"predicate", PREDICATE, select_predicate},
    {"value type", TYPE, unique_values},
    {"key type", TYPE, reduce_keys},
    {"length type", TYPE, encode_lengths},
    {"memory", MEMORY, memory},
    {"kind", MEMORY, allocation},
    {"kind", KIND, plan_kind},
    {"output type", TYPE, output_type},
    {"init", TYPE, init_type},
    {"total", TYPE, total_type},
    {"algorithm", ALGORITHM, algorithm},
    {"block algorithm", ALGORITHM, block_algorithm},
    {"offsets type", TYPE, offsets_type},
    {"key type", TYPE, keys_type},
    {"missing", MISSING, missing},
    {"predicate", PREDICATE, predicate},
    {"predicate", PREDICATE, second},
    {"rejects", REJECTS, rejects},
    {"type", TYPE, values_type},
    {"order", ORDER, sort_order},
    {"type", TYPE, sort_type},
    {"order", ORDER, sorting_order},
    {"nans", NANS, sorting_nans},
    {"offsets type", TYPE, sorting_offsets},
    {"key type", TYPE, group_keys},
    {"type", TYPE, group_values},
    {"count type", TYPE, group_count_type},
    {"type", TYPE, histogram_type},
};

int main(void)
{
    prefix_ctx *ctx;
    must(NULL, prefix_ctx_create(&ctx, "serial"));
    for (size_t a = 0; a < sizeof arguments / sizeof *arguments; a++) {
        memset(out, 0x5a, sizeof out);
        for (int e = 0; e < ENUMERATIONS; e++) {
            const char *argument = arguments[a].argument;
            int status = arguments[a].call(ctx, of[e].constant);
            const char *text = prefix_ctx_error(ctx);
            if (e == arguments[a].takes)
                is_int(status, PREFIX_OK, "%zu: %s takes %d", a, argument, of[e].constant);
            else
                ok(status == PREFIX_ERROR_ARGUMENT && strncmp(text, argument, strlen(argument)) == 0 &&
                       (!of[e].is || strstr(text, of[e].is)),
                   "%zu: %s does not take %d: '%s'", a, argument, of[e].constant, text);
        }
    }
    prefix_ctx_destroy(ctx);
    return done();
}
