/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recurrences along one axis of an array: layouts of all kinds, an a for each element, row, or some rows, what stands
 * before each row and what is last of it, against the canonical order of each row; and refusals.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"
#include "recurrence_oracle.h"

static prefix_ctx *ctx;
static const char *name;

static const int types[] = {PREFIX_F16, PREFIX_BF16, PREFIX_F32, PREFIX_F64, PREFIX_C64, PREFIX_C128};
enum { TYPES = sizeof types / sizeof *types, DIMS = 4 };

enum { A, B, OUT, FIRSTS, LAST, ARRAYS };

struct trial {
    int type, pattern, memory, reverse, has_constant;
    int firsts; /* 0: none, 1: one value for all, 2 and 3: for each row, of the type and of the state's */
    int zeros;  /* those of rows are zeros */
    int last;   /* 0: none, 1 and 2: of the type, and of the state's; 3: in place of firsts */
    int alias;  /* out is: 0 itself, 1 a, 2 b */
    int dims, axis;
    size_t shape[DIMS];
    ptrdiff_t strides[3][DIMS];
    int is_dense[3]; /* strides are not told */
};

/* Where the element with indices 0 lies in the range, and how long this is. */
static size_t range_of(const struct trial *t, int array, size_t *first)
{
    size_t before = 0, behind = 0;
    for (int i = 0; i < t->dims; i++) {
        const ptrdiff_t reach = (ptrdiff_t)(t->shape[i] - 1) * t->strides[array][i];
        *(reach < 0 ? &before : &behind) += (size_t)(reach < 0 ? -reach : reach);
    }
    *first = before;
    return before + behind + 1;
}

/* In any order of the dimensions, with gaps, and forwards or backwards. */
static void scatter_strides(struct rng *rng, struct trial *t, int array)
{
    int order[DIMS];
    ptrdiff_t stride = 1;
    t->is_dense[array] = rng_below(rng, 3) == 0;
    for (int i = 0; i < t->dims; i++) {
        const int at = (int)rng_below(rng, (size_t)i + 1);
        order[i] = order[at];
        order[at] = i;
    }
    for (int i = t->dims - 1; i >= 0; i--) {
        const int dim = t->is_dense[array] ? i : order[i];
        const int turns = !t->is_dense[array] && rng_below(rng, 4) == 0;
        if (!t->is_dense[array])
            stride += rng_below(rng, 3) == 0 ? (ptrdiff_t)rng_below(rng, 4) : 0;
        t->strides[array][dim] = turns ? -stride : stride;
        stride *= (ptrdiff_t)t->shape[dim];
    }
}

static struct trial random_trial(struct rng *rng, int type)
{
    static const size_t lengths[] = {1, 2, 31, 32, 33, 100, 600, 2047, 2048, 2049, 5000};
    struct trial t = {.type = type,
                      .pattern = (int)rng_below(rng, PATTERNS),
                      .memory =
                          strcmp(name, "cuda") == 0 && rng_below(rng, 2) ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST,
                      .reverse = (int)rng_below(rng, 2),
                      .has_constant = rng_below(rng, 4) == 0,
                      .firsts = (int)rng_below(rng, 4),
                      .dims = 1 + (int)rng_below(rng, DIMS)};
    t.last = (int)rng_below(rng, t.firsts >= 2 ? 4 : 3);
    t.axis = (int)rng_below(rng, (size_t)t.dims);
    const size_t length = lengths[rng_below(rng, sizeof lengths / sizeof *lengths)], most = length > 600 ? 4 : 7;
    for (int i = 0; i < t.dims; i++)
        t.shape[i] = i == t.axis ? length : 1 + rng_below(rng, most);
    for (int array = A; array <= OUT; array++)
        scatter_strides(rng, &t, array);
    t.alias = (int)rng_below(rng, t.has_constant ? 2 : 3);
    t.alias = t.alias > 0 && t.has_constant ? 2 : t.alias;
    if (t.alias > 0) {
        memcpy(t.strides[t.alias - 1], t.strides[OUT], sizeof t.strides[OUT]);
        t.is_dense[t.alias - 1] = t.is_dense[OUT];
    }
    for (int array = A; array <= B; array++)
        for (int i = 0; i < t.dims && t.alias != array + 1; i++)
            if (rng_below(rng, array == A ? 3 : 8) == 0) {
                t.strides[array][i] = 0;
                t.is_dense[array] = 0;
            }
    return t;
}

/* Each row by itself, from and to arrays of the host. */
static void work_out(const struct trial *t, char *const *at, const struct number *first, const void *firsts, void *out,
                     void *lasts, int first_type, int last_type)
{
    const size_t n = t->shape[t->axis], size = size_of(t->type);
    struct step *const steps = must_alloc(n * sizeof *steps);
    size_t rows = 1, row, index;
    for (int i = 0; i < t->dims; i++)
        rows *= i == t->axis ? 1 : t->shape[i];
    for (row = 0; row < rows; row++) {
        ptrdiff_t place[3] = {0};
        index = row;
        for (int i = t->dims - 1; i >= 0; i--) {
            if (i == t->axis)
                continue;
            for (int array = A; array <= OUT; array++)
                place[array] += (ptrdiff_t)(index % t->shape[i]) * t->strides[array][i];
            index /= t->shape[i];
        }
        const struct number own = firsts ? get_number(first_type, firsts, row) : *first;
        for (size_t i = 0; i < n; i++) {
            const ptrdiff_t k = (ptrdiff_t)(t->reverse ? n - 1 - i : i);
            const ptrdiff_t a = t->has_constant ? 0 : place[A] + k * t->strides[A][t->axis];
            steps[i].a = get_number(t->type, at[A] + a * (ptrdiff_t)size, 0);
            steps[i].b = get_number(t->type, at[B] + (place[B] + k * t->strides[B][t->axis]) * (ptrdiff_t)size, 0);
        }
        recur(t->type, steps, n, t->firsts ? &own : NULL);
        for (size_t i = 0; i < n; i++) {
            const ptrdiff_t k = (ptrdiff_t)(t->reverse ? n - 1 - i : i);
            put_number(t->type, (char *)out + (place[OUT] + k * t->strides[OUT][t->axis]) * (ptrdiff_t)size, 0,
                       steps[i].b);
        }
        if (t->last)
            put_number(last_type, lasts, row, steps[n - 1].b);
    }
    free(steps);
}

static int run_trial(const struct trial *t, struct rng *rng)
{
    const int state = is_complex(t->type) ? PREFIX_C128 : PREFIX_F64;
    const int first_type = t->firsts == 3 ? state : t->type;
    const int last_type = t->last == 3 ? first_type : t->last == 2 ? state : t->type;
    const struct number first = {rng_unit(rng), is_complex(t->type) ? rng_unit(rng) : 0};
    const size_t n = t->shape[t->axis], size = size_of(t->type);
    struct arena arrays[ARRAYS];
    char *at[3], *wanted[3];
    size_t rows = 1, elements[3], begins[3];
    prefix_recurrence_plan *r;
    for (int i = 0; i < t->dims; i++)
        rows *= i == t->axis ? 1 : t->shape[i];
    for (int k = 0; k < ARRAYS; k++) {
        arrays[k] = (struct arena){.ctx = ctx, .memory = t->memory};
        if (k < FIRSTS)
            elements[k] = range_of(t, k, &begins[k]);
        arena_place(&arrays[k], k < FIRSTS ? elements[k] * size : rows * size_of(k == LAST ? last_type : first_type),
                    16);
    }
    for (int k = A; k <= B; k++)
        fill_numbers(rng, t->pattern, k == A, t->type, arrays[k].data, elements[k]);
    if (t->firsts >= 2)
        fill_numbers(rng, SMALL, 0, first_type, arrays[FIRSTS].data, rows);
    if (t->zeros)
        memset(arrays[FIRSTS].data, 0, rows * size_of(first_type));
    const int out = t->alias ? t->alias - 1 : OUT, last = t->last == 3 ? FIRSTS : LAST;
    for (int k = 0; k < 3; k++) {
        wanted[k] = must_alloc(elements[k] * size);
        memcpy(wanted[k], arrays[k].data, elements[k] * size);
        at[k] = (char *)arrays[k].data + begins[k] * size;
    }
    char *const lasts = must_alloc(rows * size_of(last_type));
    memcpy(lasts, arrays[last].data, rows * size_of(last_type));
    work_out(t, at, &first, t->firsts >= 2 ? arrays[FIRSTS].data : NULL, wanted[out] + begins[out] * size, lasts,
             first_type, last_type);
    for (int k = 0; k < ARRAYS; k++)
        arena_push(&arrays[k]);
    for (int k = 0; k < 3; k++)
        at[k] = (char *)arena_pointer(&arrays[k]) + begins[k] * size;
    must(ctx, prefix_recurrence_create(&r, ctx, t->type));
    must(ctx, prefix_recurrence_set_array(r, t->dims, t->shape, rng_below(rng, 2) ? t->axis : t->axis - t->dims,
                                          t->is_dense[A] ? NULL : t->strides[A], t->is_dense[B] ? NULL : t->strides[B],
                                          t->is_dense[OUT] ? NULL : t->strides[OUT]));
    must(ctx, prefix_recurrence_set_reverse(r, t->reverse));
    if (t->has_constant)
        must(ctx, prefix_recurrence_set_constant(r, arrays[A].data + begins[A] * size));
    if (t->firsts == 1)
        must(ctx, prefix_recurrence_set_first(r, state, &first));
    if (t->firsts >= 2)
        must(ctx, prefix_recurrence_set_firsts(r, first_type, arena_pointer(&arrays[FIRSTS])));
    if (t->last)
        must(ctx, prefix_recurrence_set_last(r, last_type, arena_pointer(&arrays[last])));
    must(ctx, prefix_recurrence_run(r, t->has_constant ? NULL : at[A], at[B], at[out], n));
    prefix_recurrence_destroy(r);
    arena_pull(&arrays[out]);
    arena_pull(&arrays[last]);
    int good = same_numbers(t->type, arrays[out].data, wanted[out], elements[out]) &&
               same_numbers(last_type, arrays[last].data, lasts, rows);
    for (int k = 0; k < ARRAYS; k++) {
        good &= arena_guarded(&arrays[k]);
        arena_release(&arrays[k]);
    }
    for (int k = 0; k < 3; k++)
        free(wanted[k]);
    free(lasts);
    return good;
}

static void tell(const struct trial *t)
{
    diag("pattern %d, reverse %d, constant %d, firsts %d, last %d, alias %d, axis %d of %d", t->pattern, t->reverse,
         t->has_constant, t->firsts, t->last, t->alias, t->axis, t->dims);
    for (int i = 0; i < t->dims; i++)
        diag("  %zu: a %td, b %td, out %td", t->shape[i], t->strides[A][i], t->strides[B][i], t->strides[OUT][i]);
}

static void test_layouts(void)
{
    struct rng rng = rng_make(1);
    const size_t trials = test_level() == TEST_LONG ? 1000 : 40;
    for (int k = 0; k < TYPES; k++) {
        size_t good = 0;
        for (size_t i = 0; i < trials; i++) {
            const struct trial t = random_trial(&rng, types[k]);
            const int same = run_trial(&t, &rng);
            if (!same)
                tell(&t);
            good += (size_t)same;
        }
        ok(good == trials, "%s: layouts, %s: %zu of %zu", name, prefix_type_name(types[k]), good, trials);
    }
}

/* (batch, channel, time) and (batch, time, channel), large enough to be shared out; and few long rows. */
static void test_large(void)
{
    static const size_t shapes[][3] = {{3, 40, 700}, {2, 700, 50},  {1, 3, 60000},  {1, 60000, 3},
                                       {600, 5, 9},  {2, 5000, 33}, {1, 4100, 270}, {2, 2049, 530}};
    struct rng rng = rng_make(2);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++)
        for (int k = 2; k < 4; k++) {
            struct trial t = {.type = types[k],
                              .pattern = s < 6 ? PLAIN : (int)(s + (size_t)k) % PATTERNS,
                              .memory = strcmp(name, "cuda") == 0 ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST,
                              .firsts = k,
                              .last = 3,
                              .dims = 3,
                              .axis = shapes[s][1] > shapes[s][2] ? 1 : 2,
                              .alias = k == 2 ? 2 : 0,
                              .is_dense = {1, 1, 1}};
            memcpy(t.shape, shapes[s], sizeof shapes[s]);
            for (int array = A; array <= OUT; array++) {
                t.strides[array][0] = (ptrdiff_t)(t.shape[1] * t.shape[2]);
                t.strides[array][1] = (ptrdiff_t)t.shape[2];
                t.strides[array][2] = 1;
            }
            if (k == 2) /* one for each channel */
                t.strides[A][0] = t.strides[A][t.axis] = t.is_dense[A] = 0;
            if (k == 2 && t.axis == 2)
                t.strides[A][1] = 1;
            ok(run_trial(&t, &rng), "%s: %zu x %zu x %zu along %d, %s", name, t.shape[0], t.shape[1], t.shape[2],
               t.axis, prefix_type_name(t.type));
        }
}

/* What stands before is 0, of which infinite products of factors must not show, in rows and in columns. */
static void test_zeros(void)
{
    struct rng rng = rng_make(5);
    for (int pattern = 0; pattern < PATTERNS; pattern++)
        for (int k = 0; k < 4; k++) {
            struct trial t = {.type = types[2 + k % 2],
                              .pattern = pattern,
                              .memory = PREFIX_MEMORY_HOST,
                              .firsts = 2 + k / 2,
                              .zeros = 1,
                              .dims = 2,
                              .axis = k / 2,
                              .shape = {k < 2 ? 2300 : 21, k < 2 ? 21 : 2300},
                              .is_dense = {1, 1, 1}};
            for (int array = A; array <= OUT; array++) {
                t.strides[array][0] = (ptrdiff_t)t.shape[1];
                t.strides[array][1] = 1;
            }
            ok(run_trial(&t, &rng), "%s: zeros before %s, pattern %d, %s", name, k < 2 ? "columns" : "rows", pattern,
               prefix_type_name(t.type));
        }
}

/* Pieces of time: the state goes along, as f64, in one array. */
static void test_pieces(void)
{
    enum { B_SIZE = 2, TIME = 6144, CHANNELS = 3, PIECE = 2048, ALL = B_SIZE * TIME * CHANNELS };
    float *const a = must_alloc(ALL * sizeof *a), *const b = must_alloc(ALL * sizeof *b);
    float *const whole = must_alloc(ALL * sizeof *b), *const parts = must_alloc(ALL * sizeof *b);
    const size_t shape[] = {B_SIZE, TIME, CHANNELS}, piece[] = {B_SIZE, PIECE, CHANNELS};
    const ptrdiff_t strides[] = {TIME * CHANNELS, CHANNELS, 1};
    double state[B_SIZE * CHANNELS] = {0};
    struct rng rng = rng_make(3);
    prefix_recurrence_plan *r;
    fill_numbers(&rng, SMALL, 1, PREFIX_F32, a, ALL);
    fill_numbers(&rng, SMALL, 0, PREFIX_F32, b, ALL);
    must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F32));
    must(ctx, prefix_recurrence_set_array(r, 3, shape, 1, NULL, NULL, NULL));
    must(ctx, prefix_recurrence_run(r, a, b, whole, TIME));
    must(ctx, prefix_recurrence_set_array(r, 3, piece, 1, strides, strides, strides));
    must(ctx, prefix_recurrence_set_firsts(r, PREFIX_F64, state));
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F64, state));
    for (size_t at = 0; at < ALL / B_SIZE; at += PIECE * CHANNELS)
        must(ctx, prefix_recurrence_run(r, a + at, b + at, parts + at, PIECE));
    ok(memcmp(whole, parts, ALL * sizeof *whole) == 0, "%s: pieces of all rows give the bits of one call", name);
    prefix_recurrence_destroy(r);
    free(a);
    free(b);
    free(whole);
    free(parts);
}

/* Rows without elements, no rows, and a NaN or an infinity, which stays in its row. */
static void test_edges(void)
{
    const size_t empty[] = {3, 0}, none[] = {0, 5}, shape[] = {3, 4};
    const float half = 0.5F, firsts[3] = {1, 2, 3};
    float x[12] = {0}, y[12], last[3] = {9, 9, 9};
    prefix_recurrence_plan *r;
    x[4] = NAN;
    x[0] = INFINITY;
    must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F32));
    must(ctx, prefix_recurrence_set_constant(r, &half));
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F32, last));
    must(ctx, prefix_recurrence_set_array(r, 2, none, 1, NULL, NULL, NULL));
    must(ctx, prefix_recurrence_run(r, NULL, NULL, NULL, 5));
    ok(last[0] == 9, "%s: no rows", name);
    must(ctx, prefix_recurrence_set_array(r, 2, empty, -1, NULL, NULL, NULL));
    must(ctx, prefix_recurrence_set_first(r, PREFIX_F32, &half));
    must(ctx, prefix_recurrence_run(r, NULL, NULL, NULL, 0));
    ok(last[0] == half && last[2] == half, "%s: rows without elements: the last are the first", name);
    must(ctx, prefix_recurrence_set_firsts(r, PREFIX_F32, firsts));
    must(ctx, prefix_recurrence_run(r, NULL, NULL, NULL, 0));
    ok(memcmp(last, firsts, sizeof last) == 0, "%s: or each row's own", name);
    must(ctx, prefix_recurrence_set_array(r, 2, shape, 1, NULL, NULL, NULL));
    must(ctx, prefix_recurrence_run(r, NULL, x, y, 4));
    ok(last[0] == INFINITY && isnan(last[1]) && last[2] == 3.0F / 16 && isnan(y[4]) && y[8] == 1.5F,
       "%s: a NaN and an infinity stay in their rows", name);
    must(ctx, prefix_recurrence_set_array(r, 0, NULL, 0, NULL, NULL, NULL));
    must(ctx, prefix_recurrence_run(r, NULL, x + 8, y, 4));
    ok(y[0] == 0.5F && last[0] == 1.0F / 16, "%s: one row again, with a first of its own", name);
    prefix_recurrence_destroy(r);
}

static void test_refusals(void)
{
    const int ARGUMENT = PREFIX_ERROR_ARGUMENT, OVERLAP = PREFIX_ERROR_OVERLAP;
    const size_t shape[] = {2, 3};
    const ptrdiff_t apart[] = {6, 1}, among[] = {1, 1}, zero[] = {0, 1};
    double x[16] = {0}, y[16], z[4];
    prefix_recurrence_plan *r;
    must(ctx, prefix_recurrence_create(&r, ctx, PREFIX_F64));
    ok_refused(ctx, name, prefix_recurrence_set_array(r, 17, shape, 0, NULL, NULL, NULL), ARGUMENT, "dims: 17");
    ok_refused(ctx, name, prefix_recurrence_set_array(r, 2, NULL, 0, NULL, NULL, NULL), ARGUMENT, "shape is NULL");
    ok_refused(ctx, name, prefix_recurrence_set_array(r, 2, shape, 2, NULL, NULL, NULL), ARGUMENT, "no axis 2");
    ok_refused(ctx, name, prefix_recurrence_set_firsts(r, PREFIX_F32, x), PREFIX_ERROR_UNSUPPORTED, "firsts type");
    ok_refused(ctx, name, prefix_recurrence_set_firsts(r, PREFIX_F64, (char *)x + 1), ARGUMENT,
               "firsts is not aligned");
    must(ctx, prefix_recurrence_set_array(r, 2, shape, 1, NULL, NULL, NULL));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y, 4), ARGUMENT, "n: 4, and the array has 3");
    ok_refused(ctx, name, prefix_recurrence_run(r, NULL, x, y, 3), ARGUMENT, "a is NULL");
    ok_refused(ctx, name, prefix_recurrence_run(r, x, NULL, y, 3), ARGUMENT, "b is NULL");
    ok_refused(ctx, name, prefix_recurrence_run(r, (char *)x + 1, x, y, 3), ARGUMENT, "a is not aligned");
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x + 1, x, 3), OVERLAP, "out lie among those of b");
    ok_refused(ctx, name, prefix_recurrence_run(r, y + 1, x, y, 3), OVERLAP, "out lie among those of a");
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F64, y + 5));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y, 3), OVERLAP, "lasts lie among");
    must(ctx, prefix_recurrence_set_last(r, PREFIX_F64, z));
    must(ctx, prefix_recurrence_set_firsts(r, PREFIX_F64, z + 1));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y, 3), OVERLAP, "last overlaps firsts");
    must(ctx, prefix_recurrence_set_firsts(r, PREFIX_F64, y + 1));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y, 3), OVERLAP, "firsts lie among");
    must(ctx, prefix_recurrence_set_firsts(r, 0, NULL));
    must(ctx, prefix_recurrence_set_array(r, 2, shape, 1, apart, NULL, NULL));
    ok_refused(ctx, name, prefix_recurrence_run(r, y, x, y, 3), OVERLAP, "out lie among those of a");
    must(ctx, prefix_recurrence_set_array(r, 2, shape, 1, zero, NULL, NULL));
    ok_refused(ctx, name, prefix_recurrence_run(r, y, x, y, 3), OVERLAP, "out lie among those of a");
    must(ctx, prefix_recurrence_set_array(r, 2, shape, 1, NULL, NULL, among));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y, 3), PREFIX_ERROR_UNSUPPORTED, "out_strides");
    must(ctx, prefix_recurrence_set_constant(r, x));
    ok_refused(ctx, name, prefix_recurrence_run(r, x, x, y, 3), ARGUMENT, "has a constant");
    prefix_recurrence_destroy(r);
    ok(prefix_recurrence_set_array(NULL, 2, shape, 0, NULL, NULL, NULL) == ARGUMENT &&
           prefix_recurrence_set_firsts(NULL, PREFIX_F64, x) == ARGUMENT,
       "%s: NULL is refused", name);
}

static void test_threads(void)
{
    struct rng rng = rng_make(4);
    int good = 1;
    for (int threads = 1; threads <= 8; threads++)
        for (int k = 0; k < 8; k++) {
            struct trial t = random_trial(&rng, types[2 + k % 4]);
            t.shape[t.axis == 0] = t.dims > 1 ? 40 : t.shape[t.axis == 0];
            for (int array = A; array <= OUT; array++)
                scatter_strides(&rng, &t, array);
            t.alias = 0;
            must(ctx, prefix_ctx_set_threads(ctx, threads));
            good &= run_trial(&t, &rng);
        }
    must(ctx, prefix_ctx_set_threads(ctx, 0));
    ok(good, "%s: 1 to 8 threads", name);
}

int main(void)
{
    static void (*const tests[])(void) = {test_layouts, test_large,    test_zeros,  test_pieces,
                                          test_edges,   test_refusals, test_threads};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}
