/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Missing elements, on every backend: each case compares every bit with what the oracle makes of an input that has the
 * identity in their places, and looks at what must stay as it was.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/gaps.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/segments.h"

enum { MOST_SHOWN = 5, NO_SEGMENTS = -1 };

struct setting {
    int kind, op, type, output_type, reverse, in_place, reduces, init, threads, pattern, keeps;
    int nan, bits; /* of enum: by NaN, by the bitmap, or -1, there is none */
    int total, form, head_type, mix, algorithm;
    size_t n, in_offset, out_offset, first;
};

static prefix_ctx *ctx;
static struct arena input, output, bitmap;
static struct segments heads;
static uint64_t case_number;
static int shown;

static int complain(const struct setting *s, const char *what, size_t at)
{
    if (shown++ < MOST_SHOWN)
        diag("%s at %zu: case %llu: %s %s %s -> %s, n %zu%s%s%s%s, init %d, threads %d, data %s, NaN %d, bits %d from "
             "%zu, segments %d, algorithm %d: %s",
             what, at, (unsigned long long)case_number, prefix_kind_name(s->kind), prefix_op_name(s->op),
             prefix_type_name(s->type), prefix_type_name(s->output_type), s->n, s->reverse ? ", reverse" : "",
             s->in_place ? ", in place" : "", s->reduces ? ", reduced" : "", s->keeps ? ", kept" : "", s->init,
             s->threads, data_pattern_name(s->pattern), s->nan, s->bits, s->first, s->form, s->algorithm,
             prefix_ctx_error(ctx));
    return 0;
}

static prefix_plan *make_plan(const struct setting *s, prefix_ctx *of, int type, const void *init, int init_type)
{
    prefix_plan *plan;
    must(of, prefix_plan_create(&plan, of, s->op, type));
    must(of, prefix_plan_set_kind(plan, s->kind));
    must(of, prefix_plan_set_output_type(plan, s->output_type));
    must(of, prefix_plan_set_reverse(plan, s->reverse));
    must(of, prefix_plan_set_algorithm(plan, s->algorithm));
    must(of, prefix_plan_set_init(plan, init_type, s->init ? init : NULL));
    return plan;
}

static int run(const struct setting *s, const void *init, int init_type, void *total, int total_type)
{
    const void *in = arena_pointer(s->in_place ? &output : &input);
    void *out = arena_pointer(&output);
    prefix_plan *plan = make_plan(s, ctx, s->type, init, init_type);
    must(ctx, prefix_plan_set_missing(plan, s->keeps ? PREFIX_MISSING_KEEP : PREFIX_MISSING_SKIP));
    must(ctx, prefix_plan_set_validity(plan, s->bits >= 0 ? arena_pointer(&bitmap) : NULL, s->first));
    if (s->form != NO_SEGMENTS) {
        must(ctx, segments_set(&heads, plan));
        must(ctx, prefix_plan_set_total(plan, s->output_type, s->reduces ? out : NULL));
    } else if (s->total || s->reduces) {
        must(ctx, prefix_plan_set_total(plan, total_type, s->reduces && total_type == s->output_type ? out : total));
    }
    const int status = s->reduces ? prefix_plan_reduce(plan, in, s->n) : prefix_plan_run(plan, in, out, s->n);
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    return status;
}

/* What the plain run gives by an algorithm with an order of its own. */
static void run_plain(const struct setting *s, const void *init, int init_type, const void *filled, void *want,
                      void *total, int total_type)
{
    prefix_plan *plan = make_plan(s, ctx, s->output_type, init, init_type);
    must(ctx, prefix_plan_set_total(plan, total_type, total));
    must(ctx, prefix_plan_run(plan, filled, want, s->n));
    prefix_plan_destroy(plan);
}

/* The last inclusive result of each segment of offsets, or what an empty one gives. */
static void want_totals(const struct setting *s, const struct oracle_scan *scan, const unsigned char *results,
                        unsigned char *totals)
{
    const size_t size = oracle_size(s->output_type);
    unsigned char nothing[8];
    oracle_run(scan, NULL, NULL, 0, nothing, NULL);
    for (size_t k = 0; k < heads.count; k++) {
        const size_t begin = segments_offset(&heads, k), end = segments_offset(&heads, k + 1);
        const size_t last = s->reverse ? begin : end - 1;
        memcpy(totals + k * size, begin == end ? nothing : results + last * size, size);
    }
}

/* Fills in the bitmap, whose other bits are random. */
static void tell_bits(const struct setting *s, struct rng *rng, const unsigned char *missing)
{
    arena_place(&bitmap, s->bits >= 0 ? (s->first + s->n + 7) / 8 : 0, rng_below(rng, ARENA_ALIGN));
    for (size_t i = 0; i < bitmap.bytes; i++)
        bitmap.data[i] = (unsigned char)rng_next(rng);
    for (size_t i = s->first; s->bits >= 0 && i < s->first + s->n; i++)
        bitmap.data[i / 8] =
            (unsigned char)((bitmap.data[i / 8] & ~(1u << i % 8)) | (unsigned)!missing[i - s->first] << i % 8);
}

static int same(const struct setting *s, const unsigned char *want, const unsigned char *missing, size_t count)
{
    const size_t size = oracle_size(s->output_type);
    size_t at = 0;
    if (!oracle_same(s->output_type, output.data, want, count, &at))
        return complain(s, "output", at);
    for (size_t i = 0; s->keeps && !s->reduces && i < count; i++)
        if (missing[i] && memcmp(output.data + i * size, want + i * size, size) != 0)
            return complain(s, "the bits of a blank", i);
    return 1;
}

static int check_case(const struct setting *s)
{
    struct rng rng = rng_make(++case_number);
    const size_t in_size = oracle_size(s->type), size = oracle_size(s->output_type);
    const int carry_type = oracle_carry_type(s->op, s->output_type);
    const int init_type = s->init == 1 ? s->output_type : carry_type;
    const int total_type = s->total == 1 ? s->output_type : carry_type;
    const int in_segments = s->form != NO_SEGMENTS;
    struct arena *in = s->in_place ? &output : &input;
    unsigned char init[8], total[8], want_output[8], want_carry[8];
    unsigned char *missing = gaps_choose(&rng, s->bits < 0 ? GAPS_NONE : s->bits, s->n);
    unsigned char *nan = gaps_choose(&rng, s->nan, s->n);
    unsigned char *begins = must_alloc(s->n), *before = must_alloc(s->n * in_size), *want = must_alloc(s->n * size);
    int good = 1;

    memset(total, ARENA_POISON, sizeof total);
    segments_fill(&rng, s->mix, begins, s->n);
    if (in_segments)
        segments_tell(&rng, &heads, s->form, s->head_type, begins, s->n);
    const size_t count = !s->reduces ? s->n : in_segments ? heads.count : 1;
    tell_bits(s, &rng, missing);
    arena_place(&output, count * size, s->out_offset);
    if (!s->in_place)
        arena_place(&input, s->n * in_size, s->in_offset);
    data_fill(&rng, s->pattern, s->type, in->data, s->n);
    data_fill(&rng, DATA_SMALL, init_type, init, 1);
    for (size_t i = 0; i < s->n && oracle_is_float(s->type); i++)
        if (nan[i])
            data_put_nan(&rng, s->type, in->data + i * in_size);
    memcpy(before, in->data, s->n * in_size);
    unsigned char *filled = gaps_fill_in(s->op, s->type, s->output_type, before, missing, s->n);
    unsigned char *totals = must_alloc(count * size);
    const struct oracle_scan scan = {s->reduces ? PREFIX_INCLUSIVE : s->kind,
                                     s->op,
                                     s->output_type,
                                     s->output_type,
                                     s->reverse,
                                     init_type,
                                     s->init ? init : NULL};
    if (in_segments)
        oracle_run_segments(&scan, filled, begins, want, s->n);
    else
        oracle_run(&scan, filled, want, s->n, want_output, want_carry);
    if (s->algorithm != PREFIX_ALGORITHM_AUTO)
        run_plain(s, init, init_type, filled, want, total_type == s->output_type ? want_output : want_carry,
                  total_type);
    for (size_t i = 0; s->keeps && !s->reduces && i < s->n; i++)
        if (missing[i])
            gaps_put_blank(s->output_type, want + i * size);
    if (s->reduces && in_segments)
        want_totals(s, &scan, want, totals);
    else if (s->reduces)
        memcpy(totals, want_output, size);

    if (rng_below(&rng, 2))
        scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, s->threads));
    struct arena *const all[] = {in, &output, &bitmap, &heads.arena};
    const size_t arrays = in_segments ? 4 : 3;
    for (size_t i = 0; i < arrays; i++)
        arena_push(all[i]);
    const int status = run(s, init, init_type, total, total_type);
    for (size_t i = 0; i < arrays; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(s, "memory around", i);
    }
    const int elsewhere = s->reduces && !in_segments && total_type != s->output_type;
    if (status != PREFIX_OK)
        good = complain(s, "error", 0);
    else if (!elsewhere)
        good &= same(s, s->reduces ? totals : want, missing, count);
    if (status == PREFIX_OK && !in_segments && (s->total || s->reduces) && (!s->reduces || elsewhere))
        good &=
            oracle_same(total_type, total, total_type == s->output_type ? want_output : want_carry, 1, &(size_t){0}) ||
            complain(s, "total", 0);
    good &= s->in_place || memcmp(in->data, before, s->n * in_size) == 0 || complain(s, "the input was changed", 0);
    good &= scratch_guarded() || complain(s, "scratch memory", 0);
    free(missing);
    free(nan);
    free(begins);
    free(before);
    free(want);
    free(filled);
    free(totals);
    return good;
}

static void randomize(struct rng *rng, struct setting *s)
{
    static const int offsets[] = {PREFIX_I32, PREFIX_U32, PREFIX_I64, PREFIX_U64};
    s->kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    s->reverse = rng_below(rng, 3) == 0;
    s->init = (int)rng_below(rng, 3);
    s->threads = (int)rng_below(rng, 4);
    s->pattern = (int)rng_below(rng, DATA_PATTERNS);
    s->keeps = (int)rng_below(rng, 2);
    s->nan = (int)rng_below(rng, GAPS_MIXTURES);
    s->bits = (int)rng_below(rng, GAPS_MIXTURES + 1) - 1;
    s->first = rng_below(rng, 3) ? rng_below(rng, 100) : 0;
    s->total = (int)rng_below(rng, 3);
    s->mix = (int)rng_below(rng, MIXES);
    s->form = (int)rng_below(rng, 2 * HEAD_FORMS) - HEAD_FORMS;
    if (s->form < 0)
        s->form = NO_SEGMENTS;
    s->head_type = s->form == HEAD_OFFSETS ? offsets[rng_below(rng, 4)] : PREFIX_I8 + (int)rng_below(rng, 12);
    s->reduces = (s->form == HEAD_OFFSETS || s->form == NO_SEGMENTS) && rng_below(rng, 3) == 0;
    s->in_place = s->type == s->output_type && !s->reduces && rng_below(rng, 3) == 0;
    s->in_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->type)) * oracle_size(s->type);
    s->out_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->output_type)) * oracle_size(s->output_type);
    s->algorithm = PREFIX_ALGORITHM_AUTO;
}

static void check_types(const char *name, int op, int type, int output_type)
{
    static const size_t sizes[] = {0,    1,    2,    7,    63,   64,    65,    128,   129,   1000,
                                   4097, 8191, 8192, 8193, 9000, 16384, 32769, 65537, 70001, 140000};
    struct rng rng = rng_make((uint64_t)(op << 16 | type << 8 | output_type));
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct setting s = {.op = op, .type = type, .output_type = output_type, .n = sizes[i]};
        if (test_level() != TEST_LONG && rng_below(&rng, test_level() == TEST_SHORT ? 12
                                                         : sizes[i] < 5000          ? 1
                                                                                    : 4) != 0)
            continue;
        for (int round = test_level() == TEST_LONG ? 20 : sizes[i] < 5000 ? 2 : 1; round > 0; round--) {
            randomize(&rng, &s);
            good &= check_case(&s);
        }
    }
    ok(good, "%s: %s %s -> %s", name, prefix_op_name(op), prefix_type_name(type), prefix_type_name(output_type));
}

/* Arrays of several pieces, which teams take. */
static void check_large(const char *name, int type)
{
    struct rng rng = rng_make((uint64_t)type + 1);
    int good = 1;
    for (int round = test_level() == TEST_LONG ? 40 : test_level() == TEST_SHORT ? 1 : 3; round > 0; round--) {
        struct setting s = {.op = PREFIX_SUM, .type = type, .output_type = type};
        randomize(&rng, &s);
        s.n = rng_below(&rng, 2) ? 1 << 20 : 600000 + rng_below(&rng, 600000);
        good &= check_case(&s);
    }
    ok(good, "%s: large arrays of %s", name, prefix_type_name(type));
}

/* Algorithms by name, of which some have bits of their own. */
static void check_algorithms(const char *name)
{
    static const int types[] = {PREFIX_F32, PREFIX_F16, PREFIX_F64, PREFIX_I32};
    struct rng rng = rng_make(4);
    for (int algorithm = PREFIX_ALGORITHM_SERIAL; prefix_algorithm_name(algorithm);
         algorithm = next_algorithm(algorithm)) {
        const float in[2] = {1, 2};
        float out[2];
        struct setting s = {.kind = PREFIX_INCLUSIVE, .op = PREFIX_SUM, .output_type = PREFIX_F32};
        int good = 1;
        s.algorithm = algorithm;
        prefix_plan *plan = make_plan(&s, ctx, PREFIX_F32, NULL, 0);
        const int status = prefix_plan_run(plan, in, out, 2);
        prefix_plan_destroy(plan);
        if (status == PREFIX_ERROR_UNSUPPORTED)
            continue;
        for (size_t t = 0; t < sizeof types / sizeof types[0]; t++)
            for (int round = 0; round < 6; round++) {
                s.type = s.output_type = types[t];
                s.n = rng_below(&rng, 30000);
                randomize(&rng, &s);
                s.algorithm = algorithm;
                s.form = NO_SEGMENTS;
                s.reduces = 0;
                good &= check_case(&s);
            }
        ok(good, "%s: %s", name, prefix_algorithm_name(algorithm));
    }
}

static void check_backend(const char *name)
{
    shown = 0;
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++)
                if (oracle_takes(op, type) && oracle_widens(type, output_type) &&
                    (type == output_type || test_level() != TEST_SHORT))
                    check_types(name, op, type, output_type);
    for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
        check_large(name, type);
    check_algorithms(name);
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &bitmap, &heads.arena};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
