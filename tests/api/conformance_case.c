/* SPDX-License-Identifier: BSD-3-Clause */
/* One case of conformance: what it is, its run, and what must hold of it. */
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "conformance.h"
#include "../support/oracle.h"
#include "../support/scratch.h"

static prefix_ctx *ctx; /* the case's */
static uint64_t case_number;
static long shown;

unsigned long long cases(void)
{
    return case_number;
}

static int complain(const struct setting *s, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu%s: %s %s %s -> %s, n %zu, %s%s%s%sinit %d, total %d, algorithm %s, of blocks %s, threads "
             "%d, data %s,\n"
             "    memory %d -> %d (total %d), offsets %zu -> %zu",
             what, (unsigned long long)case_number, ctx == subject.contexts[1] ? " (small caches)" : "",
             prefix_kind_name(s->kind), prefix_op_name(s->op), prefix_type_name(s->type),
             prefix_type_name(s->output_type), s->n, s->reverse ? "reverse, " : "", s->in_place ? "in place, " : "",
             s->one_call ? "in one call, " : "", s->reduces ? "reduced, " : "", s->init, s->total,
             prefix_algorithm_name(s->algorithm), prefix_algorithm_name(s->block_algorithm), s->threads,
             data_pattern_name(s->pattern), s->in_memory, s->out_memory, s->total_memory, s->in_offset, s->out_offset);
    return 0;
}

static int value_type(const struct setting *s, int form)
{
    return form == IN_CARRY_TYPE ? oracle_carry_type(s->op, s->output_type) : s->output_type;
}

int run_setting(const struct setting *s, prefix_ctx *with, const void *init, const void *in, void *out, void *total)
{
    prefix_plan *plan;
    int status;
    if (s->one_call && s->reduces)
        return prefix_reduce(with, s->op, s->type, in, total, s->n);
    if (s->one_call)
        return prefix_scan(with, s->kind, s->op, s->type, in, out, s->n);
    status = prefix_plan_create(&plan, with, s->op, s->type);
    if (status != PREFIX_OK)
        return status;
    status = prefix_plan_set_kind(plan, s->kind);
    if (status == PREFIX_OK && s->output_type != s->type)
        status = prefix_plan_set_output_type(plan, s->output_type);
    if (status == PREFIX_OK && init)
        status = prefix_plan_set_init(plan, value_type(s, s->init), init);
    if (status == PREFIX_OK && s->reverse)
        status = prefix_plan_set_reverse(plan, 1);
    if (status == PREFIX_OK && total)
        status = prefix_plan_set_total(plan, value_type(s, s->total), total);
    if (status == PREFIX_OK)
        status = prefix_plan_set_algorithm(plan, s->algorithm);
    if (status == PREFIX_OK)
        status = prefix_plan_set_block_algorithm(plan, s->block_algorithm);
    if (status == PREFIX_OK)
        status = s->reduces ? prefix_plan_reduce(plan, in, s->n) : prefix_plan_run(plan, in, out, s->n);
    prefix_plan_destroy(plan);
    return status;
}

static int compare(const struct setting *s, int type, const void *got, const void *want, size_t n, const char *what)
{
    size_t at, size = oracle_size(type);
    if (oracle_same(type, got, want, n, &at))
        return 1;
    unsigned long long a = 0, b = 0;
    memcpy(&a, (const char *)got + at * size, size);
    memcpy(&b, (const char *)want + at * size, size);
    if (shown < MOST_SHOWN)
        diag("%s: element %zu is 0x%llx, expected 0x%llx", what, at, a, b);
    return complain(s, what);
}

/*
 * An init that brings halves to the places where rounding turns: a power of two, which is half of
 * some last place, or just next to it.
 */
static void fill_init(struct rng *rng, const struct setting *s, int type, void *init)
{
    if (s->pattern != DATA_ALL_HALVES) {
        data_fill(rng, rng_next(rng) & 1 ? DATA_SMALL : s->pattern, type, init, 1);
        return;
    }
    int least = s->type == PREFIX_F16 ? -26 : -135, largest = s->type == PREFIX_F16 ? 6 : 120;
    double x = ldexp(1, least + (int)rng_below(rng, (size_t)(largest - least)));
    x += x * ((double)rng_below(rng, 3) - 1) * 0x1p-30;
    oracle_float_put(type, init, rng_next(rng) & 1 ? x : -x);
}

/* Whether tiles are scanned by a block scan of the caller's choice or, on a device, of an algorithm's. */
static int is_by_blocks(const struct setting *s)
{
    return subject.block_algorithm_count > 0 &&
           (s->block_algorithm != PREFIX_ALGORITHM_AUTO ||
            (s->algorithm != PREFIX_ALGORITHM_AUTO && s->algorithm != PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK));
}

/* Sums and products of floats by another order: networks and blocks. */
static int reorders(const struct setting *s)
{
    if (s->reduces || !oracle_is_float(s->output_type) || (s->op != PREFIX_SUM && s->op != PREFIX_PRODUCT))
        return 0;
    if (is_by_blocks(s))
        return 1;
    return s->algorithm >= PREFIX_ALGORITHM_HILLIS_STEELE && s->algorithm <= PREFIX_ALGORITHM_BLELLOCH;
}

/* A sum is off by its longest chain: a network's span, or the canonical order's; a product by all. */
static size_t chain_of(const struct setting *s)
{
    size_t rounds = 0;
    if (s->op == PREFIX_PRODUCT || (is_by_blocks(s) && s->algorithm == PREFIX_ALGORITHM_SERIAL))
        return s->n;
    if (is_by_blocks(s)) /* a lane's share, twice, and tiles of 256 elements at least */
        return 48 + s->n / 256;
    while ((size_t)1 << rounds < s->n)
        rounds++;
    return s->algorithm == PREFIX_ALGORITHM_BRENT_KUNG || s->algorithm == PREFIX_ALGORITHM_BLELLOCH ? 2 * rounds
                                                                                                    : rounds;
}

static int near(const struct setting *s, const struct oracle_scan *scan, const void *in, const void *out,
                const void *total, int total_type)
{
    size_t at;
    int rough = is_by_blocks(s) ? 2 : 1; /* results may be rounded to the output type between two passes */
    if (oracle_near(scan, in, out, s->n, total, total_type, chain_of(s), rough, &at))
        return 1;
    if (shown < MOST_SHOWN)
        diag("element %zu is too far off", at);
    return complain(s, "error bound");
}

/* Data whose results in any order are near to each other. */
static int calm_pattern(struct rng *rng, int op)
{
    static const int sums[] = {DATA_SMALL, DATA_NON_NEGATIVE, DATA_FLAGS, DATA_ZEROS, DATA_DENORMAL};
    return op == PREFIX_PRODUCT ? DATA_BESIDE_ONE : sums[rng_below(rng, sizeof sums / sizeof sums[0])];
}

int check_case(const struct setting *s)
{
    struct rng rng = rng_make(++case_number);
    ctx = subject_context((int)rng_below(&rng, 2));
    struct arena *in = s->in_place ? &subject.outputs[s->out_memory - PREFIX_MEMORY_HOST]
                                     : &subject.inputs[s->in_memory - PREFIX_MEMORY_HOST];
    struct arena *out = &subject.outputs[s->out_memory - PREFIX_MEMORY_HOST];
    struct arena *total = &subject.totals[s->total_memory - PREFIX_MEMORY_HOST];
    size_t in_bytes = s->n * oracle_size(s->type), out_bytes = s->n * oracle_size(s->output_type);
    int total_type = value_type(s, s->total), init_type = value_type(s, s->init);
    unsigned char init[8], want_total[8], want_carry[8];
    struct oracle_scan scan = {s->kind, s->op, s->type, s->output_type, s->reverse, init_type, s->init ? init : NULL};
    int good = 1;

    arena_place(out, out_bytes, s->out_offset);
    if (!s->in_place)
        arena_place(in, in_bytes, s->in_offset);
    arena_place(total, oracle_size(total_type), rng_below(&rng, 4) * 8);
    data_fill(&rng, s->pattern, s->type, in->data, s->n);
    fill_init(&rng, s, init_type, init);
    unsigned char *before = must_alloc(in_bytes), *want = must_alloc(out_bytes);
    memcpy(before, in->data, in_bytes);
    oracle_run(&scan, before, want, s->n, want_total, want_carry);

    arena_push(in);
    if (out != in)
        arena_push(out);
    arena_push(total);
    errno = 4711;
    if (rng_below(&rng, 2))
        scratch_renew(ctx);
    int status = prefix_ctx_set_threads(ctx, s->threads);
    if (status == PREFIX_OK)
        status = run_setting(s, ctx, s->init ? init : NULL, arena_pointer(in), arena_pointer(out),
                             s->total ? arena_pointer(total) : NULL);
    if (status == PREFIX_OK)
        status = prefix_ctx_synchronize(ctx);
    int left = errno;
    if (status != PREFIX_OK) {
        if (shown < MOST_SHOWN)
            diag("%s: %s", prefix_strerror(status), prefix_ctx_error(ctx));
        good = complain(s, "error");
    } else {
        arena_pull(in);
        arena_pull(out);
        arena_pull(total);
        good &= left == 4711 || complain(s, "errno was changed");
        if (reorders(s)) {
            good &= near(s, &scan, before, out->data, s->total ? total->data : NULL, total_type);
        } else {
            good &= s->reduces ? arena_untouched(out) || complain(s, "an output was written")
                               : compare(s, s->output_type, out->data, want, s->n, "output");
            good &= !s->total || compare(s, total_type, total->data,
                                         s->total == IN_CARRY_TYPE ? want_carry : want_total, 1, "total");
        }
        good &= s->total || arena_untouched(total) || complain(s, "a total was written");
        good &= s->in_place || memcmp(in->data, before, in_bytes) == 0 || complain(s, "the input was changed");
        good &= (arena_guarded(in) && arena_guarded(out) && arena_guarded(total)) ||
                complain(s, "memory around an array was written");
    }
    good &= scratch_guarded() || complain(s, "memory around scratch memory was written");
    free(before);
    free(want);
    return good;
}

static int has_tiles(int algorithm)
{
    return algorithm == PREFIX_ALGORITHM_AUTO || algorithm == PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK ||
           (algorithm >= PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE && algorithm <= PREFIX_ALGORITHM_CHAINED_SCAN);
}

void randomize(struct rng *rng, struct setting *s)
{
    static const int threads[] = {0, 1, 2, 3, 8};
    s->block_algorithm = PREFIX_ALGORITHM_AUTO;
    if (subject.block_algorithm_count > 0 && has_tiles(s->algorithm) && rng_below(rng, 4) == 0)
        s->block_algorithm = subject.block_algorithms[rng_below(rng, (size_t)subject.block_algorithm_count)];
    s->kind = rng_next(rng) & 1 ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    s->reverse = rng_below(rng, 3) == 0;
    s->in_place = s->type == s->output_type && rng_below(rng, 3) == 0;
    s->init = (int)rng_below(rng, VALUE_FORMS);
    s->total = (int)rng_below(rng, VALUE_FORMS);
    s->threads = threads[rng_below(rng, sizeof threads / sizeof threads[0])];
    s->pattern = reorders(s) ? calm_pattern(rng, s->op) : (int)rng_below(rng, DATA_PATTERNS);
    s->in_memory = subject.memories[rng_below(rng, (size_t)subject.memory_count)];
    s->out_memory = s->in_place ? s->in_memory : subject.memories[rng_below(rng, (size_t)subject.memory_count)];
    s->total_memory = subject.memories[rng_below(rng, (size_t)subject.memory_count)];
    s->in_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->type)) * oracle_size(s->type);
    s->out_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->output_type)) * oracle_size(s->output_type);
    s->one_call = s->type == s->output_type && s->algorithm == PREFIX_ALGORITHM_AUTO &&
                  s->block_algorithm == PREFIX_ALGORITHM_AUTO && rng_below(rng, 4) == 0;
    if (s->one_call)
        s->reverse = s->init = s->total = 0;
}
