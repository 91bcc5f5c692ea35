/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Selections by flags in place, of elements that come late, while flags and scratch memory are on the device: of an
 * array in managed memory the first half has to be brought from the host, page by page; one in pinned memory is read
 * across the bus, where stores may pass loads. No tile may store over elements that another one has still to read. The
 * backend is linked into this program.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "calls/select.h"
#include "check.h"
#include "kernels.h"
#include "open_session.h"
#include "../support/data.h"
#include "../support/support.h"

enum { N = 1 << 20, TIMES = 50 };

static struct prefix_session *session;
static uint32_t *elements, *want;
static unsigned char *flags, *device_flags;
static uint64_t *count, selected;

static int is_set(int selector, size_t i)
{
    return selector == PREFIX_SELECTOR_BYTES ? flags[i] != 0 : flags[i / 8] >> (i % 8) & 1;
}

static void fill(struct rng *rng, int selector, int rejects, int is_managed)
{
    size_t at = 0;
    for (size_t i = 0; i < N; i++)
        flags[i] = (unsigned char)(rng_next(rng) >> 32 & rng_next(rng) >> 40 & 0xff);
    for (size_t i = 0; i < N; i++)
        elements[i] = (uint32_t)rng_next(rng);
    for (int way = 1; way >= (rejects == PREFIX_REJECTS_BEHIND ? 0 : 1); way--) {
        for (size_t i = 0; i < N; i++)
            if (is_set(selector, i) == way)
                want[at++] = elements[i];
        if (way == 1)
            selected = at;
    }
    cuda(cudaMemcpy(device_flags, flags, N, cudaMemcpyHostToDevice));
    if (is_managed) /* the second half goes to the device */
        (void)differing_words(elements + N / 2, elements + N / 2, N / 2 * sizeof *elements);
}

static void select_in_place(int selector, int rejects, int is_managed)
{
    struct rng rng = rng_make((uint64_t)selector);
    int wrong = 0;
    for (int i = 0; i < TIMES && wrong == 0; i++) {
        fill(&rng, selector, rejects, is_managed);
        struct prefix_select_work work = {
            .size = sizeof work,
            .type = PREFIX_U32,
            .selector = selector,
            .rejects = rejects,
            .ways = 2,
            .n = N,
            .capacity = N,
            .in = elements,
            .out = elements,
            .flags = device_flags,
            .count = count,
            .in_memory = PREFIX_MEMORY_DEVICE,
            .out_memory = PREFIX_MEMORY_DEVICE,
            .flags_memory = PREFIX_MEMORY_DEVICE,
            .count_memory = PREFIX_MEMORY_DEVICE,
        };
        uint64_t found;
        wrong |= prefix__cuda_select(session, &work) != PREFIX_OK;
        cuda(cudaDeviceSynchronize());
        cuda(cudaMemcpy(&found, count, sizeof found, cudaMemcpyDeviceToHost));
        const size_t bytes = (rejects == PREFIX_REJECTS_BEHIND ? N : selected) * sizeof *want;
        wrong |= found != selected || memcmp(elements, want, bytes) != 0;
    }
    ok(!wrong, "by %s in place, in %s memory, what is rejected %s",
       selector == PREFIX_SELECTOR_BYTES ? "flags" : "bits", is_managed ? "managed" : "pinned",
       rejects == PREFIX_REJECTS_BEHIND ? "behind" : "dropped");
}

static void select_all(int is_managed)
{
    for (int selector = PREFIX_SELECTOR_BYTES; selector <= PREFIX_SELECTOR_BITS; selector++) {
        select_in_place(selector, PREFIX_REJECTS_NOWHERE, is_managed);
        select_in_place(selector, PREFIX_REJECTS_BEHIND, is_managed);
    }
}

int main(void)
{
    test_seed();
    session = open_session();
    if (!session)
        return done();
    cuda(cudaMalloc((void **)&device_flags, N));
    cuda(cudaMalloc((void **)&count, 2 * sizeof *count));
    flags = must_alloc(N);
    want = must_alloc(N * sizeof *want);
    cuda(cudaMallocManaged((void **)&elements, N * sizeof *elements, cudaMemAttachGlobal));
    select_all(1);
    cuda(cudaFree(elements));
    cuda(cudaHostAlloc((void **)&elements, N * sizeof *elements, cudaHostAllocMapped));
    select_all(0);
    cuda(cudaFreeHost(elements));
    free(flags);
    free(want);
    cuda(cudaFree(device_flags));
    cuda(cudaFree(count));
    prefix__cuda_close(session);
    return done();
}
