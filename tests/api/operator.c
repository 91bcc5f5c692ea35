/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators of the caller's own on each backend: bit by bit what the canonical order of libprefix(7) gives, worked
 * out element by element, with any number of threads.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"
#include "operator_subject.h"

struct sample {
    const struct subject *subject;
    size_t n;
    int kind, reverse, has_init, has_identity, in_place, threads;
};

static size_t at(const struct sample *c, size_t i)
{
    return c->reverse ? c->n - 1 - i : i;
}

/* want, in memory's order, and the total. */
static void expect(const struct sample *c, const char *in, const void *init, const void *identity, char *want,
                   void *total)
{
    const size_t size = c->subject->size;
    char *x = must_alloc((c->n + 1) * size);
    for (size_t i = 0; i < c->n; i++)
        memcpy(x + (i + 1) * size, in + at(c, i) * size, size);
    memcpy(x, c->has_init ? init : identity, size);
    operator_scan_by_the_book(c->subject, x + size, c->n, c->has_init ? init : NULL, NULL);
    for (size_t i = 0; i < c->n; i++)
        memcpy(want + at(c, i) * size, x + (i + (c->kind == PREFIX_INCLUSIVE)) * size, size);
    memcpy(total, x + c->n * size, size);
    free(x);
}

static prefix_ctx *ctx;

/* The plan of a sample; the operator may go as soon as there is one. */
static prefix_plan *plan_of(const struct sample *c, const void *init, const void *identity, void *total)
{
    prefix_operator *op = operator_make(c->subject, c->has_identity ? identity : NULL);
    prefix_plan *plan;
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, 0, c->has_init ? init : NULL));
    must(ctx, prefix_plan_set_total(plan, 0, total));
    return plan;
}

static struct arena in, out, total;
static struct arena *const arenas[] = {&in, &out, &total};

static void push_all(void)
{
    memset(total.data, ARENA_POISON, total.bytes);
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        arena_push(arenas[i]);
}

static int pull_all(void)
{
    int guarded = 1;
    must(ctx, prefix_ctx_synchronize(ctx));
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++) {
        arena_pull(arenas[i]);
        guarded &= arena_guarded(arenas[i]);
    }
    return guarded;
}

/* Returns what is wrong, or NULL. */
static const char *run(const struct sample *c)
{
    const struct subject *s = c->subject;
    const size_t bytes = c->n * s->size;
    struct rng rng = rng_make(c->n * 64 + s->size);
    _Alignas(ALIGNED) char init[MOST], identity[MOST], total_wanted[MOST];
    char *copy = must_alloc(bytes), *want = must_alloc(bytes);
    const char *wrong = NULL;
    const size_t skew = rng_below(&rng, 2);
    arena_place(&in, bytes, skew * s->alignment % ARENA_ALIGN);
    arena_place(&out, bytes, skew * 3 * s->alignment % ARENA_ALIGN);
    arena_place(&total, s->size, s->alignment % ARENA_ALIGN);
    s->make(&rng, -1, s->size, init);
    operator_make_bytes(&rng, 0, s->size, identity);
    for (size_t i = 0; i < c->n; i++)
        s->make(&rng, (int64_t)i, s->size, in.data + at(c, i) * s->size);
    memcpy(copy, in.data, bytes);
    expect(c, copy, init, identity, want, total_wanted);
    prefix_plan *plan = plan_of(c, init, identity, arena_pointer(&total));
    struct arena *to = c->in_place ? &in : &out;
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    push_all();
    must(ctx, prefix_plan_reduce(plan, arena_pointer(&in), c->n));
    if (!pull_all() || memcmp(total.data, total_wanted, s->size) != 0)
        wrong = "the reduction";
    push_all();
    must(ctx, prefix_plan_run(plan, arena_pointer(&in), arena_pointer(to), c->n));
    const int guarded = pull_all();
    wrong = wrong                                               ? wrong
            : memcmp(to->data, want, bytes) != 0                ? "the scan"
            : memcmp(total.data, total_wanted, s->size) != 0    ? "the total"
            : !guarded                                          ? "what lies around the arrays"
            : !c->in_place && memcmp(in.data, copy, bytes) != 0 ? "the input"
                                                                : NULL;
    prefix_plan_destroy(plan);
    free(copy);
    free(want);
    return wrong;
}

/* Every step-th setting of one length; threads matter to large ones. */
static int run_settings(const struct subject *s, size_t n, int step)
{
    static const int threads[] = {1, 2, 3, 16};
    int bad = 0;
    for (int i = 0; i < 32 * 4 && bad == 0; i += step) {
        const struct sample c = {s,
                                 n,
                                 i & 1 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE,
                                 i >> 1 & 1,
                                 i >> 2 & 1,
                                 i >> 3 & 1,
                                 i >> 4 & 1,
                                 threads[i >> 5]};
        const int is_large = n * s->size >= 1 << 18;
        if ((c.kind == PREFIX_EXCLUSIVE && !c.has_init && !c.has_identity) || (!is_large && c.threads > 1) ||
            (is_large && c.has_identity != c.has_init))
            continue;
        const char *wrong = run(&c);
        if (wrong)
            diag("%s, %zu elements, setting %d: %s", s->name, n, i, wrong);
        bad += wrong != NULL;
    }
    return bad;
}

static void test_subject(const struct subject *s)
{
    const size_t row = operator_row(s->size);
    const size_t lengths[] = {
        1, 2, 3, row - 1, row, row + 1, 5 * row, 64 * row - 1, 64 * row, 64 * row + 1, 191 * row + 5};
    int bad = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        bad += lengths[i] > 0 ? run_settings(s, lengths[i], 1) : 0;
    ok(bad == 0, "%s of %zu bytes", s->name, s->size);
}

static void test_sizes(const char *backend)
{
    struct rng rng = rng_make(1);
    int bad = 0;
    for (size_t size = 1; size <= MOST; size++) {
        if (!operator_tries(backend, size))
            continue;
        const struct subject s = operator_bytes(size);
        const size_t tile = 64 * (512 / size ? 512 / size : 1);
        bad += run_settings(&s, 1 + rng_below(&rng, 100), 3);
        bad += run_settings(&s, tile / 2 + rng_below(&rng, tile), 7);
    }
    ok(bad == 0, "elements of 1 to %d bytes", MOST);
}

/* So large that threads share it. */
static void test_teams(void)
{
    int bad = 0;
    for (size_t i = 0; i < OPERATOR_SUBJECTS; i++)
        bad += run_settings(&operator_subjects[i], ((size_t)1 << 18) / operator_subjects[i].size + 4321 * i + 1, 1);
    ok(bad == 0, "by 1 to 16 threads");
}

static void check_backend(const char *name)
{
    diag("%s", name);
    for (size_t k = 0; k < OPERATOR_SUBJECTS; k++)
        test_subject(&operator_subjects[k]);
    test_sizes(name);
    test_teams();
}

int main(void)
{
    test_seed();
    on_each_place(&ctx, arenas, sizeof arenas / sizeof *arenas, check_backend);
    return done();
}
