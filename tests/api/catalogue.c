/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The algorithms by name. Their networks, run in any number of parts in any order, with an operator that
 * does not commute and is not built in; what the serial backend counts, against the formulas; and its
 * traces, which are played back.
 */
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "catalogue/network.h"
#include "../support/data.h"
#include "../support/support.h"

static size_t log2_up(size_t n)
{
    size_t rounds = 0;
    while ((size_t)1 << rounds < n)
        rounds++;
    return rounds;
}

static size_t log2_down(size_t n)
{
    size_t rounds = log2_up(n);
    return (size_t)1 << rounds > n ? rounds - 1 : rounds;
}

/* --- networks, and maps x -> scale x + offset, of which the earlier is applied first ---------------- */

struct map {
    uint32_t scale, offset;
};

static struct map then(struct map earlier, struct map later)
{
    return (struct map){earlier.scale * later.scale, later.scale * earlier.offset + later.offset};
}

static void combine_maps(void *to_, const void *earlier_, ptrdiff_t earlier_step, const void *later_, ptrdiff_t step,
                         size_t count)
{
    struct map *to = to_;
    const struct map *earlier = earlier_, *later = later_;
    for (ptrdiff_t k = 0; k < (ptrdiff_t)count; k++)
        to[k * step] = then(earlier[k * earlier_step], later[k * step]);
}

static void exchange_maps(void *left_, void *right_, ptrdiff_t step, size_t count)
{
    struct map *left = left_, *right = right_;
    for (ptrdiff_t k = 0; k < (ptrdiff_t)count; k++) {
        struct map total = left[k * step];
        left[k * step] = right[k * step];
        right[k * step] = then(right[k * step], total);
    }
}

static const struct prefix__kernel maps = {sizeof(struct map), combine_maps, exchange_maps};

/* Parts of a fixed length, in an order that depends on the round. */
struct parts {
    struct prefix__crew crew;
    size_t length;
    struct rng *rng;
};

static void do_parts(const struct prefix__crew *crew, size_t n, void (*part)(void *user, size_t first, size_t last),
                     void *user)
{
    const struct parts *parts = (const struct parts *)crew;
    const size_t count = (n + parts->length - 1) / parts->length, start = rng_below(parts->rng, count);
    const int backwards = rng_next(parts->rng) & 1;
    for (size_t i = 0; i < count; i++) {
        const size_t k = ((backwards ? count - 1 - i : i) + start) % count, first = k * parts->length;
        part(user, first, prefix__least(first + parts->length, n));
    }
}

enum { MOST = 5000 };

static int try_network(const struct prefix__network *network, size_t n, struct parts *parts)
{
    static struct map in[MOST], x[MOST + 1], y[MOST + 1];
    const struct map identity = {1, 0}, poison = {0xa5a5, 0x5a5a};
    struct map before = identity, total = poison;
    for (size_t i = 0; i < n; i++)
        in[i] = x[i] = (struct map){(uint32_t)rng_next(parts->rng), (uint32_t)rng_next(parts->rng)};
    x[n] = y[n] = poison;
    struct prefix__round round = {.network = network, .kernel = &maps, .x = (char *)x, .y = (char *)y, .n = n};
    const struct map *got = (struct map *)prefix__network_run(&round, &parts->crew, &total, &identity);
    for (size_t i = 0; i < n; i++) {
        const struct map after = then(before, in[i]), want = network->turn ? before : after;
        if (memcmp(&got[i], &want, sizeof want) != 0) {
            diag("n %zu, parts of %zu: element %zu", n, parts->length, i);
            return 0;
        }
        before = after;
    }
    return memcmp(&x[n], &poison, sizeof poison) == 0 && memcmp(&y[n], &poison, sizeof poison) == 0 &&
           (!network->turn || memcmp(&total, &before, sizeof before) == 0);
}

static void test_networks(void)
{
    for (int algorithm = PREFIX_ALGORITHM_AUTO; prefix_algorithm_name(algorithm);
         algorithm = next_algorithm(algorithm)) {
        const struct prefix__network *network = prefix__network_of(algorithm);
        struct rng rng = rng_make((uint64_t)algorithm);
        struct parts parts = {{do_parts}, 1, &rng};
        int good = 1;
        for (size_t n = 1; network && n <= 260; n++)
            for (parts.length = 1; parts.length < 2 * n; parts.length += 1 + parts.length / 3)
                good &= try_network(network, n, &parts);
        for (int i = 0; network && i < 50; i++) {
            parts.length = 1 + rng_below(&rng, 2000);
            good &= try_network(network, 1 + rng_below(&rng, MOST), &parts);
        }
        if (network)
            ok(good, "%s of maps that do not commute, in parts", prefix_algorithm_name(algorithm));
    }
}

/* --- counts ----------------------------------------------------------------------------------------- */

static prefix_ctx *ctx;
static int32_t values[1 << 14], results[1 << 14];

/* Of libprefix's own, serial has those that the books draw; block scans of GPUs come after them. */
static int is_traced(int algorithm)
{
    return algorithm <= PREFIX_ALGORITHM_CHAINED_SCAN;
}

static prefix_plan *make_plan(int algorithm, size_t tile)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I32));
    must(ctx, prefix_plan_set_algorithm(plan, algorithm));
    must(ctx, prefix_plan_set_counting(plan, 1));
    must(ctx, prefix_plan_set_tile(plan, tile));
    return plan;
}

static int counts_are(prefix_plan *plan, size_t n, uint64_t want_work, uint64_t want_span)
{
    uint64_t work = 4711, span = 4711;
    must(ctx, prefix_plan_run(plan, values, results, n));
    must(ctx, prefix_plan_counts(plan, &work, &span));
    if (work == want_work && span == want_span)
        return 1;
    diag("n %zu: work %llu, span %llu; expected %llu, %llu", n, (unsigned long long)work, (unsigned long long)span,
         (unsigned long long)want_work, (unsigned long long)want_span);
    return 0;
}

static uint64_t network_work(int algorithm, size_t n)
{
    uint64_t work = 0;
    if (algorithm == PREFIX_ALGORITHM_BLELLOCH)
        return 2 * (n - 1);
    for (size_t d = 1; d < n; d *= 2)
        for (size_t i = d; i < n; i++)
            switch (algorithm) {
            case PREFIX_ALGORITHM_SKLANSKY:
                work += (i & d) != 0;
                break;
            case PREFIX_ALGORITHM_BRENT_KUNG: /* ends of blocks up; down, ends of left halves after the first */
                work += (i + 1) % (2 * d) == 0;
                work += (i + 1) % (2 * d) == d && i + 1 > d;
                break;
            default:
                work++;
                break;
            }
    return work;
}

static uint64_t network_span(int algorithm, size_t n)
{
    switch (algorithm) {
    case PREFIX_ALGORITHM_BLELLOCH:
        return 2 * log2_up(n);
    case PREFIX_ALGORITHM_BRENT_KUNG:
        return log2_down(n) + (n < 3 ? 0 : log2_down(n / 3) + 1);
    default:
        return log2_up(n);
    }
}

/* The formulas of the books, for powers of two. */
static int counts_of_books(int algorithm, prefix_plan *plan, size_t n)
{
    const uint64_t log = log2_up(n);
    switch (algorithm) {
    case PREFIX_ALGORITHM_BLELLOCH:
        return counts_are(plan, n, 2 * (n - 1), 2 * log);
    case PREFIX_ALGORITHM_BRENT_KUNG:
        return counts_are(plan, n, 2 * n - 2 - log, n == 1 ? 0 : 2 * log - 1);
    case PREFIX_ALGORITHM_SKLANSKY:
        return counts_are(plan, n, n / 2 * log, log);
    default:
        return counts_are(plan, n, n * log - (n - 1), log);
    }
}

static void test_network_counts(void)
{
    const int32_t init = 5;
    for (int algorithm = PREFIX_ALGORITHM_HILLIS_STEELE; algorithm <= PREFIX_ALGORITHM_BLELLOCH; algorithm++) {
        const char *name = prefix_algorithm_name(algorithm);
        prefix_plan *plan = make_plan(algorithm, 0);
        int good = 1;
        for (size_t n = 1; n <= sizeof values / sizeof *values; n *= 2)
            good &= counts_of_books(algorithm, plan, n);
        ok(good, "%s has the work and the span of the books", name);
        good = 1;
        for (size_t n = 1; n <= 300; n++)
            good &= counts_are(plan, n, network_work(algorithm, n), network_span(algorithm, n));
        ok(good, "%s has the work and the span of its network at any length", name);
        must(ctx, prefix_plan_set_init(plan, PREFIX_I32, &init));
        ok(counts_are(plan, 100, network_work(algorithm, 100) + 100, network_span(algorithm, 100) + 1),
           "%s counts an initial value", name);
        prefix_plan_destroy(plan);
    }
    prefix_plan *hillis_steele = make_plan(PREFIX_ALGORITHM_HILLIS_STEELE, 0);
    prefix_plan *blelloch = make_plan(PREFIX_ALGORITHM_BLELLOCH, 0);
    ok(counts_are(hillis_steele, 8, 17, 3), "hillis-steele of 8: 17 and 3");
    ok(counts_are(blelloch, 8, 14, 6), "blelloch of 8: 14 and 6");
    prefix_plan_destroy(hillis_steele);
    prefix_plan_destroy(blelloch);
}

/* m tiles of t elements. */
static void test_tiled_counts(void)
{
    int good[4] = {1, 1, 1, 1};
    prefix_plan *serial = make_plan(PREFIX_ALGORITHM_SERIAL, 0);
    prefix_plan *propagate = make_plan(PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE, 0);
    prefix_plan *reduce = make_plan(PREFIX_ALGORITHM_REDUCE_THEN_SCAN, 0);
    prefix_plan *chained = make_plan(PREFIX_ALGORITHM_CHAINED_SCAN, 0);
    for (size_t t = 1; t <= 20; t++)
        for (size_t m = 2; m <= 20; m++) {
            const size_t n = m * t;
            must(ctx, prefix_plan_set_tile(propagate, t));
            must(ctx, prefix_plan_set_tile(reduce, t));
            must(ctx, prefix_plan_set_tile(chained, t));
            good[0] &= counts_are(serial, n, n - 1, n - 1);
            good[1] &= counts_are(propagate, n, (n - m) + (m - 1) + (n - t), (t - 1) + (m - 2) + 1);
            good[2] &= counts_are(reduce, n, (m - 1) * (t - 1) + (m - 2) + (n - 1), (t - 1) + (m - 2) + t);
            good[3] &= counts_are(chained, n, (n - m) + (m - 1) + (n - 1), (t - 1) + (m - 2) + t);
        }
    ok(good[0], "serial has n - 1 and n - 1");
    ok(good[1], "scan-then-propagate: n - m, m - 1 and n - t");
    ok(good[2], "reduce-then-scan: (m - 1)(t - 1), m - 2 and n - 1");
    ok(good[3], "chained-scan: n - m, m - 1 and n - 1");
    must(ctx, prefix_plan_set_algorithm(chained, PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK));
    must(ctx, prefix_ctx_set_threads(ctx, 1));
    ok(counts_are(chained, 400, 2 * 400 - 2, 19 + 18 + 20), "decoupled-look-back by one worker is a chained scan");
    must(ctx, prefix_ctx_set_threads(ctx, 0));
    prefix_plan_destroy(serial);
    prefix_plan_destroy(propagate);
    prefix_plan_destroy(reduce);
    prefix_plan_destroy(chained);
}

/* --- traces ----------------------------------------------------------------------------------------- */

struct replay {
    int32_t now[64], next[64]; /* the elements before and in a round */
    int32_t own[64], upto[64]; /* of tiles: what they published, in time for the next step */
    int state[64], published[64], written[64];
    size_t n, tiles, tile, rounds, steps;
    int good;
};

static void play(void *user, int event, size_t from, size_t to, const void *data, size_t n, int type)
{
    struct replay *r = user;
    switch (event) {
    case PREFIX_EVENT_COMBINE:
    case PREFIX_EVENT_APPEND:
        r->next[to] = r->now[from] + r->now[to];
        break;
    case PREFIX_EVENT_MOVE:
        r->next[to] = r->now[from];
        break;
    case PREFIX_EVENT_CLEAR:
        r->next[to] = 0;
        break;
    case PREFIX_EVENT_ROUND:
        if (r->rounds++ == 0)
            memcpy(r->next, data, n * sizeof *r->next);
        r->good &= type == PREFIX_I32 && n == r->n && memcmp(r->next, data, n * sizeof *r->next) == 0;
        memcpy(r->now, r->next, sizeof r->now);
        break;
    case PREFIX_EVENT_AGGREGATE:
    case PREFIX_EVENT_PREFIX:
        r->published[to] = event;
        memcpy(event == PREFIX_EVENT_PREFIX ? &r->upto[to] : &r->own[to], data, sizeof(int32_t));
        r->good &= type == PREFIX_I32 && n == 1;
        break;
    case PREFIX_EVENT_LOOK:
        r->good &= from + n <= to && n > 0 && !r->written[to];
        break;
    case PREFIX_EVENT_WRITE:
        r->written[to]++;
        break;
    case PREFIX_EVENT_STEP:
        memcpy(r->state, r->published, sizeof r->state);
        r->tiles = n;
        r->steps++;
        break;
    default:
        r->good = 0;
        break;
    }
}

static int sum_of(size_t first, size_t last)
{
    int sum = 0;
    for (size_t i = first; i < last; i++)
        sum += values[i];
    return sum;
}

static int published_well(const struct replay *r)
{
    for (size_t k = 0; k < r->tiles; k++) {
        const size_t end = (k + 1) * r->tile < r->n ? (k + 1) * r->tile : r->n;
        if (r->state[k] != PREFIX_EVENT_PREFIX || r->upto[k] != sum_of(0, end) || !r->written[k] ||
            (r->own[k] && r->own[k] != sum_of(k * r->tile, end)))
            return 0;
    }
    return 1;
}

static void test_traces(void)
{
    for (int algorithm = PREFIX_ALGORITHM_AUTO; is_traced(algorithm); algorithm = next_algorithm(algorithm)) {
        prefix_plan *plan = make_plan(algorithm, 5);
        const int tiled = !prefix__network_of(algorithm);
        int good = 1;
        for (size_t n = 1; n <= 64; n++) {
            struct replay r = {.n = n, .tile = 5, .good = 1};
            must(ctx, prefix_plan_set_trace(plan, play, &r));
            must(ctx, prefix_plan_run(plan, values, results, n));
            good &= r.good && results[n - 1] == sum_of(0, n);
            good &= tiled ? r.steps > 0 && r.rounds == 0 && r.tiles == (n + 4) / 5 && published_well(&r)
                          : r.rounds == network_span(algorithm, n) + 1 + (algorithm == PREFIX_ALGORITHM_BLELLOCH);
        }
        ok(good, "the traces of %s, played back", prefix_algorithm_name(algorithm));
        prefix_plan_destroy(plan);
    }
}

/* A product of f16 whose last bit turns where it is rounded twice. */
static void test_halves(const char *backend)
{
    static const int tiled[] = {PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE, PREFIX_ALGORITHM_REDUCE_THEN_SCAN,
                                PREFIX_ALGORITHM_CHAINED_SCAN};
    static const uint16_t in[] = {15372, 15355, 15361}, want[] = {30234, 30231, 30232};
    const float init = 24707.871F;
    for (size_t i = 0; i < sizeof tiled / sizeof *tiled; i++) {
        uint16_t out[3] = {0};
        prefix_plan *plan = NULL;
        must(ctx, prefix_plan_create(&plan, ctx, PREFIX_PRODUCT, PREFIX_F16));
        must(ctx, prefix_plan_set_init(plan, PREFIX_F32, &init));
        must(ctx, prefix_plan_set_algorithm(plan, tiled[i]));
        must(ctx, prefix_plan_run(plan, in, out, 3));
        ok(memcmp(out, want, sizeof want) == 0, "%s: %s rounds halves once", backend, prefix_algorithm_name(tiled[i]));
        prefix_plan_destroy(plan);
    }
}

int main(void)
{
    uint64_t work = 1, span = 1;
    struct rng rng = rng_make(1);
    data_fill(&rng, DATA_SMALL, PREFIX_I32, values, sizeof values / sizeof *values);
    test_networks();
    must(NULL, prefix_ctx_create(&ctx, "serial"));
    test_network_counts();
    test_tiled_counts();
    test_traces();
    test_halves("serial");
    prefix_plan *plan = make_plan(PREFIX_ALGORITHM_SERIAL, 0);
    must(ctx, prefix_plan_run(plan, values, results, 10));
    must(ctx, prefix_plan_set_counting(plan, 0));
    must(ctx, prefix_plan_run(plan, values, results, 10));
    must(ctx, prefix_plan_counts(plan, &work, &span));
    ok(work == 0 && span == 0, "a run that is not counted leaves 0");
    prefix_plan_destroy(plan);
    prefix_ctx_destroy(ctx);

    ctx = open_backend("openmp");
    if (ctx) {
        test_halves("openmp");
        plan = make_plan(PREFIX_ALGORITHM_AUTO, 0);
        ok(prefix_plan_run(plan, values, results, 10) == PREFIX_ERROR_UNSUPPORTED &&
               strstr(prefix_ctx_error(ctx), "count"),
           "openmp does not count, and says so: %s", prefix_ctx_error(ctx));
        prefix_plan_destroy(plan);
        prefix_ctx_destroy(ctx);
    }
    return done();
}
