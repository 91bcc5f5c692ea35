/* SPDX-License-Identifier: BSD-3-Clause */
/* Many threads at once, each with contexts of its own or with its default one; and OpenMP's threads. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { THREADS = 8, ROUNDS = 12, MOST = 300 * 1000, PATIENCE = 300 /* seconds */ };

static const char *const backends[] = {"serial", "openmp", "cuda"};
static float *in, *want;

/* What one thread does; reported by the main thread. */
struct errand {
    const char *backend; /* NULL: the default context */
    unsigned number;
    int status;
    int differs;
};

static int scan_many(prefix_ctx *ctx, struct errand *errand, float *out)
{
    struct rng rng = {errand->number};
    int status = PREFIX_OK;
    for (int round = 0; round < ROUNDS && status == PREFIX_OK; round++) {
        size_t n = 1 + rng_below(&rng, round % 4 == 3 ? MOST : 5000);
        status = prefix_ctx_set_threads(ctx, (int)rng_below(&rng, 4));
        if (status == PREFIX_OK)
            status = prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, out, n);
        if (status == PREFIX_OK && memcmp(out, want, n * sizeof *out) != 0)
            errand->differs++;
    }
    return status;
}

static void *run_errand(void *user)
{
    struct errand *errand = user;
    float *out = must_alloc(MOST * sizeof *out);
    prefix_ctx *ctx = NULL;
    errand->status = PREFIX_OK;
    errand->differs = 0;
    if (errand->backend)
        errand->status = prefix_ctx_create(&ctx, errand->backend);
    if (errand->status == PREFIX_OK)
        errand->status = scan_many(ctx, errand, out);
    prefix_ctx_destroy(ctx);
    free(out);
    return NULL;
}

static int all_well(const struct errand *errands)
{
    int good = 1;
    for (int i = 0; i < THREADS; i++) {
        if (errands[i].status != PREFIX_OK || errands[i].differs)
            diag("thread %d: %s, %d results differ", i, prefix_strerror(errands[i].status), errands[i].differs);
        good &= errands[i].status == PREFIX_OK && !errands[i].differs;
    }
    return good;
}

static int at_once(const char *backend)
{
    pthread_t threads[THREADS];
    struct errand errands[THREADS];
    for (unsigned i = 0; i < THREADS; i++) {
        errands[i] = (struct errand){.backend = backend, .number = i};
        if (pthread_create(&threads[i], NULL, run_errand, &errands[i]))
            bail_out("no thread");
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return all_well(errands);
}

#ifdef _OPENMP
static int in_parallel_region(const char *backend)
{
    struct errand errands[THREADS];
    for (unsigned i = 0; i < THREADS; i++)
        errands[i] = (struct errand){.backend = backend, .number = i, .status = -1};
#pragma omp parallel for num_threads(THREADS) schedule(static, 1)
    for (int i = 0; i < THREADS; i++)
        run_errand(&errands[i]);
    return all_well(errands);
}
#endif

int main(void)
{
    struct rng rng = rng_make(1);
    prefix_ctx *serial = open_backend("serial");
    alarm(PATIENCE);
    in = must_alloc(MOST * sizeof *in);
    want = must_alloc(MOST * sizeof *want);
    data_fill(&rng, DATA_SMALL, PREFIX_F32, in, MOST);
    if (prefix_scan(serial, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, in, want, MOST) != PREFIX_OK)
        bail_out("no serial backend");
    prefix_ctx_destroy(serial);

    /* The default contexts first: eight threads load the backends at the same time. */
    ok(at_once(NULL), "%d threads with their default contexts", THREADS);
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        prefix_ctx *ctx = open_backend(backends[i]);
        prefix_ctx_destroy(ctx);
        if (!ctx)
            continue;
        ok(at_once(backends[i]), "%s: %d threads, each with a context", backends[i], THREADS);
#ifdef _OPENMP
        ok(in_parallel_region(backends[i]), "%s: in a parallel region", backends[i]);
#endif
    }
#ifdef _OPENMP
    ok(in_parallel_region(NULL), "default contexts in a parallel region");
#endif
    free(in);
    free(want);
    return done();
}
