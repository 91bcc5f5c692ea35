/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Reductions and scans of the segments of arrays that only the kernels for large ones take, on the device: by offsets
 * of 4 and 8 bytes, of segments of few and many elements, or none, that begin after the array's beginning and end
 * before its end. All have the bits of the serial backend, and nothing else is written.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

static prefix_ctx *ctx, *serial;

/*
 * How segments are: elements of the longest, how many of 100 have none, elements in no segment at either end; how
 * many have none besides, at one place.
 */
struct mix {
    size_t longest, empty, before, behind, clump;
};

/* What is asked for, of n elements. */
struct question {
    int op, type;
    const void *init; /* or NULL */
    int offset_type;
    size_t segments, n;
};

/* The totals of segments, or where scans is 1 a result for each element. */
static void answer(prefix_ctx *by, const struct question *q, int scans, const void *offsets, const void *in, void *out)
{
    prefix_plan *plan;
    must(by, prefix_plan_create(&plan, by, q->op, q->type));
    must(by, prefix_plan_set_offsets(plan, q->offset_type, offsets, q->segments));
    must(by, prefix_plan_set_init(plan, q->type, q->init));
    if (scans) {
        must(by, prefix_plan_set_kind(plan, q->init ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE));
        must(by, prefix_plan_run(plan, in, out, q->n));
    } else {
        must(by, prefix_plan_set_total(plan, q->type, out));
        must(by, prefix_plan_reduce(plan, in, q->n));
    }
    must(by, prefix_ctx_synchronize(by));
    prefix_plan_destroy(plan);
}

/* Whether both contexts have the same results; those of ctx lie on the device. */
static int agrees(const struct question *q, int scans, const struct arena *starts, const struct arena *in)
{
    struct arena out = {.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE}, want = {.memory = PREFIX_MEMORY_HOST};
    const size_t bytes = (scans ? q->n : q->segments) * prefix_type_size(q->type);
    arena_place(&out, bytes, 0);
    arena_place(&want, bytes, 0);
    arena_push(&out);
    answer(serial, q, scans, starts->data, in->data, want.data);
    answer(ctx, q, scans, arena_pointer(starts), arena_pointer(in), arena_pointer(&out));
    arena_pull(&out);
    const int good = arena_guarded(&out) && memcmp(out.data, want.data, bytes) == 0;
    arena_release(&want);
    arena_release(&out);
    return good;
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
    struct arena in = {.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE}, starts = in;
    const size_t offset_size = prefix_type_size(offset_type);
    uint64_t *offsets = must_alloc((n + 2) * sizeof *offsets);
    unsigned char init[8];
    const struct question q = {op, type, with_init ? init : NULL, offset_type, make_offsets(&rng, mix, offsets, n), n};
    arena_place(&in, n * prefix_type_size(type), 0);
    arena_place(&starts, (q.segments + 1) * offset_size, 0);
    data_fill(&rng, op == PREFIX_PRODUCT ? DATA_BESIDE_ONE : DATA_SMALL, type, in.data, n);
    data_fill(&rng, DATA_SMALL, type, init, 1);
    store_offsets(offsets, q.segments, offset_type, starts.data);
    arena_push(&in);
    arena_push(&starts);
    for (int scans = 0; scans < 2; scans++)
        ok(agrees(&q, scans, &starts, &in),
           "%s of %zu segments of %zu %s, at most %zu, %zu of 100 and %zu together empty, offsets of %zu bytes, %zu "
           "before, %zu behind%s%s",
           prefix_op_name(op), q.segments, n, prefix_type_name(type), mix->longest, mix->empty, mix->clump, offset_size,
           mix->before, mix->behind, with_init ? ", init" : "", scans ? ", scanned" : "");
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
        check(odd ? PREFIX_MIN : PREFIX_AND, PREFIX_I32, PREFIX_U32, &mixes[k], n - 5, odd);
        check(odd ? PREFIX_MAX : PREFIX_SUM, PREFIX_U64, PREFIX_U64, &mixes[k], n / 2, 0);
        check(PREFIX_PRODUCT, PREFIX_F32, PREFIX_U32, &mixes[k], n - 1, 1);
        check(PREFIX_SUM, PREFIX_I32, odd ? PREFIX_U32 : PREFIX_U64, &mixes[k], n - 7, odd);
        check(odd ? PREFIX_XOR : PREFIX_SUM, PREFIX_U8, PREFIX_U32, &mixes[k], n - 3, !odd);
        check(odd ? PREFIX_SUM : PREFIX_XOR, PREFIX_I16, PREFIX_U64, &mixes[k], n + 1, odd);
    }
    prefix_ctx_destroy(serial);
    prefix_ctx_destroy(ctx);
    return done();
}
