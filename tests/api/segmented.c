/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans and reductions of segments, on every backend that has them: each case compares every bit with the
 * oracle, and looks at what must stay as it was.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/segments.h"

enum { MOST_SHOWN = 5 };

struct setting {
    int kind, op, type, output_type, reverse, in_place, reduces, init, threads, pattern, mix, form, head_type, aligned;
    size_t n, in_offset, out_offset;
};

static prefix_ctx *ctx;
static struct arena input, output;
static struct segments heads;
static uint64_t case_number;
static int shown;

static int complain(const struct setting *s, const char *what, size_t at)
{
    if (shown++ < MOST_SHOWN)
        diag("%s at %zu: case %llu: %s %s %s -> %s, n %zu%s%s%s, init %d, threads %d, data %s, segments %s, heads of "
             "form %d "
             "(type %d), offsets %zu -> %zu: %s",
             what, at, (unsigned long long)case_number, prefix_kind_name(s->kind), prefix_op_name(s->op),
             prefix_type_name(s->type), prefix_type_name(s->output_type), s->n, s->reverse ? ", reverse" : "",
             s->in_place ? ", in place" : "", s->reduces ? ", reduced" : "", s->init, s->threads,
             data_pattern_name(s->pattern), segments_mix_name(s->mix), s->form, s->head_type, s->in_offset,
             s->out_offset, prefix_ctx_error(ctx));
    return 0;
}

/* The last inclusive result of each segment of offsets, or what an empty one gives. */
static void want_totals(const struct setting *s, const struct oracle_scan *scan, const unsigned char *results,
                        unsigned char *totals)
{
    const size_t size = oracle_size(s->output_type);
    unsigned char nothing[8];
    oracle_run(scan, NULL, NULL, 0, nothing, NULL);
    for (size_t k = 0; k < heads.count; k++) {
        size_t begin = segments_offset(&heads, k), end = segments_offset(&heads, k + 1);
        size_t last = s->reverse ? begin : end - 1;
        memcpy(totals + k * size, begin == end ? nothing : results + last * size, size);
    }
}

static int run(const struct setting *s, int init_type, const void *init, const void *in, void *out)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, s->op, s->type));
    must(ctx, prefix_plan_set_kind(plan, s->kind));
    must(ctx, prefix_plan_set_output_type(plan, s->output_type));
    must(ctx, prefix_plan_set_reverse(plan, s->reverse));
    must(ctx, prefix_plan_set_init(plan, init_type, s->init ? init : NULL));
    must(ctx, segments_set(&heads, plan));
    if (s->reduces)
        must(ctx, prefix_plan_set_total(plan, s->output_type, out));
    int status = s->reduces ? prefix_plan_reduce(plan, in, s->n) : prefix_plan_run(plan, in, out, s->n);
    prefix_plan_destroy(plan);
    return status;
}

static int check_case(const struct setting *s)
{
    struct rng rng = rng_make(++case_number);
    const size_t in_bytes = s->n * oracle_size(s->type), size = oracle_size(s->output_type), bytes = s->n * size;
    struct arena *in = s->in_place ? &output : &input;
    int init_type = s->init == 1 ? s->output_type : oracle_carry_type(s->op, s->output_type), good = 1;
    unsigned char init[8], *begins = must_alloc(s->n), *before = must_alloc(in_bytes);
    struct oracle_scan scan = {s->reduces ? PREFIX_INCLUSIVE : s->kind,
                               s->op,
                               s->type,
                               s->output_type,
                               s->reverse,
                               init_type,
                               s->init ? init : NULL};

    segments_fill(&rng, s->mix, begins, s->n);
    heads.aligned = s->aligned;
    segments_tell(&rng, &heads, s->form, s->head_type, begins, s->n);
    const size_t out_count = s->reduces ? heads.count : s->n;
    unsigned char *want = must_alloc(bytes), *totals = must_alloc(out_count * size);
    unsigned char *before_heads = must_alloc(heads.arena.bytes);
    memcpy(before_heads, heads.arena.data, heads.arena.bytes);
    arena_place(&output, out_count * size, s->out_offset);
    if (!s->in_place)
        arena_place(&input, in_bytes, s->in_offset);
    data_fill(&rng, s->pattern, s->type, in->data, s->n);
    data_fill(&rng, rng_next(&rng) & 1 ? DATA_SMALL : s->pattern, init_type, init, 1);
    memcpy(before, in->data, in_bytes);
    oracle_run_segments(&scan, before, begins, want, s->n);
    if (s->reduces)
        want_totals(s, &scan, want, totals);

    if (rng_below(&rng, 2))
        scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, s->threads));
    size_t at = 0;
    arena_push(in);
    arena_push(&output);
    arena_push(&heads.arena);
    int status = run(s, init_type, init, arena_pointer(in), arena_pointer(&output));
    arena_pull(in);
    arena_pull(&output);
    arena_pull(&heads.arena);
    if (status != PREFIX_OK)
        good = complain(s, "error", 0);
    else if (!oracle_same(s->output_type, output.data, s->reduces ? totals : want, out_count, &at))
        good = complain(s, "output", at);
    good &= s->in_place || memcmp(in->data, before, in_bytes) == 0 || complain(s, "the input was changed", 0);
    good &= memcmp(heads.arena.data, before_heads, heads.arena.bytes) == 0 || complain(s, "the heads were changed", 0);
    good &=
        (arena_guarded(in) && arena_guarded(&output) && arena_guarded(&heads.arena)) || complain(s, "memory around", 0);
    good &= scratch_guarded() || complain(s, "scratch memory", 0);
    free(begins);
    free(before);
    free(want);
    free(totals);
    free(before_heads);
    return good;
}

static void randomize(struct rng *rng, struct setting *s)
{
    static const int offsets[] = {PREFIX_I32, PREFIX_U32, PREFIX_I64, PREFIX_U64};
    s->kind = rng_next(rng) & 1 ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    s->reverse = rng_below(rng, 3) == 0;
    s->init = (int)rng_below(rng, 3);
    s->threads = (int)rng_below(rng, 4);
    s->pattern = (int)rng_below(rng, DATA_PATTERNS);
    s->mix = (int)rng_below(rng, MIXES);
    s->form = (int)rng_below(rng, HEAD_FORMS);
    s->head_type = s->form == HEAD_OFFSETS ? offsets[rng_below(rng, 4)] : key_random(rng);
    s->reduces = s->form == HEAD_OFFSETS && rng_next(rng) & 1;
    s->in_place = s->type == s->output_type && !s->reduces && rng_below(rng, 3) == 0;
    s->in_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->type)) * oracle_size(s->type);
    s->out_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->output_type)) * oracle_size(s->output_type);
    s->aligned = rng_below(rng, 2) == 0;
    if (s->aligned)
        s->in_offset = s->out_offset = 0;
}

static void check_types(const char *name, int op, int type, int output_type)
{
    static const size_t sizes[] = {0,    1,    2,    3,    31,   33,   63,   64,   65,    127,   128,   129,   500,
                                   1000, 1024, 4095, 4096, 4097, 8191, 8192, 8193, 16384, 20000, 32768, 33000, 70001};
    struct rng rng = rng_make((uint64_t)(op << 16 | type << 8 | output_type));
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct setting s = {.op = op, .type = type, .output_type = output_type, .n = sizes[i]};
        if (test_level() == TEST_SHORT && rng_below(&rng, 6) != 0)
            continue;
        for (int round = test_level() == TEST_LONG ? 20 : sizes[i] < 5000 ? 2 : 1; round > 0; round--) {
            randomize(&rng, &s);
            good &= check_case(&s);
        }
    }
    ok(good, "%s: %s %s -> %s", name, prefix_op_name(op), prefix_type_name(type), prefix_type_name(output_type));
}

/* Arrays that a team takes, every mix given in every way. */
static void check_large(const char *name, int type)
{
    const size_t sizes[] = {300000, 1000003};
    struct rng rng = rng_make((uint64_t)type + 1);
    int good = 1;
    for (int mix = 0; mix < MIXES; mix++)
        for (int form = 0; form < HEAD_FORMS; form++) {
            struct setting s = {.op = PREFIX_SUM, .type = type, .output_type = type};
            if (test_level() == TEST_SHORT && rng_below(&rng, 12) != 0)
                continue;
            do
                randomize(&rng, &s);
            while (s.form != form);
            s.mix = mix;
            s.n = sizes[rng_below(&rng, test_level() == TEST_LONG ? 2 : 1)];
            good &= check_case(&s);
        }
    ok(good, "%s: large arrays of %s", name, prefix_type_name(type));
}

/* Totals that nothing is put before, of segments of each mix. */
static void check_totals(const char *name, int op, int type, int output_type)
{
    static const size_t sizes[] = {1000, 1024, 1025, 4096, 20000, 150001};
    struct rng rng = rng_make((uint64_t)(op << 16 | type << 8 | output_type) + 3);
    int good = 1;
    for (int mix = 0; mix < MIXES; mix++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            struct setting s = {.op = op, .type = type, .output_type = output_type};
            if (test_level() == TEST_SHORT && rng_below(&rng, 6) != 0)
                continue;
            do
                randomize(&rng, &s);
            while (!s.reduces);
            s.reverse = s.init = 0;
            s.mix = mix;
            s.n = sizes[i];
            good &= check_case(&s);
        }
    ok(good, "%s: totals of segments, %s %s -> %s", name, prefix_op_name(op), prefix_type_name(type),
       prefix_type_name(output_type));
}

/* Arrays beyond which devices have other kernels, every mix given in one way. */
static void check_larger(const char *name, int op, int type)
{
    struct rng rng = rng_make((uint64_t)type + 2);
    int good = 1;
    for (int mix = 0; mix < MIXES; mix++)
        for (int form = 0; form < HEAD_FORMS; form++) {
            struct setting s = {.op = op, .type = type, .output_type = type};
            if ((test_level() != TEST_LONG && form != (mix + type) % HEAD_FORMS) ||
                (test_level() == TEST_SHORT && rng_below(&rng, 4) != 0))
                continue;
            do
                randomize(&rng, &s);
            while (s.form != form || s.reverse || s.reduces || !s.aligned ||
                   (form == HEAD_KEYS && key_size(s.head_type) > oracle_size(type)));
            s.mix = mix;
            s.n = 4700001 + rng_below(&rng, 9000);
            good &= check_case(&s);
        }
    ok(good, "%s: larger arrays of %s", name, prefix_type_name(type));
}

/* Whether a run fails with a status and a word in its sentence, and writes nothing. */
static void refused(prefix_plan *plan, int reduces, int status, const char *word)
{
    const float in[4] = {1, 2, 3, 4};
    float out[4] = {9, 9, 9, 9}, total[4] = {9, 9, 9, 9};
    if (reduces)
        must(ctx, prefix_plan_set_total(plan, PREFIX_F32, total));
    int got = reduces ? prefix_plan_reduce(plan, in, 4) : prefix_plan_run(plan, in, out, 4);
    ok(got == status && strstr(prefix_ctx_error(ctx), word) && out[0] == 9 && total[0] == 9, "refused: %s (%d: %s)",
       word, got, prefix_ctx_error(ctx));
    if (reduces)
        must(ctx, prefix_plan_set_total(plan, PREFIX_F32, NULL));
}

static void check_refusals(void)
{
    const uint8_t flags[4] = {1, 0, 1, 0};
    const uint32_t offsets[3] = {0, 2, 4};
    const uint64_t keys[9] = {0};
    float data[4] = {1, 2, 3, 4};
    double total;
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_set_head_flags(plan, flags));
    refused(plan, 1, PREFIX_ERROR_UNSUPPORTED, "offsets");
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_BLELLOCH));
    refused(plan, 0, PREFIX_ERROR_UNSUPPORTED, "algorithm");
    must(ctx, prefix_plan_set_algorithm(plan, PREFIX_ALGORITHM_AUTO));
    must(ctx, prefix_plan_set_counting(plan, 1));
    refused(plan, 0, PREFIX_ERROR_UNSUPPORTED, "counting");
    must(ctx, prefix_plan_set_counting(plan, 0));
    must(ctx, prefix_plan_set_total(plan, PREFIX_F64, &total));
    refused(plan, 0, PREFIX_ERROR_UNSUPPORTED, "total");
    must(ctx, prefix_plan_set_total(plan, PREFIX_F64, NULL));
    must(ctx, prefix_plan_set_keys(plan, PREFIX_KEY_16_BYTES, (const char *)keys + 1));
    refused(plan, 0, PREFIX_ERROR_ARGUMENT, "keys");
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_U32, (const char *)offsets + 2, 2));
    refused(plan, 0, PREFIX_ERROR_ARGUMENT, "offsets");
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_U32, offsets, 2));
    must(ctx, prefix_plan_set_total(plan, PREFIX_F64, &total));
    int status = prefix_plan_reduce(plan, data, 4);
    ok(status == PREFIX_ERROR_UNSUPPORTED && strstr(prefix_ctx_error(ctx), "total type"),
       "totals are of the output type");
    must(ctx, prefix_plan_set_total(plan, PREFIX_F32, data + 2));
    status = prefix_plan_reduce(plan, data, 4);
    ok(status == PREFIX_ERROR_OVERLAP && data[2] == 3, "totals do not lie in the input");
    must(ctx, prefix_plan_set_total(plan, PREFIX_F32, NULL));
    must(ctx, prefix_plan_set_keys(plan, PREFIX_F32, data));
    status = prefix_plan_run(plan, data, data, 4);
    ok(status == PREFIX_ERROR_OVERLAP && data[1] == 2, "the output does not lie in the keys");
    ok(prefix_plan_set_offsets(plan, PREFIX_F32, offsets, 2) == PREFIX_ERROR_ARGUMENT &&
           prefix_plan_set_keys(plan, 99, keys) == PREFIX_ERROR_ARGUMENT,
       "types of offsets and keys are checked");
    status = prefix_plan_run(plan, data, data, 4);
    ok(status == PREFIX_ERROR_OVERLAP, "a setter that fails changes nothing");
    must(ctx, prefix_plan_set_keys(plan, 99, NULL));
    must(ctx, prefix_plan_run(plan, data, data, 4));
    ok(data[3] == 10, "NULL: no segments");
    prefix_plan_destroy(plan);
}

/* Where the arrays lie, from here on. */
static void set_memory(int in, int out, int of_heads)
{
    arena_release(&input);
    arena_release(&output);
    arena_release(&heads.arena);
    input.ctx = output.ctx = heads.arena.ctx = ctx;
    input.memory = in;
    output.memory = out;
    heads.arena.memory = of_heads;
}

/* Of a backend with memory of its own: arrays some of which lie there. */
static void check_memory(const char *name)
{
    enum { H = PREFIX_MEMORY_HOST, D = PREFIX_MEMORY_DEVICE, P = PREFIX_MEMORY_PINNED, M = PREFIX_MEMORY_MANAGED };
    static const int kinds[][3] = {{H, H, H}, {H, D, D}, {D, H, D}, {D, D, H}, {P, P, P}, {M, M, M}};
    for (size_t k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        set_memory(kinds[k][0], kinds[k][1], kinds[k][2]);
        check_types(name, PREFIX_SUM, PREFIX_F32, PREFIX_F32);
        check_types(name, PREFIX_MIN, PREFIX_I16, PREFIX_I64);
    }
}

int main(void)
{
    static const char *const known[] = {"serial", "openmp", "cuda"};
    test_seed();
    for (size_t b = 0; b < sizeof known / sizeof known[0]; b++) {
        ctx = open_backend(known[b]);
        if (!ctx)
            continue;
        const int on_device = strcmp(known[b], "cuda") == 0;
        const int memory = on_device ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST;
        set_memory(memory, memory, memory);
        for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
            for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
                for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++)
                    if (oracle_widens(type, output_type) && oracle_takes(op, output_type))
                        check_types(known[b], op, type, output_type);
        check_large(known[b], PREFIX_F32);
        check_large(known[b], PREFIX_F64);
        check_large(known[b], PREFIX_I32);
        check_large(known[b], PREFIX_BF16);
        check_totals(known[b], PREFIX_SUM, PREFIX_F32, PREFIX_F32);
        check_totals(known[b], PREFIX_SUM, PREFIX_F64, PREFIX_F64);
        check_totals(known[b], PREFIX_SUM, PREFIX_F32, PREFIX_F64);
        check_totals(known[b], PREFIX_SUM, PREFIX_F16, PREFIX_F32);
        check_totals(known[b], PREFIX_PRODUCT, PREFIX_F32, PREFIX_F32);
        check_totals(known[b], PREFIX_PRODUCT, PREFIX_F64, PREFIX_F64);
        check_totals(known[b], PREFIX_SUM, PREFIX_U8, PREFIX_U8);
        check_totals(known[b], PREFIX_SUM, PREFIX_I16, PREFIX_I16);
        check_totals(known[b], PREFIX_SUM, PREFIX_I32, PREFIX_I32);
        check_totals(known[b], PREFIX_SUM, PREFIX_U64, PREFIX_U64);
        check_refusals();
        if (on_device) {
            check_larger(known[b], PREFIX_SUM, PREFIX_F32);
            check_larger(known[b], PREFIX_SUM, PREFIX_F64);
            check_larger(known[b], PREFIX_MIN, PREFIX_U32);
            check_memory(known[b]);
        }
        set_memory(PREFIX_MEMORY_HOST, PREFIX_MEMORY_HOST, PREFIX_MEMORY_HOST);
        prefix_ctx_destroy(ctx);
    }
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
