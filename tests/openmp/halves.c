/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sums of f16 and bf16 where their rounding is hard, by every instruction set of the OpenMP backend,
 * against the oracle: tile carries on, and next to, the midpoints between two halves, beyond f32 and
 * not finite, over data that stay there, cancel, vanish or overflow. A carry in f64 that is no f32 lies
 * within bounds that may round to different halves.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "backend.h"
#include "session/session.h"
#include "../support/data.h"
#include "../support/oracle.h"
#include "../support/support.h"

enum { N = 2 * 8192 + 300, GUARD = 64, CARRIES = 13 };

static uint16_t in[N + GUARD], out[N + 2 * GUARD], want[N];

/* A midpoint of two halves of the type, near scale, and what stands next to it. */
static double carry_of(struct rng *rng, int type, int which)
{
    const int bits = type == PREFIX_F16 ? 11 : 8; /* of a significand */
    const double significand = (double)((1u << bits) + 2 * rng_below(rng, 1u << (bits - 1)) + 1);
    const double tie = ldexp(rng_below(rng, 2) ? significand : -significand, (int)rng_below(rng, 20) - 16);
    switch (which) {
    case 0:
        return 0;
    case 1:
        return tie;
    case 2: /* these are no f32 */
        return tie * (1 + 0x1p-40);
    case 3:
        return tie * (1 - 0x1p-40);
    case 4:
        return nextafter(tie, INFINITY);
    case 5:
        return nextafter(tie, -INFINITY);
    case 6: /* less than the least subnormal */
        return rng_below(rng, 2) ? 0x1p-150 : -0x1p-150;
    case 7: /* the midpoint before infinity */
        return type == PREFIX_F16 ? 65520 : 0x1.ffp127;
    case 8:
        return type == PREFIX_F16 ? nextafter(65520, 0) : nextafter(0x1.ffp127, 0);
    case 9: /* beyond f32 */
        return rng_below(rng, 2) ? 1e300 : -1e300;
    case 10:
        return INFINITY;
    case 11:
        return -INFINITY;
    default:
        return NAN;
    }
}

/* Pattern DATA_PATTERNS: nearly all zero, so that sums stay where the carry is. */
static void fill(struct rng *rng, int pattern, int type, uint16_t *to)
{
    if (pattern < DATA_PATTERNS) {
        data_fill(rng, pattern, type, to, N);
        return;
    }
    for (size_t i = 0; i < N; i++)
        to[i] = rng_below(rng, 100) ? (uint16_t)(rng_below(rng, 2) << 15)
                                    : (uint16_t)(rng_next(rng) & (type == PREFIX_F16 ? 0x8fff : 0x87ff));
}

static int try_sum(struct prefix_backend *backend, struct prefix_session *session, struct rng *rng, int type,
                   int pattern, int which)
{
    uint16_t total = 0, total_want = 0;
    double carry = carry_of(rng, type, which), carry_want;
    size_t where = 0, off = rng_below(rng, 3) ? 0 : 1 + rng_below(rng, 40);
    struct prefix_scan_work work = {
        .size = sizeof work,
        .kind = rng_below(rng, 3) ? PREFIX_INCLUSIVE : PREFIX_EXCLUSIVE,
        .op = PREFIX_SUM,
        .type = type,
        .output_type = type,
        .carry_type = PREFIX_F64,
        .carry = {.d = carry},
        .reverse = rng_below(rng, 4) == 0,
        .algorithm = rng_below(rng, 2) ? PREFIX_ALGORITHM_SERIAL : PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK,
        .threads = 2,
        .in = in,
        .n = N,
        .in_memory = PREFIX_MEMORY_HOST,
        .out_memory = PREFIX_MEMORY_HOST,
        .total_memory = PREFIX_MEMORY_HOST,
        .total_type = type,
        .total = &total,
    };
    struct oracle_scan scan = {work.kind, PREFIX_SUM, type, type, work.reverse, PREFIX_F64, &carry};
    uint16_t *to = (uint16_t *)(((uintptr_t)out + GUARD - 1) & -(uintptr_t)GUARD);
    work.out = to + off;
    fill(rng, pattern, type, in);
    oracle_run(&scan, in, want, N, &total_want, &carry_want);
    session->cache_bytes = rng_below(rng, 2) ? 0 : SIZE_MAX;
    int good = backend->scan(session, &work) == PREFIX_OK && oracle_same(type, work.out, want, N, &where) &&
               oracle_same(type, &total, &total_want, 1, NULL);
    if (!good)
        diag("%s, carry %a: kind %d, reverse %d, algorithm %d, off %zu: first difference at %zu, %04x for %04x",
             pattern < DATA_PATTERNS ? data_pattern_name(pattern) : "zeros and few small", carry, work.kind,
             work.reverse, work.algorithm, off, where, ((uint16_t *)work.out)[where], want[where]);
    return good;
}

int main(void)
{
    struct prefix_backend backend;
    struct rng rng = rng_make(91);
    int rounds = test_level() == TEST_SHORT ? 1 : test_level() == TEST_LONG ? 50 : 2;
    if (prefix__openmp_backend(&test_host, &backend) != PREFIX_OK)
        bail_out("no backend");
    for (size_t index = 0; prefix__openmp_isa(index); index++) {
        struct prefix_session *session;
        if (backend.open(&session, &test_host, NULL, 0) != PREFIX_OK)
            bail_out("no session");
        session->isa = prefix__openmp_isa(index);
        for (int type = PREFIX_F16; type <= PREFIX_BF16; type++) {
            int good = 1;
            for (int pattern = 0; pattern <= DATA_PATTERNS; pattern++)
                for (int which = 0; which < CARRIES; which++)
                    for (int round = 0; round < rounds; round++)
                        good &= try_sum(&backend, session, &rng, type, pattern, which);
            ok(good, "%s: sums of %s, rounded as the oracle does", session->isa->name, prefix_type_name(type));
        }
        backend.close(session);
    }
    return done();
}
