/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sorts by a team, through the caches and past them: the bits of a sort by one thread, which tests/api/sort.c looks at.
 */
#include <stdlib.h>
#include <string.h>

#include "../support/data.h"
#include "../support/support.h"

#include "session/session.h"
#include "shared/sort_span.h"
#include "shared/types.h"
#include "sort/team_sort.h"

enum { MOST = 5000 };

static const size_t value_sizes[] = {0, 4, 8, 12, 16};

static struct arena arenas[5];

static void *place(int i, struct rng *rng, size_t bytes, size_t alignment)
{
    arenas[i].memory = PREFIX_MEMORY_HOST;
    arena_place(&arenas[i], bytes, rng_below(rng, ARENA_ALIGN / alignment) * alignment);
    return arenas[i].data;
}

static struct prefix_sort_work describe(struct rng *rng, int type, size_t n)
{
    struct prefix_sort_work work = {
        .size = sizeof work, .type = type, .value_alignment = 1, .bits = 8 * (int)prefix__size_of(type), .n = n};
    const uint64_t infinity = prefix__infinity_of(type);
    if (prefix__is_float(type))
        work.code = (struct prefix_sort_code){.infinity = infinity, .zero = infinity, .nan = 2 * infinity + 1};
    else if (rng_below(rng, 2))
        work.first_bit = 1 + (int)rng_below(rng, (size_t)work.bits - 1);
    work.bits -= work.first_bit;
    work.value_size = value_sizes[rng_below(rng, sizeof value_sizes / sizeof *value_sizes)];
    if (!work.value_size && rng_below(rng, 2))
        work.index_type = rng_below(rng, 2) ? PREFIX_U32 : PREFIX_U64;
    return work;
}

/* A part of what is written, or NULL where there is none. */
static void *part(void *array, size_t bytes)
{
    return bytes > 0 ? array : NULL;
}

static int check_case(struct rng *rng, int type)
{
    const size_t n = 1 + rng_below(rng, MOST), size = prefix__size_of(type);
    struct prefix_sort_work work = describe(rng, type, n), one;
    const size_t value = work.value_size, index = prefix__size_of(work.index_type);
    const struct prefix_session session = {.isa = prefix__openmp_isa(0),
                                           .cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX};
    const int threads = 2 + (int)rng_below(rng, 15), in_place = (int)rng_below(rng, 2);
    void *keys = place(0, rng, n * size, size), *values = place(1, rng, n * value, 1);
    data_fill(rng, rng_below(rng, 2) ? DATA_BITS : DATA_SMALL, type, keys, n);
    data_fill(rng, DATA_BITS, PREFIX_U8, values, n * value);
    work.keys = keys;
    work.values = part(values, value);
    one = work;
    char *want = must_alloc(n * (size + value + index));
    one.out = want;
    one.values_out = part(want + n * size, value);
    one.indices = part(want + n * (size + value), index);
    void *scratch = must_alloc(prefix__sort_scratch(&one, n));
    prefix__sort_span(&one, 0, n, scratch);
    free(scratch);

    work.out = in_place ? keys : place(2, rng, n * size, size);
    work.values_out = part(in_place ? values : place(3, rng, n * value, 1), value);
    work.indices = part(place(4, rng, n * index, index ? index : 1), index);
    scratch = must_alloc(prefix__openmp_team_sort_scratch(&work, n, threads));
    prefix__openmp_team_sort(&session, &work, 0, n, threads, 1, scratch);
    free(scratch);
    int good = memcmp(work.out, one.out, n * size) == 0;
    good &= !value || memcmp(work.values_out, one.values_out, n * value) == 0;
    good &= !index || memcmp(work.indices, one.indices, n * index) == 0;
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        good &= !arenas[i].block || arena_guarded(&arenas[i]);
    free(want);
    if (!good)
        diag("n %zu, bits %d from %d, values of %zu, indices of %zu, %s%s, threads %d", n, work.bits, work.first_bit,
             value, index, session.cache_bytes ? "through the caches" : "past them", in_place ? ", in place" : "",
             threads);
    return good;
}

int main(void)
{
    const int rounds = test_level() == TEST_SHORT ? 5 : test_level() == TEST_LONG ? 1000 : 50;
    test_seed();
    for (int type = PREFIX_I8; type <= PREFIX_F64; type++) {
        struct rng rng = rng_make((uint64_t)type);
        int good = 1;
        for (int round = 0; round < rounds && good; round++)
            good = check_case(&rng, type);
        ok(good, "%s", prefix_type_name(type));
    }
    for (size_t i = 0; i < sizeof arenas / sizeof *arenas; i++)
        arena_release(&arenas[i]);
    return done();
}
