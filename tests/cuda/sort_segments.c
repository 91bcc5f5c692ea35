/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of the lengths at which a GPU takes another way to sort them, and mixtures of such, against the serial
 * backend; one that is too long for a block among others; and offsets in device memory that are not in order, which
 * may give anything, but in the arrays.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { MOST = 1200000, SEGMENTS = 400000 };

static const struct subject {
    const char *what;
    int type, order;
    size_t value_size;
    int index_type, in_place, bits;
} subjects[] = {
    {"keys", PREFIX_U32, PREFIX_ASCENDING, 0, 0, 0, 0},
    {"keys in place", PREFIX_I64, PREFIX_DESCENDING, 0, 0, 1, 0},
    {"keys", PREFIX_F32, PREFIX_DESCENDING, 0, 0, 0, 0},
    {"keys by 9 bits in place", PREFIX_U16, PREFIX_ASCENDING, 0, 0, 1, 9},
    {"pairs", PREFIX_F64, PREFIX_ASCENDING, 8, 0, 0, 0},
    {"pairs in place", PREFIX_U32, PREFIX_DESCENDING, 4, 0, 1, 0},
    {"pairs of other values in place", PREFIX_U8, PREFIX_ASCENDING, 12, 0, 1, 0},
    {"keys and indices", PREFIX_F16, PREFIX_ASCENDING, 0, PREFIX_U64, 0, 0},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Lengths, one after the other, until the array ends; 0 ends the list, and stands for an empty one before. */
static const struct shape {
    const char *what;
    size_t lengths[8];
    size_t n;
} shapes[] = {
    {"of a warp", {1, 0, 255, 256, 2, 31, 33}, 300000},
    {"of a block", {257, 4095, 4096, 0, 300}, 400000},
    {"in passes", {4097, 16384, 8192, 5000, 16383}, 500000},
    {"of all lengths", {3, 4097, 256, 18749, 0, 257, 40, 4096}, MOST},
    {"too long", {100, 600000, 7, 257}, MOST},
    {"of three", {3, 3, 3, 3, 3, 3, 3, 3}, MOST},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

enum { KEYS, VALUES, OUT, VALUES_OUT, INDICES, OFFSETS, ARRAYS };

static prefix_ctx *ctx, *serial;
static struct arena arrays[ARRAYS];
static size_t segments;

/* The array begins before the first offset, and ends behind the last. */
static void fill_offsets(const struct shape *s)
{
    uint32_t *const offsets = (uint32_t *)(void *)arrays[OFFSETS].data;
    size_t at = 5;
    segments = 0;
    for (size_t k = 0; at < s->n && segments < SEGMENTS; k = (k + 1) % 8) {
        offsets[segments++] = (uint32_t)at;
        at += s->lengths[k];
    }
    segments--;
}

static void *array(int which, prefix_ctx *of, char *const *host)
{
    return of == ctx ? arena_pointer(&arrays[which]) : host[which];
}

static int sort(prefix_ctx *of, const struct subject *s, char *const *host, size_t n)
{
    prefix_sorting *sorting;
    void *const keys = array(KEYS, of, host), *const values = array(VALUES, of, host);
    must(of, prefix_sorting_create(&sorting, of, s->type));
    must(of, prefix_sorting_set_order(sorting, s->order));
    if (s->bits)
        must(of, prefix_sorting_set_bits(sorting, 3, s->bits));
    if (s->value_size)
        must(of, prefix_sorting_set_values(sorting, s->value_size, values,
                                           s->in_place ? values : array(VALUES_OUT, of, host)));
    if (s->index_type)
        must(of, prefix_sorting_set_indices(sorting, s->index_type, array(INDICES, of, host)));
    must(of, prefix_sorting_set_offsets(sorting, PREFIX_U32, array(OFFSETS, of, host), segments));
    const int status = prefix_sorting_run(sorting, keys, s->in_place ? keys : array(OUT, of, host), n);
    must(of, prefix_ctx_synchronize(of));
    prefix_sorting_destroy(sorting);
    return status;
}

static void place_arrays(const struct subject *s, size_t n)
{
    const size_t key = n * prefix_type_size(s->type), value = n * s->value_size;
    const size_t bytes[ARRAYS] = {
        [KEYS] = key,
        [VALUES] = value,
        [OUT] = key,
        [VALUES_OUT] = value,
        [INDICES] = s->index_type ? n * prefix_type_size(s->index_type) : 0,
        [OFFSETS] = (SEGMENTS + 1) * sizeof(uint32_t),
    };
    for (int i = 0; i < ARRAYS; i++)
        arena_place(&arrays[i], bytes[i], 0);
}

static int all_guarded(void)
{
    int good = 1;
    for (int i = 0; i < ARRAYS; i++) {
        arena_pull(&arrays[i]);
        good &= arena_guarded(&arrays[i]);
    }
    return good;
}

/* Every third time keys are few. */
static void fill(struct rng *rng, const struct subject *s, size_t n, int round)
{
    const size_t size = prefix_type_size(s->type);
    unsigned char *const keys = arrays[KEYS].data;
    data_fill(rng, DATA_BITS, s->type, keys, n);
    for (size_t i = 9; round % 3 == 2 && i < n; i++)
        memcpy(keys + i * size, keys + rng_below(rng, 9) * size, size);
    data_fill(rng, DATA_BITS, PREFIX_U8, arrays[VALUES].data, arrays[VALUES].bytes);
}

static void test_lengths(const struct subject *s)
{
    struct rng rng = rng_make((uint64_t)(s - subjects));
    for (int k = 0; k < SHAPES; k++) {
        const size_t n = shapes[k].n;
        char *wanted[ARRAYS];
        int good = 1;
        place_arrays(s, n);
        fill(&rng, s, n, k);
        fill_offsets(&shapes[k]);
        for (int i = 0; i < ARRAYS; i++) {
            wanted[i] = must_alloc(arrays[i].bytes + 1);
            memcpy(wanted[i], arrays[i].data, arrays[i].bytes);
            arena_push(&arrays[i]);
        }
        must(serial, sort(serial, s, wanted, n));
        must(ctx, sort(ctx, s, NULL, n));
        good &= all_guarded();
        for (int i = 0; i < ARRAYS; i++) {
            good &= memcmp(arrays[i].data, wanted[i], arrays[i].bytes) == 0;
            free(wanted[i]);
        }
        ok(good, "%s, %s, segments %s", s->what, prefix_type_name(s->type), shapes[k].what);
    }
}

static void test_no_order(const struct subject *s)
{
    struct rng rng = rng_make(99);
    const size_t n = 100000;
    int good = 1;
    for (int round = 0; round < 6; round++) {
        place_arrays(s, n);
        fill(&rng, s, n, round);
        uint32_t *const offsets = (uint32_t *)(void *)arrays[OFFSETS].data;
        segments = 1 + rng_below(&rng, 3000);
        for (size_t i = 0; i <= segments; i++)
            offsets[i] = round % 2 ? (uint32_t)rng_next(&rng) : (uint32_t)rng_below(&rng, n + 5);
        for (int i = 0; i < ARRAYS; i++)
            arena_push(&arrays[i]);
        good &= sort(ctx, s, NULL, n) == PREFIX_OK && all_guarded();
    }
    ok(good, "%s, %s, offsets in no order: nothing is written outside of the arrays", s->what,
       prefix_type_name(s->type));
}

int main(void)
{
    test_seed();
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    for (int i = 0; i < ARRAYS; i++)
        arrays[i] = (struct arena){.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE};
    for (int k = 0; k < SUBJECTS; k++) {
        test_lengths(&subjects[k]);
        test_no_order(&subjects[k]);
    }
    for (int i = 0; i < ARRAYS; i++)
        arena_release(&arrays[i]);
    prefix_ctx_destroy(ctx);
    prefix_ctx_destroy(serial);
    return done();
}
