/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Runs in arrays that only the kernels for large ones take, on the device: lengths that are known are written
 * out, what results is looked at here and there, and is encoded, counted and reduced again, in place, too; random
 * ones are reduced with the bits of the serial backend. With LIBPREFIX_TEST_LEVEL=long past 2^32 elements.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/segments.h"
#include "../support/support.h"

enum { WINDOWS = 64, WINDOW = 4096 };

static prefix_ctx *ctx;

/* Runs as they are known on the host, and their arrays on the device. */
struct runs {
    size_t count, size, n; /* bytes of a value; elements */
    unsigned char *values;
    uint64_t *lengths;
    void *device_values, *device_lengths, *elements;
    uint64_t *device_count;
};

static void *on_device(size_t bytes)
{
    void *memory;
    must(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &memory, bytes));
    return memory;
}

static void copy(void *to, const void *from, size_t bytes)
{
    must(ctx, prefix_memory_copy(ctx, to, from, bytes));
    must(ctx, prefix_ctx_synchronize(ctx));
}

/* Neighbouring values differ; one run in the middle is longer than the others by what is missing to n. */
static struct runs make(struct rng *rng, size_t size, size_t n, size_t longest)
{
    struct runs r = {.size = size, .n = n};
    size_t total = 0, room = n / (longest / 2 + 1) + 2, giant;
    r.values = must_alloc(room * size);
    r.lengths = must_alloc(room * sizeof *r.lengths);
    for (; r.count < room - 1 && total + longest < n - n / 8; r.count++) {
        r.lengths[r.count] = 1 + rng_below(rng, longest);
        total += r.lengths[r.count];
        for (size_t b = 0; b < size; b++)
            r.values[r.count * size + b] = (unsigned char)(r.count >> (b % 4 * 8));
    }
    giant = rng_below(rng, r.count);
    r.lengths[giant] += n - total;
    r.device_values = on_device(r.count * size);
    r.device_lengths = on_device(r.count * sizeof *r.lengths);
    r.elements = on_device(n * size);
    r.device_count = on_device(sizeof *r.device_count);
    copy(r.device_values, r.values, r.count * size);
    copy(r.device_lengths, r.lengths, r.count * sizeof *r.lengths);
    return r;
}

static void drop(struct runs *r)
{
    must(ctx, prefix_memory_free(ctx, r->device_values));
    must(ctx, prefix_memory_free(ctx, r->device_lengths));
    must(ctx, prefix_memory_free(ctx, r->elements));
    must(ctx, prefix_memory_free(ctx, r->device_count));
    free(r->values);
    free(r->lengths);
}

static int type_of(size_t size)
{
    return size == 1   ? PREFIX_U8
           : size == 2 ? PREFIX_U16
           : size == 4 ? PREFIX_I32
           : size == 8 ? PREFIX_I64
                       : PREFIX_KEY_16_BYTES;
}

static int counted(const struct runs *r, size_t wanted)
{
    uint64_t count;
    copy(&count, r->device_count, sizeof count);
    return count == wanted;
}

static int same(const void *device, const void *wanted, size_t bytes)
{
    unsigned char *seen = must_alloc(bytes);
    copy(seen, device, bytes);
    int good = memcmp(seen, wanted, bytes) == 0;
    free(seen);
    return good;
}

/* Whether windows of the elements are what the runs say. */
static int decoded(struct rng *rng, const struct runs *r)
{
    unsigned char *window = must_alloc(WINDOW * r->size);
    int good = 1;
    size_t run = 0, behind = r->lengths[0]; /* the end of the run */
    for (size_t w = 0; w < WINDOWS && good; w++) {
        size_t step = r->n / WINDOWS, at = w * step + rng_below(rng, step > WINDOW ? step - WINDOW : 1);
        if (w == WINDOWS - 1)
            at = r->n - WINDOW;
        copy(window, (char *)r->elements + at * r->size, WINDOW * r->size);
        for (size_t i = 0; i < WINDOW && good; i++) {
            while (behind <= at + i)
                behind += r->lengths[++run];
            good = memcmp(window + i * r->size, r->values + run * r->size, r->size) == 0;
        }
    }
    free(window);
    return good;
}

static void check(size_t size, size_t n, size_t longest)
{
    struct rng rng = rng_make(n + size);
    struct runs r = make(&rng, size, n, longest);
    const int type = type_of(size);
    must(ctx, prefix_run_length_decode(ctx, type, PREFIX_U64, r.device_values, r.device_lengths, r.elements, r.count, n,
                                       r.device_count));
    int good = counted(&r, n) && decoded(&rng, &r);
    ok(good, "%zu runs of %zu bytes written out to %zu elements", r.count, size, n);

    char *values = on_device(r.count * size), *lengths = on_device(r.count * sizeof(uint64_t));
    must(ctx, prefix_run_length_encode(ctx, type, PREFIX_U64, r.elements, values, lengths, n, r.count, r.device_count));
    good = counted(&r, r.count) && same(values, r.values, r.count * size) &&
           same(lengths, r.lengths, r.count * sizeof(uint64_t));
    ok(good, "and encoded");
    must(ctx, prefix_nontrivial_runs(ctx, type, PREFIX_U64, r.elements, NULL, lengths, n, r.count, r.device_count));
    size_t longer = 0;
    for (size_t k = 0; k < r.count; k++)
        longer += r.lengths[k] > 1;
    ok(counted(&r, longer), "the nontrivial ones counted");
    if (n <= UINT32_MAX) {
        int32_t *ones = on_device(n * sizeof *ones), *sums = on_device(r.count * sizeof *sums);
        int32_t *wanted = must_alloc(r.count * sizeof *wanted), one = 1;
        const uint64_t all = n;
        copy(values, &one, sizeof one);
        copy(lengths, &all, sizeof all);
        must(ctx, prefix_run_length_decode(ctx, PREFIX_I32, PREFIX_U64, values, lengths, ones, 1, n, r.device_count));
        for (size_t k = 0; k < r.count; k++)
            wanted[k] = (int32_t)r.lengths[k];
        must(ctx, prefix_reduce_by_key(ctx, PREFIX_SUM, type, PREFIX_I32, r.elements, ones, values, sums, n, r.count,
                                       r.device_count));
        good = counted(&r, r.count) && same(values, r.values, r.count * size) &&
               same(sums, wanted, r.count * sizeof *sums);
        ok(good, "and reduced");
        must(ctx, prefix_memory_free(ctx, ones));
        must(ctx, prefix_memory_free(ctx, sums));
        free(wanted);
    }
    must(ctx,
         prefix_run_length_encode(ctx, type, PREFIX_U64, r.elements, r.elements, lengths, n, r.count, r.device_count));
    good = counted(&r, r.count) && same(r.elements, r.values, r.count * size) &&
           same(lengths, r.lengths, r.count * sizeof(uint64_t));
    ok(good, "and encoded in place");
    must(ctx, prefix_memory_free(ctx, values));
    must(ctx, prefix_memory_free(ctx, lengths));
    drop(&r);
}

/* Integers of every kind, but for sums; and floats whose results show something. */
static int pattern_of(int op)
{
    return op == PREFIX_SUM ? DATA_SMALL : op == PREFIX_PRODUCT ? DATA_BESIDE_ONE : DATA_SPECIAL;
}

/* Results, and after them what was there before; a NaN may have other bits. */
static int same_results(int type, const unsigned char *seen, const unsigned char *wanted, size_t n, size_t room)
{
    const size_t size = oracle_size(type);
    size_t where;
    return oracle_same(type, seen, wanted, n, &where) &&
           memcmp(seen + n * size, wanted + n * size, (room - n) * size) == 0;
}

/* Reduced with the bits of the serial backend, and nothing written past the room that there is; in place, too. */
static void reduce(int op, int type, int key_type, size_t n, size_t longest, size_t room)
{
    struct rng rng = rng_make(n + longest + (size_t)op);
    const size_t size = oracle_size(type), wide = key_size(key_type);
    struct arena keys = {.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE}, values = keys, unique = keys, sums = keys;
    struct arena want_unique = {.memory = PREFIX_MEMORY_HOST}, want_sums = want_unique;
    prefix_ctx *serial;
    uint64_t count;
    arena_place(&keys, n * wide, 0);
    arena_place(&values, n * size, 0);
    arena_place(&unique, room * wide, 0);
    arena_place(&sums, room * size, 0);
    arena_place(&want_unique, room * wide, 0);
    arena_place(&want_sums, room * size, 0);
    unsigned char *begins = must_alloc(n);
    for (size_t i = 0; i < n; i++)
        begins[i] = i == 0 || rng_below(&rng, longest) == 0;
    keys_fill(&rng, key_type, keys.data, begins, n);
    free(begins);
    data_fill(&rng, pattern_of(op), type, values.data, n);
    arena_push(&keys);
    arena_push(&values);
    arena_push(&unique);
    arena_push(&sums);
    must(NULL, prefix_ctx_create(&serial, "serial"));
    const int status = prefix_reduce_by_key(serial, op, key_type, type, keys.data, values.data, want_unique.data,
                                            want_sums.data, n, room, &count);
    if (status != (count > room ? PREFIX_ERROR_CAPACITY : PREFIX_OK))
        must(serial, status);
    prefix_ctx_destroy(serial);

    const size_t kept = count < room ? count : room;
    uint64_t *device_count = on_device(sizeof *device_count);
    const struct runs counted_runs = {.device_count = device_count};
    must(ctx, prefix_reduce_by_key(ctx, op, key_type, type, arena_pointer(&keys), arena_pointer(&values),
                                   arena_pointer(&unique), arena_pointer(&sums), n, room, device_count));
    arena_pull(&unique);
    arena_pull(&sums);
    int good = counted(&counted_runs, count) && arena_guarded(&unique) && arena_guarded(&sums) &&
               memcmp(unique.data, want_unique.data, unique.bytes) == 0 &&
               same_results(type, sums.data, want_sums.data, kept, room);
    must(ctx, prefix_reduce_by_key(ctx, op, key_type, type, arena_pointer(&keys), arena_pointer(&values), NULL,
                                   arena_pointer(&values), n, room, device_count));
    arena_pull(&values);
    good &= counted(&counted_runs, count) && arena_guarded(&values) &&
            same_results(type, values.data, want_sums.data, kept, kept);
    ok(good, "%zu elements of %zu bytes by keys of %zu (%d), operator %d, runs of %zu, %zu of them wanted", n, size,
       wide, key_type, op, longest, room);
    must(ctx, prefix_memory_free(ctx, device_count));
    arena_release(&want_sums);
    arena_release(&want_unique);
    arena_release(&sums);
    arena_release(&unique);
    arena_release(&values);
    arena_release(&keys);
}

/* Elements that become words when they are read, in short runs and in long ones, which other kernels take. */
static void reduce_narrow(void)
{
    static const struct {
        int op, type, key_type;
    } cases[] = {
        {PREFIX_SUM, PREFIX_F16, PREFIX_U32},    {PREFIX_SUM, PREFIX_BF16, PREFIX_U16},
        {PREFIX_PRODUCT, PREFIX_F16, PREFIX_U8}, {PREFIX_MAX, PREFIX_F16, PREFIX_U16},
        {PREFIX_MIN, PREFIX_BF16, PREFIX_U32},   {PREFIX_MAX, PREFIX_F32, PREFIX_U32},
        {PREFIX_MIN, PREFIX_F32, PREFIX_U8},     {PREFIX_MIN, PREFIX_F64, PREFIX_U64},
        {PREFIX_MAX, PREFIX_F64, PREFIX_U32},    {PREFIX_SUM, PREFIX_I8, PREFIX_U32},
        {PREFIX_MAX, PREFIX_I8, PREFIX_U16},     {PREFIX_MIN, PREFIX_I16, PREFIX_U32},
        {PREFIX_MAX, PREFIX_U8, PREFIX_U8},      {PREFIX_MIN, PREFIX_U16, PREFIX_U16},
        {PREFIX_AND, PREFIX_U8, PREFIX_U32},     {PREFIX_XOR, PREFIX_I16, PREFIX_U32},
        {PREFIX_OR, PREFIX_I8, PREFIX_U16},      {PREFIX_PRODUCT, PREFIX_U16, PREFIX_U32},
    };
    static const size_t shortest[] = {40, 3, 1}, longest[] = {1000, 100000};
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const size_t n = 3200001 + 4 * k, lengths[] = {shortest[k % 3], longest[k % 2]};
        for (size_t i = 0; i < 2; i++)
            reduce(cases[k].op, cases[k].type, cases[k].key_type, n, lengths[i],
                   (k + i) % 3 ? n : n / lengths[i] / 2 + 1);
    }
}

static void reduce_all(void)
{
    static const size_t longest[] = {1, 3, 40, 500, 100000};
    for (size_t k = 0; k < sizeof longest / sizeof *longest; k++) {
        const size_t n = 4500001 + 8 * k, few = n / longest[k] / 2 + 1;
        reduce(PREFIX_SUM, PREFIX_F32, PREFIX_U32, n, longest[k], n);
        reduce(PREFIX_SUM, PREFIX_F64, PREFIX_U64, n / 2, longest[k], n);
        reduce(PREFIX_SUM, PREFIX_I32, PREFIX_U16, n - k, longest[k], few);
        reduce(PREFIX_MIN, PREFIX_U64, PREFIX_U32, n / 2, longest[k], few);
        reduce(PREFIX_PRODUCT, PREFIX_F32, PREFIX_U8, n, longest[k], few);
        reduce(PREFIX_MAX, PREFIX_F32, PREFIX_F32, n, longest[k], n);
        reduce(PREFIX_SUM, PREFIX_F32, PREFIX_KEY_F32, n, longest[k], n);
        reduce(PREFIX_SUM, PREFIX_F64, PREFIX_KEY_F64, n / 2, longest[k], few);
        reduce(PREFIX_MIN, PREFIX_I32, PREFIX_KEY_BF16, n, longest[k], few);
    }
}

int main(void)
{
    if (test_level() == TEST_LONG)
        device_alone();
    ctx = open_backend("cuda");
    if (ctx) {
        static const size_t longest[] = {1, 3, 8, 1000, 1000000};
        for (size_t k = 0; k < sizeof longest / sizeof *longest; k++)
            for (size_t size = 1; size <= 16; size *= 2) {
                if (longest[k] <= 1000)
                    check(size, 1081000, longest[k]); /* one wave of tiles, if there are 132 multiprocessors */
                check(size, 5000011 / size * 4 + 7, longest[k]);
            }
        reduce_all();
        reduce_narrow();
        if (test_level() == TEST_LONG) {
            check(1, ((size_t)1 << 33) + 12345, 3000);
            check(4, ((size_t)1 << 32) + 123, 5000);
        }
        prefix_ctx_destroy(ctx);
    }
    return done();
}
