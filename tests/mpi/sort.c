/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts over ranks: the parts of what a sort of the whole array gives, which is the only right result. */
#include <stdlib.h>
#include <string.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"
#include "ranks.h"

enum { MOST = 12 }; /* bytes of a value */
static size_t *starts;
static struct arena keys = {.memory = PREFIX_MEMORY_HOST}, values = {.memory = PREFIX_MEMORY_HOST};

struct sample {
    int type, order, pattern, nans; /* nans: half of all are */
    enum cut cut;
    size_t n, value_size; /* 0: keys alone */
};

static int try(struct rng *rng, const struct sample *c)
{
    const size_t size = oracle_size(c->type), bytes = c->value_size;
    char *in = must_alloc(c->n * size + 1), *whole = must_alloc(c->n * size + 1);
    char *at = must_alloc(c->n * MOST + 1), *places = must_alloc(c->n * MOST + 1);
    data_fill(rng, c->pattern, c->type, in, c->n);
    for (size_t i = 0; c->nans && i < c->n; i += 2)
        data_put_nan(rng, c->type, in + i * size);
    for (size_t i = 0; i < c->n * bytes; i++)
        at[i] = (char)(bytes == 1 ? i : i / bytes >> 8 * (i % bytes % 4));
    if (bytes > 0)
        must(NULL, prefix_sort_pairs(NULL, c->order, c->type, bytes, in, at, whole, places, c->n));
    else
        must(NULL, prefix_sort(NULL, c->order, c->type, in, whole, c->n));
    ranks_cut(c->cut, c->n, starts);
    const size_t first = starts[rank], n = starts[rank + 1] - first;
    arena_place(&keys, n * size, size * rng_below(rng, 3));
    arena_place(&values, n * bytes, rng_below(rng, 3));
    int status;
    if (bytes == 0)
        status = prefix_mpi_sort(NULL, MPI_COMM_WORLD, c->order, c->type, in + first * size, keys.data, n);
    else /* in place */ {
        memcpy(keys.data, in + first * size, n * size);
        memcpy(values.data, at + first * bytes, n * bytes);
        status = prefix_mpi_sort_pairs(NULL, MPI_COMM_WORLD, c->order, c->type, bytes, keys.data, values.data,
                                       keys.data, values.data, n);
    }
    int good = status == PREFIX_OK && memcmp(keys.data, whole + first * size, n * size) == 0 &&
               memcmp(values.data, places + first * bytes, n * bytes) == 0 && arena_guarded(&keys) &&
               arena_guarded(&values);
    if (!good)
        diag("rank %d: %zu of %s, order %d, values of %zu bytes, cut %d, data %s: status %d", rank, c->n,
             prefix_type_name(c->type), c->order, bytes, c->cut, data_pattern_name(c->pattern), status);
    free(in);
    free(whole);
    free(at);
    free(places);
    return good;
}

static const size_t lengths[] = {0, 1, 2, 9, 100, 1000, 30000}, sizes[] = {0, 0, 1, 4, MOST};

static void random_cases(void)
{
    size_t cases = test_level() == TEST_LONG ? 3000 : 200 / (2 + (size_t)ranks), good = 0;
    for (size_t i = 0; i < cases; i++) {
        struct rng rng = rng_make(5000 + i); /* the same on all ranks */
        struct sample c = {.type = PREFIX_I8 + (int)rng_below(&rng, PREFIX_F64 - PREFIX_I8 + 1)};
        c.order = rng_below(&rng, 2) ? PREFIX_ASCENDING : PREFIX_DESCENDING;
        c.pattern = (int)rng_below(&rng, DATA_PATTERNS);
        c.cut = (enum cut)rng_below(&rng, CUTS);
        c.n = lengths[rng_below(&rng, sizeof lengths / sizeof *lengths)];
        c.value_size = sizes[rng_below(&rng, sizeof sizes / sizeof *sizes)];
        good += (size_t)try(&rng, &c);
    }
    ranks_ok(good == cases, "%zu sorts of random types, orders, values and cuts", cases);
}

/* Floats of which many are equal, or NaN, so that cuts fall among them. */
static void floats(void)
{
    static const int patterns[] = {DATA_BITS, DATA_ZEROS, DATA_SPECIAL, DATA_EQUAL};
    int good = 1;
    for (int type = PREFIX_F16; type <= PREFIX_F64; type += 3) /* f16 and f64 */
        for (size_t i = 0; i < 2 * sizeof patterns / sizeof *patterns; i++) {
            struct rng rng = rng_make(type * 100 + i);
            struct sample c = {.type = type,
                               .order = i % 2 ? PREFIX_ASCENDING : PREFIX_DESCENDING,
                               .pattern = patterns[i / 2],
                               .nans = patterns[i / 2] == DATA_BITS,
                               .cut = i % 3 ? CUT_EVEN : CUT_UNEVEN,
                               .n = 2000,
                               .value_size = 4};
            good = try(&rng, &c) && good;
        }
    ranks_ok(good, "zeros of both signs, NaN and equal floats");
}

static void refusals(void)
{
    const int last = rank == ranks - 1;
    float x[2] = {2, 1}, y[2], v[2] = {0, 0}, w[2];
    int status = prefix_mpi_sort(NULL, MPI_COMM_WORLD, PREFIX_ASCENDING, PREFIX_F32, last ? NULL : x, y, 2);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, last ? "keys is NULL" : "failed", "no keys on one rank");
    status = prefix_mpi_sort(NULL, MPI_COMM_WORLD, PREFIX_ASCENDING, last ? PREFIX_C64 : PREFIX_F32, x, y, 1);
    ranks_refused(status, PREFIX_ERROR_UNSUPPORTED, last ? "c64" : "failed", "complex keys");
    status = prefix_mpi_sort_pairs(NULL, MPI_COMM_WORLD, PREFIX_ASCENDING, PREFIX_F32, last ? 0 : 4, x, v, y, w, 1);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, last ? "size" : "failed", "values of no size");
    if (ranks == 1)
        return;
    status = prefix_mpi_sort(NULL, MPI_COMM_WORLD, last ? PREFIX_DESCENDING : PREFIX_ASCENDING, PREFIX_F32, x, y, 2);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, "another order", "another order");
    uint64_t pair[2] = {0, 0};
    status =
        prefix_mpi_sort_pairs(NULL, MPI_COMM_WORLD, PREFIX_ASCENDING, PREFIX_F32, last ? 4 : 8, x, pair, x, pair, 2);
    ranks_refused(status, PREFIX_ERROR_ARGUMENT, "another size of values", "another size of values");
}

int main(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    starts = must_alloc(((size_t)ranks + 1) * sizeof *starts);
    random_cases();
    floats();
    refusals();
    arena_release(&keys);
    arena_release(&values);
    free(starts);
    return ranks_end();
}
