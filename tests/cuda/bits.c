/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The bits do not depend on how many blocks there are: floats of all types, against the serial
 * backend, many runs each with one block, few and all. LIBPREFIX_TEST_LEVEL=long takes 10^9 elements
 * and 20 runs. The backend is linked into this program, which gives it the number of multiprocessors.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "calls/scan.h"
#include "check.h"
#include "kernels.h"
#include "../support/data.h"
#include "open_session.h"
#include "../support/support.h"

static const struct {
    int type;
    int pattern;
} subjects[] = {
    {PREFIX_F32, DATA_SMALL},        {PREFIX_F32, DATA_STRETCHES}, {PREFIX_F64, DATA_SMALL},
    {PREFIX_F16, DATA_NON_NEGATIVE}, {PREFIX_BF16, DATA_SMALL},
};
enum { SUBJECTS = sizeof subjects / sizeof *subjects };

/* Input and the serial backend's output, on the host. */
struct array {
    size_t subject, n;
    void *in, *want;
};

static void *make_array(void *user)
{
    struct array *a = user;
    int type = subjects[a->subject].type;
    size_t bytes = a->n * prefix_type_size(type);
    struct rng rng = rng_make(a->subject);
    prefix_ctx *serial;
    a->in = must_alloc(bytes);
    a->want = must_alloc(bytes);
    data_fill(&rng, subjects[a->subject].pattern, type, a->in, a->n);
    if (prefix_ctx_create(&serial, "serial") != PREFIX_OK ||
        prefix_scan(serial, PREFIX_INCLUSIVE, PREFIX_SUM, type, a->in, a->want, a->n) != PREFIX_OK)
        bail_out("no serial backend");
    prefix_ctx_destroy(serial);
    return NULL;
}

static void compare(struct prefix_session *session, const struct array *a, const unsigned int *blocks, int runs)
{
    int type = subjects[a->subject].type;
    size_t bytes = a->n * prefix_type_size(type);
    void *in, *out, *want;
    cuda(cudaMalloc(&in, bytes));
    cuda(cudaMalloc(&out, bytes));
    cuda(cudaMalloc(&want, bytes));
    cuda(cudaMemcpy(in, a->in, bytes, cudaMemcpyHostToDevice));
    cuda(cudaMemcpy(want, a->want, bytes, cudaMemcpyHostToDevice));
    struct prefix_scan_work work = {
        .size = sizeof work,
        .kind = PREFIX_INCLUSIVE,
        .op = PREFIX_SUM,
        .type = type,
        .output_type = type,
        .carry_type = prefix_carry_type(PREFIX_SUM, type),
        .in = in,
        .out = out,
        .n = a->n,
        .in_memory = PREFIX_MEMORY_DEVICE,
        .out_memory = PREFIX_MEMORY_DEVICE,
        .total_memory = PREFIX_MEMORY_HOST,
        .total_type = type,
    };
    /* The first call looks at the device. */
    if (prefix__cuda_scan(session, &work) != PREFIX_OK || session->multiprocessors == 0)
        bail_out("no scan");
    for (; *blocks; blocks++) {
        int good = 1, times = *blocks == 1 && runs > 3 ? 3 : runs;
        for (int i = 0; i < times; i++) {
            cuda(cudaMemset(out, 0xff, bytes));
            cuda(cudaDeviceSynchronize());
            session->multiprocessors = *blocks;
            good &= prefix__cuda_scan(session, &work) == PREFIX_OK;
            good &= prefix__cuda_synchronize(session, NULL) == PREFIX_OK;
            good &= differing_words(out, want, bytes) == 0;
        }
        ok(good, "%s, n = %zu, %u blocks, %d runs", prefix_type_name(type), a->n, *blocks, times);
    }
    cuda(cudaFree(in));
    cuda(cudaFree(out));
    cuda(cudaFree(want));
}

int main(void)
{
    int thorough = test_level() == TEST_LONG, all;
    struct prefix_session *session = open_session();
    struct array arrays[SUBJECTS];
    pthread_t threads[SUBJECTS];
    if (!session)
        return done();
    cuda(cudaDeviceGetAttribute(&all, cudaDevAttrMultiProcessorCount, 0));
    /* Not multiples of 16 elements: the last tile is partial. */
    for (size_t s = 0; s < SUBJECTS; s++) {
        arrays[s] = (struct array){.subject = s, .n = thorough ? 1000 * 1000 * 1000 : (20 << 20) + 2};
        if (pthread_create(&threads[s], NULL, make_array, &arrays[s]) != 0)
            bail_out("no thread");
    }
    for (size_t s = 0; s < SUBJECTS; s++) {
        const unsigned int blocks[] = {1, 57, (unsigned int)all, 0};
        pthread_join(threads[s], NULL);
        compare(session, &arrays[s], blocks, thorough ? 20 : 3);
        free(arrays[s].in);
        free(arrays[s].want);
    }
    prefix__cuda_close(session);
    return done();
}
