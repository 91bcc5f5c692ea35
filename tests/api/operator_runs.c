/* SPDX-License-Identifier: BSD-3-Clause */
/* Runs of equal keys, reduced by the operator of a plan: one of the caller's own, and one that is built in. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/segments.h"
#include "operator_subject.h"

enum { MOST_SHOWN = 5 };
enum { APART, UNIQUE_IN_PLACE, AGGREGATES_IN_PLACE, BOTH_IN_PLACE, NO_UNIQUE, PLACES };

struct sample {
    const struct subject *subject;
    size_t n, room;
    int key_type, mix, places, threads;
};

static prefix_ctx *ctx;
static struct arena keys, unique, input, output, counts;
static struct arena *const arenas[] = {&keys, &unique, &input, &output, &counts};
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what, size_t at)
{
    if (shown++ < MOST_SHOWN)
        diag("%s at %zu: case %llu: %s of %zu bytes, n %zu, room %zu, keys %d, runs %s, places %d, threads %d: %s",
             what, at, (unsigned long long)case_number, c->subject->name, c->subject->size, c->n, c->room, c->key_type,
             segments_mix_name(c->mix), c->places, c->threads, prefix_ctx_error(ctx));
    return 0;
}

static void place(struct rng *rng, struct arena *arena, size_t n, size_t size, size_t align)
{
    arena_place(arena, n * size, rng_below(rng, ARENA_ALIGN / align) * align);
}

static prefix_plan *plan_of(const struct subject *s)
{
    prefix_operator *op = operator_make(s, NULL);
    prefix_plan *plan;
    must(ctx, prefix_plan_create_operator(&plan, ctx, op));
    prefix_operator_destroy(op);
    return plan;
}

/* What is wanted of the runs, in the keys and the inclusive results x. */
static int check_results(const struct sample *c, int status, const unsigned char *begins, const unsigned char *key,
                         const char *x)
{
    const size_t size = c->subject->size, wide = key_size(c->key_type);
    const struct arena *to = c->places == AGGREGATES_IN_PLACE || c->places == BOTH_IN_PLACE ? &input : &output;
    const struct arena *to_keys = c->places == UNIQUE_IN_PLACE || c->places == BOTH_IN_PLACE ? &keys : &unique;
    uint64_t count = 0;
    int good = 1;
    for (size_t i = 0, end; i < c->n; i = end, count++) {
        for (end = i + 1; end < c->n && !begins[end]; end++)
            ;
        if (count >= c->room)
            continue;
        good &= memcmp(to->data + count * size, x + (end - 1) * size, size) == 0 || complain(c, "aggregate", count);
        if (c->places != NO_UNIQUE)
            good &= memcmp(to_keys->data + count * wide, key + i * wide, wide) == 0 || complain(c, "key", count);
    }
    const size_t written = count < c->room ? (size_t)count : c->room;
    good &= *(const uint64_t *)(const void *)counts.data == count || complain(c, "count", count);
    /* A count in device memory is not looked at. */
    const int is_told = counts.memory == PREFIX_MEMORY_HOST && count > c->room;
    good &= status == (is_told ? PREFIX_ERROR_CAPACITY : PREFIX_OK) || complain(c, "status", (size_t)status);
    if (to == &output)
        good &= all_poison(output.data + written * size, output.bytes - written * size) || complain(c, "more", written);
    if (to_keys == &unique && c->places != NO_UNIQUE)
        good &= all_poison(unique.data + written * wide, unique.bytes - written * wide) || complain(c, "more", written);
    return good;
}

static int run(const struct sample *c)
{
    prefix_plan *plan = plan_of(c->subject);
    const int status = prefix_plan_reduce_by_key(
        plan, c->key_type, arena_pointer(&keys), arena_pointer(&input),
        c->places == NO_UNIQUE                                       ? NULL
        : c->places == UNIQUE_IN_PLACE || c->places == BOTH_IN_PLACE ? arena_pointer(&keys)
                                                                     : arena_pointer(&unique),
        arena_pointer(c->places == AGGREGATES_IN_PLACE || c->places == BOTH_IN_PLACE ? &input : &output), c->n, c->room,
        arena_pointer(&counts));
    prefix_plan_destroy(plan);
    must(ctx, prefix_ctx_synchronize(ctx));
    return status;
}

static int check_case(const struct sample *c)
{
    const struct subject *s = c->subject;
    struct rng rng = rng_make(++case_number);
    const size_t size = s->size, wide = key_size(c->key_type), key_align = wide == 16 ? 8 : wide;
    unsigned char *begins = must_alloc(c->n), *key = must_alloc(c->n * wide);
    char *x = must_alloc(c->n * size);
    int good = 1;
    segments_fill(&rng, c->mix, begins, c->n);
    place(&rng, &keys, c->n, wide, key_align);
    place(&rng, &unique, c->room, wide, key_align);
    place(&rng, &input, c->n, size, s->alignment);
    place(&rng, &output, c->room, size, s->alignment);
    place(&rng, &counts, 1, sizeof(uint64_t), sizeof(uint64_t));
    keys_fill(&rng, c->key_type, keys.data, begins, c->n);
    for (size_t i = 0; i < c->n; i++)
        s->make(&rng, (int64_t)i, size, input.data + i * size);
    memcpy(key, keys.data, c->n * wide);
    memcpy(x, input.data, c->n * size);
    operator_scan_by_the_book(s, x, c->n, NULL, begins);
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        arena_push(arenas[i]);
    const int status = run(c);
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++) {
        arena_pull(arenas[i]);
        good &= arena_guarded(arenas[i]) || complain(c, "memory around", i);
    }
    good &= check_results(c, status, begins, key, x);
    good &= scratch_guarded() || complain(c, "scratch memory", 0);
    free(begins);
    free(key);
    free(x);
    return good;
}

static int check_size(struct rng *rng, const struct subject *s, size_t n, int mix)
{
    struct sample c = {.subject = s, .n = n, .mix = mix};
    c.key_type = key_random(rng);
    c.room = rng_below(rng, 2) ? n : rng_below(rng, n + 1);
    if (rng_below(rng, 3) == 0)
        c.room = rng_below(rng, 1 + (n < 20 ? n : 20));
    c.places = (int)rng_below(rng, PLACES);
    c.threads = 1 + (int)rng_below(rng, 16);
    return check_case(&c);
}

static int check_subject(const struct subject *s, int rounds)
{
    const size_t row = operator_row(s->size);
    const size_t sizes[] = {0, 1, 2, row, row + 1, 5 * row + 2, 64 * row, 64 * row + 1, 129 * row + 3};
    struct rng rng = rng_make(s->size * 100 + s->alignment + 7);
    int good = 1;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (int round = 0; round < rounds; round++)
            good &= check_size(&rng, s, sizes[i], (int)rng_below(&rng, MIXES));
    return good;
}

static int check_teams(const struct subject *s)
{
    struct rng rng = rng_make(s->size + 3);
    int good = 1;
    for (int mix = 0; mix < MIXES; mix++)
        for (int round = 0; round < (test_level() == TEST_LONG ? 10 : 2); round++)
            good &= check_size(&rng, s, ((size_t)1 << 18) / s->size + rng_below(&rng, 100000), mix);
    return good;
}

/* A plan of an operator that is built in gives what prefix_reduce_by_key() does. */
static void check_built_in(const char *name)
{
    enum { N = 100000 };
    float *in = must_alloc(N * sizeof *in), *got = must_alloc(N * sizeof *in), *want = must_alloc(N * sizeof *in);
    int32_t *key = must_alloc(N * sizeof *key), *got_keys = must_alloc(N * sizeof *key);
    uint64_t got_count = 0, count;
    struct rng rng = rng_make(N);
    prefix_plan *plan;
    data_fill(&rng, DATA_SMALL, PREFIX_F32, in, N);
    for (size_t i = 0; i < N; i++)
        key[i] = (int32_t)(i * i / 1000000);
    must(ctx, prefix_ctx_set_threads(ctx, 2));
    must(ctx, prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_I32, PREFIX_F32, key, in, NULL, want, N, N, &count));
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_F32));
    must(ctx, prefix_plan_reduce_by_key(plan, PREFIX_I32, key, in, got_keys, got, N, N, &got_count));
    ok(got_count == count && memcmp(got, want, (size_t)count * sizeof *got) == 0 && got_keys[1] == 1,
       "%s: a plan of a built-in operator", name);
    prefix_plan_destroy(plan);
    free(in);
    free(got);
    free(want);
    free(key);
    free(got_keys);
}

static void check_backend(const char *name)
{
    const int rounds = test_level() == TEST_LONG ? 40 : test_level() == TEST_SHORT ? 2 : 8;
    int good = 1;
    shown = 0;
    for (size_t i = 0; i < OPERATOR_SUBJECTS; i++) {
        ok(check_subject(&operator_subjects[i], rounds), "%s: %s", name, operator_subjects[i].name);
        if (test_level() != TEST_SHORT)
            ok(check_teams(&operator_subjects[i]), "%s: %s by teams", name, operator_subjects[i].name);
    }
    for (size_t size = 1; size <= MOST; size++) {
        const struct subject s = operator_bytes(size);
        good &= !operator_tries(name, size) || check_subject(&s, rounds / 8 + 1);
    }
    ok(good, "%s: elements of 1 to %d bytes", name, MOST);
    check_built_in(name);
}

int main(void)
{
    test_seed();
    on_each_place(&ctx, arenas, sizeof arenas / sizeof *arenas, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
