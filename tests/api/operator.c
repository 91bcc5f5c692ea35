/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Operators of the caller's own on the CPU backends: bit by bit what the canonical order of libprefix(7) gives, worked
 * out element by element, with any number of threads.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { MOST = 64, PRIME = 10007, ALIGNED = 16 };

/* Places that follow each other: any combination that is not in order, or of something else, shows in broken. */
struct range {
    uint32_t first, last, broken;
};
PREFIX_COMBINE(join, struct range,
               (struct range){earlier.first, later.last,
                              earlier.broken | later.broken | (earlier.last + 1 != later.first)})

/* Matrices of two rows, modulo a prime. */
struct matrix {
    uint32_t a, b, c, d;
};
PREFIX_COMBINE(multiply, struct matrix,
               (struct matrix){(earlier.a * later.a + earlier.b * later.c) % PRIME,
                               (earlier.a * later.b + earlier.b * later.d) % PRIME,
                               (earlier.c * later.a + earlier.d * later.c) % PRIME,
                               (earlier.c * later.b + earlier.d * later.d) % PRIME})

/* Brackets that close and that open: the bicyclic monoid. */
struct brackets {
    uint32_t close, open;
};
PREFIX_COMBINE(match, struct brackets,
               earlier.open < later.close ? (struct brackets){earlier.close + later.close - earlier.open, later.open}
                                          : (struct brackets){earlier.close, earlier.open - later.close + later.open})

/* x to a x + b, one after the other; what is said once for CPUs and GPUs. */
PREFIX_TEXT(
    affine_text, struct affine { float a, b; }; /* so */
    static struct affine compose_one(struct affine earlier, struct affine later) {
        struct affine both = {earlier.a * later.a, earlier.b * later.a + later.b};
        return both;
    })
PREFIX_COMBINE(compose, struct affine, compose_one(earlier, later))

PREFIX_COMBINE(add, float, earlier + later)

/* Of each byte the last that is not 0; state: the bytes of an element. */
static void latest(const void *state, const void *earlier, ptrdiff_t earlier_step, const void *later,
                   ptrdiff_t later_step, void *result, ptrdiff_t result_step, size_t n)
{
    const size_t size = *(const size_t *)state;
    for (size_t i = 0; i < n; i++) {
        const unsigned char *e = (const unsigned char *)earlier + (ptrdiff_t)i * earlier_step;
        const unsigned char *l = (const unsigned char *)later + (ptrdiff_t)i * later_step;
        unsigned char *r = (unsigned char *)result + (ptrdiff_t)i * result_step;
        for (size_t k = 0; k < size; k++)
            r[k] = l[k] ? l[k] : e[k];
    }
}

struct subject {
    const char *name;
    size_t size, alignment;
    prefix_combine_fn host;
    void (*make)(struct rng *rng, int64_t place, size_t size, void *element); /* place -1: what stands before */
};

static void make_range(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)rng, (void)size;
    *(struct range *)element = (struct range){(uint32_t)place, (uint32_t)place, 0};
}

static void make_matrix(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place, (void)size;
    *(struct matrix *)element = (struct matrix){(uint32_t)rng_below(rng, PRIME), (uint32_t)rng_below(rng, PRIME),
                                                (uint32_t)rng_below(rng, PRIME), (uint32_t)rng_below(rng, PRIME)};
}

static void make_brackets(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place, (void)size;
    *(struct brackets *)element = (struct brackets){(uint32_t)rng_below(rng, 3), (uint32_t)rng_below(rng, 3)};
}

static void make_floats(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place;
    for (size_t k = 0; k < size / sizeof(float); k++)
        ((float *)element)[k] = (float)(rng_unit(rng) * 2 - 1);
}

static void make_bytes(struct rng *rng, int64_t place, size_t size, void *element)
{
    (void)place;
    for (size_t k = 0; k < size; k++)
        ((unsigned char *)element)[k] = (unsigned char)(rng_below(rng, 4) ? 0 : rng_next(rng) >> 40);
}

static const struct subject subjects[] = {
    {"places", sizeof(struct range), sizeof(uint32_t), join, make_range},
    {"matrices", sizeof(struct matrix), sizeof(uint32_t), multiply, make_matrix},
    {"brackets", sizeof(struct brackets), sizeof(uint32_t), match, make_brackets},
    {"affine maps", sizeof(struct affine), sizeof(float), compose, make_floats},
    {"floats", sizeof(float), sizeof(float), add, make_floats},
};

struct sample {
    const struct subject *subject;
    size_t n;
    int kind, reverse, has_init, has_identity, in_place, threads;
};

/* Elements of a row of the canonical order. */
static size_t row_of(size_t size)
{
    size_t row = 1;
    while (2 * row * size <= 512)
        row *= 2;
    return row;
}

static void combine_one(const struct subject *s, const void *earlier, void *later)
{
    _Alignas(ALIGNED) char result[MOST];
    s->host(&s->size, earlier, 0, later, 0, result, 0, 1);
    memcpy(later, result, s->size);
}

/* The canonical order as the manual has it, over elements in the order of the scan, in place; before: NULL for nothing.
 */
static void scan_by_the_book(const struct subject *s, char *x, size_t n, const void *before)
{
    const size_t size = s->size, row = row_of(size);
    _Alignas(ALIGNED) char carry[MOST];
    for (size_t tile = 0; tile < n; tile += 64 * row) {
        const size_t end = n - tile < 64 * row ? n : tile + 64 * row;
        for (size_t d = 1; d < row; d *= 2)
            for (size_t i = tile; i < end; i++)
                if ((i - tile) % row & d)
                    combine_one(s, x + (tile + ((i - tile) & ~(2 * d - 1)) + d - 1) * size, x + i * size);
        for (size_t i = tile + row; i < end; i++)
            combine_one(s, x + (i - (i - tile) % row - 1) * size, x + i * size);
        for (size_t i = tile; i < end && before; i++)
            combine_one(s, before, x + i * size);
        memcpy(carry, x + (end - 1) * size, size);
        before = carry;
    }
}

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
    scan_by_the_book(c->subject, x + size, c->n, c->has_init ? init : NULL);
    for (size_t i = 0; i < c->n; i++)
        memcpy(want + at(c, i) * size, x + (i + (c->kind == PREFIX_INCLUSIVE)) * size, size);
    memcpy(total, x + c->n * size, size);
    free(x);
}

/* The plan of a sample; the operator may go as soon as there is one. */
static prefix_plan *plan_of(prefix_ctx *ctx, const struct sample *c, const void *init, const void *identity,
                            void *total)
{
    prefix_operator *op;
    prefix_plan *plan;
    must(NULL, prefix_operator_create(&op, c->subject->size, c->subject->alignment));
    must(NULL, prefix_operator_set_host(op, c->subject->host));
    must(NULL, prefix_operator_set_state(op, &c->subject->size, sizeof c->subject->size));
    must(NULL, prefix_operator_set_identity(op, c->has_identity ? identity : NULL));
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    must(ctx, prefix_plan_set_kind(plan, c->kind));
    must(ctx, prefix_plan_set_reverse(plan, c->reverse));
    must(ctx, prefix_plan_set_init(plan, 0, c->has_init ? init : NULL));
    must(ctx, prefix_plan_set_total(plan, 0, total));
    return plan;
}

/* Returns what is wrong, or NULL. */
static const char *run(prefix_ctx *ctx, const struct sample *c)
{
    const struct subject *s = c->subject;
    const size_t bytes = c->n * s->size;
    struct rng rng = rng_make(c->n * 64 + s->size);
    struct arena in = {.memory = PREFIX_MEMORY_HOST}, out = {.memory = PREFIX_MEMORY_HOST};
    _Alignas(ALIGNED) char init[MOST], identity[MOST], total[MOST], total_wanted[MOST];
    char *copy = must_alloc(bytes), *want = must_alloc(bytes);
    const char *wrong = NULL;
    arena_place(&in, bytes, s->alignment % ARENA_ALIGN);
    arena_place(&out, bytes, 3 * s->alignment % ARENA_ALIGN);
    s->make(&rng, -1, s->size, init);
    make_bytes(&rng, 0, s->size, identity);
    for (size_t i = 0; i < c->n; i++)
        s->make(&rng, (int64_t)i, s->size, in.data + at(c, i) * s->size);
    memcpy(copy, in.data, bytes);
    expect(c, copy, init, identity, want, total_wanted);
    prefix_plan *plan = plan_of(ctx, c, init, identity, total);
    void *to = c->in_place ? in.data : out.data;
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    memset(total, ARENA_POISON, sizeof total);
    must(ctx, prefix_plan_reduce(plan, in.data, c->n));
    if (memcmp(total, total_wanted, s->size) != 0)
        wrong = "the reduction";
    memset(total, ARENA_POISON, sizeof total);
    must(ctx, prefix_plan_run(plan, in.data, to, c->n));
    wrong = wrong                                          ? wrong
            : memcmp(to, want, bytes) != 0                 ? "the scan"
            : memcmp(total, total_wanted, s->size) != 0    ? "the total"
            : !arena_guarded(&in) || !arena_guarded(&out)  ? "what lies around the arrays"
            : !c->in_place && memcmp(in.data, copy, bytes) ? "the input"
                                                           : NULL;
    prefix_plan_destroy(plan);
    arena_release(&in);
    arena_release(&out);
    free(copy);
    free(want);
    return wrong;
}

/* Every step-th setting of one length; threads matter to large ones. */
static int run_settings(prefix_ctx *ctx, const struct subject *s, size_t n, int step)
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
        const char *wrong = run(ctx, &c);
        if (wrong)
            diag("%s, %zu elements, setting %d: %s", s->name, n, i, wrong);
        bad += wrong != NULL;
    }
    return bad;
}

static void test_subject(prefix_ctx *ctx, const struct subject *s)
{
    const size_t row = row_of(s->size);
    const size_t lengths[] = {
        1, 2, 3, row - 1, row, row + 1, 5 * row, 64 * row - 1, 64 * row, 64 * row + 1, 191 * row + 5};
    int bad = 0;
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        bad += lengths[i] > 0 ? run_settings(ctx, s, lengths[i], 1) : 0;
    ok(bad == 0, "%s of %zu bytes", s->name, s->size);
}

static void test_sizes(prefix_ctx *ctx)
{
    struct rng rng = rng_make(1);
    int bad = 0;
    for (size_t size = 1; size <= MOST; size++) {
        const struct subject s = {"bytes", size, size & -size & 31 ? (size & -size & 31) : 16, latest, make_bytes};
        const size_t tile = 64 * (512 / size ? 512 / size : 1);
        bad += run_settings(ctx, &s, 1 + rng_below(&rng, 100), 3);
        bad += run_settings(ctx, &s, tile / 2 + rng_below(&rng, tile), 7);
    }
    ok(bad == 0, "elements of 1 to %d bytes", MOST);
}

/* So large that threads share it. */
static void test_teams(prefix_ctx *ctx)
{
    int bad = 0;
    for (size_t i = 0; i < sizeof subjects / sizeof *subjects; i++)
        bad += run_settings(ctx, &subjects[i], ((size_t)1 << 18) / subjects[i].size + 4321 * i + 1, 1);
    ok(bad == 0, "by 1 to 16 threads");
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp"};
    test_seed();
    is_str(affine_text,
           "struct affine { float a, b; }; static struct affine compose_one("
           "struct affine earlier, struct affine later) { struct affine both = {earlier.a * later.a, "
           "earlier.b * later.a + later.b}; return both; }",
           "declarations as text");
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        prefix_ctx *ctx = open_backend(backends[i]);
        if (!ctx)
            continue;
        diag("%s", backends[i]);
        for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++)
            test_subject(ctx, &subjects[k]);
        test_sizes(ctx);
        test_teams(ctx);
        prefix_ctx_destroy(ctx);
    }
    return done();
}
