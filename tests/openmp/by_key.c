/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions by key and run lengths of the OpenMP backend, by every instruction set that this machine has, against the
 * oracle: by one thread and by a team, through the cache and past it, with stretches in which each element is a run.
 */
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "session/session.h"
#include "shared/carry.h"
#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/segments.h"
#include "../support/support.h"

enum { ROOM = 300000, GUARD = 64, POISON = 0xa5 };

static unsigned char *begins, *keys, *in, *scanned, *unique, *values, *want_unique, *want_values;
static uint32_t *lengths, *want_lengths;

static void fill_begins(struct rng *rng, size_t n)
{
    const size_t a = rng_below(rng, n + 1), b = rng_below(rng, n + 1);
    segments_fill(rng, (int)rng_below(rng, MIXES), begins, n);
    if (rng_below(rng, 2))
        memset(begins + (a < b ? a : b), 1, a < b ? b - a : a - b);
}

/* Whether nothing is written past so many bytes. */
static int is_guarded(const void *array, size_t bytes)
{
    int good = 1;
    for (size_t i = 0; i < GUARD; i++)
        good &= ((const unsigned char *)array)[bytes + i] == POISON;
    return good;
}

/* One call of random form, a reduction unless op is 0; whether it is right. */
static int try_runs(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, int op, int type)
{
    static const int key_types[] = {PREFIX_U8, PREFIX_I16, PREFIX_U32, PREFIX_I64, PREFIX_KEY_16_BYTES};
    const int key = key_types[rng_below(rng, sizeof key_types / sizeof *key_types)];
    const size_t size = oracle_size(type), of_key = key_size(key), off = rng_below(rng, 8);
    const size_t n = 1 + rng_below(rng, rng_below(rng, 3) ? 3000 : ROOM - 8);
    uint64_t count = 0;
    struct prefix_scan_work scan = {
        .size = sizeof scan,
        .kind = PREFIX_INCLUSIVE,
        .op = op,
        .type = type,
        .output_type = type,
        .carry_type = oracle_carry_type(op, type),
        .in = in + size * off,
        .out = values + size * off,
        .n = n,
    };
    struct prefix_runs_work work = {
        .size = sizeof work,
        .threads = 1 + (int)rng_below(rng, 3),
        .keys = {.size = of_key,
                 .form = PREFIX_HEADS_KEYS,
                 .data = keys,
                 .mask = of_key == 16 ? UINT64_MAX : UINT64_MAX >> (64 - 8 * of_key),
                 .range = of_key == 16 ? UINT64_MAX : UINT64_MAX >> (64 - 8 * of_key)},
        .scan = op ? &scan : NULL,
        .unique = rng_below(rng, 4) ? unique : NULL,
        .lengths = op ? NULL : lengths,
        .index_size = sizeof *lengths,
        .n = n,
        .capacity = rng_below(rng, 4) ? n : rng_below(rng, n + 1),
        .count = &count,
    };
    size_t runs = 0, where = 0;
    if (op)
        scan.carry = prefix__carry_identity(op, type);
    fill_begins(rng, n);
    keys_fill(rng, key, keys, begins, n);
    data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), type, in + size * off, n);
    if (op) {
        const struct oracle_scan whole = {PREFIX_INCLUSIVE, op, type, type, 0, type, NULL};
        oracle_run_segments(&whole, scan.in, begins, scanned, n);
    }
    for (size_t i = 0, next; i < n; i = next, runs++) {
        for (next = i + 1; next < n && !begins[next]; next++)
            ;
        memcpy(want_unique + runs * of_key, keys + i * of_key, of_key);
        memcpy(want_values + runs * size, scanned + (next - 1) * size, size);
        want_lengths[runs] = (uint32_t)(next - i);
    }
    const size_t kept = runs < work.capacity ? runs : work.capacity;
    memset(unique, POISON, kept * of_key + GUARD);
    memset(scan.out, POISON, kept * size + GUARD);
    memset(lengths, POISON, kept * sizeof *lengths + GUARD);
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    int good = backend->runs(session, &work) == PREFIX_OK && count == runs;
    if (work.unique)
        good = good && memcmp(unique, want_unique, kept * of_key) == 0 && is_guarded(unique, kept * of_key);
    if (op)
        good = good && oracle_same(type, scan.out, want_values, kept, &where) && is_guarded(scan.out, kept * size);
    else
        good = good && memcmp(lengths, want_lengths, kept * sizeof *lengths) == 0 &&
               is_guarded(lengths, kept * sizeof *lengths);
    if (!good)
        diag(
            "%s by keys of %zu bytes: n %zu, %zu runs, counted %llu, capacity %zu, threads %d, first difference at %zu",
            prefix_type_name(type), of_key, n, runs, (unsigned long long)count, work.capacity, work.threads, where);
    return good;
}

int main(void)
{
    struct prefix_backend backend;
    struct rng rng = rng_make(80);
    const int rounds = test_level() == TEST_SHORT ? 1 : test_level() == TEST_LONG ? 200 : 12;
    begins = must_alloc(ROOM);
    keys = must_alloc(16 * ROOM);
    in = must_alloc(8 * ROOM);
    scanned = must_alloc(8 * ROOM);
    unique = must_alloc(16 * ROOM + GUARD);
    values = must_alloc(8 * ROOM + GUARD);
    want_unique = must_alloc(16 * ROOM);
    want_values = must_alloc(8 * ROOM);
    lengths = must_alloc(sizeof *lengths * ROOM + GUARD);
    want_lengths = must_alloc(sizeof *lengths * ROOM);
    if (prefix__openmp_backend(&test_host, &backend) != PREFIX_OK)
        bail_out("no backend");
    for (size_t index = 0; prefix__openmp_isa(index); index++) {
        struct prefix_session *session;
        if (backend.open(&session, &test_host, NULL, 0) != PREFIX_OK)
            bail_out("no session");
        session->isa = prefix__openmp_isa(index);
        int sums = 1, maxima = 1, truths = 1, lengths_of_runs = 1;
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int round = 0; round < rounds; round++) {
                sums &= try_runs(&backend, session, &rng, PREFIX_SUM, type);
                maxima &= try_runs(&backend, session, &rng, PREFIX_MAX, type);
                truths &= try_runs(&backend, session, &rng, PREFIX_LOGICAL_OR, type);
                lengths_of_runs &= try_runs(&backend, session, &rng, 0, type);
            }
        ok(sums, "%s: sums by key, all types, as the oracle", session->isa->name);
        ok(maxima, "%s: maxima by key, all types, as the oracle", session->isa->name);
        ok(truths, "%s: whether any is true, by key, all types, as the oracle", session->isa->name);
        ok(lengths_of_runs, "%s: run lengths, as the oracle", session->isa->name);
        backend.close(session);
    }
    free(begins);
    free(keys);
    free(in);
    free(scanned);
    free(unique);
    free(values);
    free(want_unique);
    free(want_values);
    free(lengths);
    free(want_lengths);
    return done();
}
