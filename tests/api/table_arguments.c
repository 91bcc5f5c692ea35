/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Wrong arguments of tables and box filters: each gives its status and a sentence that names the argument, and writes
 * nothing; settings that fail leave what was set.
 */
#include <errno.h>
#include <stdint.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/support.h"

enum { W = 8, H = 8, ERRNO_BEFORE = 77 };

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

static uint8_t *const in = block;
static uint32_t *const out = (uint32_t *)(block + 1024);
static uint32_t *const squares = (uint32_t *)(block + 2048);

static int poisoned(void)
{
    return block[0] == 0xa5 && memcmp(block, block + 1, sizeof block - 1) == 0;
}

static void test_integral(prefix_ctx *ctx)
{
    const int u8 = PREFIX_U8, u32 = PREFIX_U32;
    FAILS(prefix_integral(ctx, 0, u32, in, out, W, H), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_integral(ctx, u8, PREFIX_SUM, in, out, W, H), PREFIX_ERROR_ARGUMENT, "operator sum");
    FAILS(prefix_integral(ctx, u8, PREFIX_I32, in, out, W, H), PREFIX_ERROR_UNSUPPORTED, "no sums of i32");
    FAILS(prefix_integral(ctx, PREFIX_F16, PREFIX_F32, in, out, W, H), PREFIX_ERROR_UNSUPPORTED, "f16");
    FAILS(prefix_integral(ctx, u8, u32, NULL, out, W, H), PREFIX_ERROR_ARGUMENT, "in is NULL");
    FAILS(prefix_integral(ctx, u8, u32, in, NULL, W, H), PREFIX_ERROR_ARGUMENT, "out is NULL");
    FAILS(prefix_integral(ctx, u8, u32, in, (char *)out + 2, W, H), PREFIX_ERROR_ARGUMENT, "out is not aligned");
    FAILS(prefix_integral(ctx, u8, u32, in, in, W, H), PREFIX_ERROR_OVERLAP, "out overlaps in, and cannot replace");
    FAILS(prefix_integral(ctx, u32, u32, out, out + 1, W, H), PREFIX_ERROR_OVERLAP, "out overlaps in");
    FAILS(prefix_integral(ctx, u8, u32, in, out, SIZE_MAX / 2, 1), PREFIX_ERROR_OVERFLOW, "width");
    FAILS(prefix_integral(ctx, u8, u32, in, out, W, SIZE_MAX / W), PREFIX_ERROR_OVERFLOW, "height");
    FAILS(prefix_integral(ctx, u8, u32, in, out, SIZE_MAX, SIZE_MAX), PREFIX_ERROR_OVERFLOW, "width");
    ok(poisoned(), "nothing was written by any of these");
}

static void test_table(prefix_ctx *ctx)
{
    prefix_table *t = (prefix_table *)block;
    FAILS(prefix_table_create(NULL, ctx, PREFIX_U8, PREFIX_U32), PREFIX_ERROR_ARGUMENT, "table is NULL");
    FAILS(prefix_table_create(&t, ctx, PREFIX_U32, PREFIX_F64), PREFIX_ERROR_UNSUPPORTED, "u32 have no sums of f64");
    ok(t == NULL, "there is no table then");
    prefix_table_destroy(NULL);
    WORKS(prefix_table_create(&t, ctx, PREFIX_U8, PREFIX_U32));
    FAILS(prefix_table_set_channels(t, 0), PREFIX_ERROR_ARGUMENT, "channels");
    FAILS(prefix_table_set_channels(t, 5), PREFIX_ERROR_ARGUMENT, "1 to 4, not 5");
    FAILS(prefix_table_set_squares(t, PREFIX_I64, squares, 0), PREFIX_ERROR_UNSUPPORTED, "i64");
    FAILS(prefix_table_set_squares(t, 0, squares, 0), PREFIX_ERROR_ARGUMENT, "type");
    WORKS(prefix_table_set_pitches(t, W - 1, 0));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_ARGUMENT, "in pitch: 7 bytes, and a row has 8");
    WORKS(prefix_table_set_pitches(t, 0, 4 * W + 2));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_ARGUMENT, "out pitch: 34 bytes are no multiple");
    WORKS(prefix_table_set_pitches(t, 0, 4 * W));
    WORKS(prefix_table_set_border(t, 2));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_ARGUMENT, "out pitch: 32 bytes, and a row has 36");
    FAILS(prefix_table_run(t, in, out, SIZE_MAX, 1), PREFIX_ERROR_OVERFLOW, "width");
    WORKS(prefix_table_set_pitches(t, SIZE_MAX / 2, 0));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_OVERFLOW, "height");
    WORKS(prefix_table_set_pitches(t, 0, 0));
    WORKS(prefix_table_set_squares(t, PREFIX_U32, (char *)squares + 1, 0));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_ARGUMENT, "squares is not aligned");
    WORKS(prefix_table_set_squares(t, PREFIX_U32, squares, 4));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_ARGUMENT, "squares pitch");
    WORKS(prefix_table_set_squares(t, PREFIX_U32, out + W, 0));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_OVERLAP, "squares overlaps out");
    WORKS(prefix_table_set_squares(t, PREFIX_U32, in, 0));
    FAILS(prefix_table_run(t, in, out, W, H), PREFIX_ERROR_OVERLAP, "squares overlaps in");
    ok(poisoned(), "nothing was written by any of these");
    prefix_table_destroy(t);

    /* Two halves of one image. */
    WORKS(prefix_table_create(&t, ctx, PREFIX_U32, PREFIX_U32));
    WORKS(prefix_table_set_pitches(t, 8 * W, 8 * W));
    WORKS(prefix_table_run(t, out, out + W, W, H));
    ok(out[2 * W - 1] == W * UINT32_C(0xa5a5a5a5) && out[2 * W] == 0xa5a5a5a5, "rows side by side do not overlap");
    FAILS(prefix_table_run(t, out, out + W - 1, W, H), PREFIX_ERROR_OVERLAP, "out overlaps in");
    WORKS(prefix_table_set_pitches(t, 8 * W, 4 * W));
    FAILS(prefix_table_run(t, out, out, W, H), PREFIX_ERROR_OVERLAP, "pitches differ");
    FAILS(prefix_table_run(NULL, out, out, W, H), PREFIX_ERROR_ARGUMENT, "");
    prefix_table_destroy(t);
    memset(block, 0xa5, sizeof block);
}

static void test_box(prefix_ctx *ctx)
{
    prefix_box *b = (prefix_box *)block;
    uint8_t *const to = block + 1024, *const radii = block + 2048;
    FAILS(prefix_box_filter(ctx, PREFIX_F64, in, to, W, H, 1), PREFIX_ERROR_UNSUPPORTED, "not f64");
    FAILS(prefix_box_filter(ctx, 1, in, to, W, H, 1), PREFIX_ERROR_ARGUMENT, "type");
    FAILS(prefix_box_filter(ctx, PREFIX_U8, NULL, to, W, H, 1), PREFIX_ERROR_ARGUMENT, "in is NULL");
    FAILS(prefix_box_filter(ctx, PREFIX_U8, in, in + 1, W, H, 1), PREFIX_ERROR_OVERLAP, "out overlaps in");
    FAILS(prefix_box_filter(ctx, PREFIX_U8, in, to, 1, SIZE_MAX / 4, 1), PREFIX_ERROR_OVERFLOW, "height");
    FAILS(prefix_box_create(NULL, ctx, PREFIX_U8, PREFIX_U8), PREFIX_ERROR_ARGUMENT, "box is NULL");
    FAILS(prefix_box_create(&b, ctx, PREFIX_U8, PREFIX_U16), PREFIX_ERROR_UNSUPPORTED, "neither the input type u8");
    ok(b == NULL, "there is no box then");
    prefix_box_destroy(NULL);
    WORKS(prefix_box_create(&b, ctx, PREFIX_U8, PREFIX_F32));
    FAILS(prefix_box_set_channels(b, 5), PREFIX_ERROR_ARGUMENT, "channels");
    FAILS(prefix_box_set_radii(b, PREFIX_F32, radii, 0), PREFIX_ERROR_ARGUMENT, "u8 and u16");
    FAILS(prefix_box_run(b, in, in, W, H), PREFIX_ERROR_OVERLAP, "cannot replace");
    WORKS(prefix_box_set_radii(b, PREFIX_U8, radii, W - 1));
    FAILS(prefix_box_run(b, in, to, W, H), PREFIX_ERROR_ARGUMENT, "radii pitch");
    WORKS(prefix_box_set_radii(b, PREFIX_U16, radii + 1, 0));
    FAILS(prefix_box_run(b, in, to, W, H), PREFIX_ERROR_ARGUMENT, "radii is not aligned");
    WORKS(prefix_box_set_radii(b, PREFIX_U8, to, 0));
    FAILS(prefix_box_run(b, in, to, W, H), PREFIX_ERROR_OVERLAP, "out overlaps radii");
    FAILS(prefix_box_run(NULL, in, to, W, H), PREFIX_ERROR_ARGUMENT, "");
    ok(poisoned(), "nothing was written by any of these");
    WORKS(prefix_box_run(b, in, to, 0, H));
    prefix_box_destroy(b);
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp", "cuda"};
    for (size_t i = 0; i < sizeof backends / sizeof *backends; i++) {
        prefix_ctx *ctx = open_backend(backends[i]);
        if (!ctx)
            continue;
        memset(block, 0xa5, sizeof block);
        test_integral(ctx);
        test_table(ctx);
        test_box(ctx);
        prefix_ctx_destroy(ctx);
    }
    return done();
}
