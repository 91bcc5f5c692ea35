/* SPDX-License-Identifier: BSD-3-Clause */
/* How the rows of a batch are shared among threads and blocks. Nothing runs: of the kernels there are the numbers. */
#include "plan/batch.h"

#include "../support/tap.h"

static const struct prefix__cuda_kernel kernel = {.out_size = 4, .tile = 8192};
static const struct prefix__cuda_strip_kernel strip = {
    .piece = 32, .word = 4, .carry = 8, .row_words = 1, .tile_words = 2};

static struct prefix__cuda_batch params;
static struct prefix__cuda_batch_plan made;

/* An array of f32 whose rows have n elements, that are step apart, and which are across apart. */
static void describe(size_t rows, ptrdiff_t across, size_t n, ptrdiff_t step)
{
    const struct prefix_batch batch = {.size = sizeof batch,
                                       .in_step = step,
                                       .out_step = step,
                                       .rows = rows,
                                       .dims = rows > 1,
                                       .dim = {{.count = rows, .in_step = across, .out_step = across}}};
    static float in, out;
    const struct prefix_scan_work work = {.size = sizeof work,
                                          .op = PREFIX_SUM,
                                          .type = PREFIX_F32,
                                          .output_type = PREFIX_F32,
                                          .carry_type = PREFIX_F64,
                                          .total_type = PREFIX_F32,
                                          .in = &in,
                                          .out = &out,
                                          .n = n,
                                          .batch = &batch};
    params = (struct prefix__cuda_batch){.scan = {.in_size = 4}};
    prefix__cuda_batch_places(&work, &params);
}

/* Whether the tiles of strips have all elements once, and end where rows of the canonical order do. */
static int is_sound(void)
{
    const uint64_t length = (uint64_t)params.pieces * strip.piece, tiles = params.scan.tiles;
    return params.columns > 0 && params.pieces > 0 && params.columns * params.pieces <= PREFIX__CUDA_STRIP_THREADS &&
           (uint64_t)params.strips * params.columns >= params.lines &&
           (uint64_t)(params.strips - 1) * params.columns < params.lines && tiles * length >= params.scan.n &&
           (tiles - 1) * length < params.scan.n && (tiles == 1 || params.pieces % PREFIX__CUDA_STRIP_PIECES == 0) &&
           made.blocks == (uint64_t)params.strips * tiles && made.rows * 128 >= params.scan.n &&
           made.tiles * 64 >= made.rows && (made.words > 0) == (tiles > 1 && !made.passes);
}

/* Of rows that follow each other, or lie across apart. */
static int way(size_t rows, size_t across, size_t n, ptrdiff_t step)
{
    describe(rows, (ptrdiff_t)across, n, step);
    params.scan.in = params.scan.out = (void *)4096;
    return prefix__cuda_batch_way(&kernel, 132, &params);
}

static void lines(void)
{
    ok(way(1000, 256, 256, 1) == PREFIX__CUDA_BATCH_OF_SHORT_LINES, "rows of 256: a warp each");
    ok(way(1000, 16, 4, 1) == PREFIX__CUDA_BATCH_OF_SHORT_LINES, "rows of 4: a warp has many");
    ok(way(1000, 256, 254, 1) == PREFIX__CUDA_BATCH_OF_STRIPS, "whose end is no whole packet: pieces");
    ok(way(1000, 257, 256, 1) == PREFIX__CUDA_BATCH_OF_STRIPS, "which lie anyhow: pieces");
    ok(way(1000, 260, 256, 1) == PREFIX__CUDA_BATCH_OF_SHORT_LINES, "whole packets apart");
    ok(way(1000, 260, 260, 1) == PREFIX__CUDA_BATCH_OF_LINES, "rows of 260: a block each");
    ok(way(1000, 257, 257, 1) == PREFIX__CUDA_BATCH_OF_STRIPS, "of 257, no whole packets: pieces");
    ok(way(1000, 1001, 1001, 1) == PREFIX__CUDA_BATCH_OF_STRIPS, "rows of 1001: pieces");
    ok(way(1000, 4097, 4097, 1) == PREFIX__CUDA_BATCH_OF_LINES, "rows of 4097: a block each");
    ok(way(4, 1 << 20, 1 << 20, 1) == PREFIX__CUDA_BATCH_OF_SCANS, "four of 2^20: one after the other");
    ok(way(60, 65536, 65536, 1) == PREFIX__CUDA_BATCH_OF_LINES, "60 of 2^16: together");
    ok(way(1000, 1024, 512, 2) == PREFIX__CUDA_BATCH_OF_STRIPS, "every second element: pieces");
    way(1000, 256, 256, 1);
    params.scan.reverse = 1;
    ok(prefix__cuda_batch_way(&kernel, 132, &params) == PREFIX__CUDA_BATCH_OF_STRIPS, "backwards: pieces");
    params.scan.reverse = 0;
    params.scan.in_size = 2;
    ok(prefix__cuda_batch_way(&kernel, 132, &params) == PREFIX__CUDA_BATCH_OF_STRIPS, "of another type: pieces");
    ok(prefix__cuda_batch_line_warps(132, 1 << 16) == 2 && prefix__cuda_batch_line_warps(132, 256) == 16 &&
           prefix__cuda_batch_line_warps(132, 2000) == 8,
       "warps are few where lines are many");
}

/* Whether rows of n elements, across apart, are shared by blocks of so many, and what a warp makes of them. */
static int shares(size_t across, size_t n, uint64_t lines, unsigned int lanes)
{
    way(1000, across, n, 1);
    const uint64_t blocks = prefix__cuda_plan_short_lines(&kernel, &params);
    return blocks == (1000 - 1) / lines + 1 && params.lanes == lanes;
}

static void short_lines(void)
{
    ok(shares(256, 256, 4, 32) && shares(68, 68, 4, 32), "a warp has one row");
    ok(shares(64, 64, 16, 16) && shares(36, 36, 16, 16), "or four");
    ok(shares(16, 16, 64, 4) && shares(4, 4, 256, 1), "or more");
}

static void strips(void)
{
    describe(1000, 33, 33, 1);
    prefix__cuda_plan_strips(&strip, &params, &made);
    ok(is_sound() && params.columns == 128 && params.pieces == 2 && params.staged && params.in.along && params.in.dense,
       "rows of 33");
    describe(1000, 40, 33, 1);
    prefix__cuda_plan_strips(&strip, &params, &made);
    ok(is_sound() && params.in.along && !params.in.dense, "the same with gaps");
    describe(1 << 14, 1, 1 << 14, 1 << 14);
    prefix__cuda_plan_strips(&strip, &params, &made);
    ok(is_sound() && params.columns == 32 && params.pieces == 8 && !params.staged && !made.passes, "square: a chain");
    describe(16, 1, 1 << 20, 16);
    prefix__cuda_plan_strips(&strip, &params, &made);
    ok(is_sound() && params.columns == 16 && params.pieces == 16 && !params.staged && made.passes,
       "16 columns: passes");
    describe(2, 1, 1 << 20, 2);
    prefix__cuda_plan_strips(&strip, &params, &made);
    ok(is_sound() && params.columns == 2 && params.pieces == 128 && params.staged && params.in.dense &&
           !params.in.along,
       "2 columns: dense");
    describe(100, 1, 5000, 100);
    prefix__cuda_plan_strips(&strip, &params, &made);
    ok(is_sound() && params.columns == 25, "100 columns: 4 strips alike");
}

static void tuples(void)
{
    struct prefix__cuda_strip_kernel kernels = strip;
    kernels.function = &strip;
    kernels.tuple_totals[1] = &kernels.tile_totals;
    kernels.tuple_scan[1] = &kernels.carries;
    describe(3, 1, 1 << 20, 3);
    params.scan.in = params.scan.out = (void *)4096;
    prefix__cuda_plan_strips(&kernels, &params, &made);
    ok(made.passes && made.totals == kernels.tuple_totals[1] && made.scan == kernels.tuple_scan[1] && params.packed &&
           made.rows == 8192 && made.blocks * PREFIX__CUDA_TUPLE_WARPS == made.rows &&
           made.threads == 32 * PREFIX__CUDA_TUPLE_WARPS,
       "three columns: a row of each to a warp");
    describe(3, 1, 1 << 20, 4);
    prefix__cuda_plan_strips(&kernels, &params, &made);
    ok(is_sound() && made.passes && made.scan == kernels.function, "three of four: pieces");
    describe(2, 1, 1 << 20, 2);
    prefix__cuda_plan_strips(&kernels, &params, &made);
    ok(is_sound() && made.passes && made.scan == kernels.function, "two, for which there is no such kernel: pieces");
    describe(3, 1, 1000, 3);
    prefix__cuda_plan_strips(&kernels, &params, &made);
    ok(is_sound() && !made.passes && made.scan == kernels.function, "three short ones: one pass");
}

static void any(void)
{
    int sound = 1;
    for (size_t rows = 1; rows < 3000; rows = rows * 5 / 4 + 1)
        for (size_t n = 1; n < 100000; n = n * 4 / 3 + 1) {
            describe(rows, 1, n, (ptrdiff_t)rows);
            prefix__cuda_plan_strips(&strip, &params, &made);
            if (sound && !is_sound())
                diag("%zu columns of %zu: %u columns, %u pieces", rows, n, params.columns, params.pieces);
            sound &= is_sound();
        }
    ok(sound, "tiles have all elements once, whatever the shape");
}

int main(void)
{
    lines();
    short_lines();
    strips();
    tuples();
    any();
    return done();
}
