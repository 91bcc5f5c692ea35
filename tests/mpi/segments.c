/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments over ranks, by flags and keys, against the oracle over the whole array: bit for bit where nothing is
 * rounded, and of exact plans that are cut at tiles; else behind what the oracle makes of the segment's pieces before
 * the part.
 */
#include <stdlib.h>
#include <string.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/segments.h"
#include "../support/support.h"
#include "ranks.h"

enum { TILE = 8192 };

struct sample {
    int kind, op, type, output_type, reverse, has_init, pattern, in_place, exact, key_type, mix;
    enum cut cut;
    size_t n;
};

static struct arena input = {.memory = PREFIX_MEMORY_HOST}, output = {.memory = PREFIX_MEMORY_HOST},
                    heads = {.memory = PREFIX_MEMORY_HOST};
static size_t *starts;

static int rounds(const struct sample *c)
{
    return oracle_is_float(c->output_type) && (c->op == PREFIX_SUM || c->op == PREFIX_PRODUCT);
}

static struct oracle_scan oracle_of(const struct sample *c, const void *init)
{
    return (struct oracle_scan){
        c->kind, c->op, c->type, c->output_type, c->reverse, oracle_carry_type(c->op, c->output_type), init};
}

/* The carry becomes carry ⊕ total. */
static void join(const struct sample *c, int *have, char *carry, const char *total)
{
    const int type = oracle_carry_type(c->op, c->output_type);
    const struct oracle_scan one = {PREFIX_INCLUSIVE, c->op, type, type, 0, type, carry};
    char joined[16];
    if (*have)
        oracle_run(&one, total, NULL, 1, NULL, joined);
    memcpy(carry, *have ? joined : total, oracle_size(type));
    *have = 1;
}

/* What of the part goes on from an earlier one is scanned anew, piece after piece: first to end in array order. */
static void expect_pieces(const struct sample *c, const char *in, const unsigned char *begins, const void *init,
                          char *want)
{
    const size_t size = oracle_size(c->type), first = starts[rank], end = starts[rank + 1];
    size_t from = first, to = end, last = c->reverse ? first : end;
    char carry[16];
    int have = c->has_init;
    if (first == end)
        return;
    if (c->reverse) { /* up to the end of the segment that the last element is in */
        while (to < c->n && !begins[to])
            to++;
        for (last = end - 1; last > first && !begins[last]; last--)
            ;
    } else { /* from its beginning */
        while (!begins[from])
            from--;
        for (last = first + 1; last < end && !begins[last]; last++)
            ;
    }
    if (have)
        memcpy(carry, init, oracle_size(oracle_carry_type(c->op, c->output_type)));
    for (int i = 0; i < ranks; i++) {
        const int r = c->reverse ? ranks - 1 - i : i;
        size_t piece = starts[r] < from ? from : starts[r], stop = starts[r + 1] > to ? to : starts[r + 1];
        if (r == rank)
            break;
        if (piece >= stop)
            continue;
        const struct oracle_scan scan = oracle_of(c, NULL);
        char total[16];
        oracle_run(&scan, in + piece * size, NULL, stop - piece, NULL, total);
        join(c, &have, carry, total);
    }
    const struct oracle_scan scan = oracle_of(c, have ? carry : NULL);
    const size_t low = c->reverse ? last : first, high = c->reverse ? end : last;
    oracle_run(&scan, in + low * size, want + (low - first) * oracle_size(c->output_type), high - low, NULL, NULL);
}

/* What the rank's part must become. */
static void expect(const struct sample *c, const char *in, const unsigned char *begins, const void *init, char *want)
{
    const size_t size = oracle_size(c->output_type), first = starts[rank], count = starts[rank + 1] - first;
    const struct oracle_scan scan = oracle_of(c, c->has_init ? init : NULL);
    char *whole = must_alloc(c->n * size + 1);
    oracle_run_segments(&scan, in, begins, whole, c->n);
    memcpy(want, whole + first * size, count * size);
    free(whole);
    if (!rounds(c) || c->exact || count == 0)
        return;
    unsigned char *own = must_alloc(count);
    memcpy(own, begins + first, count);
    own[0] = 1;
    oracle_run_segments(&scan, in + first * oracle_size(c->type), own, want, count);
    free(own);
    expect_pieces(c, in, begins, init, want);
}

/* On some ranks without elements there are no flags or keys. */
static int run(const struct sample *c, const void *init)
{
    prefix_mpi_plan *plan = NULL;
    const size_t count = starts[rank + 1] - starts[rank];
    const void *array = count == 0 && rank % 2 ? NULL : heads.data;
    must(NULL, prefix_mpi_plan_create(&plan, NULL, c->op, c->type));
    must(NULL, prefix_mpi_plan_set_output_type(plan, c->output_type));
    must(NULL, prefix_mpi_plan_set_kind(plan, c->kind));
    must(NULL, prefix_mpi_plan_set_reverse(plan, c->reverse));
    must(NULL, prefix_mpi_plan_set_exact(plan, c->exact));
    must(NULL, c->key_type ? prefix_mpi_plan_set_keys(plan, c->key_type, array)
                           : prefix_mpi_plan_set_head_flags(plan, array));
    if (c->has_init)
        must(NULL, prefix_mpi_plan_set_init(plan, prefix_carry_type(c->op, c->output_type), init));
    int status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, c->in_place ? output.data : input.data, output.data, count);
    prefix_mpi_plan_destroy(plan);
    return status;
}

/* Exact plans: tiles are counted from the element at which the scan begins. */
static void cut_at_tiles(const struct sample *c)
{
    for (int r = 0; r <= ranks; r++) {
        const size_t length = TILE * (size_t)(2 * (c->reverse ? ranks - r : r));
        const size_t from = r == (c->reverse ? 0 : ranks) || length > c->n ? c->n : length;
        starts[r] = c->reverse ? c->n - from : from;
    }
}

static int try(struct rng *rng, const struct sample *c)
{
    const size_t in_size = oracle_size(c->type), size = oracle_size(c->output_type);
    const size_t head_size = c->key_type ? key_size(c->key_type) : 1;
    if (c->exact && rounds(c))
        cut_at_tiles(c);
    else
        ranks_cut(c->cut, c->n, starts);
    const size_t first = starts[rank], count = starts[rank + 1] - first;
    char *in = must_alloc(c->n * in_size + 1), *want = must_alloc(count * size + 1);
    unsigned char *begins = must_alloc(c->n + 1), *keys = must_alloc(c->n * head_size + 1);
    _Alignas(16) char init[16] = {0};
    data_fill(rng, c->pattern, c->type, in, c->n);
    data_fill(rng, DATA_SMALL, oracle_carry_type(c->op, c->output_type), init, 1);
    segments_fill(rng, c->mix, begins, c->n);
    if (c->key_type)
        keys_fill(rng, c->key_type, keys, begins, c->n);
    else
        for (size_t i = 0; i < c->n; i++) /* of the first byte there is no need */
            keys[i] = i > 0 && begins[i] ? (unsigned char)(1 + rng_below(rng, 255)) : 0;
    arena_place(&output, count * size, size * rng_below(rng, 3));
    arena_place(&input, count * in_size, in_size * rng_below(rng, 3));
    arena_place(&heads, count * head_size, (head_size == 16 ? 8 : head_size) * rng_below(rng, 3));
    memcpy(c->in_place ? output.data : input.data, in + first * in_size, count * in_size);
    memcpy(heads.data, keys + first * head_size, count * head_size);
    expect(c, in, begins, init, want);
    size_t where = 0;
    const int status = run(c, init);
    const int good = status == PREFIX_OK && oracle_same(c->output_type, output.data, want, count, &where) &&
                     arena_guarded(&output) && arena_guarded(&heads) &&
                     memcmp(heads.data, keys + first * head_size, count * head_size) == 0;
    if (!good)
        diag("rank %d: %s of %s to %s, %s, n %zu%s%s%s%s, cut %d, data %s, segments %s, keys %d: status %d, element "
             "%zu of %zu",
             rank, prefix_op_name(c->op), prefix_type_name(c->type), prefix_type_name(c->output_type),
             prefix_kind_name(c->kind), c->n, c->reverse ? ", reverse" : "", c->has_init ? ", init" : "",
             c->in_place ? ", in place" : "", c->exact ? ", exact" : "", c->cut, data_pattern_name(c->pattern),
             segments_mix_name(c->mix), c->key_type, status, where, count);
    free(in);
    free(want);
    free(begins);
    free(keys);
    return good;
}

static const size_t lengths[] = {0, 1, 2, 7, 100, 8192, 8193, 20000, 8192 * 9, 8192 * 20 + 3};

static void random_cases(void)
{
    size_t cases = test_level() == TEST_LONG ? 5000 : 1500 / (2 + (size_t)ranks), good = 0;
    for (size_t i = 0; i < cases; i++) {
        struct rng rng = rng_make(7000 + i); /* the same on all ranks, whatever each has drawn */
        struct sample c = {.kind = rng_below(&rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE};
        const int real = rng_below(&rng, 2) == 0;
        do {
            c.op = real ? PREFIX_SUM + (int)rng_below(&rng, 2)
                        : PREFIX_SUM + (int)rng_below(&rng, PREFIX_LOGICAL_OR - PREFIX_SUM + 1);
            c.type = PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1);
            c.output_type = rng_below(&rng, 2) ? c.type : PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1);
        } while (!oracle_takes(c.op, c.type) || !oracle_widens(c.type, c.output_type) ||
                 (real && !oracle_is_float(c.output_type)));
        c.reverse = rng_below(&rng, 2) == 0;
        c.has_init = rng_below(&rng, 2) == 0;
        c.exact = rng_below(&rng, 2) == 0;
        c.in_place = c.type == c.output_type && rng_below(&rng, 3) == 0;
        c.pattern = (int)rng_below(&rng, DATA_PATTERNS);
        c.cut = (enum cut)rng_below(&rng, CUTS);
        c.n = lengths[rng_below(&rng, sizeof lengths / sizeof *lengths)];
        c.mix = (int)rng_below(&rng, MIXES);
        c.key_type = rng_below(&rng, 3) ? key_random(&rng) : 0;
        good += (size_t)try(&rng, &c);
    }
    ranks_ok(good == cases, "%zu scans of segments of random operators, types, settings and cuts", cases);
}

/* Keys that are the same on several ranks, of which some have none: the sums of one key go through all of them. */
static void equal_keys(void)
{
    enum { MOST = 3 };
    const int n = rank % 3 == 1 ? 0 : MOST;
    const float nan = -__builtin_nanf("");
    float keys[MOST] = {nan, nan, nan};
    int64_t x[MOST] = {1, 1, 1}, sums[MOST] = {0}, before = 0;
    for (int r = 0; r < rank; r++)
        before += r % 3 == 1 ? 0 : MOST;
    int good = 1;
    for (int equal = 0; equal < 2; equal++) {
        prefix_mpi_plan *plan;
        must(NULL, prefix_mpi_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_I64));
        must(NULL, prefix_mpi_plan_set_keys(plan, equal ? PREFIX_KEY_F32 : PREFIX_F32, n > 0 ? keys : NULL));
        good = good && prefix_mpi_plan_run(plan, MPI_COMM_WORLD, x, sums, (size_t)n) == PREFIX_OK;
        prefix_mpi_plan_destroy(plan);
        for (int i = 0; i < n; i++)
            good = good && sums[i] == (equal ? before + i + 1 : 1);
    }
    ranks_ok(good, "NaN, which is equal to NaN, or is not, across ranks");
}

/* Maps x -> a x + b modulo 2^32, one after the other: they do not commute, and are of 12 bytes. */
struct map {
    uint32_t a, b, count;
};
static struct map follow(struct map earlier, struct map later)
{
    return (struct map){later.a * earlier.a, later.a * earlier.b + later.b, earlier.count + later.count};
}
PREFIX_COMBINE(follow_all, struct map, follow(earlier, later))

static int try_operator(prefix_operator *op, enum cut cut, int reverse, int by_keys)
{
    enum { N = 40000 };
    static struct map in[N], want[N], out[N];
    static unsigned char begins[N];
    static uint16_t keys[N];
    const struct map init = {5, 6, 1};
    struct rng rng = rng_make((uint64_t)cut + 77);
    segments_fill(&rng, (int)rng_below(&rng, MIXES), begins, N);
    for (uint32_t i = 0; i < N; i++) {
        in[i] = (struct map){(uint32_t)rng_next(&rng), (uint32_t)rng_next(&rng), 1};
        keys[i] = (uint16_t)((i > 0 ? keys[i - 1] : 0) + begins[i]);
    }
    for (size_t k = 0; k < N; k++) {
        const size_t i = reverse ? N - 1 - k : k;
        const int anew = k == 0 || begins[reverse ? i + 1 : i];
        want[i] = follow(anew ? init : want[reverse ? i + 1 : i - 1], in[i]);
    }
    ranks_cut(cut, N, starts);
    const size_t first = starts[rank], count = starts[rank + 1] - first;
    memset(out, ARENA_POISON, sizeof out);
    prefix_mpi_plan *plan;
    must(NULL, prefix_mpi_plan_create_operator(&plan, NULL, op));
    must(NULL, by_keys ? prefix_mpi_plan_set_keys(plan, PREFIX_U16, keys + first)
                       : prefix_mpi_plan_set_head_flags(plan, begins + first));
    must(NULL, prefix_mpi_plan_set_init(plan, 0, &init));
    must(NULL, prefix_mpi_plan_set_reverse(plan, reverse));
    const int status = prefix_mpi_plan_run(plan, MPI_COMM_WORLD, in + first, out, count);
    prefix_mpi_plan_destroy(plan);
    return status == PREFIX_OK && memcmp(out, want + first, count * sizeof *out) == 0 &&
           (count == N || all_poison((const unsigned char *)(out + count), (N - count) * sizeof *out));
}

static void operators(void)
{
    prefix_operator *op;
    int good = 1;
    must(NULL, prefix_operator_create(&op, sizeof(struct map), _Alignof(struct map)));
    must(NULL, prefix_operator_set_host(op, follow_all));
    for (int cut = 0; cut < CUTS; cut++)
        for (int i = 0; i < 4; i++)
            good = try_operator(op, (enum cut)cut, i & 1, i & 2) && good;
    ranks_ok(good, "an operator of the caller's own");
    prefix_operator_destroy(op);
}

static void refusals(void)
{
    const int last = rank == ranks - 1;
    int32_t x[2] = {1, 2}, y[2] = {3, 4}, total;
    const uint8_t flags[2] = {1, 0};
    prefix_mpi_plan *plan;
    must(NULL, prefix_mpi_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_I32));
    must(NULL, prefix_mpi_plan_set_head_flags(plan, flags));
    must(NULL, prefix_mpi_plan_set_total(plan, PREFIX_I32, &total));
    ranks_refused(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, x, y, 2), PREFIX_ERROR_UNSUPPORTED, "no total", "a total");
    ranks_refused(prefix_mpi_plan_reduce(plan, MPI_COMM_WORLD, x, 2), PREFIX_ERROR_UNSUPPORTED, "no total",
                  "a reduction");
    must(NULL, prefix_mpi_plan_set_total(plan, PREFIX_I32, NULL));
    ranks_refused(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, last ? NULL : x, y, 2), PREFIX_ERROR_ARGUMENT,
                  last ? "in is NULL" : "failed", "no input");
    ranks_refused(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, x, last ? x + 1 : y, last ? 2 : 1), PREFIX_ERROR_OVERLAP,
                  last ? "overlap" : "failed", "a shifted output");
    ranks_refused(prefix_mpi_plan_set_keys(plan, 0, x), PREFIX_ERROR_ARGUMENT, "type", "keys of no type");
    ranks_refused(prefix_mpi_plan_set_keys(plan, 999, x), PREFIX_ERROR_ARGUMENT, "type", "keys of an unknown type");
    must(NULL, prefix_mpi_plan_set_keys(plan, PREFIX_I32, last ? y : x));
    ranks_refused(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, NULL, y, 0), PREFIX_OK, "", "nothing");
    ranks_refused(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, x, y, 2), PREFIX_ERROR_OVERLAP,
                  last ? "keys overlap" : "failed", "keys in the output");
    if (last)
        must(NULL, prefix_mpi_plan_set_keys(plan, PREFIX_I32, NULL));
    if (ranks > 1)
        ranks_refused(prefix_mpi_plan_run(plan, MPI_COMM_WORLD, x, y, 2), PREFIX_ERROR_ARGUMENT,
                      "another form of segments", "no segments on one rank");
    prefix_mpi_plan_destroy(plan);
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    starts = must_alloc(((size_t)ranks + 1) * sizeof *starts);
    random_cases();
    equal_keys();
    operators();
    refusals();
    arena_release(&input);
    arena_release(&output);
    arena_release(&heads);
    free(starts);
    return ranks_end();
}
