/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Short rows behind each other, and rows whose elements take turns, by every instruction set that this machine has,
 * against the oracle, row by row: the backend by itself chooses only the best. Results go through the cache and past it
 * in turn.
 */
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "session/session.h"
#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

enum { ROOM = 40000, GUARD = 64, POISON = 0xa5 };

static unsigned char *in, *before, *out, *totals, *row_in, *row_out, *want;

static union prefix_carry carry_of(int op, int type, const void *init)
{
    union prefix_carry carry = {0};
    if (!oracle_is_float(type))
        carry.i = (int64_t)oracle_integer_get(type, init);
    else if (type == PREFIX_F64)
        carry.d = oracle_float_get(type, init) + (op == PREFIX_SUM ? 0.0 : -0.0);
    else
        carry.f = (float)oracle_float_get(type, init);
    return carry;
}

/* A batch of random form; whether it is right. */
static int try_rows(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, int op, int type,
                    int output_type)
{
    static const size_t edges[] = {1, 2, 3, 4, 15, 16, 17, 31, 33, 63, 64, 65, 127, 128, 129, 255, 256, 257, 1024};
    const size_t size = oracle_size(type), output_size = oracle_size(output_type);
    const size_t edge =
        rng_below(rng, 2) ? edges[rng_below(rng, sizeof edges / sizeof *edges)] : 1 + rng_below(rng, 300);
    const int take_turns = rng_below(rng, 3) == 0, is_logical = op == PREFIX_LOGICAL_AND || op == PREFIX_LOGICAL_OR;
    const size_t n = take_turns ? 1 + rng_below(rng, ROOM / 8) : edge;
    const size_t most = take_turns ? 5 : ROOM / n - 1, rows = 2 + rng_below(rng, most > 1 ? most : 1);
    const ptrdiff_t step = take_turns ? (ptrdiff_t)rows : 1, row_step = take_turns ? 1 : (ptrdiff_t)n;
    const struct prefix_batch batch = {.size = sizeof batch,
                                       .in_step = step,
                                       .out_step = step,
                                       .rows = rows,
                                       .dims = 1,
                                       .dim = {{.count = rows, .in_step = row_step, .out_step = row_step}}};
    const int in_place = type == output_type && rng_below(rng, 3) == 0, reduces = rng_below(rng, 4) == 0;
    unsigned char init[8] = {0}, total[8];
    size_t where = 0;
    struct prefix_scan_work work = {
        .size = sizeof work,
        .kind = rng_below(rng, 2) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE,
        .op = op,
        .type = type,
        .output_type = output_type,
        .carry_type = oracle_carry_type(op, output_type),
        .reverse = rng_below(rng, 3) == 0,
        .threads = 3,
        .in = in + GUARD + size * rng_below(rng, 8),
        .n = n,
        .in_memory = PREFIX_MEMORY_HOST,
        .out_memory = PREFIX_MEMORY_HOST,
        .total_memory = PREFIX_MEMORY_HOST,
        .total_type = output_type,
        .total = reduces || rng_below(rng, 2) ? totals : NULL,
        .batch = &batch,
    };
    unsigned char *const from = (unsigned char *)(uintptr_t)work.in;
    unsigned char *const to = in_place ? from : out + GUARD + output_size * rng_below(rng, 8);
    work.out = reduces ? NULL : to;
    data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), type, from, n * rows);
    if (is_logical)
        oracle_is_float(output_type) ? oracle_float_put(output_type, init, 1)
                                     : oracle_integer_put(output_type, init, 1);
    else if (op != PREFIX_SUM || rng_below(rng, 2))
        data_fill(rng, DATA_SMALL, work.carry_type, init, 1);
    work.carry = carry_of(op, work.carry_type, init);
    memcpy(before, from, n * rows * size);
    memset(out, POISON, GUARD + (ROOM + 16) * 8);
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    int good = backend->batch(session, &work) == PREFIX_OK;
    const struct oracle_scan scan = {work.kind, op, type, output_type, work.reverse, work.carry_type, init};
    for (size_t r = 0; good && r < rows; r++) {
        for (size_t i = 0; i < n; i++) {
            const size_t at = take_turns ? i * rows + r : r * n + i;
            memcpy(row_in + i * size, before + at * size, size);
            memcpy(row_out + i * output_size, to + at * output_size, output_size);
        }
        oracle_run(&scan, row_in, want, n, total, NULL);
        good = (reduces || oracle_same(output_type, row_out, want, n, &where)) &&
               (!work.total || oracle_same(output_type, totals + r * output_size, total, 1, &where));
    }
    for (size_t i = n * rows * output_size; good && !in_place && !reduces && i < n * rows * output_size + GUARD; i++)
        good = to[i] == POISON && to[-1] == POISON;
    if (!good)
        diag("%s %s -> %s: %zu rows of %zu, %d, kind %d, reverse %d, in place %d, reduced %d", prefix_op_name(op),
             prefix_type_name(type), prefix_type_name(output_type), rows, n, take_turns, work.kind, work.reverse,
             in_place, reduces);
    return good;
}

static int try_all(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng)
{
    const int rounds = test_level() == TEST_LONG ? 100 : test_level() == TEST_SHORT ? 1 : 4;
    int good = 1;
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++)
                for (int round = 0; round < (op == PREFIX_SUM ? 4 : 1) * rounds; round++)
                    if (oracle_takes(op, output_type) && oracle_takes(op, type) && oracle_widens(type, output_type))
                        good &= try_rows(backend, session, rng, op, type, output_type);
    return good;
}

int main(void)
{
    unsigned char **const all[] = {&in, &before, &out, &totals, &row_in, &row_out, &want};
    struct prefix_backend backend = {.size = sizeof backend};
    struct prefix_session *session;
    const struct prefix__openmp_isa *isa;
    test_seed();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        *all[i] = must_alloc((ROOM + 32) * 8 + 2 * GUARD);
    if (prefix__openmp_backend(&test_host, &backend) != PREFIX_OK ||
        backend.open(&session, &test_host, NULL, 0) != PREFIX_OK)
        bail_out("no backend");
    for (size_t index = 0; (isa = prefix__openmp_isa(index)) != NULL; index++) {
        struct rng rng = rng_make(index);
        session->isa = isa;
        ok(try_all(&backend, session, &rng), "%s: rows", isa->name);
    }
    backend.close(session);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(*all[i]);
    return done();
}
