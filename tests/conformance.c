/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every promise of a scan, on one backend: conformance NAME. Each case runs one scan or reduction with its own
 * data, options, memory and alignment, and compares every bit with the oracle, the guard zones
 * with their poison, and the input with what it was.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "data.h"
#include "oracle.h"
#include "support.h"

enum { NO_VALUE, IN_OUTPUT_TYPE, IN_CARRY_TYPE, VALUE_FORMS };
enum { MEMORY_KINDS = PREFIX_MEMORY_DEVICE + 1, MOST_ALGORITHMS = 16, MOST_SHOWN = 5 };

struct setting {
    int kind, op, type, output_type;
    int reverse, in_place, one_call;
    int reduces;     /* for the total alone */
    int init, total; /* NO_VALUE, IN_OUTPUT_TYPE or IN_CARRY_TYPE */
    int algorithm, block_algorithm, threads, pattern;
    int in_memory, out_memory, total_memory;
    size_t n, in_offset, out_offset;
};

/* Two contexts on the backend, of which each case takes one: the second believes in small caches. */
static prefix_ctx *contexts[2], *ctx;
static int small_caches;
static struct arena inputs[MEMORY_KINDS], outputs[MEMORY_KINDS], totals[MEMORY_KINDS];
static int memories[MEMORY_KINDS], memory_count;
static int algorithms[MOST_ALGORITHMS], algorithm_count;
static int block_algorithms[MOST_ALGORITHMS], block_algorithm_count;
static uint64_t case_number;
static long shown;

/*
 * In front of the C library's sysconf(3): what a backend does with arrays that are larger than the
 * last cache is then tried at the sizes that there is time for. Not under the thread sanitizer, which
 * asks before it is ready for code of ours.
 */
#ifndef __SANITIZE_THREAD__
#pragma GCC visibility push(default)
long sysconf(int name)
{
    static long (*real)(int);
#ifdef _SC_LEVEL3_CACHE_SIZE
    if (name == _SC_LEVEL3_CACHE_SIZE && small_caches)
        return 96 << 10;
#endif
    if (!real) {
        void *symbol = dlsym(RTLD_NEXT, "sysconf");
        memcpy(&real, &symbol, sizeof real);
    }
    return real(name);
}
#pragma GCC visibility pop
#endif

static int complain(const struct setting *s, const char *what)
{
    if (shown++ < MOST_SHOWN)
        diag("%s: case %llu%s: %s %s %s -> %s, n %zu, %s%s%s%sinit %d, total %d, algorithm %s, of blocks %s, threads "
             "%d, data %s,\n"
             "    memory %d -> %d (total %d), offsets %zu -> %zu",
             what, (unsigned long long)case_number, ctx == contexts[1] ? " (small caches)" : "",
             prefix_kind_name(s->kind), prefix_op_name(s->op), prefix_type_name(s->type),
             prefix_type_name(s->output_type), s->n, s->reverse ? "reverse, " : "", s->in_place ? "in place, " : "",
             s->one_call ? "in one call, " : "", s->reduces ? "reduced, " : "", s->init, s->total,
             prefix_algorithm_name(s->algorithm), prefix_algorithm_name(s->block_algorithm), s->threads,
             data_pattern_name(s->pattern), s->in_memory, s->out_memory, s->total_memory, s->in_offset, s->out_offset);
    return 0;
}

static int value_type(const struct setting *s, int form)
{
    return form == IN_CARRY_TYPE ? oracle_carry_type(s->op, s->output_type) : s->output_type;
}

/* The scan itself or the reduction, through a plan of its own or in one call. */
static int run_scan(const struct setting *s, const void *init, const void *in, void *out, void *total)
{
    prefix_plan *plan;
    int status;
    if (s->one_call && s->reduces)
        return prefix_reduce(ctx, s->op, s->type, in, total, s->n);
    if (s->one_call)
        return prefix_scan(ctx, s->kind, s->op, s->type, in, out, s->n);
    status = prefix_plan_create(&plan, ctx, s->op, s->type);
    if (status != PREFIX_OK)
        return status;
    status = prefix_plan_set_kind(plan, s->kind);
    if (status == PREFIX_OK && s->output_type != s->type)
        status = prefix_plan_set_output_type(plan, s->output_type);
    if (status == PREFIX_OK && init)
        status = prefix_plan_set_init(plan, init, value_type(s, s->init));
    if (status == PREFIX_OK && s->reverse)
        status = prefix_plan_set_reverse(plan, 1);
    if (status == PREFIX_OK && total)
        status = prefix_plan_set_total(plan, total, value_type(s, s->total));
    if (status == PREFIX_OK)
        status = prefix_plan_set_algorithm(plan, s->algorithm);
    if (status == PREFIX_OK)
        status = prefix_plan_set_block_algorithm(plan, s->block_algorithm);
    if (status == PREFIX_OK)
        status = s->reduces ? prefix_plan_reduce(plan, in, s->n) : prefix_plan_run(plan, in, out, s->n);
    prefix_plan_destroy(plan);
    return status;
}

static int compare(const struct setting *s, int type, const void *got, const void *want, size_t n, const char *what)
{
    size_t at, size = oracle_size(type);
    if (oracle_same(type, got, want, n, &at))
        return 1;
    unsigned long long a = 0, b = 0;
    memcpy(&a, (const char *)got + at * size, size);
    memcpy(&b, (const char *)want + at * size, size);
    if (shown < MOST_SHOWN)
        diag("%s: element %zu is 0x%llx, expected 0x%llx", what, at, a, b);
    return complain(s, what);
}

/*
 * An init that brings halves to the places where rounding turns: a power of two, which is half of
 * some last place, or just beside it.
 */
static void fill_init(struct rng *rng, const struct setting *s, int type, void *init)
{
    if (s->pattern != DATA_ALL_HALVES) {
        data_fill(rng, rng_next(rng) & 1 ? DATA_SMALL : s->pattern, type, init, 1);
        return;
    }
    int least = s->type == PREFIX_F16 ? -26 : -135, largest = s->type == PREFIX_F16 ? 6 : 120;
    double x = ldexp(1, least + (int)rng_below(rng, (size_t)(largest - least)));
    x += x * ((double)rng_below(rng, 3) - 1) * 0x1p-30;
    oracle_float_put(type, init, rng_next(rng) & 1 ? x : -x);
}

/* Whether tiles are scanned by a block scan of the caller's choice or, on a device, of an algorithm's. */
static int is_by_blocks(const struct setting *s)
{
    return block_algorithm_count > 0 &&
           (s->block_algorithm != PREFIX_ALGORITHM_AUTO ||
            (s->algorithm != PREFIX_ALGORITHM_AUTO && s->algorithm != PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK));
}

/* Whether results may be rounded to the output type between two passes. */
static int rounds_between(const struct setting *s)
{
    return s->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE || is_by_blocks(s);
}

/* Sums and products of floats by another order: networks, blocks, and halves that are rounded in between. */
static int reorders(const struct setting *s)
{
    if (s->reduces || !oracle_is_float(s->output_type) || (s->op != PREFIX_SUM && s->op != PREFIX_PRODUCT))
        return 0;
    if (is_by_blocks(s))
        return 1;
    if (s->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE)
        return oracle_size(s->output_type) == 2;
    return s->algorithm >= PREFIX_ALGORITHM_HILLIS_STEELE && s->algorithm <= PREFIX_ALGORITHM_BLELLOCH;
}

/* A sum is off by its longest chain: a network's span, or the canonical order's; a product by all. */
static size_t chain_of(const struct setting *s)
{
    size_t rounds = 0;
    if (s->op == PREFIX_PRODUCT || (is_by_blocks(s) && s->algorithm == PREFIX_ALGORITHM_SERIAL))
        return s->n;
    if (is_by_blocks(s)) /* a lane's share, twice, and tiles of 256 elements at least */
        return 48 + s->n / 256;
    while ((size_t)1 << rounds < s->n)
        rounds++;
    if (s->algorithm == PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE)
        return 71 + s->n / 8192;
    return s->algorithm == PREFIX_ALGORITHM_BRENT_KUNG || s->algorithm == PREFIX_ALGORITHM_BLELLOCH ? 2 * rounds : rounds;
}

static int near(const struct setting *s, const struct oracle_scan *scan, const void *in, const void *out,
                const void *total, int total_type)
{
    size_t at;
    int rough = rounds_between(s) ? 2 : 1;
    if (oracle_near(scan, in, out, s->n, total, total_type, chain_of(s), rough, &at))
        return 1;
    if (shown < MOST_SHOWN)
        diag("element %zu is too far off", at);
    return complain(s, "error bound");
}

/* Data whose results in any order are near to each other. */
static int calm_pattern(struct rng *rng, int op)
{
    static const int sums[] = {DATA_SMALL, DATA_NON_NEGATIVE, DATA_FLAGS, DATA_ZEROS, DATA_DENORMAL};
    return op == PREFIX_PRODUCT ? DATA_BESIDE_ONE : sums[rng_below(rng, sizeof sums / sizeof sums[0])];
}

static int check_case(const struct setting *s)
{
    struct rng rng = rng_make(++case_number);
    ctx = contexts[rng_below(&rng, 2)];
    struct arena *in = s->in_place ? &outputs[s->out_memory] : &inputs[s->in_memory];
    struct arena *out = &outputs[s->out_memory], *total = &totals[s->total_memory];
    size_t in_bytes = s->n * oracle_size(s->type), out_bytes = s->n * oracle_size(s->output_type);
    int total_type = value_type(s, s->total), init_type = value_type(s, s->init);
    unsigned char init[8], want_total[8], want_carry[8];
    struct oracle_scan scan = {s->kind,    s->op,     s->type, s->output_type,
                               s->reverse, init_type, s->init ? init : NULL};
    int good = 1;

    arena_place(out, out_bytes, s->out_offset);
    if (!s->in_place)
        arena_place(in, in_bytes, s->in_offset);
    arena_place(total, oracle_size(total_type), rng_below(&rng, 4) * 8);
    data_fill(&rng, s->pattern, s->type, in->data, s->n);
    fill_init(&rng, s, init_type, init);
    unsigned char *before = must_alloc(in_bytes), *want = must_alloc(out_bytes);
    memcpy(before, in->data, in_bytes);
    oracle_run(&scan, before, want, s->n, want_total, want_carry);

    arena_push(in);
    if (out != in)
        arena_push(out);
    arena_push(total);
    errno = 4711;
    int status = prefix_ctx_set_threads(ctx, s->threads);
    if (status == PREFIX_OK)
        status = run_scan(s, s->init ? init : NULL, arena_pointer(in), arena_pointer(out),
                          s->total ? arena_pointer(total) : NULL);
    if (status == PREFIX_OK)
        status = prefix_ctx_synchronize(ctx);
    int left = errno;
    if (status != PREFIX_OK) {
        if (shown < MOST_SHOWN)
            diag("%s: %s", prefix_strerror(status), prefix_ctx_error(ctx));
        good = complain(s, "error");
    } else {
        arena_pull(in);
        arena_pull(out);
        arena_pull(total);
        good &= left == 4711 || complain(s, "errno was changed");
        if (reorders(s)) {
            good &= near(s, &scan, before, out->data, s->total ? total->data : NULL, total_type);
        } else {
            good &= s->reduces ? arena_untouched(out) || complain(s, "an output was written")
                               : compare(s, s->output_type, out->data, want, s->n, "output");
            good &= !s->total ||
                    compare(s, total_type, total->data, s->total == IN_CARRY_TYPE ? want_carry : want_total, 1, "total");
        }
        good &= s->total || arena_untouched(total) || complain(s, "a total was written");
        good &= s->in_place || memcmp(in->data, before, in_bytes) == 0 || complain(s, "the input was changed");
        good &= (arena_guarded(in) && arena_guarded(out) && arena_guarded(total)) ||
                complain(s, "memory around an array was written");
    }
    free(before);
    free(want);
    return good;
}

static int has_tiles(int algorithm)
{
    return algorithm == PREFIX_ALGORITHM_AUTO || algorithm == PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK ||
           (algorithm >= PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE && algorithm <= PREFIX_ALGORITHM_CHAINED_SCAN);
}

/* Everything about a setting but operator, types, size and algorithm, at random. */
static void randomize(struct rng *rng, struct setting *s)
{
    static const int threads[] = {0, 1, 2, 3, 8};
    s->block_algorithm = PREFIX_ALGORITHM_AUTO;
    if (block_algorithm_count > 0 && has_tiles(s->algorithm) && rng_below(rng, 4) == 0)
        s->block_algorithm = block_algorithms[rng_below(rng, (size_t)block_algorithm_count)];
    s->kind = rng_next(rng) & 1 ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE;
    s->reverse = rng_below(rng, 3) == 0;
    s->in_place = s->type == s->output_type && rng_below(rng, 3) == 0;
    s->init = (int)rng_below(rng, VALUE_FORMS);
    s->total = (int)rng_below(rng, VALUE_FORMS);
    s->threads = threads[rng_below(rng, sizeof threads / sizeof threads[0])];
    s->pattern = reorders(s) ? calm_pattern(rng, s->op) : (int)rng_below(rng, DATA_PATTERNS);
    s->in_memory = memories[rng_below(rng, (size_t)memory_count)];
    s->out_memory = s->in_place ? s->in_memory : memories[rng_below(rng, (size_t)memory_count)];
    s->total_memory = memories[rng_below(rng, (size_t)memory_count)];
    s->in_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->type)) * oracle_size(s->type);
    s->out_offset = rng_below(rng, ARENA_ALIGN / oracle_size(s->output_type)) * oracle_size(s->output_type);
    s->one_call = s->type == s->output_type && s->algorithm == PREFIX_ALGORITHM_AUTO &&
                  s->block_algorithm == PREFIX_ALGORITHM_AUTO && rng_below(rng, 4) == 0;
    if (s->one_call)
        s->reverse = s->init = s->total = 0;
}

/* Calls visit for each operator and pair of types that go together: one check each. */
static void for_each_combination(const char *what, int (*visit)(struct rng *rng, struct setting *s))
{
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++) {
                struct rng rng = rng_make((uint64_t)(op << 16 | type << 8 | output_type));
                struct setting s = {.op = op, .type = type, .output_type = output_type};
                if (!oracle_widens(type, output_type) || !oracle_takes(op, output_type))
                    continue;
                uint64_t before = case_number;
                int good = visit(&rng, &s);
                if (case_number > before) /* a visit may pass over a combination */
                    ok(good, "%s: %s %s -> %s, %llu cases", what, prefix_op_name(op), prefix_type_name(type),
                       prefix_type_name(output_type), (unsigned long long)(case_number - before));
            }
}

/* Of the algorithms for comparison, all together take the time of one that is a default. */
static int passes_over(struct rng *rng, int algorithm)
{
    /* One thread of a device takes as long as all others. */
    int slow = algorithm > PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK ||
               (algorithm == PREFIX_ALGORITHM_SERIAL && block_algorithm_count > 0);
    return slow && test_level() != TEST_LONG && rng_below(rng, 8) != 0;
}

/* All options with each other, at small sizes. */
static int visit_options(struct rng *rng, struct setting *s)
{
    static const size_t sizes[] = {0, 1, 2, 33};
    int good = 1;
    int first = test_level() == TEST_SHORT ? (int)rng_below(rng, 7) : 0, step = test_level() == TEST_SHORT ? 7 : 1;
    for (int options = first; options < 2 * 2 * 2 * VALUE_FORMS * VALUE_FORMS; options += step)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            s->algorithm = algorithms[rng_below(rng, (size_t)algorithm_count)];
            randomize(rng, s);
            s->one_call = 0;
            s->kind = options & 1 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE;
            s->reverse = options >> 1 & 1;
            s->in_place = (options >> 2 & 1) && s->type == s->output_type;
            s->init = options / 8 % VALUE_FORMS;
            s->total = options / 8 / VALUE_FORMS;
            if (s->in_place)
                s->in_memory = s->out_memory;
            s->n = sizes[i];
            good &= check_case(s);
        }
    return good;
}

/* The canonical order's row and tile in elements of the output. */
static size_t row_of(const struct setting *s)
{
    size_t size = oracle_size(s->output_type);
    return 512 / (oracle_is_float(s->output_type) && size < 4 ? 4 : size);
}

/* The edges of rows, of tiles of the canonical order and of 32 KiB, and what lies between. */
static int visit_sizes(struct rng *rng, struct setting *s)
{
    size_t row = row_of(s), tile = 64 * row;
    size_t sizes[] = {0,    1,        2,    3,        7,          15,         31,       32,       33,        63,
                      64,   65,       97,   row - 1,  row,        row + 1,    1000,     tile - 1, tile,      tile + 1,
                      4095, 8192 - 1, 8193, 12345,    2 * tile,   2 * tile + 37, 3 * tile - 1, 32768 / oracle_size(s->type) + 1};
    int good = 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 20 : 1); round++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            for (int a = 0; a < algorithm_count; a++) {
                if ((test_level() == TEST_SHORT && rng_below(rng, 8) != 0) || passes_over(rng, algorithms[a]))
                    continue;
                s->algorithm = algorithms[a];
                s->n = sizes[i];
                randomize(rng, s);
                good &= check_case(s);
            }
    return good;
}

/* Arrays of many tiles, whatever a backend's own tile is. */
static int visit_large(struct rng *rng, struct setting *s)
{
    int common = s->type == s->output_type && (s->type == PREFIX_I32 || s->type == PREFIX_F32);
    int good = 1;
    if (test_level() == TEST_SHORT && !(common && s->op == PREFIX_SUM))
        return 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 8 : 1); round++)
        for (int a = 0; a < algorithm_count; a++) {
            s->algorithm = algorithms[a];
            if ((!common && test_level() != TEST_LONG && rng_below(rng, 4) != 0) || passes_over(rng, algorithms[a]))
                continue;
            s->n = ((size_t)1 << 17) + rng_below(rng, (size_t)1 << 18);
            if (common && s->op <= PREFIX_PRODUCT && test_level() != TEST_SHORT)
                s->n = ((size_t)1 << 21) + rng_below(rng, (size_t)1 << 21);
            randomize(rng, s);
            good &= check_case(s);
        }
    return good;
}

/* Every alignment of input and output to each other. */
static int visit_offsets(struct rng *rng, struct setting *s)
{
    int good = 1;
    if (s->op != PREFIX_SUM)
        return 1;
    for (size_t in = 0; in < ARENA_ALIGN; in += oracle_size(s->type))
        for (size_t out = 0; out < ARENA_ALIGN; out += oracle_size(s->output_type)) {
            if (test_level() == TEST_SHORT && rng_below(rng, 16) != 0)
                continue;
            s->algorithm = algorithms[rng_below(rng, (size_t)algorithm_count)];
            s->n = 100 + rng_below(rng, 200);
            randomize(rng, s);
            s->in_place = 0;
            s->in_offset = in;
            s->out_offset = out;
            good &= check_case(s);
        }
    return good;
}

/* Every half there is: widened, and added to init in f64 and rounded. */
static int visit_halves(struct rng *rng, struct setting *s)
{
    int good = 1;
    s->algorithm = PREFIX_ALGORITHM_AUTO;
    if (s->op != PREFIX_SUM || (s->type != PREFIX_F16 && s->type != PREFIX_BF16))
        return 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 200 : test_level() == TEST_SHORT ? 1 : 12); round++) {
        randomize(rng, s);
        s->one_call = s->block_algorithm = 0;
        s->pattern = DATA_ALL_HALVES;
        s->init = round == 0 ? NO_VALUE : IN_CARRY_TYPE;
        s->n = 2 * 65536;
        good &= check_case(s);
    }
    return good;
}

/* Reductions, of all sizes that the scans have; the output is only there to stay as it is. */
static int visit_reductions(struct rng *rng, struct setting *s)
{
    size_t row = row_of(s), tile = 64 * row;
    size_t sizes[] = {0,
                      1,
                      2,
                      3,
                      15,
                      16,
                      33,
                      row - 1,
                      row,
                      row + 1,
                      1000,
                      tile - 1,
                      tile,
                      tile + 1,
                      2 * tile,
                      5 * tile,
                      17 * tile + 3,
                      7 * tile + row,
                      16 * tile,
                      40 * tile + 1 + rng_below(rng, 10 * tile)};
    int good = 1;
    for (int round = 0; round < (test_level() == TEST_LONG ? 20 : 1); round++)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
            if (test_level() == TEST_SHORT && rng_below(rng, 8) != 0)
                continue;
            s->algorithm = algorithms[rng_below(rng, (size_t)algorithm_count)]; /* makes no difference */
            s->n = sizes[i];
            randomize(rng, s);
            s->reduces = 1;
            s->in_place = 0;
            s->one_call = s->type == s->output_type && rng_below(rng, 3) == 0;
            s->total = s->one_call || rng_next(rng) & 1 ? IN_OUTPUT_TYPE : IN_CARRY_TYPE;
            if (s->one_call)
                s->reverse = s->init = 0;
            good &= check_case(s);
        }
    return good;
}

/* Which algorithms of blocks the backend has. */
static void look_into_blocks(void)
{
    int32_t in = 1, out;
    for (int a = 1; a < MOST_ALGORITHMS && prefix_algorithm_name(a); a++) {
        struct setting s = {.kind = PREFIX_INCLUSIVE,
                            .op = PREFIX_SUM,
                            .type = PREFIX_I32,
                            .output_type = PREFIX_I32,
                            .block_algorithm = a,
                            .n = 1};
        int status = run_scan(&s, NULL, &in, &out, NULL);
        if (status == PREFIX_OK)
            block_algorithms[block_algorithm_count++] = a;
        ok(status == PREFIX_OK || status == PREFIX_ERROR_UNSUPPORTED, "algorithm %s of blocks: %s",
           prefix_algorithm_name(a), prefix_strerror(status));
    }
}

/* Which algorithms and kinds of memory the backend has. */
static void look_around(void)
{
    int32_t in = 1, out;
    for (int a = 0; a < MOST_ALGORITHMS && prefix_algorithm_name(a); a++) {
        struct setting s = {.kind = PREFIX_INCLUSIVE, .op = PREFIX_SUM, .type = PREFIX_I32,
                            .output_type = PREFIX_I32, .algorithm = a, .n = 1};
        int status = run_scan(&s, NULL, &in, &out, NULL);
        if (status == PREFIX_OK)
            algorithms[algorithm_count++] = a;
        ok(status == PREFIX_OK || (status == PREFIX_ERROR_UNSUPPORTED && a != PREFIX_ALGORITHM_AUTO),
           "algorithm %s: %s", prefix_algorithm_name(a), prefix_strerror(status));
    }
    for (int kind = PREFIX_MEMORY_HOST; kind < MEMORY_KINDS; kind++) {
        void *memory = NULL;
        int found = -1, status = prefix_memory_alloc(ctx, &memory, 1000, kind);
        inputs[kind].ctx = outputs[kind].ctx = totals[kind].ctx = ctx;
        inputs[kind].memory = outputs[kind].memory = totals[kind].memory = kind;
        if (status != PREFIX_OK) {
            ok(status == PREFIX_ERROR_UNSUPPORTED && kind != PREFIX_MEMORY_HOST, "memory kind %d: %s", kind,
               prefix_strerror(status));
            continue;
        }
        memories[memory_count++] = kind;
        ok(prefix_memory_kind(ctx, memory, &found) == PREFIX_OK && found == kind, "memory kind %d is known again", kind);
        ok((uintptr_t)memory % 256 == 0, "memory kind %d is aligned to 256 bytes", kind);
        ok(prefix_memory_free(ctx, memory) == PREFIX_OK, "memory kind %d is freed", kind);
    }
}

int main(int argc, char **argv)
{
    const char *name = argc > 1 ? argv[1] : "serial";
    test_seed();
    contexts[0] = open_backend(name);
    if (!contexts[0])
        return done();
    small_caches = 1;
    ok(prefix_ctx_create(&contexts[1], name) == PREFIX_OK, "a second context");
    small_caches = 0;
    ctx = contexts[0];
    look_around();
    look_into_blocks();
    for_each_combination("options", visit_options);
    for_each_combination("sizes", visit_sizes);
    for_each_combination("large", visit_large);
    for_each_combination("offsets", visit_offsets);
    for_each_combination("halves", visit_halves);
    for_each_combination("reductions", visit_reductions);
    is_str(prefix_ctx_backend(contexts[0]), name, "the backend that worked");
    is_str(prefix_ctx_backend(contexts[1]), name, "and in the second context");
    diag("%llu cases", (unsigned long long)case_number);
    for (int kind = 0; kind < MEMORY_KINDS; kind++) {
        arena_release(&inputs[kind]);
        arena_release(&outputs[kind]);
        arena_release(&totals[kind]);
    }
    prefix_ctx_destroy(contexts[0]);
    prefix_ctx_destroy(contexts[1]);
    return done();
}
