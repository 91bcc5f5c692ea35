/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Batches and arrays by operators of the caller's own, and by those that are built in and done alike: each row compares
 * every bit with the canonical order of that row by itself, worked out element by element.
 */
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "batch_operator_case.h"

static prefix_ctx *ctx;
static int skips_missing; /* of operators of the caller's own in batches */

static void randomize(struct rng *rng, struct batch_sample *c)
{
    c->reverse = rng_below(rng, 3) == 0;
    c->reduces = rng_below(rng, 4) == 0;
    c->has_total = c->reduces || rng_below(rng, 2);
    c->threads = 1 + (int)rng_below(rng, 8);
    c->in_place = !c->reduces && c->in_size == c->out_size && rng_below(rng, 3) == 0;
    c->kind = rng_below(rng, 2) && (!c->own || c->identity || c->init_type) ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE;
    c->first = rng_below(rng, 20);
    layout_make(rng, &c->in, (int)rng_below(rng, LAYOUT_FORMS), &c->shape);
    if (c->in_place)
        c->out = c->in;
    else
        layout_make(rng, &c->out, (int)rng_below(rng, LAYOUT_FORMS), &c->shape);
    layout_make(rng, &c->dense, LAYOUT_C, &c->shape);
}

static int check_own(const struct subject *s, const void *identity, struct rng *rng, const struct shape *shape)
{
    struct batch_sample c = {.own = s, .identity = identity, .shape = *shape};
    c.in_size = c.out_size = c.total_size = s->size;
    c.in_alignment = c.out_alignment = s->alignment;
    c.init_type = !identity || rng_below(rng, 2);
    c.has_bits = skips_missing && identity && rng_below(rng, 3) == 0;
    c.keeps = c.has_bits && rng_below(rng, 2);
    randomize(rng, &c);
    return batch_operator_check(ctx, &c);
}

static int check_built_in(const struct built_in *b, struct rng *rng, const struct shape *shape)
{
    const int carry_type = prefix_carry_type(b->op, b->output_type);
    struct batch_sample c = {.what = *b, .shape = *shape};
    c.in_size = built_in_size(b->type);
    c.in_alignment = built_in_alignment(b->type);
    c.out_size = built_in_size(b->output_type);
    c.out_alignment = built_in_alignment(b->output_type);
    c.total_type = rng_below(rng, 2) ? carry_type : b->output_type;
    c.total_size = built_in_size(c.total_type);
    if (b->op < PREFIX_ARG_MIN && rng_below(rng, 2))
        c.init_type = rng_below(rng, 2) ? carry_type : b->output_type;
    randomize(rng, &c);
    return batch_operator_check(ctx, &c);
}

/* Any shape, or one of few long rows, or of columns of which there are some together. */
static struct shape next_shape(struct rng *rng, int round, size_t element)
{
    const size_t tile = 32768 / element;
    if (round % 8 == 7)
        return (struct shape){
            .dims = 2, .axis = (int)rng_below(rng, 2), .length = {1 + rng_below(rng, 40), tile + rng_below(rng, tile)}};
    if (round % 8 == 6)
        return (struct shape){.dims = 2,
                              .axis = (int)rng_below(rng, 2),
                              .length = {2 * tile + rng_below(rng, tile), 1 + rng_below(rng, 5)}};
    return shape_random(rng, 2000);
}

static void check_backend(const char *name)
{
    static const char zeros[MOST];
    static const uint32_t one_matrix[] = {1, 0, 0, 1};
    static const float one_map[] = {1, 0};
    const int rounds = test_level() == TEST_LONG ? 400 : test_level() == TEST_SHORT ? 8 : 40;
    struct rng rng = rng_make(1);
    struct built_in b;
    int good = 1;
    skips_missing = strcmp(name, "cuda") != 0;
    for (size_t i = 0; i < OPERATOR_SUBJECTS; i++) {
        const struct subject *s = &operator_subjects[i];
        const void *identity = strcmp(s->name, "matrices") == 0      ? (const void *)one_matrix
                               : strcmp(s->name, "affine maps") == 0 ? (const void *)one_map
                               : strcmp(s->name, "places") == 0      ? NULL
                                                                     : zeros;
        good = 1;
        for (int round = 0; round < rounds; round++) {
            const struct shape shape = next_shape(&rng, round, s->size);
            good &= check_own(s, identity, &rng, &shape);
        }
        ok(good, "%s: %s", name, s->name);
    }
    good = 1;
    for (size_t size = 1; size <= MOST; size++) {
        const struct subject s = operator_bytes(size);
        for (int round = 0; operator_tries(name, size) && round < rounds / 8; round++) {
            const struct shape shape = next_shape(&rng, round, size);
            good &= check_own(&s, zeros, &rng, &shape);
        }
    }
    ok(good, "%s: elements of 1 to %d bytes", name, MOST);
    for (size_t k = 0; built_in_subject(k, &b); k++) {
        good = 1;
        for (int round = 0; round < (b.op >= PREFIX_ARG_MIN ? rounds / 4 : rounds); round++) {
            const struct shape shape = next_shape(&rng, round, built_in_element(&b));
            good &= check_built_in(&b, &rng, &shape);
        }
        ok(good, "%s: %s of %s to %s", name, prefix_op_name(b.op), prefix_type_name(b.type),
           prefix_type_name(b.output_type));
    }
}

int main(void)
{
    struct arena *const all[] = {&batch_arenas[BATCH_INPUT], &batch_arenas[BATCH_OUTPUT], &batch_arenas[BATCH_TOTALS],
                                 &batch_arenas[BATCH_BITMAP]};
    test_seed();
    on_each_place(&ctx, all, sizeof all / sizeof *all, check_backend);
    return done();
}
