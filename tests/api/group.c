/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Groups: each case compares every bit with groups that a stable merge sort of numbers finds, and with aggregates in
 * the canonical order of what is sorted, worked out element by element.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"
#include "group_oracle.h"
#include "operator_subject.h"

enum { MOST_SHOWN = 5, OPS = 5 };

static const int ops[OPS] = {PREFIX_SUM, PREFIX_MIN, PREFIX_MAX, PREFIX_MEAN, PREFIX_FIRST};

struct sample {
    int key_type, type, count_type, place_type, threads, in_place;
    int wants[OPS];
    const struct subject *subject; /* or NULL: of type */
    size_t n, kinds, capacity;
};

static prefix_ctx *ctx;
static struct arena keys, values, unique, counts, places, number, aggregates[OPS];
static struct arena *const all[] = {&keys,          &values,        &unique,        &counts,
                                    &places,        &number,        &aggregates[0], &aggregates[1],
                                    &aggregates[2], &aggregates[3], &aggregates[4]};
enum { ARRAYS = sizeof all / sizeof *all };
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what, size_t at)
{
    if (shown++ < MOST_SHOWN)
        diag("%s at %zu: case %llu: keys %s, values %s, n %zu, %zu kinds, capacity %zu, counts %d, places %d, threads "
             "%d%s: %s",
             what, at, (unsigned long long)case_number, prefix_type_name(c->key_type),
             c->subject ? c->subject->name : prefix_type_name(c->type), c->n, c->kinds, c->capacity, c->count_type,
             c->place_type, c->threads, c->in_place ? ", in place" : "", prefix_ctx_error(ctx));
    return 0;
}

static uint64_t index_at(const struct arena *a, int type, size_t i)
{
    return (uint64_t)oracle_integer_get(type, a->data + i * prefix_type_size(type));
}

static int check_aggregates(const struct sample *c, const struct groups *g, const unsigned char *value, size_t room)
{
    const size_t size = c->subject ? c->subject->size : prefix_type_size(c->type);
    unsigned char *sorted = must_alloc(c->n * size + 1), *want = must_alloc((g->count + 1) * (size < 8 ? 8 : size));
    int good = 1;
    size_t where = 0;
    for (size_t i = 0; i < c->n; i++)
        memcpy(sorted + i * size, value + g->places[i] * size, size);
    for (int k = 0; k < OPS; k++) {
        if (!c->wants[k])
            continue;
        const struct arena *got = c->in_place && k == 0 ? &values : &aggregates[k];
        groups_fold(g, c->subject, c->subject ? 0 : ops[k], c->type, sorted, want);
        if (c->subject ? memcmp(want, got->data, room * size) != 0
                       : !oracle_same(ops[k] == PREFIX_MEAN ? PREFIX_F64 : c->type, want, got->data, room, &where))
            good = complain(c,
                            c->subject ? "an operator"
                            : k < 3    ? prefix_op_name(ops[k])
                            : k == 3   ? "mean"
                                       : "first",
                            where);
    }
    free(sorted);
    free(want);
    return good;
}

static int check_results(const struct sample *c, const struct groups *g, int status, const unsigned char *key,
                         const unsigned char *value)
{
    const size_t size = prefix_type_size(c->key_type), room = g->count < c->capacity ? g->count : c->capacity;
    const struct arena *got = c->in_place ? &keys : &unique;
    uint64_t count;
    memcpy(&count, number.data, sizeof count);
    if (status != (g->count > c->capacity && number.memory == PREFIX_MEMORY_HOST ? PREFIX_ERROR_CAPACITY : PREFIX_OK))
        return complain(c, "the status", (size_t)status);
    if (count != g->count)
        return complain(c, "the number of groups", (size_t)count);
    for (size_t k = 0; k < room; k++) {
        if (memcmp(got->data + k * size, key + g->places[g->begins[k]] * size, size) != 0)
            return complain(c, "a key", k);
        if (c->count_type && index_at(&counts, c->count_type, k) != g->begins[k + 1] - g->begins[k])
            return complain(c, "a count", k);
        if (c->place_type && index_at(&places, c->place_type, k) != g->places[g->begins[k]])
            return complain(c, "a place", k);
    }
    return check_aggregates(c, g, value, room);
}

static int run(const struct sample *c)
{
    void *const k = arena_pointer(&keys), *const u = c->in_place ? k : arena_pointer(&unique);
    void *const v = arena_pointer(&values), *out[OPS], *const count = arena_pointer(&number);
    int wanted = 0, status;
    for (int i = 0; i < OPS; i++) {
        out[i] = c->in_place && i == 0 ? v : arena_pointer(&aggregates[i]);
        wanted += c->wants[i];
    }
    if (c->subject) {
        prefix_operator *op = operator_make(c->subject, NULL);
        prefix_plan *plan;
        must(ctx, prefix_plan_create_operator(&plan, ctx, op));
        prefix_operator_destroy(op);
        status = prefix_plan_group_by(plan, c->key_type, k, v, u, out[0], c->n, c->capacity, count);
        prefix_plan_destroy(plan);
        return status;
    }
    if (!wanted && !c->place_type)
        return prefix_group_counts(ctx, c->key_type, c->count_type ? c->count_type : PREFIX_U32, k, u,
                                   c->count_type ? arena_pointer(&counts) : NULL, c->n, c->capacity, count);
    for (int i = 0; i < OPS; i++)
        if (wanted == 1 && c->wants[i] && !c->count_type && !c->place_type)
            return prefix_group_by(ctx, ops[i], c->key_type, c->type, k, v, u, out[i], c->n, c->capacity, count);
    prefix_grouping *g;
    must(ctx, prefix_grouping_create(&g, ctx, c->key_type));
    must(ctx, prefix_grouping_set_counts(g, c->count_type, c->count_type ? arena_pointer(&counts) : NULL));
    must(ctx, prefix_grouping_set_places(g, c->place_type, c->place_type ? arena_pointer(&places) : NULL));
    must(ctx, prefix_grouping_set_values(g, c->type, v));
    for (int i = 0; i < OPS; i++) { /* what is taken back leaves the others */
        must(ctx, prefix_grouping_set_aggregates(g, ops[i], out[i]));
        must(ctx, prefix_grouping_set_aggregates(g, ops[i], c->wants[i] ? out[i] : NULL));
    }
    status = prefix_grouping_run(g, k, u, c->n, c->capacity, count);
    prefix_grouping_destroy(g);
    return status;
}

static void fill(const struct sample *c, struct rng *rng)
{
    const size_t size = prefix_type_size(c->key_type);
    data_fill(rng, rng_below(rng, 2) ? DATA_BITS : DATA_SMALL, c->key_type, keys.data, c->n);
    for (size_t i = 0; i < c->n; i++) {
        unsigned char *at = keys.data + i * size;
        const uint64_t zero = rng_below(rng, 2) << (8 * size - 1);
        if (oracle_is_float(c->key_type) && rng_below(rng, 5) == 0)
            data_put_nan(rng, c->key_type, at);
        else if (oracle_is_float(c->key_type) && rng_below(rng, 5) == 0)
            memcpy(at, &zero, size); /* of either sign */
        else if (c->kinds)
            memcpy(at, keys.data + rng_below(rng, c->kinds < c->n ? c->kinds : c->n) * size, size);
    }
    for (size_t i = 0; c->subject && i < c->n; i++)
        c->subject->make(rng, (int64_t)i, c->subject->size, values.data + i * c->subject->size);
    if (!c->subject)
        data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), c->type, values.data, c->n);
}

static void place(const struct sample *c, struct rng *rng)
{
    const size_t size = c->subject ? c->subject->size : prefix_type_size(c->type), key = prefix_type_size(c->key_type);
    const size_t align = c->subject ? c->subject->alignment : size;
    arena_place(&keys, c->n * key, rng_below(rng, ARENA_ALIGN / key) * key);
    arena_place(&unique, c->capacity * key, rng_below(rng, ARENA_ALIGN / key) * key);
    arena_place(&values, c->n * size, rng_below(rng, ARENA_ALIGN / align) * align);
    arena_place(&counts, c->count_type ? c->capacity * prefix_type_size(c->count_type) : 0, 8);
    arena_place(&places, c->place_type ? c->capacity * prefix_type_size(c->place_type) : 0, 8);
    arena_place(&number, sizeof(uint64_t), 8 * rng_below(rng, 8));
    for (int i = 0; i < OPS; i++) {
        const size_t out = ops[i] == PREFIX_MEAN ? 8 : size, unit = ops[i] == PREFIX_MEAN ? 8 : align;
        arena_place(&aggregates[i], c->wants[i] ? c->capacity * out : 0, rng_below(rng, ARENA_ALIGN / unit) * unit);
    }
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    place(c, &rng);
    fill(c, &rng);
    unsigned char *key = must_alloc(keys.bytes + 1), *value = must_alloc(values.bytes + 1);
    memcpy(key, keys.data, keys.bytes);
    memcpy(value, values.data, values.bytes);
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    for (size_t i = 0; i < ARRAYS; i++)
        arena_push(all[i]);
    const int status = run(c);
    must(ctx, prefix_ctx_synchronize(ctx));
    int good = 1;
    for (size_t i = 0; i < ARRAYS; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(c, "memory around an array", i);
    }
    struct groups g = groups_find(c->key_type, key, c->n);
    good &= check_results(c, &g, status, key, value);
    good &= c->in_place || memcmp(key, keys.data, keys.bytes) == 0 || complain(c, "the keys", 0);
    good &= c->in_place || memcmp(value, values.data, values.bytes) == 0 || complain(c, "the values", 0);
    good &= scratch_guarded() || complain(c, "scratch memory", 0);
    free(g.places);
    free(g.begins);
    free(key);
    free(value);
    return good;
}

static struct sample randomize(struct rng *rng, int key_type, size_t n)
{
    static const int index_types[] = {0, PREFIX_I32, PREFIX_U32, PREFIX_I64, PREFIX_U64};
    struct sample c = {.key_type = key_type, .n = n, .capacity = n};
    c.type = PREFIX_I8 + (int)rng_below(rng, 12);
    c.count_type = index_types[rng_below(rng, 5)];
    c.place_type = rng_below(rng, 3) ? 0 : rng_below(rng, 2) ? PREFIX_U32 : PREFIX_U64;
    c.threads = 1 + (int)rng_below(rng, 16);
    c.in_place = (int)rng_below(rng, 2);
    c.kinds = rng_below(rng, 4) ? 1 + rng_below(rng, 40) : 0;
    if (rng_below(rng, 8) == 0 && !c.in_place)
        c.capacity = rng_below(rng, n + 1);
    for (int i = 0, kind = (int)rng_below(rng, 3); i < OPS; i++)
        c.wants[i] = kind == 0 ? 0 : kind == 1 ? i == (int)(n % OPS) : (int)rng_below(rng, 2);
    return c;
}

static void check_backend(const char *name)
{
    static const size_t sizes[] = {0, 1, 2, 31, 32, 33, 64, 65, 127, 128, 129, 257, 1000, 8192, 8193, 40000};
    const int rounds = test_level() == TEST_SHORT ? 6 : test_level() == TEST_LONG ? 500 : 48;
    const char *memory = keys.memory == PREFIX_MEMORY_HOST ? "host" : "device";
    for (int type = PREFIX_I8; type <= PREFIX_F64; type++) {
        struct rng rng = rng_make(900 + (uint64_t)type);
        int good = 1;
        shown = 0;
        for (int round = 0; round < rounds; round++) {
            const struct sample c = randomize(&rng, type, round % 2 ? sizes[round / 2 % 16] : rng_below(&rng, 3000));
            good &= check_case(&c);
        }
        ok(good, "%s, %s: groups of %s", name, memory, prefix_type_name(type));
    }
    for (int s = 0; s < OPERATOR_SUBJECTS; s++) {
        struct rng rng = rng_make(950 + (uint64_t)s);
        int good = 1;
        for (int round = 0; round < rounds / 4 && operator_tries(name, operator_subjects[s].size); round++) {
            struct sample c = randomize(&rng, PREFIX_U16, rng_below(&rng, round % 2 ? 100 : 10000));
            c.subject = &operator_subjects[s];
            c.count_type = c.place_type = 0;
            for (int i = 0; i < OPS; i++)
                c.wants[i] = i == 0;
            good &= check_case(&c);
        }
        ok(good, "%s, %s: groups by an operator: %s", name, memory, operator_subjects[s].name);
    }
}

int main(void)
{
    test_seed();
    on_each_place(&ctx, all, ARRAYS, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
