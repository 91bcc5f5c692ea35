/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The same bits from any number of threads as from one, while other threads take the processors away:
 * sums of floats, which depend on the order. At the long level 50 rounds.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { ITEMS = (1 << 22) + 4321, HOGS_MAX = 64, PATIENCE_SECONDS = 600 };

static atomic_int over;
static float *in, *out, *want;

static void *burn(void *user)
{
    while (!atomic_load_explicit(&over, memory_order_relaxed))
        ;
    return user;
}

static void scan(prefix_ctx *ctx, unsigned round, const float *from, float *to, size_t n)
{
    must_scan(ctx, PREFIX_SUM, PREFIX_F32, round % 2 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE, round / 2 % 2, NULL, from,
              to, n);
}

/* One round: another size, kind, direction and number of threads each time; out of place and in place. */
static int same_bits(prefix_ctx *serial, prefix_ctx *openmp, struct rng *rng, unsigned round, int processors)
{
    const int threads = 1 + (int)rng_below(rng, 2 * (size_t)processors + 2);
    const size_t n = ITEMS - rng_below(rng, ITEMS / 2);
    must(openmp, prefix_ctx_set_threads(openmp, threads));
    scan(serial, round, in, want, n);
    memset(out, 0xff, n * sizeof *out);
    scan(openmp, round, in, out, n);
    int good = memcmp(out, want, n * sizeof *out) == 0;
    memcpy(out, in, n * sizeof *out);
    scan(openmp, round, out, out, n);
    good &= memcmp(out, want, n * sizeof *out) == 0;
    if (!good)
        diag("round %u: %d threads, %zu elements", round, threads, n);
    return good;
}

int main(void)
{
    const unsigned rounds = test_level() == TEST_LONG ? 50 : test_level() == TEST_SHORT ? 2 : 6;
    long processors = sysconf(_SC_NPROCESSORS_ONLN);
    pthread_t hogs[HOGS_MAX];
    int count = 0;
    prefix_ctx *openmp = open_backend("openmp"), *serial = open_backend("serial");
    if (!openmp || !serial)
        return done();
    processors = processors < 1 ? 1 : processors > HOGS_MAX ? HOGS_MAX : processors;
    struct rng rng = rng_make(7);
    in = must_alloc(ITEMS * sizeof *in);
    out = must_alloc(ITEMS * sizeof *out);
    want = must_alloc(ITEMS * sizeof *want);
    data_fill(&rng, DATA_SMALL, PREFIX_F32, in, ITEMS);
    for (size_t i = 0; i < ITEMS; i++)
        in[i] /= (float)(1 + i % 7);
    alarm(PATIENCE_SECONDS);
    while (count < processors && pthread_create(&hogs[count], NULL, burn, NULL) == 0)
        count++;
    int good = 1;
    for (unsigned round = 0; round < rounds; round++)
        good &= same_bits(serial, openmp, &rng, round, (int)processors);
    ok(good, "the same bits as serial, %u rounds beside %d busy threads", rounds, count);
    atomic_store(&over, 1);
    while (count > 0)
        pthread_join(hogs[--count], NULL);
    free(in);
    free(out);
    free(want);
    prefix_ctx_destroy(openmp);
    prefix_ctx_destroy(serial);
    return done();
}
