/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong arguments of selections with options, partitions and unique elements: each gives its status and a
 * sentence that names the argument, and writes nothing; settings that fail leave what was set.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { ITEMS = 64, ERRNO_BEFORE = 77 };

static _Alignas(64) unsigned char block[8192];

static void expect(prefix_ctx *ctx, int status, int want, const char *word, const char *call, int line)
{
    const int good =
        status == want && errno == ERRNO_BEFORE && (want == PREFIX_OK || strstr(prefix_ctx_error(ctx), word));
    ok(good, "line %d: %s", line, call);
    if (!good)
        diag("status %d, errno %d: %s", status, errno, prefix_ctx_error(ctx));
}

#define FAILS(call, want, word) expect(ctx, (errno = ERRNO_BEFORE, (call)), want, word, #call, __LINE__)
#define WORKS(call) expect(ctx, (errno = ERRNO_BEFORE, (call)), PREFIX_OK, "", #call, __LINE__)

static int32_t *const in = (int32_t *)block, *const out = (int32_t *)(block + 1024);
static int32_t *const values = (int32_t *)(block + 2048), *const values_out = (int32_t *)(block + 3072);
static int32_t *const apart = (int32_t *)(block + 4096);
static uint32_t *const indices = (uint32_t *)(block + 5120);
static uint64_t *const count = (uint64_t *)(block + 7168);
static uint8_t *const flags = block + 6144;

static int poisoned(void)
{
    return block[0] == 0xa5 && memcmp(block, block + 1, sizeof block - 1) == 0;
}

static void test_calls(prefix_ctx *ctx)
{
    const int i32 = PREFIX_I32;
    const int32_t zero = 0;
    FAILS(prefix_partition_if(ctx, PREFIX_LESS, 0, &zero, in, out, ITEMS, count), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_partition_if(ctx, 77, i32, &zero, in, out, ITEMS, count), PREFIX_ERROR_ARGUMENT, "predicate");
    FAILS(prefix_partition_if(ctx, PREFIX_LESS, i32, &zero, in, NULL, ITEMS, count), PREFIX_ERROR_ARGUMENT, "out");
    FAILS(prefix_partition_if(ctx, PREFIX_LESS, i32, &zero, in, in + 1, ITEMS, count), PREFIX_ERROR_OVERLAP, "out");
    FAILS(prefix_partition_flagged(ctx, i32, in, NULL, out, ITEMS, count), PREFIX_ERROR_ARGUMENT, "flags");
    FAILS(prefix_partition_flagged(ctx, i32, in, (uint8_t *)out, out, ITEMS, count), PREFIX_ERROR_OVERLAP, "flags");
    FAILS(prefix_partition_flagged(ctx, i32, in, flags, out, ITEMS, NULL), PREFIX_ERROR_ARGUMENT, "count");
    FAILS(prefix_split(ctx, 32, i32, in, out, ITEMS, count), PREFIX_ERROR_ARGUMENT, "bit");
    FAILS(prefix_split(ctx, -1, i32, in, out, ITEMS, count), PREFIX_ERROR_ARGUMENT, "bit");
    FAILS(prefix_split(ctx, i32, 0, in, out, ITEMS, count), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_split(ctx, 0, PREFIX_F32, in, out, ITEMS, count), PREFIX_ERROR_UNSUPPORTED, "bit");
    FAILS(prefix_split(ctx, 0, PREFIX_C64, in, out, ITEMS, count), PREFIX_ERROR_UNSUPPORTED, "type");
    FAILS(prefix_split(ctx, 0, i32, NULL, out, ITEMS, count), PREFIX_ERROR_ARGUMENT, "in");
    FAILS(prefix_split(ctx, 0, i32, in, NULL, ITEMS, count), PREFIX_ERROR_ARGUMENT, "out");
    FAILS(prefix_split(ctx, 0, i32, in, in + 1, ITEMS, count), PREFIX_ERROR_OVERLAP, "out");
    FAILS(prefix_split(ctx, 0, i32, in, out, ITEMS, NULL), PREFIX_ERROR_ARGUMENT, "count");
    FAILS(prefix_unique(ctx, 13, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_unique(ctx, PREFIX_KEY_16_BYTES, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_unique(ctx, PREFIX_KEY_F64 + 1, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_partition_if(ctx, PREFIX_IS_NAN, PREFIX_KEY_F32, NULL, in, out, ITEMS, count), PREFIX_ERROR_ARGUMENT,
          "type");
    FAILS(prefix_unique(ctx, i32, NULL, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "in");
    FAILS(prefix_unique(ctx, i32, in, NULL, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "out");
    FAILS(prefix_unique(ctx, i32, in, out, SIZE_MAX, ITEMS, count), PREFIX_ERROR_OVERFLOW, "n");
    FAILS(prefix_unique_by_key(ctx, i32, 0, in, values, out, values_out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT,
          "value type");
    FAILS(prefix_unique_by_key(ctx, 0, i32, in, values, out, values_out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT,
          "type");
    FAILS(prefix_unique_by_key(ctx, i32, i32, in, NULL, out, values_out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT,
          "values");
    FAILS(prefix_unique_by_key(ctx, i32, i32, in, values, NULL, values_out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT,
          "out");
    FAILS(prefix_unique_by_key(ctx, i32, i32, in, values, out, NULL, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT,
          "values_out");
    FAILS(prefix_unique_by_key(ctx, i32, i32, in, values, out, values + 1, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP,
          "values_out");
    FAILS(prefix_unique_by_key(ctx, i32, i32, in, values, out, in, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP,
          "values_out");
    ok(poisoned(), "nothing was written by any of these");
}

static void test_selection(prefix_ctx *ctx)
{
    const int32_t zero = 0;
    prefix_selection *s = (prefix_selection *)block;
    FAILS(prefix_selection_create(NULL, ctx, PREFIX_I32), PREFIX_ERROR_ARGUMENT, "selection");
    FAILS(prefix_selection_create(&s, ctx, 0), PREFIX_ERROR_ARGUMENT, "type");
    ok(s == NULL, "there is no selection then");
    FAILS(prefix_selection_create(&s, ctx, PREFIX_KEY_16_BYTES), PREFIX_ERROR_ARGUMENT, "type");
    WORKS(prefix_selection_create(&s, ctx, PREFIX_KEY_F32));
    WORKS(prefix_selection_set_predicate(s, PREFIX_IS_NAN, NULL));
    FAILS(prefix_selection_set_predicate(s, PREFIX_HAS_BITS, &zero), PREFIX_ERROR_UNSUPPORTED, "f32");
    prefix_selection_destroy(s);
    prefix_selection_destroy(NULL);
    WORKS(prefix_selection_create(&s, ctx, PREFIX_I32));
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "select by");
    FAILS(prefix_selection_set_flags(s, NULL, 8), PREFIX_ERROR_ARGUMENT, "flags");
    FAILS(prefix_selection_set_flags(s, flags, 2), PREFIX_ERROR_ARGUMENT, "bits");
    FAILS(prefix_selection_set_predicate(s, 0, &zero), PREFIX_ERROR_ARGUMENT, "predicate");
    FAILS(prefix_selection_set_predicate(s, PREFIX_IS_NAN, NULL), PREFIX_ERROR_UNSUPPORTED, "floats");
    FAILS(prefix_selection_set_rejects(s, 3, NULL, 0), PREFIX_ERROR_ARGUMENT, "rejects");
    FAILS(prefix_selection_set_rejects(s, PREFIX_REJECTS_BEHIND, apart, 0), PREFIX_ERROR_ARGUMENT, "array");
    FAILS(prefix_selection_set_indices(s, PREFIX_I32, indices), PREFIX_ERROR_ARGUMENT, "u32");
    FAILS(prefix_selection_set_values(s, PREFIX_I32, values, NULL), PREFIX_ERROR_ARGUMENT, "out");
    FAILS(prefix_selection_set_values(s, 0, values, values_out), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_selection_set_second(s, 77, &zero), PREFIX_ERROR_ARGUMENT, "predicate");
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "select by");

    WORKS(prefix_selection_set_flags(s, flags, 1));
    FAILS(prefix_selection_run(s, NULL, out, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "in ");
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS, NULL), PREFIX_ERROR_ARGUMENT, "count");
    WORKS(prefix_selection_set_indices(s, PREFIX_U32, (uint32_t *)out));
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP, "indices overlaps out");
#if SIZE_MAX > UINT32_MAX
    FAILS(prefix_selection_run(s, NULL, NULL, ((size_t)1 << 32) + 1, ITEMS, count), PREFIX_ERROR_OVERFLOW, "u32");
#endif
    WORKS(prefix_selection_set_indices(s, 0, NULL));
    WORKS(prefix_selection_set_second(s, PREFIX_EQUAL, &zero));
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_UNSUPPORTED, "second");
    WORKS(prefix_selection_set_predicate(s, PREFIX_LESS, &zero));
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_UNSUPPORTED, "second");
    WORKS(prefix_selection_set_rejects(s, PREFIX_REJECTS_BEHIND, NULL, 0));
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS - 1, count), PREFIX_ERROR_CAPACITY, "partition");
    FAILS(prefix_selection_run(s, in, NULL, ITEMS, ITEMS, count), PREFIX_ERROR_ARGUMENT, "out ");
    WORKS(prefix_selection_set_second(s, 0, NULL));
    WORKS(prefix_selection_set_rejects(s, PREFIX_REJECTS_APART, in + 1, ITEMS));
    FAILS(prefix_selection_run(s, in, out, ITEMS, ITEMS, count), PREFIX_ERROR_OVERLAP, "rejected");
    ok(poisoned(), "nothing was written by any of these");

    WORKS(prefix_selection_set_rejects(s, PREFIX_REJECTS_NOWHERE, NULL, 0));
    count[1] = 5;
    WORKS(prefix_selection_run(s, NULL, NULL, 0, 0, count));
    ok(count[0] == 0 && count[1] == 5, "of nothing, nothing is selected");
    for (int i = 0; i < ITEMS; i++)
        in[i] = i % 4 - 1;
    WORKS(prefix_selection_run(s, in, NULL, ITEMS, 0, count));
    ok(count[0] == ITEMS / 4, "a count alone keeps to no capacity");
    WORKS(prefix_selection_set_rejects(s, PREFIX_REJECTS_APART, apart, 3));
    FAILS(prefix_selection_run(s, in, NULL, ITEMS, 0, count), PREFIX_ERROR_CAPACITY, "48 are rejected");
    ok(apart[2] == 2 && apart[3] == (int32_t)0xa5a5a5a5, "no more is written apart than there is room for");
    prefix_selection_destroy(s);
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp", "cuda"};
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        prefix_ctx *ctx = open_backend(backends[i]);
        if (!ctx)
            continue;
        memset(block, 0xa5, sizeof block);
        test_calls(ctx);
        test_selection(ctx);
        prefix_ctx_destroy(ctx);
    }
    return done();
}
