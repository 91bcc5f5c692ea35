/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sorts: each case compares every bit of what is written with a stable merge sort that compares keys as numbers, and
 * looks at what must stay as it was. The order is worked out from the words of the manual, not from codes.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"

enum { MOST_SHOWN = 5, VALUE_MOST = 64 };

enum shape { ANY, SORTED, REVERSED, FEW, SKEWED, EQUAL, SPECIAL, ALMOST, LOW_BITS, SHAPES };

struct sample {
    int type, order, nans, shape, threads;
    int first_bit, bits; /* bits -1: all */
    size_t n, value_size;
    int index_type, in_place, wants_keys;
    int offsets_type; /* 0: no segments */
    size_t segments;
    int algorithm;
    size_t tile;
    int own_workspace;
};

static prefix_ctx *ctx;
static struct arena keys, out, values, values_out, indices, offsets, workspace;
static struct arena *const all[] = {&keys, &out, &values, &values_out, &indices, &offsets, &workspace};
enum { ARRAYS = sizeof all / sizeof *all };
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what, size_t at)
{
    if (shown++ < MOST_SHOWN)
        diag("%s at %zu: case %llu: %s, order %d, nans %d, shape %d, bits %d from %d, n %zu, values of %zu, indices "
             "%d%s%s, "
             "%zu segments by %d, algorithm %d in chunks of %zu, threads %d%s: %s",
             what, at, (unsigned long long)case_number, prefix_type_name(c->type), c->order, c->nans, c->shape, c->bits,
             c->first_bit, c->n, c->value_size, c->index_type, c->in_place ? ", in place" : "",
             c->wants_keys ? "" : ", without keys", c->segments, c->offsets_type, c->algorithm, c->tile, c->threads,
             c->own_workspace ? ", a workspace" : "", prefix_ctx_error(ctx));
    return 0;
}

/* A key as a number: of integers all bits, or those that count; of floats its value. */
static int compare(const struct sample *c, const unsigned char *a, const unsigned char *b)
{
    const size_t size = prefix_type_size(c->type);
    const int sign = c->order == PREFIX_DESCENDING ? -1 : 1;
    if (oracle_is_float(c->type)) {
        const double x = oracle_float_get(c->type, a), y = oracle_float_get(c->type, b);
        const int nans_first = c->nans == PREFIX_NANS_FIRST || (c->nans == PREFIX_NANS_GREATEST && sign < 0);
        if (isnan(x) || isnan(y))
            return (isnan(x) != 0) == (isnan(y) != 0) ? 0 : (isnan(x) != 0) == nans_first ? -1 : 1;
        return x < y ? -sign : x > y ? sign : 0;
    }
    uint64_t x = 0, y = 0;
    memcpy(&x, a, size);
    memcpy(&y, b, size);
    if (oracle_is_signed(c->type)) { /* the same order, without a sign */
        x ^= UINT64_C(1) << (8 * size - 1);
        y ^= UINT64_C(1) << (8 * size - 1);
    }
    if (c->bits == 0)
        return 0;
    if (c->bits > 0) {
        x = x >> c->first_bit << (64 - c->bits);
        y = y >> c->first_bit << (64 - c->bits);
    }
    return x < y ? -sign : x > y ? sign : 0;
}

static void merge_sort(const struct sample *c, const unsigned char *from, size_t *places, size_t *spare, size_t n)
{
    const size_t size = prefix_type_size(c->type), half = n / 2;
    if (n < 2)
        return;
    merge_sort(c, from, places, spare, half);
    merge_sort(c, from, places + half, spare, n - half);
    memcpy(spare, places, half * sizeof *spare);
    for (size_t i = 0, j = half, k = 0; i < half; k++)
        places[k] = j < n && compare(c, from + places[j] * size, from + spare[i] * size) < 0 ? places[j++] : spare[i++];
}

static void put_key(const struct sample *c, unsigned char *at, uint64_t x)
{
    memcpy(at, &x, prefix_type_size(c->type)); /* little-endian, as data.c is */
}

static void fill_keys(const struct sample *c, struct rng *rng)
{
    const size_t size = prefix_type_size(c->type);
    static const int patterns[] = {DATA_BITS,      DATA_SMALL,  DATA_NON_NEGATIVE,
                                   DATA_HUGE_TINY, DATA_CANCEL, DATA_DENORMAL};
    data_fill(rng,
              c->shape == ANY     ? patterns[rng_below(rng, 6)]
              : c->shape == EQUAL ? DATA_EQUAL
                                  : DATA_BITS,
              c->type, keys.data, c->n);
    size_t *places = must_alloc(2 * c->n * sizeof *places + 1);
    unsigned char *copy = must_alloc(c->n * size + 1);
    for (size_t i = 0; i < c->n; i++) {
        unsigned char *at = keys.data + i * size;
        places[i] = i;
        if (c->shape == FEW)
            memcpy(at, keys.data + rng_below(rng, c->n < 5 ? c->n : 5) * size, size);
        else if (c->shape == SKEWED)
            put_key(c, at, (uint64_t)(1 / (rng_unit(rng) + 1e-9)));
        else if (c->shape == LOW_BITS)
            put_key(c, at, rng_below(rng, 3000));
        else if (c->shape == SPECIAL && oracle_is_float(c->type) && rng_below(rng, 3) == 0)
            data_put_nan(rng, c->type, at);
        else if (c->shape == SPECIAL && oracle_is_float(c->type) && rng_below(rng, 2) == 0)
            put_key(c, at, rng_below(rng, 2) << (8 * size - 1)); /* zeros */
    }
    if (c->shape == SORTED || c->shape == REVERSED || c->shape == ALMOST) {
        merge_sort(c, keys.data, places, places + c->n, c->n);
        memcpy(copy, keys.data, c->n * size);
        for (size_t i = 0; i < c->n; i++)
            memcpy(keys.data + (c->shape == REVERSED ? c->n - 1 - i : i) * size, copy + places[i] * size, size);
        if (c->shape == ALMOST && c->n > 0)
            data_fill(rng, DATA_BITS, c->type, keys.data + rng_below(rng, c->n) * size, 1);
    }
    free(copy);
    free(places);
}

static size_t offset_at(const struct sample *c, const unsigned char *from, size_t k)
{
    uint64_t x = 0;
    const size_t size = prefix_type_size(c->offsets_type);
    memcpy(&x, from + k * size, size);
    return (size_t)x;
}

static void fill_offsets(const struct sample *c, struct rng *rng)
{
    const size_t size = prefix_type_size(c->offsets_type);
    uint64_t at = rng_below(rng, 2) ? 0 : rng_below(rng, c->n + 1);
    for (size_t k = 0; k <= c->segments; k++) {
        memcpy(offsets.data + k * size, &at, size);
        const size_t left = c->n - (size_t)at;
        const size_t most = rng_below(rng, 50) == 0 ? left : 3 * c->n / (c->segments + 1);
        at += rng_below(rng, (most < left ? most : left) + 1);
    }
}

/* Where each element comes from. */
static void sort_places(const struct sample *c, size_t *places, const unsigned char *from)
{
    size_t *spare = must_alloc(c->n * sizeof *spare + 1);
    for (size_t i = 0; i < c->n; i++)
        places[i] = i;
    size_t first = 0;
    for (size_t k = 0; c->offsets_type && k <= c->segments; k++) {
        const size_t next = offset_at(c, offsets.data, k);
        merge_sort(c, from, places + first, spare, next - first);
        first = next;
    }
    merge_sort(c, from, places + first, spare, c->n - first);
    free(spare);
}

static int check_results(const struct sample *c, const size_t *places, const unsigned char *key,
                         const unsigned char *value)
{
    const size_t size = prefix_type_size(c->type), index = c->index_type == PREFIX_U32 ? 4 : 8;
    for (size_t i = 0; i < c->n; i++) {
        const unsigned char *got = (c->in_place ? &keys : &out)->data;
        if (c->wants_keys && memcmp(got + i * size, key + places[i] * size, size) != 0)
            return complain(c, "a key", i);
        got = (c->in_place ? &values : &values_out)->data;
        if (c->value_size && memcmp(got + i * c->value_size, value + places[i] * c->value_size, c->value_size) != 0)
            return complain(c, "a value", i);
        uint64_t x = 0;
        if (c->index_type)
            memcpy(&x, indices.data + i * index, index);
        if (c->index_type && x != places[i])
            return complain(c, "an index", i);
    }
    return 1;
}

/* As large as asked for. */
static void give_workspace(const struct sample *c, prefix_sorting *s)
{
    size_t bytes;
    must(ctx, prefix_sorting_workspace(s, c->n, &bytes));
    arena_place(&workspace, bytes, 0);
    arena_push(&workspace);
    must(ctx, prefix_sorting_set_workspace(s, bytes ? arena_pointer(&workspace) : NULL, bytes));
}

static int run(const struct sample *c)
{
    prefix_sorting *s;
    const void *k = arena_pointer(&keys), *v = arena_pointer(&values);
    void *o = c->in_place ? arena_pointer(&keys) : arena_pointer(&out);
    void *vo = c->in_place ? arena_pointer(&values) : arena_pointer(&values_out);
    const int is_plain = c->nans == PREFIX_NANS_LAST && c->bits < 0 && !c->offsets_type && !c->algorithm &&
                         !c->own_workspace;
    if (is_plain && !c->index_type && !c->value_size)
        return prefix_sort(ctx, c->order, c->type, k, o, c->n);
    if (is_plain && c->value_size)
        return prefix_sort_pairs(ctx, c->order, c->type, c->value_size, k, v, o, vo, c->n);
    if (is_plain && !c->wants_keys)
        return prefix_argsort(ctx, c->order, c->type, c->index_type, k, arena_pointer(&indices), c->n);
    must(ctx, prefix_sorting_create(&s, ctx, c->type));
    must(ctx, prefix_sorting_set_order(s, c->order));
    must(ctx, prefix_sorting_set_nans(s, c->nans));
    if (c->bits >= 0)
        must(ctx, prefix_sorting_set_bits(s, c->first_bit, c->bits));
    if (c->offsets_type)
        must(ctx, prefix_sorting_set_offsets(s, c->offsets_type, arena_pointer(&offsets), c->segments));
    must(ctx, prefix_sorting_set_algorithm(s, c->algorithm));
    must(ctx, prefix_sorting_set_tile(s, c->tile));
    if (c->value_size)
        must(ctx, prefix_sorting_set_values(s, c->value_size, v, vo));
    if (c->index_type)
        must(ctx, prefix_sorting_set_indices(s, c->index_type, arena_pointer(&indices)));
    if (c->own_workspace)
        give_workspace(c, s);
    const int status = prefix_sorting_run(s, k, c->wants_keys ? o : NULL, c->n);
    prefix_sorting_destroy(s);
    return status;
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    const size_t size = prefix_type_size(c->type), index = c->index_type == PREFIX_U32 ? 4 : 8;
    arena_place(&keys, c->n * size, rng_below(&rng, ARENA_ALIGN / size) * size);
    arena_place(&out, c->n * size, rng_below(&rng, ARENA_ALIGN / size) * size);
    arena_place(&values, c->n * c->value_size, rng_below(&rng, ARENA_ALIGN));
    arena_place(&values_out, c->n * c->value_size, rng_below(&rng, ARENA_ALIGN));
    arena_place(&indices, c->index_type ? c->n * index : 0, rng_below(&rng, ARENA_ALIGN / index) * index);
    const size_t offset_size = c->offsets_type ? prefix_type_size(c->offsets_type) : 0;
    arena_place(&offsets, (c->segments + 1) * offset_size, 0);
    arena_place(&workspace, 0, 0);
    fill_keys(c, &rng);
    if (c->offsets_type)
        fill_offsets(c, &rng);
    for (size_t i = 0; i < values.bytes; i++)
        values.data[i] = (unsigned char)rng_next(&rng);
    unsigned char *key = must_alloc(keys.bytes + 1), *value = must_alloc(values.bytes + 1);
    size_t *places = must_alloc(c->n * sizeof *places + 1);
    memcpy(key, keys.data, keys.bytes);
    memcpy(value, values.data, values.bytes);
    sort_places(c, places, key);

    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    for (size_t i = 0; i < ARRAYS; i++)
        arena_push(all[i]);
    const int status = run(c);
    must(ctx, prefix_ctx_synchronize(ctx));
    int good = status == PREFIX_OK || complain(c, "error", 0);
    for (size_t i = 0; i < ARRAYS; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(c, "memory around an array", i);
    }
    good &= status != PREFIX_OK || check_results(c, places, key, value);
    good &= (c->in_place && c->wants_keys) || memcmp(key, keys.data, keys.bytes) == 0 || complain(c, "the keys", 0);
    good &= c->in_place || memcmp(value, values.data, values.bytes) == 0 || complain(c, "the values", 0);
    good &= scratch_guarded() || complain(c, "scratch memory", 0);
    free(key);
    free(value);
    free(places);
    return good;
}

static struct sample randomize(struct rng *rng, int type, size_t n)
{
    static const size_t value_sizes[] = {1, 2, 4, 4, 8, 8, 12, 16, 24, 33, 64};
    static const int offset_types[] = {PREFIX_I32, PREFIX_U32, PREFIX_I64, PREFIX_U64};
    struct sample c = {.type = type, .n = n, .bits = -1, .wants_keys = 1};
    const int width = 8 * (int)prefix_type_size(type);
    c.order = rng_below(rng, 2) ? PREFIX_DESCENDING : PREFIX_ASCENDING;
    c.nans = PREFIX_NANS_LAST + (int)rng_below(rng, 3);
    c.shape = (int)rng_below(rng, SHAPES);
    c.threads = 1 + (int)rng_below(rng, 16);
    if (!oracle_is_float(type) && rng_below(rng, 3) == 0) {
        c.first_bit = (int)rng_below(rng, (size_t)width + 1);
        c.bits = (int)rng_below(rng, (size_t)(width - c.first_bit) + 1);
    }
    const size_t kind = rng_below(rng, 3);
    if (kind == 1)
        c.value_size = value_sizes[rng_below(rng, sizeof value_sizes / sizeof *value_sizes)];
    if (kind == 2) {
        c.index_type = rng_below(rng, 2) ? PREFIX_U32 : PREFIX_U64;
        c.wants_keys = (int)rng_below(rng, 2);
    }
    c.in_place = (int)rng_below(rng, 2);
    if (rng_below(rng, 4) == 0) {
        c.algorithm = PREFIX_ALGORITHM_SPLIT_MERGE;
        c.tile = rng_below(rng, 2) ? 0 : 1 + rng_below(rng, 3000);
    } else if (rng_below(rng, 3) == 0) {
        c.offsets_type = offset_types[rng_below(rng, 4)];
        c.segments = rng_below(rng, 2) ? rng_below(rng, 10) : rng_below(rng, n + 1);
    }
    c.own_workspace = workspace.memory != PREFIX_MEMORY_HOST && rng_below(rng, 2);
    return c;
}

static void test_type(const char *name, const char *memory, int type)
{
    static const size_t sizes[] = {0, 1, 2, 31, 32, 33, 63, 64, 65, 255, 256, 257, 1000, 32767, 32768, 32769};
    struct rng rng = rng_make(500 + (uint64_t)type);
    const int rounds = test_level() == TEST_SHORT ? 10 : test_level() == TEST_LONG ? 2000 : 120;
    int good = 1;
    shown = 0;
    for (int round = 0; round < rounds; round++) {
        const struct sample c = randomize(&rng, type, round % 2 ? sizes[rng_below(&rng, 13)] : rng_below(&rng, 3000));
        good &= check_case(&c);
    }
    for (int round = 0; round < rounds / 8; round++) {
        const struct sample c =
            randomize(&rng, type, round % 2 ? sizes[13 + rng_below(&rng, 3)] : 60000 + rng_below(&rng, 200000));
        good &= check_case(&c);
    }
    ok(good, "%s, %s: %s", name, memory, prefix_type_name(type));
}

static void check_backend(const char *name)
{
    for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
        test_type(name, keys.memory == PREFIX_MEMORY_HOST ? "host" : "device", type);
}

int main(void)
{
    test_seed();
    on_each_place(&ctx, all, ARRAYS, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
