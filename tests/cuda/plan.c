/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Which kernel makes a scan on a device, and with how many blocks. Nothing runs: the kernels are names, and the devices
 * like those of sm_90, sm_80 and sm_75.
 */
#include <string.h>

#include "plan/scan.h"
#include "plan/stages.h"

#include "../support/tap.h"

enum { TILE = 4096 };

static const char general[] = "general", small[] = "small", reduce[] = "reduce";
static const char *const rings[PREFIX__CUDA_RING_KINDS] = {"plain", "skewed", "converted", "f16", "bf16"};

static struct prefix__cuda_kernel kernel;
static struct prefix__cuda_limits hopper, ampere, turing;

static void make(void)
{
    kernel = (struct prefix__cuda_kernel){
        .function = general,
        .small = small,
        .reduce = reduce,
        .threads = 256,
        .small_threads = 512,
        .reduce_threads = 320,
        .reduce_blocks = 2,
        .out_size = 4,
        .tile = TILE,
        .aggregate_words = 1,
        .prefix_words = 1,
    };
    for (int kind = 0; kind < PREFIX__CUDA_RING_KINDS; kind++)
        kernel.ring[kind] = (struct prefix__cuda_ring_kernel){rings[kind], 768, 20 << 10, kind >= 3 ? 2 : 1};
    hopper = (struct prefix__cuda_limits){
        .multiprocessors = 132,
        .cluster = 16,
        .solo_blocks = 132,
        .solo_shared = 100 << 10,
        .ring_shared = 227 << 10,
        .ring = PREFIX__CUDA_RING_BULK,
        .dependent = 1,
    };
    ampere = (struct prefix__cuda_limits){.multiprocessors = 108, .cluster = 1, .ring_shared = 163 << 10};
    ampere.ring = PREFIX__CUDA_RING_ASYNC;
    turing = (struct prefix__cuda_limits){.multiprocessors = 40, .cluster = 1, .ring_shared = 64 << 10};
}

/* A scan of u32 sums between aligned arrays, unless the test says otherwise. */
static struct prefix__cuda_scan scan_of(uint64_t n)
{
    return (struct prefix__cuda_scan){
        .in = (const void *)0x10000000,
        .out = (void *)0x90000000,
        .n = n,
        .in_size = 4,
        .kernel = PREFIX__CUDA_SUM * 4 + 2,
    };
}

static struct prefix__cuda_scan planned;
static struct prefix__cuda_grid grid;

static const char *plan_of(const struct prefix__cuda_limits *limits, struct prefix__cuda_scan scan)
{
    struct prefix__cuda_scan_plan made;
    planned = scan;
    prefix__cuda_plan_scan(&kernel, limits, &planned, &made);
    grid = made.grid;
    return made.function;
}

static void is_plan(const char *got, const char *want, unsigned int blocks, const char *what)
{
    ok(strcmp(got, want) == 0 && grid.blocks == blocks, "%s: %s, %u blocks", what, want, blocks);
    if (strcmp(got, want) != 0 || grid.blocks != blocks)
        diag("%s, %u blocks", got, grid.blocks);
}

static void small_arrays(void)
{
    is_plan(plan_of(&hopper, scan_of(1)), small, 1, "one element");
    ok(!grid.cluster && grid.threads == 512 / 4, "in a quarter of a tile");
    is_plan(plan_of(&hopper, scan_of(4 * TILE)), small, 16, "4 tiles, in quarters");
    ok(grid.cluster && grid.threads == 512 / 4, "in a cluster");
    is_plan(plan_of(&hopper, scan_of(4 * TILE + 1)), small, 9, "a quarter more, in halves");
    is_plan(plan_of(&hopper, scan_of(16 * TILE)), small, 16, "16 tiles");
    ok(grid.cluster && grid.threads == 512 && grid.shared == 0, "whole, in a cluster");
    is_plan(plan_of(&hopper, scan_of(16 * TILE + 1)), small, 17, "more than a cluster");
    ok(!grid.cluster && grid.shared == 100 << 10, "by look-back, a block to a multiprocessor");
    is_plan(plan_of(&hopper, scan_of(200 * TILE)), small, 200, "more than multiprocessors");
    ok(grid.shared == 0, "several to one");
    is_plan(plan_of(&hopper, scan_of(512 * TILE + 1)), general, 513, "many tiles");
    is_plan(plan_of(&ampere, scan_of(2 * TILE)), small, 2, "without clusters");
    ok(!grid.cluster && !grid.dependent, "by look-back");
    struct prefix__cuda_scan scan = scan_of(2 * TILE);
    scan.reverse = 1;
    is_plan(plan_of(&hopper, scan), general, 2, "in reverse");
    scan = scan_of(2 * TILE);
    scan.out = (char *)scan.out + 4;
    is_plan(plan_of(&hopper, scan), general, 2, "not aligned");
}

static void large_arrays(void)
{
    const uint64_t n = PREFIX__CUDA_RING_BEYOND / 4;
    struct prefix__cuda_scan scan = scan_of(n + 1);
    is_plan(plan_of(&hopper, scan_of(n)), general, (unsigned int)(n / TILE), "16 MiB");
    is_plan(plan_of(&hopper, scan), "plain", 132, "one element more");
    ok(grid.threads == 768 && planned.ring_stages >= PREFIX__CUDA_STAGES_LEAST &&
           grid.shared + (20 << 10) <= 227 << 10 && planned.tiles == n / TILE + 1,
       "in %d stages", planned.ring_stages);
    is_plan(plan_of(&ampere, scan), "plain", 108, "without bulk copies");
    ok(grid.threads == PREFIX__CUDA_RING_ASYNC_THREADS, "by more loaders");
    is_plan(plan_of(&turing, scan), general, (unsigned int)(n / TILE + 1), "without barriers");
    scan.in_size = 2;
    is_plan(plan_of(&hopper, scan), "converted", 132, "of u16");
    scan.in = (const char *)scan.in + 2;
    is_plan(plan_of(&hopper, scan), general, (unsigned int)(n / TILE + 1), "of u16, not aligned");
    scan.in = (const char *)scan.in - 2;
    scan.round = PREFIX__CUDA_ROUND_BF16;
    scan.kernel = PREFIX__CUDA_SUM_FLOAT * 4 + 2;
    is_plan(plan_of(&hopper, scan), "bf16", 132, "of bf16");
    ok(planned.tiles == (n / TILE + 1 + 1) / 2, "two tiles at a time");
    kernel.ring[PREFIX__CUDA_RING_BF16].function = NULL;
    is_plan(plan_of(&hopper, scan), general, (unsigned int)(n / TILE + 1), "of an operator that is seldom asked for");
    kernel.ring[PREFIX__CUDA_RING_BF16].function = rings[PREFIX__CUDA_RING_BF16];
}

static void leads(void)
{
    const uint64_t n = PREFIX__CUDA_RING_BEYOND / 4 + 1;
    struct prefix__cuda_scan scan = scan_of(n);
    const char *const in = scan.in;
    scan.in = in + 12;
    scan.out = (char *)scan.out + 4;
    is_plan(plan_of(&hopper, scan), "skewed", 132, "not aligned");
    ok(planned.in == in && planned.out == (char *)scan.out - 12 && planned.n == n + 3 && planned.ring_lead == 3,
       "tiles begin with a line of the input");
    scan.reverse = 1;
    plan_of(&hopper, scan);
    ok(planned.in == scan.in && planned.n == n + planned.ring_lead &&
           ((uintptr_t)scan.in + 4 * planned.n) % PREFIX__CUDA_RING_LINE == 0,
       "in reverse, with one that ends behind it");
    scan.kernel = PREFIX__CUDA_SUM_FLOAT * 4 + 2;
    scan.reverse = 0;
    is_plan(plan_of(&hopper, scan), "skewed", 132, "not aligned, in the canonical order");
    ok(planned.in == scan.in && planned.n == n && planned.ring_skew == 12, "tiles begin with the array");
}

static void reductions(void)
{
    struct prefix__cuda_scan scan = scan_of(100 * TILE);
    scan.out = NULL;
    is_plan(plan_of(&hopper, scan), reduce, 100, "a reduction");
    scan.n = PREFIX__CUDA_RING_BEYOND / 4 + 1;
    is_plan(plan_of(&hopper, scan), reduce, 2 * 132, "a large one");
    scan.n = 5;
    is_plan(plan_of(&hopper, scan), small, 1, "a small one");
}

static void words(void)
{
    const uint64_t large = (uint64_t)32768 * TILE; /* with one tile more, aggregates lie further apart */
    ok(prefix__cuda_scan_words(&kernel, 1, TILE) == 0, "a tile needs no workspace");
    ok(prefix__cuda_scan_words(&kernel, 16, 16 * TILE) == 0, "nor does a cluster");
    ok(prefix__cuda_scan_words(&kernel, 1, 16 * TILE) == PREFIX__CUDA_HEADER_WORDS + 16 + 1, "16 tiles tell each other");
    struct prefix__cuda_scan scan = scan_of(large);
    scan.in = (const char *)scan.in + 124;
    plan_of(&hopper, scan);
    ok(prefix__cuda_scan_words(&kernel, 16, large) * 8 >= prefix__cuda_ring_bytes(planned.ring_stride),
       "there is room for what stands before an array");
}

int main(void)
{
    make();
    small_arrays();
    large_arrays();
    leads();
    reductions();
    words();
    return done();
}
