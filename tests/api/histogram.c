/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Histograms: each case compares counts, numbers of bins and sums of weights with plain loops that look at each bin of
 * each element, as a number and exactly, and add in the canonical order; and looks at what must stay as it was.
 */
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/scratch.h"
#include "../support/support.h"

enum { MOST_SHOWN = 5 };

enum form { RANGE, EVEN, EDGES, EDGES_F64, FORMS };

struct sample {
    int type, form, clamp, count_type, weight_type, wants_counts, wants_numbers, threads, pattern;
    size_t n, bins;
    double low, high;
};

static prefix_ctx *ctx;
static struct arena in, counts, numbers, weights, sums;
static struct arena *const all[] = {&in, &counts, &numbers, &weights, &sums};
enum { ARRAYS = sizeof all / sizeof *all };
static uint64_t case_number;
static int shown;

static int complain(const struct sample *c, const char *what, size_t at)
{
    if (shown++ < MOST_SHOWN)
        diag("%s at %zu: case %llu: %s, form %d, %zu bins from %.17g to %.17g%s, n %zu, counts %d, weights %d, threads "
             "%d: %s",
             what, at, (unsigned long long)case_number, prefix_type_name(c->type), c->form, c->bins, c->low, c->high,
             c->clamp ? ", clamped" : "", c->n, c->count_type, c->weight_type, c->threads, prefix_ctx_error(ctx));
    return 0;
}

/* Less than 0, 0 or more, as an element is less than a number, equals it or is greater; of integers, too, exactly. */
static int compare(int type, const unsigned char *element, double x)
{
    if (oracle_is_float(type)) {
        const double value = oracle_float_get(type, element);
        return value < x ? -1 : value > x;
    }
    if (fabs(x) > 1e30)
        return x > 0 ? -1 : 1;
    const oracle_wide value = oracle_integer_get(type, element), whole = (oracle_wide)floor(x);
    return value < whole ? -1 : value > whole ? 1 : floor(x) < x ? -1 : 0;
}

/* An edge of the elements' own type, or a number. */
static int compare_edge(const struct sample *c, const unsigned char *element, const unsigned char *edges, size_t i)
{
    const size_t size = prefix_type_size(c->type);
    if (c->form == RANGE || c->form == EVEN)
        return compare(c->type, element,
                       c->form == RANGE ? (double)i
                       : i == c->bins   ? c->high
                                        : (double)i * ((c->high - c->low) / (double)c->bins) + c->low);
    if (c->form == EDGES_F64)
        return compare(c->type, element, oracle_float_get(PREFIX_F64, edges + i * sizeof(double)));
    if (oracle_is_float(c->type))
        return compare(c->type, element, oracle_float_get(c->type, edges + i * size));
    const oracle_wide x = oracle_integer_get(c->type, element), y = oracle_integer_get(c->type, edges + i * size);
    return x < y ? -1 : x > y;
}

/* bins: it is in none. */
static size_t bin_of(const struct sample *c, const unsigned char *element, const unsigned char *edges)
{
    if (oracle_is_float(c->type) && isnan(oracle_float_get(c->type, element)))
        return c->bins;
    if (compare_edge(c, element, edges, 0) < 0)
        return c->clamp ? 0 : c->bins;
    for (size_t i = 0; i < c->bins; i++) {
        const int end = compare_edge(c, element, edges, i + 1);
        if (end < 0 || (end == 0 && i == c->bins - 1 && c->form != RANGE))
            return i;
    }
    return c->clamp ? c->bins - 1 : c->bins;
}

static int check_weights(const struct sample *c, const size_t *bins)
{
    const size_t size = prefix_type_size(c->weight_type);
    unsigned char *sorted = must_alloc(c->n * size + 1), *scanned = must_alloc(c->n * size + 1);
    unsigned char *begins = calloc(c->n + 1, 1), *want = calloc(c->bins, size);
    size_t used = 0, where = 0;
    size_t *ends = must_alloc((c->bins + 1) * sizeof *ends);
    for (size_t b = 0; b <= c->bins; b++) {
        begins[used] = 1;
        for (size_t i = 0; i < c->n; i++)
            if (bins[i] == b)
                memcpy(sorted + used++ * size, weights.data + i * size, size);
        ends[b] = used;
    }
    oracle_run_segments(&(struct oracle_scan){PREFIX_INCLUSIVE, PREFIX_SUM, c->weight_type, c->weight_type, 0, 0, NULL},
                        sorted, begins, scanned, c->n);
    for (size_t b = 0; b < c->bins; b++)
        if (ends[b] > (b ? ends[b - 1] : 0))
            memcpy(want + b * size, scanned + (ends[b] - 1) * size, size);
    const int good = oracle_same(c->weight_type, want, sums.data, c->bins, &where) || complain(c, "a sum", where);
    free(sorted);
    free(scanned);
    free(begins);
    free(want);
    free(ends);
    return good;
}

static int check_results(const struct sample *c, const unsigned char *edges)
{
    const size_t size = prefix_type_size(c->type);
    size_t *bins = must_alloc((c->n + 1) * sizeof *bins), *want = calloc(c->bins + 1, sizeof *want);
    int good = 1;
    for (size_t i = 0; i < c->n; i++) {
        uint32_t number;
        bins[i] = bin_of(c, in.data + i * size, edges);
        want[bins[i]]++;
        if (!c->wants_numbers)
            continue;
        memcpy(&number, numbers.data + i * sizeof number, sizeof number);
        if (number != bins[i] && good)
            good = complain(c, "the number of a bin", i);
    }
    for (size_t b = 0; b < c->bins && c->wants_counts; b++) {
        uint64_t count = 0;
        memcpy(&count, counts.data + b * prefix_type_size(c->count_type), prefix_type_size(c->count_type));
        if (count != want[b] && good)
            good = complain(c, "a count", b);
    }
    good = good && (!c->weight_type || check_weights(c, bins));
    free(bins);
    free(want);
    return good;
}

static int run(const struct sample *c, const unsigned char *edges)
{
    prefix_binning *b;
    void *const counted = c->wants_counts ? arena_pointer(&counts) : NULL;
    if (c->form == EVEN && !c->clamp && c->count_type == PREFIX_U64 && !c->weight_type && !c->wants_numbers)
        return prefix_histogram(ctx, c->type, arena_pointer(&in), counted, c->n, c->bins, c->low, c->high);
    must(ctx, prefix_binning_create(&b, ctx, c->type));
    if (c->form == RANGE)
        must(ctx, prefix_binning_set_range(b, c->bins));
    else if (c->form == EVEN)
        must(ctx, prefix_binning_set_even(b, c->bins, c->low, c->high));
    else
        must(ctx, prefix_binning_set_edges(b, c->bins, c->form == EDGES ? c->type : PREFIX_F64, edges));
    must(ctx, prefix_binning_set_clamp(b, c->clamp));
    must(ctx, prefix_binning_set_count_type(b, c->count_type));
    must(ctx, prefix_binning_set_numbers(b, c->wants_numbers ? arena_pointer(&numbers) : NULL));
    must(ctx, prefix_binning_set_weights(b, c->weight_type, c->weight_type ? arena_pointer(&weights) : NULL,
                                         c->weight_type ? arena_pointer(&sums) : NULL));
    const int status = prefix_binning_run(b, arena_pointer(&in), counted, c->n);
    prefix_binning_destroy(b);
    return status;
}

static int by_number(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Edges among the elements, some of them equal. */
static unsigned char *make_edges(const struct sample *c, struct rng *rng)
{
    const size_t size = prefix_type_size(c->type);
    const int is_own = c->form == EDGES;
    unsigned char *edges = must_alloc((c->bins + 1) * sizeof(double)), *drawn = must_alloc((c->bins + 1) * size);
    double *values = must_alloc((c->bins + 1) * sizeof *values);
    data_fill(rng, c->pattern, c->type, drawn, c->bins + 1);
    for (size_t i = 0; i <= c->bins; i++) {
        values[i] = oracle_is_float(c->type) ? oracle_float_get(c->type, drawn + i * size)
                                             : (double)oracle_integer_get(c->type, drawn + i * size);
        values[i] = isnan(values[i]) ? 0 : fabs(values[i]) >= 0x1p62 && !oracle_is_float(c->type) ? 1 : values[i];
        if (!is_own && rng_below(rng, 2))
            values[i] += rng_unit(rng) - 0.5;
    }
    qsort(values, c->bins + 1, sizeof *values, by_number);
    for (size_t i = 0; i <= c->bins; i++) {
        if (!is_own)
            oracle_float_put(PREFIX_F64, edges + i * sizeof(double), values[i]);
        else if (oracle_is_float(c->type))
            oracle_float_put(c->type, edges + i * size, values[i]);
        else
            oracle_integer_put(c->type, edges + i * size, (oracle_wide)values[i]);
    }
    free(drawn);
    free(values);
    return edges;
}

static int check_case(const struct sample *c)
{
    struct rng rng = rng_make(++case_number);
    const size_t size = prefix_type_size(c->type), weight = c->weight_type ? prefix_type_size(c->weight_type) : 0;
    arena_place(&in, c->n * size, rng_below(&rng, ARENA_ALIGN / size) * size);
    arena_place(&counts, c->wants_counts ? c->bins * prefix_type_size(c->count_type) : 0, 8 * rng_below(&rng, 8));
    arena_place(&numbers, c->wants_numbers ? c->n * 4 : 0, 4 * rng_below(&rng, 16));
    arena_place(&weights, c->n * weight, 8 * rng_below(&rng, 8));
    arena_place(&sums, c->bins * weight, 8 * rng_below(&rng, 8));
    data_fill(&rng, c->pattern, c->type, in.data, c->n);
    if (weight)
        data_fill(&rng, (int)rng_below(&rng, DATA_PATTERNS), c->weight_type, weights.data, c->n);
    unsigned char *edges = make_edges(c, &rng), *kept = must_alloc(in.bytes + 1);
    memcpy(kept, in.data, in.bytes);
    scratch_renew(ctx);
    must(ctx, prefix_ctx_set_threads(ctx, c->threads));
    for (size_t i = 0; i < ARRAYS; i++)
        arena_push(all[i]);
    const int status = run(c, edges);
    must(ctx, prefix_ctx_synchronize(ctx));
    int good = status == PREFIX_OK || complain(c, "error", 0);
    for (size_t i = 0; i < ARRAYS; i++) {
        arena_pull(all[i]);
        good &= arena_guarded(all[i]) || complain(c, "memory around an array", i);
    }
    good &= status != PREFIX_OK || check_results(c, edges);
    good &= memcmp(kept, in.data, in.bytes) == 0 || complain(c, "the elements", 0);
    good &= scratch_guarded() || complain(c, "scratch memory", 0);
    free(edges);
    free(kept);
    return good;
}

static struct sample randomize(struct rng *rng, int type, size_t n)
{
    static const int patterns[] = {DATA_BITS,      DATA_SMALL,    DATA_NON_NEGATIVE, DATA_EQUAL,
                                   DATA_HUGE_TINY, DATA_DENORMAL, DATA_SPECIAL};
    static const double ends[] = {0, 1, 2, 3, 0.1, 100, 127, 255, 256, 1e-3, 65536, 1e9, 1e-300, 0x1p62};
    struct sample c = {.type = type, .n = n, .wants_counts = 1, .threads = 1 + (int)rng_below(rng, 16)};
    c.form = oracle_is_float(type) ? EVEN + (int)rng_below(rng, 3) : (int)rng_below(rng, FORMS);
    c.clamp = rng_below(rng, 3) == 0;
    c.count_type = rng_below(rng, 2) ? PREFIX_U32 : PREFIX_U64;
    c.weight_type = rng_below(rng, 3) ? 0 : rng_below(rng, 2) ? PREFIX_F32 : PREFIX_F64;
    c.wants_numbers = rng_below(rng, 3) == 0;
    if (c.wants_numbers || c.weight_type)
        c.wants_counts = (int)rng_below(rng, 2);
    c.pattern = patterns[rng_below(rng, 7)];
    c.bins = 1 + (rng_below(rng, 2) ? rng_below(rng, 20) : rng_below(rng, 300));
    if (rng_below(rng, 20) == 0)
        c.bins = 1 + rng_below(rng, 20000);
    do {
        c.low = ends[rng_below(rng, 14)] * (rng_below(rng, 2) ? -1 : 1);
        c.high = ends[rng_below(rng, 14)] * (rng_below(rng, 2) ? -1 : 1);
    } while (!(c.low < c.high));
    return c;
}

static void check_backend(const char *name)
{
    static const size_t sizes[] = {0, 1, 2, 15, 16, 17, 31, 33, 255, 256, 257, 1000, 4095, 4097};
    const int rounds = test_level() == TEST_SHORT ? 10 : test_level() == TEST_LONG ? 2000 : 120;
    for (int type = PREFIX_I8; type <= PREFIX_F64; type++) {
        struct rng rng = rng_make(1200 + (uint64_t)type);
        int good = 1;
        shown = 0;
        for (int round = 0; round < rounds; round++) {
            struct sample c = randomize(&rng, type, round % 2 ? sizes[rng_below(&rng, 14)] : rng_below(&rng, 2000));
            if (c.bins > 300)
                c.n = c.n < 300 ? c.n : 300;
            good &= check_case(&c);
        }
        for (int round = 0; round < rounds / 30; round++) { /* a team's */
            struct sample c = randomize(&rng, type, 70000 + rng_below(&rng, 200000));
            c.bins = 1 + c.bins % 40;
            good &= check_case(&c);
        }
        ok(good, "%s, %s: histograms of %s", name, in.memory == PREFIX_MEMORY_HOST ? "host" : "device",
           prefix_type_name(type));
    }
}

int main(void)
{
    test_seed();
    on_each_place(&ctx, all, ARRAYS, check_backend);
    diag("%llu cases", (unsigned long long)case_number);
    return done();
}
