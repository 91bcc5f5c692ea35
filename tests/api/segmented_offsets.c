/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Segments of offsets that random cases (segmented.c) do not make: where offsets decrease or lie after the end, where
 * all elements are -0, where all segments but an empty one are of one element, where they are of like lengths, where
 * they are short and many are empty, and where such lie over the ends of tiles.
 */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

static prefix_ctx *ctx;

static void reduce_segments(int op, int type, const struct arena *in, size_t n, const struct arena *offsets, int index,
                            size_t count, const void *init, const struct arena *totals)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, op, type));
    must(ctx, prefix_plan_set_init(plan, type, init));
    must(ctx, prefix_plan_set_offsets(plan, index, arena_pointer(offsets), count));
    must(ctx, prefix_plan_set_total(plan, type, arena_pointer(totals)));
    must(ctx, prefix_plan_reduce(plan, arena_pointer(in), n));
    prefix_plan_destroy(plan);
}

/* In host memory they are an error that writes nothing; in a device's, results are any, but nothing else is written. */
static int is_refused(int status, const struct arena *result, size_t bytes, int memory)
{
    if (memory == PREFIX_MEMORY_DEVICE)
        return status == PREFIX_OK;
    return status == PREFIX_ERROR_ARGUMENT && strncmp(prefix_ctx_error(ctx), "offsets: offset ", 16) == 0 &&
           all_poison(result->data, bytes);
}

/* Offsets that decrease or lie after the end. */
static void check_decreasing(const char *backend, int op, int type, int memory)
{
    enum { N = 100003, SEGMENTS = 500000, PATTERNS = 5, LENGTH = 40 };
    const size_t size = oracle_size(type);
    struct rng rng = rng_make((uint64_t)type);
    struct arena in = {.ctx = ctx, .memory = memory}, out = in, totals = in, offsets = in;
    struct arena *const all[] = {&in, &out, &totals, &offsets};
    int good = 1;
    for (int pattern = 0; pattern < PATTERNS; pattern++) {
        prefix_plan *plan;
        arena_place(&in, N * size, 0);
        arena_place(&out, N * size, 0);
        arena_place(&totals, SEGMENTS * size, 0);
        arena_place(&offsets, (SEGMENTS + 1) * sizeof(uint32_t), 0);
        data_fill(&rng, DATA_SMALL, type, in.data, N);
        for (uint32_t k = 0; k <= SEGMENTS; k++)
            ((uint32_t *)offsets.data)[k] = pattern == 0     ? k % 2 * (N - 1)
                                            : pattern == 1   ? N - k % N
                                            : pattern == 2   ? (uint32_t)rng_next(&rng)
                                            : pattern == 3   ? (k * 2) ^ (uint32_t)rng_below(&rng, 16)
                                            : k < N / LENGTH ? (k * LENGTH) ^ (uint32_t)rng_below(&rng, 4096)
                                                             : N;
        for (size_t a = 0; a < sizeof all / sizeof all[0]; a++)
            arena_push(all[a]);
        must(ctx, prefix_plan_create(&plan, ctx, op, type));
        must(ctx, prefix_plan_set_offsets(plan, PREFIX_U32, arena_pointer(&offsets), SEGMENTS));
        must(ctx, prefix_plan_set_total(plan, type, arena_pointer(&totals)));
        good &= is_refused(prefix_plan_reduce(plan, arena_pointer(&in), N), &totals, SEGMENTS * size, memory);
        must(ctx, prefix_plan_set_total(plan, type, NULL));
        good &= is_refused(prefix_plan_run(plan, arena_pointer(&in), arena_pointer(&out), N), &out, N * size, memory);
        prefix_plan_destroy(plan);
        for (size_t a = 0; a < sizeof all / sizeof all[0]; a++) {
            arena_pull(all[a]);
            good &= arena_guarded(all[a]);
        }
    }
    for (size_t a = 0; a < sizeof all / sizeof all[0]; a++)
        arena_release(all[a]);
    ok(good, "%s: offsets that decrease, %s of %s", backend, prefix_op_name(op), prefix_type_name(type));
}

/* One bad offset among good ones is named, wherever it is. Only in host memory. */
static void check_named(const char *backend, int index)
{
    static const size_t counts[] = {1, 2, 255, 256, 257, 4096, 300001};
    const size_t index_size = oracle_size(index), most = 300002;
    struct rng rng = rng_make((uint64_t)index);
    char *offsets = must_alloc(most * index_size);
    int8_t *in = must_alloc(most), *totals = must_alloc(most);
    int good = 1;
    memset(in, 1, most);
    for (size_t c = 0; c < sizeof counts / sizeof counts[0]; c++)
        for (int round = 0; round < 40; round++) {
            const size_t count = counts[c], n = count,
                         bad = round < 2 ? (size_t)round * count : rng_below(&rng, count + 1);
            const int64_t value = round % 2 || bad < 2
                                      ? (index == PREFIX_I32 || index == PREFIX_I64 ? -1 : (int64_t)n + 1)
                                      : (int64_t)bad - 2;
            char begin[64];
            prefix_plan *plan;
            for (size_t k = 0; k <= count; k++)
                oracle_integer_put(index, offsets + k * index_size, (oracle_wide)k);
            must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_I8));
            must(ctx, prefix_plan_set_offsets(plan, index, offsets, count));
            must(ctx, prefix_plan_set_total(plan, PREFIX_I8, totals));
            good &= prefix_plan_reduce(plan, in, n) == PREFIX_OK;
            oracle_integer_put(index, offsets + bad * index_size, value);
            memset(totals, 9, most);
            snprintf(begin, sizeof begin, "offsets: offset %zu is ", bad);
            good &= prefix_plan_reduce(plan, in, n) == PREFIX_ERROR_ARGUMENT && totals[0] == 9 &&
                    strncmp(prefix_ctx_error(ctx), begin, strlen(begin)) == 0;
            if (!good) {
                diag("%zu offsets of %s, %zu is %lld: %s", count + 1, prefix_type_name(index), bad, (long long)value,
                     prefix_ctx_error(ctx));
                round = 40;
            }
            prefix_plan_destroy(plan);
        }
    free(offsets);
    free(in);
    free(totals);
    ok(good, "%s: a bad offset is named, %s", backend, prefix_type_name(index));
}

/* Totals of segments of -0, of the same length each: no sum is -0, and a product is if that is odd. */
static void check_zeros(const char *backend, int type, int memory)
{
    static const size_t lengths[] = {1, 2, 5, 16, 40, 128, 601, 3001};
    enum { N = 30003 };
    const size_t size = oracle_size(type);
    struct arena in = {.ctx = ctx, .memory = memory}, totals = in, offsets = in;
    int good = 1;
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        const size_t length = lengths[l], count = N / length;
        arena_place(&in, N * size, 0);
        arena_place(&totals, count * size, 0);
        arena_place(&offsets, (count + 1) * sizeof(uint32_t), 0);
        for (size_t i = 0; i < N; i++)
            oracle_float_put(type, in.data + i * size, -0.0);
        for (size_t k = 0; k <= count; k++)
            ((uint32_t *)offsets.data)[k] = (uint32_t)(k * length);
        arena_push(&in);
        arena_push(&offsets);
        for (int op = PREFIX_SUM; op <= PREFIX_PRODUCT; op++) {
            arena_push(&totals);
            reduce_segments(op, type, &in, N, &offsets, PREFIX_U32, count, NULL, &totals);
            arena_pull(&totals);
            for (size_t k = 0; k < count; k++) {
                const double total = oracle_float_get(type, totals.data + k * size);
                good &= total == 0 && (signbit(total) != 0) == (op == PREFIX_PRODUCT && length % 2 == 1);
            }
        }
    }
    arena_release(&in);
    arena_release(&totals);
    arena_release(&offsets);
    ok(good, "%s: segments of -0, %s", backend, prefix_type_name(type));
}

/* Segments of one element, all but one that is empty: as many as elements, but not one for each. */
static void check_one_empty(const char *backend, int type, int memory)
{
    static const size_t lengths[] = {1, 9, 64, 1000, 1024, 2050, 70000};
    enum { PIECE = 512, TILE = 4096, SIZE = 8 };
    struct arena in = {.ctx = ctx, .memory = memory}, totals = in, offsets = in;
    int good = 1;
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        const size_t n = lengths[l], piece = n / 2 / PIECE * PIECE, tile = n / 2 / TILE * TILE;
        const size_t places[] = {0, 1, n / 2, n - 1, n, piece, piece + PIECE - 1, tile, tile + TILE - 1};
        for (size_t e = 0; e < 2 * sizeof places / sizeof places[0]; e++) {
            const size_t place = places[e / 2] < n ? places[e / 2] : n, first = e % 2 ? place : 0,
                         count = n - first + 1;
            arena_place(&in, n * SIZE, 0);
            arena_place(&totals, count * SIZE, 0);
            arena_place(&offsets, (count + 1) * sizeof(uint64_t), 0);
            for (size_t i = 0; i < n; i++)
                if (type == PREFIX_F64)
                    ((double *)in.data)[i] = (double)i + 1;
                else
                    ((int64_t *)in.data)[i] = (int64_t)i + 1;
            for (size_t k = 0; k <= count; k++)
                ((uint64_t *)offsets.data)[k] = first + (first + k > place ? k - 1 : k);
            arena_push(&in);
            arena_push(&totals);
            arena_push(&offsets);
            reduce_segments(PREFIX_SUM, type, &in, n, &offsets, PREFIX_U64, count, NULL, &totals);
            arena_pull(&totals);
            for (size_t k = 0; k < count; k++) {
                const size_t at = first + k, total = at == place ? 0 : at - (at > place) + 1;
                good &= type == PREFIX_F64 ? ((const double *)totals.data)[k] == (double)total
                                           : ((const int64_t *)totals.data)[k] == (int64_t)total;
            }
            good &= arena_guarded(&totals);
        }
    }
    arena_release(&in);
    arena_release(&totals);
    arena_release(&offsets);
    ok(good, "%s: one segment is empty, others have one element, %s", backend, prefix_type_name(type));
}

/*
 * Totals of segments of about the same length each, with a long one among them now and then, that begin anywhere
 * between the pieces in which kernels take elements. Elements are 1 or 0, so few of them 1 that all sums are exact.
 */
static void check_lengths(const char *backend, int type, int index, int memory)
{
    static const size_t lengths[] = {1, 2, 4, 7, 8, 9, 11, 13, 16, 17, 40, 127, 200, 1000};
    enum { N = 200003, FIRST = 5, LONG = 17001, EVERY = 7919 };
    const size_t size = oracle_size(type), index_size = oracle_size(index);
    struct rng rng = rng_make((uint64_t)type);
    struct arena in = {.ctx = ctx, .memory = memory}, totals = in, offsets = in;
    uint64_t *ends = must_alloc((N + 1) * sizeof *ends);
    unsigned char rounded[8];
    int good = 1;
    for (size_t l = 0; l < sizeof lengths / sizeof lengths[0]; l++) {
        size_t count = 0;
        for (ends[0] = FIRST; ends[count] < N; count++) {
            const size_t begin = ends[count], more = rng_below(&rng, EVERY) < lengths[l] ? LONG : rng_below(&rng, 2);
            ends[count + 1] = begin + lengths[l] + more < N ? begin + lengths[l] + more : N;
        }
        arena_place(&in, N * size, 0);
        arena_place(&totals, count * size, 0);
        arena_place(&offsets, (count + 1) * index_size, 0);
        for (size_t i = 0; i < N; i++)
            oracle_float_put(type, in.data + i * size, rng_below(&rng, lengths[l] < 40 ? 4 : 256) == 0);
        for (size_t k = 0; k <= count; k++)
            memcpy(offsets.data + k * index_size, &ends[k], index_size);
        arena_push(&in);
        arena_push(&totals);
        arena_push(&offsets);
        reduce_segments(PREFIX_SUM, type, &in, N, &offsets, index, count, NULL, &totals);
        arena_pull(&totals);
        for (size_t k = 0; k < count; k++) {
            double want = 0;
            for (size_t i = ends[k]; i < ends[k + 1]; i++)
                want += oracle_float_get(type, in.data + i * size);
            oracle_float_put(type, rounded, want);
            good &= oracle_float_get(type, totals.data + k * size) == oracle_float_get(type, rounded);
        }
        good &= arena_guarded(&totals);
    }
    arena_release(&in);
    arena_release(&totals);
    arena_release(&offsets);
    free(ends);
    ok(good, "%s: segments of like lengths, %s by offsets of %zu bytes", backend, prefix_type_name(type), index_size);
}

/* What the oracle says of each segment. */
static void want_totals(int op, int type, const void *init, const struct arena *in, const uint64_t *ends, size_t count,
                        unsigned char *totals)
{
    const size_t size = oracle_size(type);
    for (size_t k = 0; k < count; k++) {
        const struct oracle_scan scan = {PREFIX_INCLUSIVE, op, type, type, 0, type, init};
        oracle_run(&scan, in->data + ends[k] * size, NULL, ends[k + 1] - ends[k], totals + k * size, NULL);
    }
}

/*
 * Segments of up to 8 elements, of which half are empty, as are those after the last element; and now and then a
 * longer one, more often where tiles meet. Any order gives the same.
 */
static void check_short(const char *backend, int op, int type, int index, int memory)
{
    enum { N = 65541, FIRST = 3, ROUNDS = 8, PIECE = 4096, EMPTY = 100, LAST = 120 };
    static const size_t longest[] = {9, 40, 150, 20000};
    const size_t size = oracle_size(type), index_size = oracle_size(index), room = 8 * (size_t)N;
    struct rng rng = rng_make((uint64_t)(op * 100 + type));
    struct arena in = {.ctx = ctx, .memory = memory}, totals = in, offsets = in;
    uint64_t *ends = must_alloc((room + 1) * sizeof *ends);
    unsigned char *want = must_alloc(room * size);
    int good = 1;
    for (int round = 0; round < ROUNDS; round++) {
        const size_t every = round % 2 ? 400 : 20000;
        size_t count = 0, where = 0;
        unsigned char init[8];
        const size_t n = N + (round / 2 % 2 ? 4000 : 0);
        for (ends[0] = FIRST; count < room - EMPTY && ends[count] < n; count++) {
            const int meets = ends[count] % PIECE > PIECE - 64 && rng_below(&rng, 8) == 0;
            const size_t more = meets                         ? longest[rng_below(&rng, 3)]
                                : rng_below(&rng, every) == 0 ? longest[rng_below(&rng, 4)]
                                                              : rng_below(&rng, 9);
            const uint64_t end = ends[count] + (meets || rng_below(&rng, 2) ? more : 0);
            ends[count + 1] = end < n && n - end > LAST ? end : n;
        }
        for (size_t k = 0; k < EMPTY; k++, count++)
            ends[count + 1] = n;
        arena_place(&in, n * size, size * rng_below(&rng, 3));
        arena_place(&totals, count * size, size * rng_below(&rng, 3));
        arena_place(&offsets, (count + 1) * index_size, 0);
        data_fill(&rng, (int)rng_below(&rng, DATA_PATTERNS), type, in.data, n);
        data_fill(&rng, DATA_SMALL, type, init, 1);
        for (size_t k = 0; k <= count; k++)
            memcpy(offsets.data + k * index_size, &ends[k], index_size);
        want_totals(op, type, round % 4 == 0 ? init : NULL, &in, ends, count, want);
        arena_push(&in);
        arena_push(&totals);
        arena_push(&offsets);
        reduce_segments(op, type, &in, n, &offsets, index, count, round % 4 == 0 ? init : NULL, &totals);
        arena_pull(&totals);
        if (!oracle_same(type, totals.data, want, count, &where)) {
            diag("round %d: total %zu of %zu, from %zu to %zu", round, where, count, (size_t)ends[where],
                 (size_t)ends[where + 1]);
            good = 0;
        }
        good &= arena_guarded(&totals) && arena_guarded(&in) && arena_guarded(&offsets);
    }
    arena_release(&in);
    arena_release(&totals);
    arena_release(&offsets);
    free(ends);
    free(want);
    ok(good, "%s: short segments, many empty, %s of %s by offsets of %zu bytes", backend, prefix_op_name(op),
       prefix_type_name(type), index_size);
}

/*
 * Sums of short segments of which some lie over the end of a canonical tile: in front of it a sum that halves round to
 * an even one, after it what tips the balance, unless it has been rounded away before.
 */
static void check_over_tiles(const char *backend, int type, int memory)
{
    enum { PIECE = 4096, N = 12 * PIECE + 77 };
    const size_t size = oracle_size(type);
    const double even = type == PREFIX_BF16  ? 256
                        : type == PREFIX_F16 ? 2048
                                             : ldexp(1, type == PREFIX_F32 ? 24 : 53),
                 little = ldexp(1, -20);
    struct rng rng = rng_make((uint64_t)type);
    struct arena in = {.ctx = ctx, .memory = memory}, totals = in, offsets = in;
    unsigned char *begins = must_alloc(N), *results = must_alloc(N * size);
    unsigned char *want = must_alloc(2 * N * size);
    uint32_t *ends = must_alloc((2 * N + 1) * sizeof *ends);
    size_t count = 0, where = 0;
    memset(begins, 0, N);
    for (ends[0] = 0; ends[count] < N; count++) {
        const size_t begin = ends[count], more = rng_below(&rng, 2) ? 1 + rng_below(&rng, 8) : 0;
        const size_t meets = begin % PIECE < PIECE - 3 ? begin / PIECE * PIECE + PIECE - 3 : begin + 6;
        const size_t end = begin + more < meets ? begin + more : meets;
        ends[count + 1] = (uint32_t)(end < N ? end : N);
        begins[begin] = 1;
    }
    arena_place(&in, N * size, 0);
    arena_place(&totals, count * size, 0);
    arena_place(&offsets, (count + 1) * sizeof *ends, 0);
    data_fill(&rng, DATA_SMALL, type, in.data, N);
    for (size_t at = PIECE; at < N; at += PIECE)
        for (size_t j = 0; j < 6; j++)
            oracle_float_put(type, in.data + (at - 3 + j) * size, j == 1 ? even : j == 2 ? 1 : j == 3 ? little : 0);
    memcpy(offsets.data, ends, (count + 1) * sizeof *ends);
    const struct oracle_scan scan = {PREFIX_INCLUSIVE, PREFIX_SUM, type, type, 0, type, NULL};
    oracle_run_segments(&scan, in.data, begins, results, N);
    memset(want, 0, count * size);
    for (size_t k = 0; k < count; k++)
        if (ends[k + 1] > ends[k])
            memcpy(want + k * size, results + (ends[k + 1] - 1) * size, size);
    arena_push(&in);
    arena_push(&totals);
    arena_push(&offsets);
    reduce_segments(PREFIX_SUM, type, &in, N, &offsets, PREFIX_U32, count, NULL, &totals);
    arena_pull(&totals);
    const int good = oracle_same(type, totals.data, want, count, &where);
    if (!good)
        diag("total %zu of %zu, from %u to %u", where, count, ends[where], ends[where + 1]);
    ok(good && arena_guarded(&totals), "%s: short segments over the ends of tiles, %s", backend,
       prefix_type_name(type));
    arena_release(&in);
    arena_release(&totals);
    arena_release(&offsets);
    free(begins);
    free(results);
    free(want);
    free(ends);
}

int main(void)
{
    static const char *const known[] = {"serial", "openmp", "cuda"};
    test_seed();
    for (size_t b = 0; b < sizeof known / sizeof known[0]; b++) {
        ctx = open_backend(known[b]);
        if (!ctx)
            continue;
        const int memory = strcmp(known[b], "cuda") == 0 ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST;
        check_decreasing(known[b], PREFIX_SUM, PREFIX_I32, memory);
        check_decreasing(known[b], PREFIX_SUM, PREFIX_F32, memory);
        check_decreasing(known[b], PREFIX_SUM, PREFIX_I64, memory);
        check_decreasing(known[b], PREFIX_SUM, PREFIX_F64, memory);
        check_decreasing(known[b], PREFIX_MAX, PREFIX_U8, memory);
        check_decreasing(known[b], PREFIX_MIN, PREFIX_F32, memory);
        check_decreasing(known[b], PREFIX_XOR, PREFIX_I64, memory);
        check_named(known[b], PREFIX_U32);
        check_named(known[b], PREFIX_I32);
        check_named(known[b], PREFIX_U64);
        check_named(known[b], PREFIX_I64);
        check_zeros(known[b], PREFIX_F32, memory);
        check_zeros(known[b], PREFIX_F64, memory);
        check_one_empty(known[b], PREFIX_F64, memory);
        check_one_empty(known[b], PREFIX_I64, memory);
        check_lengths(known[b], PREFIX_F16, PREFIX_U32, memory);
        check_lengths(known[b], PREFIX_F16, PREFIX_U64, memory);
        check_lengths(known[b], PREFIX_BF16, PREFIX_U32, memory);
        check_lengths(known[b], PREFIX_F32, PREFIX_U32, memory);
        for (int type = PREFIX_F16; type <= PREFIX_F64; type++)
            check_over_tiles(known[b], type, memory);
        for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
            for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
                if (oracle_takes(op, type) && (op > PREFIX_PRODUCT || !oracle_is_float(type)))
                    check_short(known[b], op, type, (op + type) % 2 ? PREFIX_U32 : PREFIX_U64, memory);
        prefix_ctx_destroy(ctx);
    }
    return done();
}
