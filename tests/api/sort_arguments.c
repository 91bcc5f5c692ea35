/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong arguments of sorts: each gives its status and a sentence that names the argument, and writes nothing; settings
 * that fail leave what was set.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { ITEMS = 64 };

static _Alignas(64) unsigned char block[4096];
static int32_t *const keys = (int32_t *)block, *const out = (int32_t *)(block + 512);
static unsigned char *const values = block + 1024, *const values_out = block + 2048;
static uint32_t *const indices = (uint32_t *)(block + 3072);
static uint32_t offsets[3];
static prefix_ctx *ctx;
static const char *name;

#define REFUSED(call, wanted, word) ok_refused(ctx, name, (call), wanted, word)
#define ARGUMENT(call, word) REFUSED(call, PREFIX_ERROR_ARGUMENT, word)

static int poisoned(void)
{
    return all_poison(block, sizeof block);
}

static void test_calls(void)
{
    const int up = PREFIX_ASCENDING, i32 = PREFIX_I32, u32 = PREFIX_U32;
    memset(block, ARENA_POISON, sizeof block);
    ARGUMENT(prefix_sort(ctx, i32, i32, keys, out, ITEMS), "order");
    ARGUMENT(prefix_sort(ctx, up, up, keys, out, ITEMS), "type");
    ARGUMENT(prefix_sort(ctx, up, PREFIX_KEY_F32, keys, out, ITEMS), "type");
    REFUSED(prefix_sort(ctx, up, PREFIX_C64, keys, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "complex");
    ARGUMENT(prefix_sort(ctx, up, i32, NULL, out, ITEMS), "keys is NULL");
    ARGUMENT(prefix_sort(ctx, up, i32, keys, NULL, ITEMS), "out is NULL");
    ARGUMENT(prefix_sort(ctx, up, i32, block + 2, out, ITEMS), "keys is not aligned");
    REFUSED(prefix_sort(ctx, up, i32, keys, keys + 1, ITEMS), PREFIX_ERROR_OVERLAP, "out overlaps keys");
    REFUSED(prefix_sort(ctx, up, i32, keys, out, SIZE_MAX / 4), PREFIX_ERROR_OVERFLOW, "n:");
    ARGUMENT(prefix_sort_pairs(ctx, up, i32, 0, keys, values, out, values_out, ITEMS), "value size");
    ARGUMENT(prefix_sort_pairs(ctx, up, i32, 65, keys, values, out, values_out, ITEMS), "65");
    ARGUMENT(prefix_sort_pairs(ctx, up, i32, 8, keys, NULL, out, values_out, ITEMS), "values is NULL");
    ARGUMENT(prefix_sort_pairs(ctx, up, i32, 8, keys, values, out, NULL, ITEMS), "values_out is NULL");
    REFUSED(prefix_sort_pairs(ctx, up, i32, 8, keys, values, out, values + 8, ITEMS), PREFIX_ERROR_OVERLAP,
            "values_out");
    REFUSED(prefix_sort_pairs(ctx, up, i32, 4, keys, values, out, keys, ITEMS), PREFIX_ERROR_OVERLAP, "values_out");
    REFUSED(prefix_sort_pairs(ctx, up, i32, 4, keys, out, out, values_out, ITEMS), PREFIX_ERROR_OVERLAP, "out");
    REFUSED(prefix_sort_pairs(ctx, up, i32, 64, keys, values, out, values_out, SIZE_MAX / 64), PREFIX_ERROR_OVERFLOW,
            "n:");
    ARGUMENT(prefix_argsort(ctx, up, i32, i32, keys, indices, ITEMS), "index type");
    ARGUMENT(prefix_argsort(ctx, up, i32, u32, keys, NULL, ITEMS), "indices is NULL");
    REFUSED(prefix_argsort(ctx, up, i32, u32, keys, keys, ITEMS), PREFIX_ERROR_OVERLAP, "indices");
#if SIZE_MAX > UINT32_MAX
    REFUSED(prefix_argsort(ctx, up, i32, u32, keys, indices, ((size_t)1 << 32) + 1), PREFIX_ERROR_OVERFLOW, "u32");
#endif
    ok(prefix_sort(ctx, up, i32, NULL, NULL, 0) == PREFIX_OK, "%s: nothing is sorted without arrays", name);
    ok(poisoned(), "%s: nothing was written by any of these", name);
}

static void test_sorting(void)
{
    prefix_sorting *s = (prefix_sorting *)block, *f;
    memset(block, ARENA_POISON, sizeof block);
    ok(prefix_sorting_create(NULL, ctx, PREFIX_I32) == PREFIX_ERROR_ARGUMENT, "%s: a sorting to NULL", name);
    ARGUMENT(prefix_sorting_create(&s, ctx, 0), "type");
    ok(s == NULL, "%s: there is no sorting then", name);
    prefix_sorting_destroy(NULL);
    ok(prefix_sorting_run(NULL, keys, out, ITEMS) == PREFIX_ERROR_ARGUMENT, "%s: no sorting to run", name);
    must(ctx, prefix_sorting_create(&s, ctx, PREFIX_I32));
    must(ctx, prefix_sorting_create(&f, ctx, PREFIX_F32));
    ARGUMENT(prefix_sorting_set_order(s, 0), "order");
    ARGUMENT(prefix_sorting_set_nans(s, 0), "nans");
    ARGUMENT(prefix_sorting_set_bits(s, 33, 0), "bits");
    ARGUMENT(prefix_sorting_set_bits(s, -1, 2), "bits");
    ARGUMENT(prefix_sorting_set_bits(s, 30, 3), "bits");
    REFUSED(prefix_sorting_set_bits(f, 0, 32), PREFIX_ERROR_UNSUPPORTED, "f32");
    ARGUMENT(prefix_sorting_set_offsets(s, PREFIX_F32, offsets, 2), "offsets type");
    ARGUMENT(prefix_sorting_set_offsets(s, PREFIX_U32, offsets, SIZE_MAX), "segments");
    ARGUMENT(prefix_sorting_set_values(s, 0, values, values_out), "value size");
    ARGUMENT(prefix_sorting_set_values(s, 4, values, NULL), "out is NULL");
    ARGUMENT(prefix_sorting_set_indices(s, PREFIX_I32, indices), "index type");
    must(ctx, prefix_sorting_set_offsets(s, PREFIX_U32, offsets, 2));
    offsets[1] = ITEMS + 1;
    ARGUMENT(prefix_sorting_run(s, keys, out, ITEMS), "offset 1 is 65");
    offsets[1] = 5;
    ARGUMENT(prefix_sorting_run(s, keys, out, ITEMS), "offset 2 is 0, less than the 5");
    must(ctx, prefix_sorting_set_offsets(s, PREFIX_U32, NULL, 0));
    must(ctx, prefix_sorting_set_indices(s, PREFIX_U32, indices));
    must(ctx, prefix_sorting_set_values(s, 4, values, values_out));
    REFUSED(prefix_sorting_run(s, keys, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "not both");
    must(ctx, prefix_sorting_set_values(s, 0, NULL, NULL));
    ARGUMENT(prefix_sorting_set_algorithm(s, 1), "algorithm");
    ARGUMENT(prefix_sorting_set_algorithm(s, PREFIX_SUM), "the operator sum");
    must(ctx, prefix_sorting_set_algorithm(s, PREFIX_ALGORITHM_BLELLOCH));
    REFUSED(prefix_sorting_run(s, keys, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "does not sort by blelloch");
    must(ctx, prefix_sorting_set_algorithm(s, PREFIX_ALGORITHM_SPLIT_MERGE));
    must(ctx, prefix_sorting_set_offsets(s, PREFIX_U32, offsets, 1));
    REFUSED(prefix_sorting_run(s, keys, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "segments");
    must(ctx, prefix_sorting_set_algorithm(s, PREFIX_ALGORITHM_AUTO));
    must(ctx, prefix_sorting_set_counting(s, 1));
    REFUSED(prefix_sorting_run(s, keys, out, ITEMS), PREFIX_ERROR_UNSUPPORTED, "counting");
    must(ctx, prefix_sorting_set_counting(s, 0));
    must(ctx, prefix_sorting_set_offsets(s, PREFIX_U32, out, 2));
    REFUSED(prefix_sorting_run(s, keys, out, ITEMS), PREFIX_ERROR_OVERLAP, "out overlaps offsets");
    ok(poisoned(), "%s: nothing was written by any of these", name);
    prefix_sorting_destroy(s);
    prefix_sorting_destroy(f);
}

static void test_workspace(void)
{
    static _Alignas(256) unsigned char memory[512];
    prefix_sorting *s;
    size_t bytes = 7;
    memset(block, ARENA_POISON, sizeof block);
    memset(memory, ARENA_POISON, sizeof memory);
    must(ctx, prefix_sorting_create(&s, ctx, PREFIX_I32));
    ok(prefix_sorting_workspace(NULL, ITEMS, &bytes) == PREFIX_ERROR_ARGUMENT && bytes == 7, "%s: no sorting to ask",
       name);
    ok(prefix_sorting_set_workspace(NULL, memory, 256) == PREFIX_ERROR_ARGUMENT, "%s: no sorting to give it to", name);
    ARGUMENT(prefix_sorting_workspace(s, ITEMS, NULL), "bytes is NULL");
    ARGUMENT(prefix_sorting_set_workspace(s, memory + 8, 256), "workspace is not aligned to 256 bytes");
    ARGUMENT(prefix_sorting_set_workspace(s, NULL, 256), "workspace is NULL");
    ARGUMENT(prefix_sorting_set_workspace(s, memory, 0), "bytes is 0");
    REFUSED(prefix_sorting_workspace(s, SIZE_MAX / 64, &bytes), PREFIX_ERROR_OVERFLOW, "n:");
    ok(bytes == 0, "%s: nor are bytes left as they were", name);
    must(ctx, prefix_sorting_set_algorithm(s, PREFIX_ALGORITHM_BLELLOCH));
    if (strcmp(name, "cuda") == 0)
        REFUSED(prefix_sorting_workspace(s, ITEMS, &bytes), PREFIX_ERROR_UNSUPPORTED, "does not sort by blelloch");
    must(ctx, prefix_sorting_set_algorithm(s, PREFIX_ALGORITHM_AUTO));
    must(ctx, prefix_sorting_set_values(s, 4, values, values_out));
    must(ctx, prefix_sorting_set_indices(s, PREFIX_U32, indices));
    REFUSED(prefix_sorting_workspace(s, ITEMS, &bytes), PREFIX_ERROR_UNSUPPORTED, "not both");
    must(ctx, prefix_sorting_set_values(s, 0, NULL, NULL));
#if SIZE_MAX > UINT32_MAX
    REFUSED(prefix_sorting_workspace(s, ((size_t)1 << 32) + 1, &bytes), PREFIX_ERROR_OVERFLOW, "u32");
#endif
    ok(poisoned() && all_poison(memory, sizeof memory), "%s: nothing was written by any of these", name);
    must(ctx, prefix_sorting_set_indices(s, PREFIX_U32, NULL));
    ok(prefix_sorting_workspace(s, 0, &bytes) == PREFIX_OK && bytes == 0, "%s: no elements, no workspace", name);
    prefix_sorting_destroy(s);
}

static int is_sorted(const uint32_t *x, size_t n)
{
    size_t at = 1;
    while (at < n && x[at - 1] <= x[at])
        at++;
    return at == n;
}

/* Arrays on the host: on the CPU no workspace is used; that of a GPU must be large enough. */
static void test_small_workspace(void)
{
    enum { MANY = 100000, FEW = 100 };
    static uint32_t numbers[MANY], sorted[MANY];
    static _Alignas(256) unsigned char memory[256];
    void *workspace = memory;
    prefix_sorting *s;
    size_t bytes = 7;
    const int is_device = strcmp(name, "cuda") == 0;
    for (uint32_t i = 0; i < MANY; i++)
        numbers[i] = i * UINT32_C(2654435769);
    memset(memory, ARENA_POISON, sizeof memory);
    memset(sorted, ARENA_POISON, sizeof sorted);
    must(ctx, prefix_sorting_create(&s, ctx, PREFIX_U32));
    must(ctx, prefix_sorting_workspace(s, MANY, &bytes));
    ok(is_device ? bytes > sizeof numbers : bytes == 0, "%s: %zu bytes are needed", name, bytes);
    if (is_device)
        must(ctx, prefix_memory_alloc(ctx, PREFIX_MEMORY_DEVICE, &workspace, bytes));
    must(ctx, prefix_sorting_set_workspace(s, workspace, 256));
    const int status = prefix_sorting_run(s, numbers, sorted, MANY);
    if (is_device)
        ok_refused(ctx, name, status, PREFIX_ERROR_WORKSPACE, "workspace: 256 bytes are given");
    ok(is_device ? all_poison((unsigned char *)sorted, sizeof sorted) : status == PREFIX_OK && is_sorted(sorted, MANY),
       "%s: nothing is written, or none is needed", name);
    ok(prefix_sorting_run(s, numbers, sorted, FEW) == PREFIX_OK && is_sorted(sorted, FEW),
       "%s: it is large enough for %d elements", name, FEW);
    ok(all_poison(memory, sizeof memory), "%s: memory of the host is not used", name);
    must(ctx, prefix_sorting_set_workspace(s, is_device ? workspace : NULL, bytes));
    ok(prefix_sorting_run(s, numbers, sorted, MANY) == PREFIX_OK && is_sorted(sorted, MANY),
       "%s: so many bytes are enough", name);
    must(ctx, prefix_sorting_set_workspace(s, NULL, 0));
    ok(prefix_sorting_run(s, numbers, numbers, MANY) == PREFIX_OK && is_sorted(numbers, MANY),
       "%s: and the context's own is back", name);
    if (is_device)
        must(ctx, prefix_memory_free(ctx, workspace));
    prefix_sorting_destroy(s);
}

int main(void)
{
    static void (*const tests[])(void) = {test_calls, test_sorting, test_workspace, test_small_workspace};
    on_each_backend(&ctx, &name, tests, sizeof tests / sizeof *tests);
    return done();
}
