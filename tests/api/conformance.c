/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every promise of a scan, on one backend: conformance NAME. Each case runs one scan or reduction with its own
 * data, options, memory and alignment, and compares every bit with the oracle, the guard zones
 * with their poison, and the input with what it was.
 */
#include <stdint.h>

#include "conformance.h"
#include "../support/oracle.h"

/* Calls visit for each operator and pair of types that go together: one check each. */
static void for_each_combination(const char *what, int (*visit)(struct rng *rng, struct setting *s))
{
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++) {
                struct rng rng = rng_make((uint64_t)(op << 16 | type << 8 | output_type));
                struct setting s = {.op = op, .type = type, .output_type = output_type};
                if (!oracle_widens(type, output_type) || !oracle_takes(op, output_type))
                    continue;
                unsigned long long before = cases();
                int good = visit(&rng, &s);
                if (cases() > before) /* a visit may pass over a combination */
                    ok(good, "%s: %s %s -> %s, %llu cases", what, prefix_op_name(op), prefix_type_name(type),
                       prefix_type_name(output_type), cases() - before);
            }
}

/* Of the algorithms for comparison, all together take the time of one that is a default. */
static int passes_over(struct rng *rng, int algorithm)
{
    /* One thread of a device takes as long as all others. */
    int slow = algorithm > PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK ||
               (algorithm == PREFIX_ALGORITHM_SERIAL && subject.block_algorithm_count > 0);
    return slow && test_level() != TEST_LONG && rng_below(rng, 8) != 0;
}

/* All options with each other, at small sizes. */
static int visit_options(struct rng *rng, struct setting *s)
{
    static const size_t sizes[] = {0, 1, 2, 33};
    int good = 1;
    int first = test_level() == TEST_SHORT ? (int)rng_below(rng, 7) : 0, step = test_level() == TEST_SHORT ? 7 : 1;
    for (int options = first; options < 2 * 2 * 2 * VALUE_FORMS * VALUE_FORMS; options += step)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            s->algorithm = subject.algorithms[rng_below(rng, (size_t)subject.algorithm_count)];
            randomize(rng, s);
            s->one_call = 0;
            s->kind = options & 1 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE;
            s->reverse = options >> 1 & 1;
            s->in_place = (options >> 2 & 1) && s->type == s->output_type;
            s->init = options / 8 % VALUE_FORMS;
            s->total = options / 8 / VALUE_FORMS;
            if (s->in_place)
                s->in_memory = s->out_memory;
            s->n = sizes[i];
            good &= check_case(s);
        }
    return good;
}

/* The canonical order's row and tile in elements of the output. */
static size_t row_of(const struct setting *s)
{
    size_t size = oracle_size(s->output_type);
    return 512 / (oracle_is_float(s->output_type) && size < 4 ? 4 : size);
}

/* The edges of rows, of tiles of the canonical order and of 32 KiB, and what lies between. */
static int visit_sizes(struct rng *rng, struct setting *s)
{
    size_t row = row_of(s), tile = 64 * row;
    size_t sizes[] = {0,
                      1,
                      2,
                      3,
                      7,
                      15,
                      31,
                      32,
                      33,
                      63,
                      64,
                      65,
                      97,
                      row - 1,
                      row,
                      row + 1,
                      1000,
                      tile - 1,
                      tile,
                      tile + 1,
                      4095,
                      8192 - 1,
                      8193,
                      12345,
                      2 * tile,
                      2 * tile + 37,
                      3 * tile - 1,
                      32768 / oracle_size(s->type) + 1};
    int good = 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 20 : 1); round++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            for (int a = 0; a < subject.algorithm_count; a++) {
                if ((test_level() == TEST_SHORT && rng_below(rng, 8) != 0) || passes_over(rng, subject.algorithms[a]))
                    continue;
                s->algorithm = subject.algorithms[a];
                s->n = sizes[i];
                randomize(rng, s);
                good &= check_case(s);
            }
    return good;
}

/* Arrays of many tiles, whatever a backend's own tile is. */
static int visit_large(struct rng *rng, struct setting *s)
{
    int common = s->type == s->output_type && (s->type == PREFIX_I32 || s->type == PREFIX_F32);
    int good = 1;
    if (test_level() == TEST_SHORT && !(common && s->op == PREFIX_SUM))
        return 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 8 : 1); round++)
        for (int a = 0; a < subject.algorithm_count; a++) {
            s->algorithm = subject.algorithms[a];
            if ((!common && test_level() != TEST_LONG && rng_below(rng, 4) != 0) ||
                passes_over(rng, subject.algorithms[a]))
                continue;
            s->n = ((size_t)1 << 17) + rng_below(rng, (size_t)1 << 18);
            if (common && s->op <= PREFIX_PRODUCT && test_level() != TEST_SHORT)
                s->n = ((size_t)1 << 21) + rng_below(rng, (size_t)1 << 21);
            randomize(rng, s);
            good &= check_case(s);
        }
    return good;
}

/* Every alignment of input and output to each other. */
static int visit_offsets(struct rng *rng, struct setting *s)
{
    int good = 1;
    if (s->op != PREFIX_SUM)
        return 1;
    for (size_t in = 0; in < ARENA_ALIGN; in += oracle_size(s->type))
        for (size_t out = 0; out < ARENA_ALIGN; out += oracle_size(s->output_type)) {
            if (test_level() == TEST_SHORT && rng_below(rng, 16) != 0)
                continue;
            s->algorithm = subject.algorithms[rng_below(rng, (size_t)subject.algorithm_count)];
            s->n = 100 + rng_below(rng, 200);
            randomize(rng, s);
            s->in_place = 0;
            s->in_offset = in;
            s->out_offset = out;
            good &= check_case(s);
        }
    return good;
}

/* Every half there is: widened, and added to init in f64 and rounded. */
static int visit_halves(struct rng *rng, struct setting *s)
{
    int good = 1;
    s->algorithm = PREFIX_ALGORITHM_AUTO;
    if (s->op != PREFIX_SUM || (s->type != PREFIX_F16 && s->type != PREFIX_BF16))
        return 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 200 : test_level() == TEST_SHORT ? 1 : 12); round++) {
        randomize(rng, s);
        s->one_call = s->block_algorithm = 0;
        s->pattern = DATA_ALL_HALVES;
        s->init = round == 0 ? NO_VALUE : IN_CARRY_TYPE;
        s->n = 2 * 65536;
        good &= check_case(s);
    }
    return good;
}

/* Reductions, of all sizes that the scans have; the output is only there to stay as it is. */
static int visit_reductions(struct rng *rng, struct setting *s)
{
    size_t row = row_of(s), tile = 64 * row;
    size_t sizes[] = {0,
                      1,
                      2,
                      3,
                      15,
                      16,
                      33,
                      row - 1,
                      row,
                      row + 1,
                      1000,
                      tile - 1,
                      tile,
                      tile + 1,
                      2 * tile,
                      5 * tile,
                      17 * tile + 3,
                      7 * tile + row,
                      16 * tile,
                      40 * tile + 1 + rng_below(rng, 10 * tile)};
    int good = 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 20 : 1); round++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            if (test_level() == TEST_SHORT && rng_below(rng, 8) != 0)
                continue;
            s->algorithm =
                subject.algorithms[rng_below(rng, (size_t)subject.algorithm_count)]; /* makes no difference */
            s->n = sizes[i];
            randomize(rng, s);
            s->reduces = 1;
            s->in_place = 0;
            s->one_call = s->type == s->output_type && rng_below(rng, 3) == 0;
            s->total = s->one_call || rng_next(rng) & 1 ? IN_OUTPUT_TYPE : IN_CARRY_TYPE;
            if (s->one_call)
                s->reverse = s->init = 0;
            good &= check_case(s);
        }
    return good;
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "serial";
    test_seed();
    if (!subject_open(name))
        return done();
    for_each_combination("options", visit_options);
    for_each_combination("sizes", visit_sizes);
    for_each_combination("large", visit_large);
    for_each_combination("offsets", visit_offsets);
    for_each_combination("halves", visit_halves);
    for_each_combination("reductions", visit_reductions);
    is_str(prefix_ctx_backend(subject.contexts[0]), name, "the backend that worked");
    is_str(prefix_ctx_backend(subject.contexts[1]), name, "and in the second context");
    diag("%llu cases", cases());
    subject_close();
    return done();
}
