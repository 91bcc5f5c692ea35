/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Host arrays on the CUDA backend, which go to the device in pieces: every mixture of memory kinds,
 * sizes round the pieces, in place and reversed, against the serial backend, bit for bit, with guard
 * zones; families of calls other than scans; and an array that is many times larger than what the device has left.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { PATIENCE = 300 /* seconds */ };

static prefix_ctx *cuda, *serial;

static const int kinds[] = {PREFIX_MEMORY_HOST, PREFIX_MEMORY_PINNED, PREFIX_MEMORY_MANAGED, PREFIX_MEMORY_DEVICE};
static const char *const kind_names[] = {"host", "pinned", "managed", "device"};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What is scanned, and how. */
struct subject {
    int op, type, output_type, kind, reverse, in_place;
};

static int compare(const struct subject *s, int in_kind, int out_kind, size_t n, size_t offset)
{
    size_t in_size = prefix_type_size(s->type), out_size = prefix_type_size(s->output_type);
    struct arena in = {.ctx = cuda, .memory = in_kind}, out = {.ctx = cuda, .memory = out_kind};
    unsigned char *want = must_alloc(n * out_size), *before = must_alloc(n * in_size);
    uint64_t total = 0, want_total = 0;
    struct rng rng = rng_make(n);
    arena_place(&in, n * in_size, offset * in_size % ARENA_ALIGN);
    arena_place(&out, n * out_size, offset * out_size % ARENA_ALIGN);
    data_fill(&rng, DATA_SMALL, s->type, in.data, n);
    memcpy(before, in.data, n * in_size);
    must_scan_to(serial, s->op, s->type, s->output_type, s->kind, s->reverse, &want_total, in.data, want, n);
    arena_push(&in);
    arena_push(&out);
    struct arena *result = s->in_place ? &in : &out;
    must_scan_to(cuda, s->op, s->type, s->output_type, s->kind, s->reverse, &total, arena_pointer(&in),
                 arena_pointer(result), n);
    arena_pull(&in);
    arena_pull(&out);
    int good = memcmp(result->data, want, n * out_size) == 0 && total == want_total && arena_guarded(&in) &&
               arena_guarded(&out) && (s->in_place ? arena_untouched(&out) : memcmp(in.data, before, n * in_size) == 0);
    if (!good)
        diag("%s of %s to %s, %s%s%s, n = %zu", prefix_op_name(s->op), prefix_type_name(s->type),
             prefix_type_name(s->output_type), prefix_kind_name(s->kind), s->reverse ? ", reversed" : "",
             s->in_place ? ", in place" : "", n);
    arena_release(&in);
    arena_release(&out);
    free(want);
    free(before);
    return good;
}

static const struct subject subjects[] = {
    {PREFIX_SUM, PREFIX_F32, PREFIX_F32, PREFIX_INCLUSIVE, 0, 0},
    {PREFIX_SUM, PREFIX_F32, PREFIX_F32, PREFIX_EXCLUSIVE, 1, 1},
    {PREFIX_SUM, PREFIX_I8, PREFIX_I64, PREFIX_EXCLUSIVE, 0, 0},
    {PREFIX_MAX, PREFIX_U16, PREFIX_U16, PREFIX_INCLUSIVE, 1, 0},
    {PREFIX_SUM, PREFIX_F64, PREFIX_F64, PREFIX_INCLUSIVE, 0, 1},
    {PREFIX_SUM, PREFIX_BF16, PREFIX_F32, PREFIX_INCLUSIVE, 1, 0},
    {PREFIX_SUM, PREFIX_I8, PREFIX_I8, PREFIX_INCLUSIVE, 0, 1},
};

/* Of two kinds of memory, one of which is the host's. */
static void mixture(int i, int o)
{
    static const size_t sizes[] = {1, 1000, 65536, 65537, 300 * 1000, ((size_t)3 << 20) + 5};
    int good = 1;
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++) {
        if (subjects[s].in_place && i != o)
            continue;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            good &= compare(&subjects[s], kinds[i], kinds[o], sizes[k] + s * (k > 1), s + k);
    }
    ok(good, "from %s to %s memory", kind_names[i], kind_names[o]);
}

/* Sizes at which the number of pieces, and of places for them, changes. */
static void round_pieces(void)
{
    int good = 1;
    for (size_t bytes = (size_t)256 << 10; bytes <= (size_t)128 << 20; bytes *= 2)
        for (int by = -1; by <= 1; by++)
            good &=
                compare(&subjects[bytes >> 18 & 1], PREFIX_MEMORY_HOST, PREFIX_MEMORY_HOST, bytes / 4 + (size_t)by, 0);
    ok(good, "sizes round the pieces");
}

static void few_threads(void)
{
    int good = 1;
    for (int threads = 1; threads <= 3; threads++) {
        must(cuda, prefix_ctx_set_threads(cuda, threads));
        good &= compare(&subjects[0], PREFIX_MEMORY_HOST, PREFIX_MEMORY_HOST, (size_t)9 << 20, 1);
    }
    must(cuda, prefix_ctx_set_threads(cuda, 0));
    ok(good, "one to three threads");
}

/* What compacts, and what knows segments: inputs and outputs of one kind of memory, that go over as a whole. */
struct family {
    const char *name;
    int may_overwrite; /* its input */
    int (*run)(prefix_ctx *ctx, const uint32_t *x, const uint32_t *keys, void *out, size_t n, uint64_t *count);
};

static int select_odd(prefix_ctx *ctx, const uint32_t *x, const uint32_t *keys, void *out, size_t n, uint64_t *count)
{
    const uint32_t bit = 1;
    (void)keys;
    return prefix_select_if(ctx, PREFIX_HAS_BITS, PREFIX_U32, &bit, x, out, n, n, count);
}

static int reduce_runs(prefix_ctx *ctx, const uint32_t *x, const uint32_t *keys, void *out, size_t n, uint64_t *count)
{
    return prefix_reduce_by_key(ctx, PREFIX_SUM, PREFIX_U32, PREFIX_U32, keys, x, NULL, out, n, n, count);
}

static int decode(prefix_ctx *ctx, const uint32_t *x, const uint32_t *keys, void *out, size_t n, uint64_t *count)
{
    (void)keys;
    return prefix_run_length_decode(ctx, PREFIX_U32, PREFIX_U32, x, x, out, n / 5, n, count);
}

static int scan_by_key(prefix_ctx *ctx, const uint32_t *x, const uint32_t *keys, void *out, size_t n, uint64_t *count)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, PREFIX_SUM, PREFIX_U32));
    must(ctx, prefix_plan_set_keys(plan, PREFIX_U32, keys));
    int status = prefix_plan_run(plan, x, out, n);
    prefix_plan_destroy(plan);
    *count = n;
    return status;
}

static int compare_family(const struct family *family, int kind, size_t n, int in_place)
{
    struct arena in = {.ctx = cuda, .memory = kind}, keys = in, out = in;
    uint32_t *want = must_alloc(n * sizeof *want);
    uint64_t count = 0, want_count = 0;
    struct rng rng = rng_make(n);
    arena_place(&in, n * sizeof *want, 4);
    arena_place(&keys, n * sizeof *want, 8);
    arena_place(&out, n * sizeof *want, 12);
    for (size_t i = 0, key = 0; i < n; i++) {
        const uint64_t word = rng_next(&rng);
        key += word % 8 == 0;
        ((uint32_t *)in.data)[i] = (uint32_t)(word >> 60) % 6;
        ((uint32_t *)keys.data)[i] = (uint32_t)key;
    }
    must(serial, family->run(serial, (uint32_t *)in.data, (uint32_t *)keys.data, want, n, &want_count));
    arena_push(&in);
    arena_push(&keys);
    arena_push(&out);
    struct arena *result = in_place ? &in : &out;
    must(cuda, family->run(cuda, arena_pointer(&in), arena_pointer(&keys), arena_pointer(result), n, &count));
    arena_pull(result);
    const size_t written = want_count < n ? (size_t)want_count : n;
    int good = count == want_count && memcmp(result->data, want, written * sizeof *want) == 0 &&
               arena_guarded(result) &&
               (in_place ? arena_untouched(&out)
                         : all_poison(out.data + written * sizeof *want, (n - written) * sizeof *want));
    if (!good)
        diag("%s, %s memory%s, n = %zu", family->name, kind_names[kind == PREFIX_MEMORY_PINNED],
             in_place ? ", in place" : "", n);
    arena_release(&in);
    arena_release(&keys);
    arena_release(&out);
    free(want);
    return good;
}

static void families(void)
{
    static const struct family all[] = {
        {"selection", 1, select_odd},
        {"reduction by key", 1, reduce_runs},
        {"decoding", 0, decode},
        {"scan by key", 1, scan_by_key},
    };
    static const size_t sizes[] = {1, 70 * 1000, (size_t)1 << 20, ((size_t)1 << 20) + 1, ((size_t)9 << 20) + 3};
    for (size_t f = 0; f < sizeof all / sizeof *all; f++) {
        int good = 1;
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
            for (int in_place = 0; in_place <= all[f].may_overwrite; in_place++) {
                good &= compare_family(&all[f], PREFIX_MEMORY_HOST, sizes[k], in_place);
                good &= compare_family(&all[f], PREFIX_MEMORY_PINNED, sizes[k], in_place);
            }
        ok(good, "%s", all[f].name);
    }
}

/* The array need not fit the device. */
static void nearly_full(void)
{
    enum { BLOCKS = 4096 };
    static void *blocks[BLOCKS];
    const size_t n = (size_t)1 << 28, spared = (size_t)160 << 20;
    int count = 0;
    size_t room, all;
    float *x = must_alloc(n * sizeof *x), *want = must_alloc(n * sizeof *want);
    struct rng rng = rng_make(9);
    data_fill(&rng, DATA_SMALL, PREFIX_F32, x, n);
    must(serial, prefix_scan(serial, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, x, want, n));
    prefix_ctx *ctx;
    must(NULL, prefix_ctx_create(&ctx, "cuda"));
    for (size_t bytes = (size_t)16 << 30; bytes >= (size_t)16 << 20; bytes /= 2)
        while (count < BLOCKS && cudaMemGetInfo(&room, &all) == cudaSuccess && room > bytes + spared &&
               cudaMalloc(&blocks[count], bytes) == cudaSuccess)
            count++;
    (void)cudaGetLastError();
    int status = prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM, PREFIX_F32, x, x, n);
    if (status != PREFIX_OK)
        diag("%s", prefix_ctx_error(ctx));
    ok(status == PREFIX_OK && room < n && memcmp(x, want, n * sizeof *x) == 0,
       "an array of %zu MiB in place, with %zu MiB left on the device", n * sizeof *x >> 20, room >> 20);
    while (count > 0)
        cudaFree(blocks[--count]);
    prefix_ctx_destroy(ctx);
    free(x);
    free(want);
}

int main(void)
{
    cuda = open_backend("cuda");
    if (!cuda)
        return done();
    alarm(PATIENCE);
    must(NULL, prefix_ctx_create(&serial, "serial"));
    for (int i = 0; i < KINDS; i++)
        for (int o = 0; o < KINDS; o++)
            if (i < 2 || o < 2)
                mixture(i, o);
    round_pieces();
    few_threads();
    families();
    alarm(0); /* to wait for the others may take long */
    device_alone();
    alarm(PATIENCE);
    nearly_full();
    prefix_ctx_destroy(cuda);
    prefix_ctx_destroy(serial);
    return done();
}
