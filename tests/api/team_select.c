/* SPDX-License-Identifier: BSD-3-Clause */
/* Teams: selections of parts, against plain loops over the array. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

enum { MOST = 10, CASES = 400, LONGEST = 20000 };

struct parts {
    size_t count, n[MOST], capacity[MOST];
    const void *in[MOST];
    const uint8_t *flags[MOST];
    void *out[MOST];
    uint64_t counts[MOST], offsets[MOST + 1];
};

static prefix_team *team;
static struct arena inputs[MOST], outputs[MOST], masks[MOST];
static uint64_t case_number;

/* What is to be selected of a part, to want; returns how many. */
static size_t work_out(const struct parts *p, size_t i, int type, const void *operand, unsigned char *want)
{
    const size_t size = oracle_size(type);
    size_t found = 0;
    for (size_t k = 0; k < p->n[i]; k++) {
        const unsigned char *element = inputs[i].data + k * size;
        if (operand ? oracle_holds(type, PREFIX_LESS, element, operand) : masks[i].data[k])
            memcpy(want + found++ * size, element, size);
    }
    return found;
}

static void place(struct parts *p, struct rng *rng, int type, int in_place)
{
    const size_t size = oracle_size(type);
    for (size_t i = 0; i < p->count; i++) {
        p->n[i] = rng_below(rng, 4) ? rng_below(rng, LONGEST) : 0;
        p->capacity[i] = rng_below(rng, 8) || in_place ? p->n[i] : p->n[i] / 4;
        arena_place(&inputs[i], p->n[i] * size, size * rng_below(rng, 8));
        arena_place(&outputs[i], p->capacity[i] * size, size * rng_below(rng, 8));
        arena_place(&masks[i], p->n[i], rng_below(rng, 8));
        data_fill(rng, DATA_SMALL, type, inputs[i].data, p->n[i]);
        data_fill(rng, DATA_FLAGS, PREFIX_U8, masks[i].data, p->n[i]);
        if (in_place)
            memcpy(outputs[i].data, inputs[i].data, p->n[i] * size);
        arena_push(&inputs[i]);
        arena_push(&outputs[i]);
        arena_push(&masks[i]);
        p->out[i] = arena_pointer(&outputs[i]);
        p->in[i] = in_place ? p->out[i] : arena_pointer(&inputs[i]);
        p->flags[i] = arena_pointer(&masks[i]);
    }
}

static int compare(const struct parts *p, int status, int type, const void *operand)
{
    const size_t size = oracle_size(type);
    unsigned char *want = must_alloc(LONGEST * size);
    uint64_t before = 0;
    int good = 1, lacks = 0;
    for (size_t i = 0; i < p->count; i++) {
        const size_t found = work_out(p, i, type, operand, want);
        const size_t kept = found < p->capacity[i] ? found : p->capacity[i];
        arena_pull(&outputs[i]);
        lacks |= found > p->capacity[i];
        good &= p->counts[i] == found && p->offsets[i] == before && memcmp(outputs[i].data, want, kept * size) == 0 &&
                arena_guarded(&outputs[i]);
        before += found;
    }
    free(want);
    return good && p->offsets[p->count] == before && status == (lacks ? PREFIX_ERROR_CAPACITY : PREFIX_OK);
}

static int check_case(prefix_ctx *const *some, int memory)
{
    struct rng rng = rng_make(++case_number);
    struct parts p = {.count = 1 + rng_below(&rng, MOST)};
    prefix_ctx *contexts[MOST];
    _Alignas(16) unsigned char operand[16];
    const int type = PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1), by_flags = (int)rng_below(&rng, 2);
    for (size_t i = 0; i < p.count; i++) {
        contexts[i] = some[i % 2];
        inputs[i].ctx = outputs[i].ctx = masks[i].ctx = contexts[i];
        inputs[i].memory = outputs[i].memory = masks[i].memory = memory;
    }
    must(NULL, prefix_team_create(&team, contexts, p.count));
    data_fill(&rng, DATA_SMALL, type, operand, 1);
    place(&p, &rng, type, (int)rng_below(&rng, 2));
    const int status =
        by_flags ? prefix_team_select_flagged(team, type, p.in, p.flags, p.out, p.n, p.capacity, p.counts, p.offsets)
                 : prefix_team_select_if(team, PREFIX_LESS, type, operand, p.in, p.out, p.n, p.capacity, p.counts,
                                         p.offsets);
    const int good = compare(&p, status, type, by_flags ? NULL : operand);
    if (!good)
        diag("case %llu: %zu parts of %s: %s", (unsigned long long)case_number, p.count, prefix_type_name(type),
             prefix_ctx_error(NULL));
    prefix_team_destroy(team);
    for (size_t i = 0; i < p.count; i++) {
        arena_release(&inputs[i]);
        arena_release(&outputs[i]);
        arena_release(&masks[i]);
    }
    return good;
}

static void test_cases(const char *name, prefix_ctx *first, prefix_ctx *second, int memory)
{
    prefix_ctx *const some[] = {first, second};
    int good = 1;
    for (int i = 0; i < (test_level() == TEST_SHORT ? CASES / 20 : CASES) && good; i++)
        good = check_case(some, memory);
    ok(good, "%s: selections", name);
}

static void test_arguments(prefix_ctx *ctx)
{
    static int32_t x[2][4], out[2][4];
    static const uint8_t flags[4] = {1, 1, 1, 1};
    prefix_ctx *contexts[] = {ctx, ctx};
    const void *in[] = {x[0], x[1]};
    void *to[] = {out[0], out[1]};
    const uint8_t *by[] = {flags, flags};
    const size_t n[] = {4, 4};
    size_t capacity[] = {4, 4};
    uint64_t counts[2];
    const int A = PREFIX_ERROR_ARGUMENT, T = PREFIX_I32;
    static const char name[] = "selections";
    memset(out, ARENA_POISON, sizeof out);
    must(NULL, prefix_team_create(&team, contexts, 2));
    ok_refused(NULL, name, prefix_team_select_flagged(NULL, T, in, by, to, n, capacity, counts, NULL), A,
               "team is NULL");
    ok_refused(NULL, name, prefix_team_select_flagged(team, T, in, NULL, to, n, capacity, counts, NULL), A, "flags is");
    ok_refused(NULL, name, prefix_team_select_flagged(team, T, in, by, to, n, NULL, counts, NULL), A,
               "capacity is NULL");
    ok_refused(NULL, name, prefix_team_select_flagged(team, T, in, by, to, n, capacity, NULL, NULL), A,
               "counts is NULL");
    ok_refused(NULL, name, prefix_team_select_flagged(team, A, in, by, to, n, capacity, counts, NULL), A, "type: ");
    ok_refused(NULL, name, prefix_team_select_if(team, T, T, x, in, to, n, capacity, counts, NULL), A, "predicate: ");
    by[1] = NULL;
    ok_refused(NULL, name, prefix_team_select_flagged(team, T, in, by, to, n, capacity, counts, NULL), A,
               "part 1: flags is NULL");
    by[1] = flags;
    to[1] = x[0];
    ok_refused(NULL, name, prefix_team_select_flagged(team, T, in, by, to, n, capacity, counts, NULL),
               PREFIX_ERROR_OVERLAP, "part 1: its output overlaps input of part 0");
    to[1] = out[1];
    ok(all_poison((unsigned char *)out, sizeof out), "nothing was written");
    capacity[1] = 3;
    ok_refused(NULL, name, prefix_team_select_flagged(team, T, in, by, to, n, capacity, counts, NULL),
               PREFIX_ERROR_CAPACITY, "part 1: capacity: 3 elements, and 4 are selected");
    ok(counts[0] == 4 && counts[1] == 4, "and how many there are");
    prefix_team_destroy(team);
}

int main(void)
{
    prefix_ctx *serial = open_backend("serial"), *openmp = open_backend("openmp"), *cuda;
    test_cases("CPU", serial, openmp ? openmp : serial, PREFIX_MEMORY_HOST);
    test_arguments(serial);
    if ((cuda = open_backend("cuda"))) {
        prefix_ctx *other;
        must(NULL, prefix_ctx_create(&other, "cuda"));
        test_cases("one GPU twice", cuda, other, PREFIX_MEMORY_DEVICE);
        prefix_ctx_destroy(other);
    }
    prefix_ctx_destroy(cuda);
    prefix_ctx_destroy(serial);
    prefix_ctx_destroy(openmp);
    return done();
}
