/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A pass of a sort by itself, over keys that no pass has sorted before. What should prove the order of a tile then
 * finds it wrong, so that each tile is done once more by ballots, as it would be if shared atomics served the lanes of
 * a warp in another order; by its digit the pass is stable all the same. The backend is linked into this program.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "base/context.h"
#include "base/function.h"
#include "check.h"
#include "open_session.h"
#include "plan/sort_kernels.h"
#include "../support/data.h"
#include "../support/support.h"

enum { PASS = 1, BINS = PREFIX__CUDA_SORT_BINS };

static struct prefix_session *session;

static unsigned digit_of(uint32_t key)
{
    return key >> 8 * PASS & 0xff;
}

/* What stands before each bin, and the keys by their digits. */
static void sort(const uint32_t *keys, uint32_t *want, uint64_t *bins, size_t n)
{
    uint64_t next[BINS] = {0};
    for (size_t i = 0; i < n; i++)
        next[digit_of(keys[i])]++;
    uint64_t before = 0;
    for (int bin = 0; bin < BINS; bin++) {
        const uint64_t count = next[bin];
        bins[bin] = next[bin] = before;
        before += count;
    }
    for (size_t i = 0; i < n; i++)
        want[next[digit_of(keys[i])]++] = keys[i];
}

static void launch(const struct prefix__cuda_sort_kernels *kernels, const struct prefix__cuda_sort_pass *pass,
                   struct prefix__cuda_sort *s)
{
    const struct prefix__cuda_grid grid = {3, kernels->threads, pass->shared, 0, 0};
    struct prefix__cuda_scope scope;
    if (prefix__cuda_enter(session, &scope) != PREFIX_OK)
        bail_out("no context");
    cuda(cudaFuncSetAttribute(pass->kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)pass->shared));
    if (prefix__cuda_queue(session, pass->kernel, &grid, NULL, (void *[]){s}, "a pass") != PREFIX_OK)
        bail_out("a pass cannot be launched");
    cuda(cudaDeviceSynchronize());
    prefix__cuda_leave(&scope);
}

static int is_right(const struct prefix__cuda_sort_kernels *kernels, const struct prefix__cuda_sort_pass *pass,
                    size_t n, uint32_t mask, int is_skewed)
{
    const size_t tiles = (n - 1) / pass->tile + 1, bytes = n * sizeof(uint32_t);
    struct rng rng = rng_make(n + mask);
    uint32_t *keys = must_alloc(bytes), *want = must_alloc(bytes), *got = must_alloc(bytes);
    struct prefix__cuda_sort_state state = {.active = 1u << PASS, .skewed = (uint32_t)is_skewed << PASS};
    struct prefix__cuda_sort s = {
        .n = n, .tiles = tiles, .bits = 32, .passes = 4, .pass = PASS, .keys_kept = 1, .provable = 1};
    for (size_t i = 0; i < n; i++)
        keys[i] = (uint32_t)rng_next(&rng) & mask;
    sort(keys, want, state.bins[PASS], n);
    const size_t words = tiles * BINS * sizeof(uint64_t);
    cuda(cudaMalloc((void **)&s.state, sizeof state + words));
    cuda(cudaMalloc((void **)&s.keys, bytes));
    cuda(cudaMalloc(&s.keys_to[0], bytes));
    cuda(cudaMemset(s.state, 0, sizeof state + words));
    cuda(cudaMemset(s.keys_to[0], 0xee, bytes));
    cuda(cudaMemcpy(s.state, &state, sizeof state, cudaMemcpyHostToDevice));
    cuda(cudaMemcpy((void *)s.keys, keys, bytes, cudaMemcpyHostToDevice));
    launch(kernels, pass, &s);
    cuda(cudaMemcpy(got, s.keys_to[0], bytes, cudaMemcpyDeviceToHost));
    cuda(cudaFree(s.state));
    cuda(cudaFree((void *)s.keys));
    cuda(cudaFree(s.keys_to[0]));
    const int same = memcmp(got, want, bytes) == 0;
    free(keys);
    free(want);
    free(got);
    return same;
}

int main(void)
{
    static const uint32_t masks[] = {UINT32_MAX, 0x1ff, 0xf0f0f0f0};
    session = open_session();
    if (!session)
        return done();
    const struct prefix__cuda_sort_kernels *kernels = prefix__cuda_sort_kernels_of(sizeof(uint32_t), 0, 0);
    for (int large = 0; large < 2; large++) {
        const struct prefix__cuda_sort_pass *pass = &kernels->passes[large];
        const size_t sizes[] = {1, 33, pass->tile - 1, pass->tile, 7 * (size_t)pass->tile + 5};
        for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
            for (size_t m = 0; m < sizeof masks / sizeof *masks; m++)
                for (int is_skewed = 0; is_skewed < 2; is_skewed++)
                    ok(is_right(kernels, pass, sizes[i], masks[m], is_skewed), "%zu keys of bits %x, tiles of %u%s",
                       sizes[i], (unsigned)masks[m], (unsigned)pass->tile, is_skewed ? ", ballots from the first" : "");
    }
    prefix__cuda_close(session);
    return done();
}
