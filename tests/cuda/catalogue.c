/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Every block scan under every global strategy, at sizes around the edges of all tiles and of their totals'
 * tiles: with an operator that does not commute, which is put into the backend's own kernels and launched
 * by its own code, and with built-in ones through the library, next to the serial backend.
 */
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "calls/session.h"
#include "launch/catalogue.h"
#include "affine.h"
#include "check.h"
#include "../support/data.h"
#include "../support/support.h"

static const int strategies[] = {PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE, PREFIX_ALGORITHM_REDUCE_THEN_SCAN,
                                 PREFIX_ALGORITHM_CHAINED_SCAN, PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

static const size_t sizes[] = {1,     2,     31,     32,     33,     255,    256,    257,    511,     512,     513,
                               1023,  1025,  2047,   2048,   2049,   4095,   4096,   4097,   8191,    8193,    65535,
                               65536, 65537, 131071, 131073, 262143, 262144, 262145, 524289, 1048575, 1048577, 2097153};
enum { SIZES = sizeof sizes / sizeof *sizes, MOST = 2097153 };

/* Under a tool that takes its time, edges of single tiles alone. */
static size_t count_of_sizes(void)
{
    size_t count = SIZES;
    while (test_level() == TEST_SHORT && sizes[count - 1] > 5000)
        count--;
    return count;
}

static size_t step_of_sizes(void)
{
    return test_level() == TEST_SHORT ? 4 : 1;
}

#define IDENTITY ((uint64_t)1 << 32)
#define POISON 0xa5a5a5a5a5a5a5a5u

/* --- maps, by the backend's own code ------------------------------------------------------------------ */

static uint64_t in[MOST], want[MOST + 1], got[MOST + 1];

/* In place, so that the array's other end is all that can be written by mistake. */
static int try_maps(struct prefix_session *session, const struct prefix__cuda_choice *choice, size_t n, int exclusive,
                    uint64_t *array, uint64_t *workspace)
{
    struct prefix__cuda_pass pass = {.neutral = IDENTITY, .out_size = 8, .plain = 1, .packets_in = 1, .packets_out = 1};
    uint64_t before = affine_then(IDENTITY, 7u | (uint64_t)3 << 32), total = POISON, *shown = array + MOST + 1;
    pass.scan.in = pass.scan.out = array;
    pass.scan.n = n;
    pass.scan.in_size = 8;
    pass.scan.exclusive = (uint8_t)exclusive;
    pass.scan.carry = before;
    pass.scan.total = shown;
    pass.scan.total_form = PREFIX__CUDA_TOTAL_CARRY;
    pass.scan.workspace = workspace;
    pass.scan.workspace_words = prefix__cuda_choice_words(choice, n);
    for (size_t i = 0; i < n; i++) {
        const uint64_t upto = affine_then(before, in[i]);
        want[i] = exclusive ? before : upto;
        before = upto;
    }
    want[n] = POISON;
    cuda(cudaMemcpy(array, in, n * sizeof *in, cudaMemcpyHostToDevice));
    cuda(cudaMemcpy(array + n, &want[n], sizeof *want, cudaMemcpyHostToDevice));
    if (prefix__cuda_choice_queue(session, NULL, choice, &pass) != PREFIX_OK)
        return 0;
    cuda(cudaMemcpy(got, array, (n + 1) * sizeof *got, cudaMemcpyDeviceToHost));
    cuda(cudaMemcpy(&total, shown, sizeof total, cudaMemcpyDeviceToHost));
    if (total == before && memcmp(got, want, (n + 1) * sizeof *got) == 0)
        return 1;
    size_t i = 0;
    while (i <= n && got[i] == want[i])
        i++;
    diag("n %zu, %s: element %zu, total %s", n, exclusive ? "exclusive" : "inclusive", i,
         total == before ? "right" : "wrong");
    return 0;
}

static void test_maps(void)
{
    struct prefix_session *session;
    uint64_t *array, *workspace;
    struct rng rng = rng_make(1);
    for (size_t i = 0; i < MOST; i++)
        in[i] = rng_next(&rng) | IDENTITY; /* odd scales: nothing is lost */
    if (prefix__cuda_open(&session, &test_host, NULL, 0) != PREFIX_OK)
        bail_out("no session");
    cuda(cudaMalloc((void **)&array, (MOST + 2) * sizeof *array));
    for (int block = PREFIX_ALGORITHM_AUTO; prefix_algorithm_name(block); block = next_algorithm(block))
        for (int s = 0; s < STRATEGIES; s++) {
            const struct prefix__cuda_pass_kernel *kernel = affine_catalogue(block);
            const struct prefix__cuda_choice choice = {strategies[s], kernel, kernel, 2};
            int good = 1;
            if (!kernel || block == PREFIX_ALGORITHM_SERIAL)
                continue;
            const size_t bytes = (size_t)prefix__cuda_choice_words(&choice, MOST) * sizeof *workspace;
            cuda(cudaMalloc((void **)&workspace, bytes));
            cuda(cudaMemset(workspace, 0, bytes));
            for (size_t i = 0; i < count_of_sizes(); i += step_of_sizes())
                good &= try_maps(session, &choice, sizes[i], (int)i & 1, array, workspace) &&
                        try_maps(session, &choice, sizes[i], !(i & 1), array, workspace);
            cuda(cudaFree(workspace));
            ok(good, "%s over %s of maps that do not commute", prefix_algorithm_name(strategies[s]),
               prefix_algorithm_name(block));
        }
    cuda(cudaFree(array));
    prefix__cuda_close(session);
}

/* --- built-in operators, through the library ------------------------------------------------------------ */

static int try_named(prefix_ctx *ctx, prefix_plan *plan, prefix_plan *serial, int type, size_t n, void *array)
{
    const size_t size = prefix_type_size(type);
    memset(got, 0xa5, sizeof got);
    data_fill(&(struct rng){n}, type < PREFIX_F16 ? DATA_BITS : DATA_SMALL, type, got, n);
    must(NULL, prefix_plan_run(serial, got, want, n));
    must(ctx, prefix_memory_copy(ctx, array, got, (n + 1) * size));
    must(ctx, prefix_plan_run(plan, array, array, n));
    must(ctx, prefix_memory_copy(ctx, got, array, (n + 1) * size));
    const unsigned char *behind = (unsigned char *)got + n * size;
    if (memcmp(got, want, n * size) == 0 && behind[0] == 0xa5 && behind[size - 1] == 0xa5)
        return 1;
    diag("%s, n %zu", prefix_type_name(type), n);
    return 0;
}

static void test_named(prefix_ctx *ctx)
{
    static const struct {
        int op, type, kind, reverse;
    } subjects[] = {
        {PREFIX_SUM, PREFIX_I32, PREFIX_INCLUSIVE, 0}, {PREFIX_MAX, PREFIX_I8, PREFIX_EXCLUSIVE, 0},
        {PREFIX_MIN, PREFIX_F32, PREFIX_EXCLUSIVE, 1}, {PREFIX_XOR, PREFIX_U64, PREFIX_INCLUSIVE, 1},
        {PREFIX_MAX, PREFIX_F16, PREFIX_EXCLUSIVE, 0},
    };
    prefix_ctx *host;
    void *array;
    must(NULL, prefix_ctx_create(&host, "serial"));
    must(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &array, sizeof got));
    for (int block = PREFIX_ALGORITHM_SERIAL; prefix_algorithm_name(block); block++)
        for (int s = 0; s < STRATEGIES; s++) {
            int good = 1;
            if (!affine_catalogue(block) || block == PREFIX_ALGORITHM_SERIAL)
                continue;
            for (size_t k = 0; k < sizeof subjects / sizeof *subjects; k++) {
                prefix_plan *plans[2];
                for (int p = 0; p < 2; p++) {
                    must(ctx, prefix_plan_create(&plans[p], p ? host : ctx, subjects[k].op, subjects[k].type));
                    must(ctx, prefix_plan_set_kind(plans[p], subjects[k].kind));
                    must(ctx, prefix_plan_set_reverse(plans[p], subjects[k].reverse));
                }
                must(ctx, prefix_plan_set_algorithm(plans[0], strategies[s]));
                must(ctx, prefix_plan_set_block_algorithm(plans[0], block));
                for (size_t i = k % 3; i < count_of_sizes(); i += 3 * step_of_sizes())
                    good &= try_named(ctx, plans[0], plans[1], subjects[k].type, sizes[i], array);
                prefix_plan_destroy(plans[0]);
                prefix_plan_destroy(plans[1]);
            }
            ok(good, "%s over %s of integers, minima and maxima", prefix_algorithm_name(strategies[s]),
               prefix_algorithm_name(block));
        }
    must(ctx, prefix_memory_free(ctx, array));
    prefix_ctx_destroy(host);
}

int main(void)
{
    prefix_ctx *ctx = open_backend("cuda");
    if (!ctx)
        return done();
    test_maps();
    test_named(ctx);
    prefix_ctx_destroy(ctx);
    return done();
}
