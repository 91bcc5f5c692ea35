/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of operators of the caller's own: each case compares every bit with the canonical order, worked out element
 * by element, which in turn is compared with plain loops, and looks at what must stay as it was.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/segments.h"
#include "operator_subject.h"

enum { MOST_SHOWN = 5 };

struct sample {
    const struct subject *subject;
    size_t n;
    int kind, reverse, has_init, has_identity, in_place, reduces, threads, mix, form, head_type;
};

static prefix_ctx *ctx;
static struct arena input, output;
static struct segments heads;
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu: %s of %zu bytes, %s, n %zu%s%s%s%s%s, threads %d, segments %s, heads of form %d (type "
             "%d): %s",
             what, (unsigned long long)case_number, c->subject->name, c->subject->size, prefix_kind_name(c->kind), c->n,
             c->reverse ? ", reverse" : "", c->in_place ? ", in place" : "", c->reduces ? ", reduced" : "",
             c->has_init ? ", init" : "", c->has_identity ? ", identity" : "", c->threads, segments_mix_name(c->mix),
             c->form, c->head_type, prefix_ctx_error(ctx));
    return 0;
}

static size_t at(const struct sample *c, size_t i)
{
    return c->reverse ? c->n - 1 - i : i;
}

/* Where segments begin in the order of the scan. */
static unsigned char *begins_of_scan(const struct sample *c, const unsigned char *begins)
{
    unsigned char *scan = must_alloc(c->n);
    for (size_t i = 0; i < c->n; i++)
        scan[i] = i == 0 || begins[c->reverse ? c->n - i : i];
    return scan;
}

/* Places follow each other within a segment after an initial value, and else in the whole array. */
static void make_elements(const struct sample *c, struct rng *rng, const unsigned char *scan, char *x)
{
    int64_t place = 0;
    for (size_t i = 0; i < c->n; i++, place++) {
        if (scan[i] && c->has_init)
            place = 0;
        c->subject->make(rng, place, c->subject->size, x + i * c->subject->size);
    }
}

/* x as a left fold of each segment has it. */
static void fold(const struct sample *c, char *x, const void *first, const unsigned char *scan)
{
    const size_t size = c->subject->size;
    for (size_t i = 0; i < c->n; i++)
        if (!scan[i] || first)
            operator_combine(c->subject, scan[i] ? first : x + (i - 1) * size, x + i * size);
}

/* The inclusive results in the order of the scan. */
static int scan_all(const struct sample *c, char *x, const void *first, const unsigned char *scan)
{
    const size_t bytes = c->n * c->subject->size;
    char *plain = must_alloc(bytes);
    memcpy(plain, x, bytes);
    operator_scan_by_the_book(c->subject, x, c->n, first, scan);
    fold(c, plain, first, scan);
    const int good = !c->subject->is_exact || memcmp(plain, x, bytes) == 0 || complain(c, "the order itself");
    free(plain);
    return good;
}

/* The results in memory's order. */
static void results_of(const struct sample *c, const char *x, const unsigned char *scan, const void *neutral,
                       char *want)
{
    const size_t size = c->subject->size;
    for (size_t i = 0; i < c->n; i++)
        memcpy(want + at(c, i) * size,
               c->kind == PREFIX_INCLUSIVE ? x + i * size
               : scan[i]                   ? (const char *)neutral
                                           : x + (i - 1) * size,
               size);
}

/* Of each segment of offsets. Returns whether none is without a total. */
static int totals_of(const struct sample *c, const char *x, const void *neutral, char *want)
{
    const size_t size = c->subject->size;
    int all = 1;
    for (size_t k = 0; k < heads.count; k++) {
        const size_t begin = segments_offset(&heads, k), end = segments_offset(&heads, k + 1);
        const void *total = begin == end ? neutral : x + at(c, c->reverse ? begin : end - 1) * size;
        all &= total != NULL;
        if (total)
            memcpy(want + k * size, total, size);
    }
    return all;
}

static int run(const struct sample *c, const void *init, const void *identity, const void *in, void *out)
{
    prefix_operator *op = operator_make(c->subject, c->has_identity ? identity : NULL);
    prefix_plan *plan;
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, 0, c->has_init ? init : NULL));
    must(ctx, segments_set(&heads, plan));
    if (c->reduces)
        must(ctx, prefix_plan_set_total(plan, 0, out));
    const int status = c->reduces ? prefix_plan_reduce(plan, in, c->n) : prefix_plan_run(plan, in, out, c->n);
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    return status;
}

static int compare(const struct sample *c, int status, const char *want, int has_totals)
{
    if (!has_totals)
        return (status == PREFIX_ERROR_UNSUPPORTED && strstr(prefix_ctx_error(ctx), "is empty") &&
                arena_untouched(&output)) ||
               complain(c, "an empty segment without a total");
    if (status != PREFIX_OK)
        return complain(c, "error");
    return memcmp(output.data, want, output.bytes) == 0 || complain(c, "results");
}

static int check_case(const struct sample *c)
{
    const struct subject *s = c->subject;
    struct rng rng = rng_make(++case_number);
    const size_t size = s->size, bytes = c->n * size;
    struct arena *in = c->in_place ? &output : &input;
    _Alignas(ALIGNED) char init[MOST], identity[MOST];
    unsigned char *begins = must_alloc(c->n);
    char *x = must_alloc(bytes), *before = must_alloc(bytes);
    int has_totals = 1;

    segments_fill(&rng, c->mix, begins, c->n);
    heads.aligned = 0;
    segments_tell(&rng, &heads, c->form, c->head_type, begins, c->n);
    unsigned char *scan = begins_of_scan(c, begins), *before_heads = must_alloc(heads.arena.bytes);
    memcpy(before_heads, heads.arena.data, heads.arena.bytes);
    const size_t count = c->reduces ? heads.count : c->n;
    char *want = must_alloc(count * size);
    s->make(&rng, -1, size, init);
    operator_make_bytes(&rng, 0, size, identity);
    const void *neutral = c->has_init ? init : c->has_identity ? identity : NULL;
    make_elements(c, &rng, scan, x);
    arena_place(&output, count * size, rng_below(&rng, ARENA_ALIGN / s->alignment) * s->alignment);
    if (!c->in_place)
        arena_place(&input, bytes, rng_below(&rng, ARENA_ALIGN / s->alignment) * s->alignment);
    for (size_t i = 0; i < c->n; i++)
        memcpy(in->data + at(c, i) * size, x + i * size, size);
    memcpy(before, in->data, bytes);
    int good = scan_all(c, x, c->has_init ? init : NULL, scan);
    if (c->reduces)
        has_totals = totals_of(c, x, neutral, want);
    else
        results_of(c, x, scan, neutral, want);

    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    struct arena *const all[] = {in, &output, &heads.arena};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        arena_push(all[i]);
    const int status = run(c, init, identity, arena_pointer(in), arena_pointer(&output));
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(c, "memory around an array");
    }
    good &= compare(c, status, want, has_totals);
    good &= c->in_place || memcmp(in->data, before, bytes) == 0 || complain(c, "the input was changed");
    good &= memcmp(heads.arena.data, before_heads, heads.arena.bytes) == 0 || complain(c, "the heads were changed");
    good &= scratch_guarded() || complain(c, "scratch memory");
    free(begins);
    free(scan);
    free(before_heads);
    free(x);
    free(before);
    free(want);
    return good;
}

static struct sample randomize(struct rng *rng, const struct subject *s, size_t n)
{
    static const int offsets[] = {PREFIX_I32, PREFIX_U32, PREFIX_I64, PREFIX_U64};
    struct sample c = {.subject = s, .n = n, .kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE};
    c.reverse = rng_below(rng, 3) == 0;
    c.has_init = (int)rng_below(rng, 2);
    c.has_identity = (int)rng_below(rng, 2);
    c.threads = 1 + (int)rng_below(rng, 16);
    c.mix = (int)rng_below(rng, MIXES);
    c.form = (int)rng_below(rng, HEAD_FORMS);
    c.head_type = c.form == HEAD_OFFSETS ? offsets[rng_below(rng, 4)] : key_random(rng);
    c.reduces = c.form == HEAD_OFFSETS && rng_below(rng, 2);
    c.in_place = !c.reduces && rng_below(rng, 3) == 0;
    if (!c.has_init && (c.kind == PREFIX_EXCLUSIVE || (c.reduces && heads.arena.memory != PREFIX_MEMORY_HOST)))
        c.has_identity = 1;
    return c;
}

static int check_subject(const struct subject *s, int rounds)
{
    const size_t row = operator_row(s->size);
    const size_t sizes[] = {0,
                            1,
                            2,
                            3,
                            row - 1,
                            row,
                            row + 1,
                            5 * row + 2,
                            8 * row,
                            9 * row,
                            64 * row - 1,
                            64 * row,
                            64 * row + 1,
                            65 * row + 3,
                            191 * row + 5};
    struct rng rng = rng_make(s->size * 100 + s->alignment);
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int round = 0; round < (sizes[i] < 9 * row ? 2 * rounds : rounds); round++) {
            const struct sample c = randomize(&rng, s, sizes[i]);
            good &= check_case(&c);
        }
    return good;
}

/* So large that threads share it: each mix. */
static int check_teams(const struct subject *s)
{
    struct rng rng = rng_make(s->size + 1);
    int good = 1;
    for (int mix = 0; mix < MIXES; mix++)
        for (int round = 0; round < (test_level() == TEST_LONG ? 10 : 2); round++) {
            struct sample c = randomize(&rng, s, ((size_t)1 << 18) / s->size + rng_below(&rng, 100000));
            c.mix = mix;
            good &= check_case(&c);
        }
    return good;
}

PREFIX_COMBINE(longer, uint32_t, earlier > later ? earlier : later)

/* A run that is refused before anything is written. */
static void refused(prefix_plan *plan, int reduces, int status, const char *word)
{
    const uint32_t in[4] = {1, 2, 3, 4};
    uint32_t out[4] = {9, 9, 9, 9};
    must(ctx, prefix_plan_set_total(plan, 0, reduces ? out : NULL));
    const int got = reduces ? prefix_plan_reduce(plan, in, 4) : prefix_plan_run(plan, in, out, 4);
    ok(got == status && strstr(prefix_ctx_error(ctx), word) && out[0] == 9 && out[3] == 9, "refused: %s (%d: %s)", word,
       got, prefix_ctx_error(ctx));
}

static void check_refusals(void)
{
    static const int32_t decreasing[] = {0, 3, 2, 4}, beyond[] = {0, 2, 5}, negative[] = {-1, 2, 4},
                         empty[] = {0, 2, 2, 4};
    static const uint8_t flags[] = {1, 0, 1, 0};
    uint32_t data[4] = {1, 2, 3, 4}, total[3] = {9, 9, 9}, zero = 0;
    prefix_operator *op;
    prefix_plan *plan;
    must(NULL, prefix_operator_create(&op, sizeof(uint32_t), sizeof(uint32_t)));
    must(NULL, prefix_operator_set_host(op, longer));
    must(NULL, prefix_operator_set_cuda(op, "", "uint32_t", "earlier > later ? earlier : later"));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    for (int reduces = 0; reduces < 2; reduces++) {
        must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, decreasing, 3));
        refused(plan, reduces, PREFIX_ERROR_ARGUMENT, "offset 2 is 2, less than the 3 before it");
        must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, beyond, 2));
        refused(plan, reduces, PREFIX_ERROR_ARGUMENT, "offset 2 is 5, negative or above n, 4");
        must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, negative, 2));
        refused(plan, reduces, PREFIX_ERROR_ARGUMENT, "offset 0 is");
        must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, (const char *)beyond + 2, 1));
        refused(plan, reduces, PREFIX_ERROR_ARGUMENT, "offsets is not aligned");
    }
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, empty, 3));
    refused(plan, 1, PREFIX_ERROR_UNSUPPORTED, "segment 1 is empty");
    must(ctx, prefix_plan_set_head_flags(plan, flags));
    refused(plan, 1, PREFIX_ERROR_UNSUPPORTED, "not given by offsets");
    must(ctx, prefix_plan_set_total(plan, 0, total));
    ok(prefix_plan_run(plan, data, data, 4) == PREFIX_ERROR_UNSUPPORTED && data[1] == 2,
       "a scan of segments has no total");
    must(ctx, prefix_plan_set_total(plan, 0, NULL));
    must(ctx, prefix_plan_set_keys(plan, PREFIX_U32, data));
    ok(prefix_plan_run(plan, data, data, 4) == PREFIX_ERROR_OVERLAP && data[1] == 2, "the output is not in the keys");
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, empty, 3));
    must(ctx, prefix_plan_set_total(plan, 0, data + 2));
    ok(prefix_plan_reduce(plan, data, 4) == PREFIX_ERROR_OVERLAP && data[2] == 3, "totals are not in the input");
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, total, 2));
    must(ctx, prefix_plan_set_total(plan, 0, total));
    ok(prefix_plan_reduce(plan, data, 4) == PREFIX_ERROR_OVERLAP && total[0] == 9, "totals are not in the offsets");
    must(ctx, prefix_plan_set_init(plan, 0, &zero));
    must(ctx, prefix_plan_set_offsets(plan, PREFIX_I32, empty, 3));
    must(ctx, prefix_plan_reduce(plan, data, 4));
    ok(total[0] == 2 && total[1] == 0 && total[2] == 4, "an empty segment comes to the initial value");
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
}

static void check_backend(const char *name)
{
    const int rounds = test_level() == TEST_LONG ? 40 : test_level() == TEST_SHORT ? 2 : 8;
    int good = 1;
    shown = 0;
    for (size_t i = 0; i < OPERATOR_SUBJECTS; i++) {
        const struct subject *s = &operator_subjects[i];
        ok(check_subject(s, rounds), "%s: %s", name, s->name);
        if (test_level() != TEST_SHORT)
            ok(check_teams(s), "%s: %s by teams", name, s->name);
    }
    for (size_t size = 1; size <= MOST; size++) {
        const struct subject s = operator_bytes(size);
        good &= !operator_tries(name, size) || check_subject(&s, rounds / 8 + 1);
    }
    ok(good, "%s: elements of 1 to %d bytes", name, MOST);
    check_refusals();
}

int main(void)
{
    struct arena *const all[] = {&input, &output, &heads.arena};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
