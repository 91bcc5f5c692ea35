/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions of the segments of arrays that only the kernel for large ones takes, on the device: by offsets of 4 and 8
 * bytes, of segments of few and many elements, or none, that begin behind the array's beginning and end before its
 * end. All have the bits of the serial backend, and nothing else is written.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "data.h"
#include "support.h"

static prefix_ctx *ctx, *serial;

/*
 * How segments are: elements of the longest, how many of 100 have none, elements in no segment at either end; how
 * many have none besides, at one place.
 */
struct mix {
    size_t longest, empty, before, behind, clump;
};

static void reduce(prefix_ctx *by, int op, int type, const void *init, const void *offsets, int offset_type,
                   size_t segments, const void *in, void *totals, size_t n)
{
    prefix_plan *plan;
    must(by, prefix_plan_create(&plan, by, op, type));
    must(by, prefix_plan_set_offsets(plan, offsets, offset_type, segments));
    must(by, prefix_plan_set_init(plan, init, type));
    must(by, prefix_plan_set_total(plan, totals, type));
    must(by, prefix_plan_reduce(plan, in, n));
    must(by, prefix_ctx_synchronize(by));
    prefix_plan_destroy(plan);
}

/* Their number; offsets has room for n + 2, and gets no more than that. */
static size_t make_offsets(struct rng *rng, const struct mix *mix, uint64_t *offsets, size_t n)
{
    size_t count = 0, at = mix->before, clump = mix->clump;
    for (; count <= n && at < n - mix->behind; count++) {
        for (; at > n / 2 && clump > 0; clump--)
            offsets[count++] = at;
        offsets[count] = at;
        if (rng_below(rng, 100) >= mix->empty)
            at += 1 + rng_below(rng, mix->longest);
    }
    offsets[count] = n - mix->behind;
    return count;
}

/* Offsets of count segments, as offset_type has them. */
static void store_offsets(const uint64_t *offsets, size_t count, int offset_type, unsigned char *to)
{
    for (size_t k = 0; k <= count; k++)
        if (offset_type == PREFIX_U32)
            ((uint32_t *)to)[k] = (uint32_t)offsets[k];
        else
            ((uint64_t *)to)[k] = offsets[k];
}

static void check(int op, int type, int offset_type, const struct mix *mix, size_t n, int with_init)
{
    struct rng rng = rng_make(n + mix->longest + mix->empty);
    struct arena in = {.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE}, starts = in, totals = in,
                 want = {.memory = PREFIX_MEMORY_HOST};
    const size_t size = prefix_type_size(type), offset_size = prefix_type_size(offset_type);
    uint64_t *offsets = must_alloc((n + 2) * sizeof *offsets);
    const size_t segments = make_offsets(&rng, mix, offsets, n);
    unsigned char init[8];
    const void *with = with_init ? init : NULL;
    arena_place(&in, n * size, 0);
    arena_place(&starts, (segments + 1) * offset_size, 0);
    arena_place(&totals, segments * size, 0);
    arena_place(&want, segments * size, 0);
    data_fill(&rng, op == PREFIX_PRODUCT ? DATA_BESIDE_ONE : DATA_SMALL, type, in.data, n);
    data_fill(&rng, DATA_SMALL, type, init, 1);
    store_offsets(offsets, segments, offset_type, starts.data);
    arena_push(&in);
    arena_push(&starts);
    arena_push(&totals);

    reduce(serial, op, type, with, starts.data, offset_type, segments, in.data, want.data, n);
    reduce(ctx, op, type, with, arena_pointer(&starts), offset_type, segments, arena_pointer(&in),
           arena_pointer(&totals), n);
    arena_pull(&totals);
    ok(arena_guarded(&totals) && memcmp(totals.data, want.data, want.bytes) == 0,
       "%s of %zu segments of %zu %s, at most %zu, %zu of 100 and %zu together empty, offsets of %zu bytes, %zu "
       "before, %zu behind%s",
       prefix_op_name(op), segments, n, prefix_type_name(type), mix->longest, mix->empty, mix->clump, offset_size,
       mix->before, mix->behind, with_init ? ", init" : "");
    arena_release(&want);
    arena_release(&totals);
    arena_release(&starts);
    arena_release(&in);
    free(offsets);
}

int main(void)
{
    static const struct mix mixes[] = {
        {1, 0, 0, 0, 0},        {1, 50, 0, 1, 0},        {3, 0, 1, 0, 0},          {8, 30, 9000, 7, 0},
        {60, 0, 0, 20000, 0},   {60, 90, 3, 0, 0},       {1000, 0, 0, 0, 0},       {1000, 30, 5, 5, 0},
        {20000, 0, 8192, 0, 0}, {20000, 95, 0, 8192, 0}, {3000000, 0, 1, 1, 0},    {9000000, 0, 0, 0, 0},
        {9000000, 90, 0, 0, 0}, {1000, 0, 0, 0, 150000}, {20000, 30, 7, 3, 70000},
    };
    const size_t n = 4194304 + 8192 * 3 + 5;
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    for (size_t k = 0; k < sizeof mixes / sizeof *mixes; k++) {
        const int odd = k % 2;
        check(PREFIX_SUM, PREFIX_F32, odd ? PREFIX_U64 : PREFIX_U32, &mixes[k], n, odd);
        check(PREFIX_SUM, PREFIX_F64, odd ? PREFIX_U32 : PREFIX_U64, &mixes[k], n / 2 + 1, !odd);
        check(odd ? PREFIX_MIN : PREFIX_AND, PREFIX_I32, PREFIX_U32, &mixes[k], n + 3, odd);
        check(odd ? PREFIX_MAX : PREFIX_SUM, PREFIX_U64, PREFIX_U64, &mixes[k], n / 2, 0);
        check(PREFIX_PRODUCT, PREFIX_F32, PREFIX_U32, &mixes[k], n - 1, 1);
    }
    prefix_ctx_destroy(serial);
    prefix_ctx_destroy(ctx);
    return done();
}
