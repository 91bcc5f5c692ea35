/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every instruction set of the OpenMP backend that this machine has, against the oracle: the
 * backend by itself chooses only the best. Outputs go through the cache and past it in turn.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "session/session.h"
#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/segments.h"
#include "../support/support.h"

enum { ROOM = 70000, GUARD = 64 };

static unsigned char *in, *out, *want;

/* The oracle's carry as the front end would hand it over. */
static void set_carry(struct prefix_scan_work *work, const void *init)
{
    double number;
    switch (work->carry_type) {
    case PREFIX_F16:
    case PREFIX_BF16:
    case PREFIX_F32:
        work->carry.f = (float)oracle_float_get(work->carry_type, init);
        break;
    case PREFIX_F64:
        number = oracle_float_get(PREFIX_F64, init);
        work->carry.d = work->op == PREFIX_SUM ? number + 0.0 : number;
        break;
    default:
        work->carry.i = (int64_t)oracle_integer_get(work->carry_type, init);
        break;
    }
}

/* One scan of random form; whether it is right. */
static int try_scan(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, int op, int type,
                    int output_type)
{
    static const size_t edges[] = {1, 31, 32, 33, 127, 128, 129, 8191, 8192, 8193, 32768, 65537};
    unsigned char init[8], total[8] = {0}, total_want[8] = {0}, carry_want[8];
    size_t size = oracle_size(type), output_size = oracle_size(output_type), where = 0;
    size_t n = rng_below(rng, 2) ? edges[rng_below(rng, sizeof edges / sizeof *edges)] : 1 + rng_below(rng, 3000);
    int logical = op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR;
    int in_place = type == output_type && rng_below(rng, 3) == 0;
    struct prefix_scan_work work = {
        .size = sizeof work,
        .kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE,
        .op = op,
        .type = type,
        .output_type = output_type,
        .carry_type = oracle_carry_type(op, output_type),
        .reverse = (int)rng_below(rng, 2),
        .algorithm = rng_below(rng, 2) ? PREFIX_ALGORITHM_SERIAL : PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK,
        .threads = 3,
        .in = in + GUARD + size * rng_below(rng, 8),
        .n = n,
        .in_memory = PREFIX_MEMORY_HOST,
        .out_memory = PREFIX_MEMORY_HOST,
        .total_memory = PREFIX_MEMORY_HOST,
        .total_type = output_type,
        .total = total,
    };
    work.out = in_place ? (void *)(uintptr_t)work.in : out + GUARD + output_size * rng_below(rng, 8);
    data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), type, (void *)(uintptr_t)work.in, n);
    if (logical) /* 0 or 1 in the output type */
        oracle_is_float(output_type) ? oracle_float_put(output_type, init, (double)rng_below(rng, 2))
                                     : oracle_integer_put(output_type, init, (oracle_wide)rng_below(rng, 2));
    else
        data_fill(rng, DATA_SMALL, work.carry_type, init, 1);
    set_carry(&work, init);
    struct oracle_scan scan = {work.kind, op, type, output_type, work.reverse, work.carry_type, init};
    oracle_run(&scan, work.in, want, n, total_want, carry_want);
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    int good = backend->scan(session, &work) == PREFIX_OK && oracle_same(output_type, work.out, want, n, &where) &&
               oracle_same(output_type, total, total_want, 1, NULL);
    if (!good)
        diag("%s %s -> %s: kind %d, reverse %d, in place %d, algorithm %d, n %zu, first difference at %zu",
             prefix_op_name(op), prefix_type_name(type), prefix_type_name(output_type), work.kind, work.reverse,
             in_place, work.algorithm, n, where);
    return good;
}

/* One scan of segments of random form; whether it is right. */
static int try_segments(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, int op,
                        int type, int output_type)
{
    static struct segments heads = {.arena.memory = PREFIX_MEMORY_HOST};
    static const int forms[] = {HEAD_FLAGS, HEAD_FLAGS, HEAD_KEYS};
    size_t size = oracle_size(type), output_size = oracle_size(output_type), where = 0;
    size_t n = 1 + rng_below(rng, rng_below(rng, 4) ? 3000 : ROOM - 8);
    unsigned char *begins = must_alloc(n), init[8];
    int mix = (int)rng_below(rng, MIXES), logical = op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR;
    int form = forms[rng_below(rng, 3)], key_type, key;
    struct prefix_scan_work scan = {
        .size = sizeof scan,
        .kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE,
        .op = op,
        .type = type,
        .output_type = output_type,
        .carry_type = oracle_carry_type(op, output_type),
        .reverse = rng_below(rng, 3) == 0,
        .algorithm = rng_below(rng, 2) ? PREFIX_ALGORITHM_SERIAL : PREFIX_ALGORITHM_AUTO,
        .threads = 3,
        .in = in + GUARD + size * rng_below(rng, 8),
        .out = out + GUARD + output_size * rng_below(rng, 8),
        .n = n,
    };
    struct prefix_segmented_work work = {.size = sizeof work, .scan = &scan};
    do
        key_type = key_random(rng);
    while (key_size(key_type) > 8);
    key = key_element(key_type);
    segments_fill(rng, mix, begins, n);
    segments_tell(rng, &heads, form, key_type, begins, n);
    work.heads = (struct prefix_heads){.form = PREFIX_HEADS_FLAGS, .data = heads.arena.data, .size = 1};
    if (form == HEAD_KEYS) {
        work.heads.form = PREFIX_HEADS_KEYS;
        work.heads.size = oracle_size(key);
        work.heads.mask = work.heads.range = UINT64_MAX >> (64 - 8 * work.heads.size);
        if (oracle_is_float(key)) {
            uint64_t infinity = 0;
            oracle_float_put(key, &infinity, (double)INFINITY); /* of a little-endian machine */
            work.heads.mask >>= 1;
            work.heads.range = key == key_type ? infinity : infinity | (work.heads.mask + 1);
        }
    }
    data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), type, (void *)(uintptr_t)scan.in, n);
    if (logical)
        oracle_is_float(output_type) ? oracle_float_put(output_type, init, (double)rng_below(rng, 2))
                                     : oracle_integer_put(output_type, init, (oracle_wide)rng_below(rng, 2));
    else
        data_fill(rng, DATA_SMALL, scan.carry_type, init, 1);
    if (!logical && rng_below(rng, 2)) /* the identity of a sum, which needs less to be done */
        memset(init, 0, sizeof init);
    set_carry(&scan, init);
    struct oracle_scan wanted = {scan.kind, op, type, output_type, scan.reverse, scan.carry_type, init};
    oracle_run_segments(&wanted, scan.in, begins, want, n);
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    int good = backend->segmented(session, &work) == PREFIX_OK && oracle_same(output_type, scan.out, want, n, &where);
    if (!good)
        diag("%s %s -> %s: kind %d, reverse %d, segments %s by %d, n %zu, first difference at %zu", prefix_op_name(op),
             prefix_type_name(type), prefix_type_name(output_type), scan.kind, scan.reverse, segments_mix_name(mix),
             form, n, where);
    free(begins);
    return good;
}

/* As backend/select.h says: two, one of which is beyond the range, differ; two that are, if the range has no sign. */
static int differ(const struct prefix_test *test, uint64_t x, uint64_t y)
{
    const uint64_t a = x & test->mask, b = y & test->mask, most = test->range & test->mask;
    if (a > most && b > most)
        return test->range == most;
    return x != y && (a != 0 || b != 0);
}

/* One selection of random form, its rejected elements after the selected or apart; whether it is right. */
static int try_selection(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, int type)
{
    size_t size = oracle_size(type), n = 1 + rng_below(rng, rng_below(rng, 2) ? 100 : ROOM / 2), wanted = 0, others = 0;
    uint64_t count = 0, sign = (uint64_t)1 << (8 * size - 1), ones = sign | (sign - 1), before = 0;
    unsigned char *flags = must_alloc(n), *rejected = must_alloc(n * size), *want_rejected = must_alloc(n * size);
    uint32_t *indices = must_alloc(n * sizeof *indices), *want_indices = must_alloc(n * sizeof *indices);
    struct prefix_select_work work = {
        .size = sizeof work,
        .type = type,
        .threads = 3,
        .selector = PREFIX_SELECTOR_TEST + (int)rng_below(rng, 4),
        .rejects = rng_below(rng, 2) ? PREFIX_REJECTS_BEHIND : PREFIX_REJECTS_APART,
        .ways = 2,
        .in = in + GUARD + size * rng_below(rng, 8),
        .flags = flags,
        .test = {rng_below(rng, 2) ? sign - 1 : 0, ones, rng_next(rng) & ones, ones / 2, (int)rng_below(rng, 2)},
        .out = out + GUARD + size * rng_below(rng, 8),
        .indices = rng_below(rng, 2) ? indices : NULL,
        .index_type = PREFIX_U32,
        .n = n,
        .capacity = n,
        .count = &count,
    };
    if (work.rejects == PREFIX_REJECTS_APART) {
        work.rejected = rejected;
        work.rejected_capacity = rng_below(rng, 2) ? n : n / 3;
        work.capacity = rng_below(rng, 2) ? n : n / 3;
    }
    if (work.selector == PREFIX_SELECTOR_HEADS) { /* of floats, of which half have the exponent of NaN */
        work.test = (struct prefix_test){.mask = rng_below(rng, 2) ? ones : ones ^ sign, .range = ones / 4};
        if (work.test.mask != ones && rng_below(rng, 2))
            work.test.range |= sign;
    }
    data_fill(rng, rng_below(rng, 2) ? DATA_BITS : DATA_SMALL, type, (void *)(uintptr_t)work.in, n);
    data_fill(rng, DATA_BITS, PREFIX_U8, flags, n);
    memset(out, 0xa5, 8 * (ROOM + GUARD));
    for (size_t i = 0; i < n; i++) {
        const unsigned char *element = (const unsigned char *)work.in + i * size;
        uint64_t x = 0, key;
        int selected;
        memcpy(&x, element, size); /* of a little-endian machine, as all that have several instruction sets */
        key = x & sign ? x ^ work.test.flip : x;
        if (work.selector == PREFIX_SELECTOR_BYTES)
            selected = flags[i] != 0;
        else if (work.selector == PREFIX_SELECTOR_BITS)
            selected = flags[i / 8] >> i % 8 & 1;
        else if (work.selector == PREFIX_SELECTOR_HEADS)
            selected = i == 0 || differ(&work.test, x, before);
        else
            selected = ((((key & work.test.mask) - work.test.first) & ones) <= work.test.range) != work.test.negate;
        before = x;
        if (selected) {
            want_indices[wanted] = (uint32_t)i;
            memcpy(want + wanted++ * size, element, size);
        } else {
            memcpy(want_rejected + others++ * size, element, size);
        }
    }
    size_t written = wanted < work.capacity ? wanted : work.capacity;
    size_t kept = others < work.rejected_capacity ? others : work.rejected_capacity;
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    int good = backend->select(session, &work) == PREFIX_OK && count == wanted;
    good = good && memcmp(work.out, want, written * size) == 0;
    if (work.rejects == PREFIX_REJECTS_APART)
        good = good && memcmp(rejected, want_rejected, kept * size) == 0;
    else
        good = good && memcmp((char *)work.out + wanted * size, want_rejected, others * size) == 0;
    good = good && (!work.indices || memcmp(indices, want_indices, written * sizeof *indices) == 0);
    const size_t end = (work.rejects == PREFIX_REJECTS_APART ? written : n) * size;
    for (size_t i = 0; i < GUARD && good; i++)
        good = ((unsigned char *)work.out)[end + i] == 0xa5;
    if (!good)
        diag("%s: n %zu, selector %d, rejects %d, indices %d, capacity %zu, %llu of %zu", prefix_type_name(type), n,
             work.selector, work.rejects, work.indices != NULL, work.capacity, (unsigned long long)count, wanted);
    free(flags);
    free(rejected);
    free(want_rejected);
    free(indices);
    free(want_indices);
    return good;
}

/* The length of a run: mixes change on the way, so that a few runs at once are of any. */
static uint64_t draw_length(struct rng *rng, int *mix)
{
    static const uint64_t most[] = {1, 2, 5, 20, 60, 400, 9000};
    if (rng_below(rng, 100) == 0)
        *mix = (int)rng_below(rng, sizeof most / sizeof *most);
    return *mix == 0 ? 1 : rng_below(rng, most[*mix] + 1);
}

/* Runs written out; whether all is right, and nothing is written beyond the room. */
static int try_expansion(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, size_t size)
{
    const size_t room = rng_below(rng, 8 * ROOM / size), index_size = rng_below(rng, 2) ? 4 : 8;
    const size_t runs = 1 + rng_below(rng, rng_below(rng, 2) ? 40 : 4000);
    unsigned char *values = must_alloc(runs * size), *lengths = must_alloc(runs * index_size);
    uint64_t count = 0, sum = 0;
    int mix = 1, status;
    struct prefix_expand_work work = {
        .size = sizeof work,
        .threads = 1 + (int)rng_below(rng, 3),
        .value_size = size,
        .index_size = index_size,
        .values = values,
        .lengths = lengths,
        .runs = runs,
        .out = out + GUARD + (size == 16 ? 8 : size) * rng_below(rng, 8),
        .capacity = room,
        .count = &count,
    };
    for (size_t k = 0; k < runs * size; k++)
        values[k] = (unsigned char)rng_below(rng, 256);
    for (size_t k = 0, at = 0; k < runs; k++) {
        const uint64_t length = draw_length(rng, &mix);
        memcpy(lengths + k * index_size, &length, index_size); /* of a little-endian machine */
        sum += length;
        for (uint64_t i = 0; i < length && at < room; i++)
            memcpy(want + size * at++, values + k * size, size);
    }
    const size_t written = (size_t)(sum < room ? sum : room) * size;
    memset(out, 0xa5, 8 * (ROOM + GUARD));
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    status = backend->expand(session, &work);
    int good = status == PREFIX_OK && count == sum && memcmp(work.out, want, written) == 0;
    for (size_t i = 1; i <= GUARD && good; i++)
        good = ((unsigned char *)work.out)[written + i - 1] == 0xa5 && ((unsigned char *)work.out - i)[0] == 0xa5;
    if (!good)
        diag("values of %zu, lengths of %zu: %zu runs, room for %zu of %llu, counted %llu", size, index_size, runs,
             room, (unsigned long long)sum, (unsigned long long)count);
    free(values);
    free(lengths);
    return good;
}

int main(void)
{
    struct prefix_backend backend;
    struct rng rng = rng_make(77);
    int rounds = test_level() == TEST_SHORT ? 1 : test_level() == TEST_LONG ? 100 : 6;
    in = must_alloc(8 * (ROOM + GUARD));
    out = must_alloc(8 * (ROOM + GUARD));
    want = must_alloc(8 * (ROOM + GUARD));
    if (prefix__openmp_backend(&test_host, &backend) != PREFIX_OK)
        bail_out("no backend");
    for (size_t index = 0; prefix__openmp_isa(index); index++) {
        struct prefix_session *session;
        if (backend.open(&session, &test_host, NULL, 0) != PREFIX_OK)
            bail_out("no session");
        session->isa = prefix__openmp_isa(index);
        for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++) {
            int good = 1;
            for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
                for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++)
                    if (oracle_takes(op, output_type) && (type == output_type || oracle_widens(type, output_type)))
                        for (int round = 0; round < rounds; round++)
                            good &= try_scan(&backend, session, &rng, op, type, output_type);
            ok(good, "%s: %s, all types, as the oracle", session->isa->name, prefix_op_name(op));
            good = 1;
            for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
                for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++)
                    if (oracle_takes(op, output_type) && (type == output_type || oracle_widens(type, output_type)))
                        for (int round = 0; round < rounds; round++)
                            good &= try_segments(&backend, session, &rng, op, type, output_type);
            ok(good, "%s: %s of segments, all types, as the oracle", session->isa->name, prefix_op_name(op));
        }
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++) {
            int good = 1;
            for (int round = 0; round < 20 * rounds; round++)
                good &= try_selection(&backend, session, &rng, type);
            ok(good, "%s: selections of %s", session->isa->name, prefix_type_name(type));
        }
        for (size_t size = 1; size <= 16; size *= 2) {
            int good = 1;
            for (int round = 0; round < 20 * rounds; round++)
                good &= try_expansion(&backend, session, &rng, size);
            ok(good, "%s: runs of values of %zu bytes, written out", session->isa->name, size);
        }
        backend.close(session);
    }
    free(in);
    free(out);
    free(want);
    return done();
}
