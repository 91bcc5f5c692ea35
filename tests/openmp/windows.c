/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moving windows by every instruction set that this machine has, against the serial backend, bit by bit: the backend by
 * itself chooses only the best. Results go through the cache and past it in turn.
 */
#include <string.h>

#include "backend.h"
#include "session/session.h"
#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

enum { ROOM = 40000, GUARD = 64 };

static unsigned char *in, *out, *want;
static prefix_ctx *serial;

static union prefix_carry identity_of(int op, int output_type)
{
    union prefix_carry carry = {0};
    prefix_plan *plan;
    const int type = oracle_carry_type(op, output_type);
    unsigned char total[8] = {0};
    must(serial, prefix_plan_create(&plan, serial, op, output_type));
    must(serial, prefix_plan_set_total(plan, type, total));
    must(serial, prefix_plan_run(plan, NULL, NULL, 0));
    prefix_plan_destroy(plan);
    if (!oracle_is_float(type))
        carry.i = (int64_t)oracle_integer_get(type, total);
    else if (type == PREFIX_F64)
        carry.d = oracle_float_get(type, total);
    else
        carry.f = (float)oracle_float_get(type, total);
    return carry;
}

/* Windows of random form; whether they are right. */
static int try_windows(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, int op,
                       int type, int output_type)
{
    const size_t size = oracle_size(type), output_size = oracle_size(output_type);
    const size_t n = 1 + rng_below(rng, rng_below(rng, 2) ? 200 : ROOM - 8);
    const size_t k = 1 + rng_below(rng, rng_below(rng, 2) && n > 40 ? 40 : n), before = rng_below(rng, k);
    const struct prefix_batch batch = {.size = sizeof batch, .in_step = 1, .out_step = 1, .rows = 1};
    const int mean = op == PREFIX_SUM && oracle_is_float(type) && rng_below(rng, 2);
    size_t where = 0;
    struct prefix_scan_work scan = {
        .size = sizeof scan,
        .kind = PREFIX_INCLUSIVE,
        .op = op,
        .type = type,
        .output_type = output_type,
        .carry_type = oracle_carry_type(op, output_type),
        .threads = 3,
        .in = in + GUARD + size * rng_below(rng, 8),
        .out = out + GUARD + output_size * rng_below(rng, 8),
        .n = n,
        .in_memory = PREFIX_MEMORY_HOST,
        .out_memory = PREFIX_MEMORY_HOST,
        .carry = identity_of(op, output_type),
        .batch = &batch,
    };
    const struct prefix_window_work work = {.size = sizeof work, .scan = &scan, .k = k, .before = before, .mean = mean};
    prefix_plan *plan;
    data_fill(rng, (int)rng_below(rng, DATA_PATTERNS), type, (void *)(uintptr_t)scan.in, n);
    must(serial, prefix_plan_create(&plan, serial, op, type));
    must(serial, prefix_plan_set_output_type(plan, output_type));
    must(serial, mean ? prefix_plan_window_mean(plan, scan.in, want, n, k, before)
                      : prefix_plan_window(plan, scan.in, want, n, k, before));
    prefix_plan_destroy(plan);
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    const int good =
        backend->window(session, &work) == PREFIX_OK && oracle_same(output_type, scan.out, want, n, &where);
    if (!good)
        diag("%s %s -> %s: mean %d, n %zu, k %zu, before %zu, first difference at %zu", prefix_op_name(op),
             prefix_type_name(type), prefix_type_name(output_type), mean, n, k, before, where);
    return good;
}

static int try_all(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng)
{
    const int rounds = test_level() == TEST_LONG ? 200 : 10;
    for (int op = PREFIX_SUM; op <= PREFIX_LOGICAL_OR; op++)
        for (int type = PREFIX_I8; type <= PREFIX_F64; type++)
            for (int output_type = PREFIX_I8; output_type <= PREFIX_F64; output_type++)
                for (int round = 0; round < rounds; round++)
                    if (oracle_takes(op, output_type) && oracle_takes(op, type) && oracle_widens(type, output_type) &&
                        !try_windows(backend, session, rng, op, type, output_type))
                        return 0;
    return 1;
}

int main(void)
{
    struct prefix_backend backend = {.size = sizeof backend};
    struct prefix_session *session;
    const struct prefix__openmp_isa *isa;
    test_seed();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    in = must_alloc(ROOM * 8 + 2 * GUARD);
    out = must_alloc(ROOM * 8 + 2 * GUARD);
    want = must_alloc(ROOM * 8 + 2 * GUARD);
    if (prefix__openmp_backend(&test_host, &backend) != PREFIX_OK ||
        backend.open(&session, &test_host, NULL, 0) != PREFIX_OK)
        bail_out("no backend");
    for (size_t index = 0; (isa = prefix__openmp_isa(index)) != NULL; index++) {
        struct rng rng = rng_make(index);
        session->isa = isa;
        ok(try_all(&backend, session, &rng), "%s", isa->name);
    }
    backend.close(session);
    prefix_ctx_destroy(serial);
    return done();
}
