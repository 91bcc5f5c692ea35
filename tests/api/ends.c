/* SPDX-License-Identifier: BSD-3-Clause */
/* Exclusive scans to n + 1 results: each compares every bit with the oracle's results and, at the end, its total. */
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

enum { CASES = 1500, LONGEST = 40000, MOST_SHOWN = 5 };

static prefix_ctx *ctx;
static const char *name;
static struct arena input, output;
static int shown;

struct sample {
    int op, type, output_type, reverse, has_init, in_place, threads;
    size_t n;
};

static int complain(const struct sample *c, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: %s of %s to %s, n %zu%s%s%s, threads %d: %s", what, prefix_op_name(c->op), prefix_type_name(c->type),
             prefix_type_name(c->output_type), c->n, c->reverse ? ", reverse" : "", c->has_init ? ", init" : "",
             c->in_place ? ", in place" : "", c->threads, prefix_ctx_error(ctx));
    return 0;
}

static void wanted(const struct sample *c, const void *in, const void *init, char *results)
{
    const size_t size = oracle_size(c->output_type);
    const struct oracle_scan scan = {.kind = PREFIX_EXCLUSIVE,
                                     .op = c->op,
                                     .type = c->type,
                                     .output_type = c->output_type,
                                     .reverse = c->reverse,
                                     .init_type = c->output_type,
                                     .init = c->has_init ? init : NULL};
    oracle_run(&scan, in, results + (c->reverse ? size : 0), c->n, results + (c->reverse ? 0 : c->n * size), NULL);
}

static prefix_plan *plan_of(const struct sample *c, const void *init)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, c->op, c->type));
    must(ctx, prefix_plan_set_output_type(plan, c->output_type));
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, c->output_type, c->has_init ? init : NULL));
    must(ctx, prefix_plan_set_ends(plan, 1));
    return plan;
}

static int check(const struct sample *c, struct rng *rng)
{
    static char results[(LONGEST + 1) * sizeof(double)];
    const size_t in_size = oracle_size(c->type), out_size = oracle_size(c->output_type);
    const size_t out_bytes = (c->n + 1) * out_size, first = c->in_place && c->reverse ? in_size : 0;
    uint64_t init = 0;
    size_t where;
    data_fill(rng, DATA_SMALL, c->output_type, &init, 1);
    arena_place(&input, c->in_place ? out_bytes : c->n * in_size, in_size * rng_below(rng, 3));
    arena_place(&output, out_bytes, out_size * rng_below(rng, 3));
    data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), c->type, input.data + first, c->n);
    wanted(c, input.data + first, &init, results);
    arena_push(&input);
    arena_push(&output);
    struct arena *const to = c->in_place ? &input : &output;
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    prefix_plan *plan = plan_of(c, &init);
    const int status = prefix_plan_run(plan, (char *)arena_pointer(&input) + first, arena_pointer(to), c->n);
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    arena_pull(&input);
    arena_pull(&output);
    if (status != PREFIX_OK)
        return complain(c, "wrong status");
    if (!oracle_same(c->output_type, to->data, results, c->n + 1, &where)) {
        diag("at %zu", where);
        return complain(c, "other results");
    }
    if (!arena_guarded(&input) || !arena_guarded(&output) || (c->in_place && !arena_untouched(&output)))
        return complain(c, "what should not be written was");
    return 1;
}

static void test_random(int memory)
{
    struct rng rng = rng_make((uint64_t)memory + 177);
    const int cases = test_level() == TEST_SHORT ? CASES / 10 : CASES;
    int bad = 0;
    input.ctx = output.ctx = ctx;
    input.memory = output.memory = memory;
    for (int i = 0; i < cases && bad < MOST_SHOWN; i++) {
        static const size_t lengths[] = {0, 1, 2, 64, 128, 129, 4096, 8192, 8193, 16384};
        struct sample c = {
            .reverse = (int)rng_below(&rng, 2),
            .has_init = (int)rng_below(&rng, 2),
            .threads = (int)rng_below(&rng, 5),
            .n = rng_below(&rng, 2) ? lengths[rng_below(&rng, sizeof lengths / sizeof *lengths)]
                                    : rng_below(&rng, LONGEST),
        };
        do {
            c.op = PREFIX_SUM + (int)rng_below(&rng, PREFIX_LOGICAL_OR - PREFIX_SUM + 1);
            c.type = PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1);
            c.output_type = PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1);
        } while (!oracle_takes(c.op, c.type) || !oracle_widens(c.type, c.output_type));
        c.in_place = c.type == c.output_type && rng_below(&rng, 2);
        bad += !check(&c, &rng);
    }
    ok(bad == 0, "%s: %d random calls in memory of kind %d", name, cases, memory);
    arena_release(&input);
    arena_release(&output);
}

static void test_all_memory(void)
{
    test_random(PREFIX_MEMORY_HOST);
    if (strcmp(name, "cuda") == 0)
        test_random(PREFIX_MEMORY_DEVICE);
}

/* The operator of the caller's own that is a sum. */
PREFIX_COMBINE(add, uint32_t, earlier + later)

static void test_operator(void)
{
    const uint32_t in[5] = {3, 1, 4, 1, 5}, zero = 0;
    uint32_t out[7] = {99, 99, 99, 99, 99, 99, 99};
    prefix_operator *op;
    prefix_plan *plan;
    must(ctx, prefix_operator_create(&op, sizeof zero, sizeof zero));
    must(ctx, prefix_operator_set_host(op, add));
    must(ctx, prefix_operator_set_cuda(op, "", "uint32_t", "earlier + later"));
    must(ctx, prefix_operator_set_identity(op, &zero));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(ctx, prefix_plan_set_ends(plan, 1));
    must(ctx, prefix_plan_run(plan, in, out, 5));
    ok(out[0] == 0 && out[1] == 3 && out[4] == 9 && out[5] == 14 && out[6] == 99, "%s: an operator of our own", name);
    must(ctx, prefix_plan_set_reverse(plan, 1));
    must(ctx, prefix_plan_run(plan, in, out, 5));
    ok(out[0] == 14 && out[1] == 11 && out[4] == 5 && out[5] == 0 && out[6] == 99, "%s: and back", name);
    out[0] = 99;
    must(ctx, prefix_plan_run(plan, NULL, out, 0));
    ok(out[0] == 0 && out[1] == 11, "%s: of nothing", name);
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
}

/* Places: the last is that of the greatest of all. */
static void test_places(void)
{
    const float in[4] = {2, 7, 1, 7};
    uint64_t out[5];
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_ARG_MAX, PREFIX_F32));
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(ctx, prefix_plan_set_ends(plan, 1));
    must(ctx, prefix_plan_run(plan, in, out, 4));
    ok(out[0] == UINT64_MAX && out[1] == 0 && out[2] == 1 && out[4] == 1, "%s: places of maxima", name);
    prefix_plan_destroy(plan);
}

static void refused(prefix_plan *plan, const void *in, void *out, size_t n, int status, const char *word)
{
    ok_refused(ctx, name, prefix_plan_run(plan, in, out, n), status, word);
}

static void test_refusals(void)
{
    int32_t in[8] = {1, 2, 3, 4}, out[8], total, sums[1];
    uint32_t offsets[2] = {0, 4};
    uint64_t place;
    prefix_plan *plan;
    memset(out, 0xa5, sizeof out);
    is_int(prefix_plan_set_ends(NULL, 1), PREFIX_ERROR_ARGUMENT, "no plan");
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    must(ctx, prefix_plan_set_ends(plan, 1));
    refused(plan, in, out, 4, PREFIX_ERROR_UNSUPPORTED, "inclusive");
    must(ctx, prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    must(ctx, prefix_plan_set_total(plan, PREFIX_I32, &total));
    refused(plan, in, out, 4, PREFIX_ERROR_UNSUPPORTED, "total");
    must(ctx, prefix_plan_reduce(plan, in, 4));
    is_int(total, 10, "%s: a reduction does not look at it", name);
    must(ctx, prefix_plan_set_total(plan, 0, NULL));
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_U32, offsets, 1));
    refused(plan, in, out, 4, PREFIX_ERROR_UNSUPPORTED, "segments");
    must(ctx, prefix_plan_set_offsets(plan, 0, NULL, 0));
    must(ctx, prefix_plan_set_checked(plan, &place));
    refused(plan, in, out, 4, PREFIX_ERROR_UNSUPPORTED, "checked");
    must(ctx, prefix_plan_set_checked(plan, NULL));
    refused(plan, in, NULL, 0, PREFIX_ERROR_ARGUMENT, "out is NULL");
    refused(plan, in, (char *)out + 2, 4, PREFIX_ERROR_ARGUMENT, "out is not aligned");
    refused(plan, NULL, out, 4, PREFIX_ERROR_ARGUMENT, "in is NULL");
    refused(plan, in, out, PTRDIFF_MAX / sizeof *out, PREFIX_ERROR_OVERFLOW, "n: ");
    refused(plan, in, out, SIZE_MAX, PREFIX_ERROR_OVERFLOW, "n: ");
    refused(plan, in + 4, in, 4, PREFIX_ERROR_OVERLAP, "out: the total");
    must(ctx, prefix_plan_set_reverse(plan, 1));
    refused(plan, in, in, 4, PREFIX_ERROR_OVERLAP, "out");
    for (size_t i = 0; i < sizeof out; i++)
        if (((unsigned char *)out)[i] != 0xa5)
            bail_out("a refused run wrote byte %zu", i);
    must(ctx, prefix_plan_set_ends(plan, 0));
    must(ctx, prefix_plan_set_total(plan, PREFIX_I32, sums));
    must(ctx, prefix_plan_run(plan, in, out, 4));
    ok(out[0] == 9 && out[3] == 0 && sums[0] == 10, "%s: and without, there are n results", name);
    prefix_plan_destroy(plan);
}

int main(void)
{
    static void (*const tests[])(void) = {test_all_memory, test_operator, test_places, test_refusals};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}
