/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans and reductions of segments of arrays large enough for the CUDA backend's persistent kernels, of elements that
 * are converted, mapped, rounded or narrow, given in every way. All have the bits of the serial backend, and nothing
 * else is written.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { LEAST_BYTES = 17 << 20 }; /* of results: persistent kernels are used for no less */
enum { FLAGS, BITS, OFFSETS, KEYS, FORMS };
enum { FIRST_BIT = 16 };
enum { INIT = 1, EXCLUSIVE = 2 }; /* what a scan is besides: bits */

static prefix_ctx *ctx, *serial;

static const struct subject {
    int op, type, out_type;
} subjects[] = {
    {PREFIX_SUM, PREFIX_U8, PREFIX_U8},          {PREFIX_SUM, PREFIX_I16, PREFIX_I16},
    {PREFIX_SUM, PREFIX_F16, PREFIX_F16},        {PREFIX_SUM, PREFIX_BF16, PREFIX_BF16},
    {PREFIX_SUM, PREFIX_U8, PREFIX_U32},         {PREFIX_SUM, PREFIX_I32, PREFIX_I64},
    {PREFIX_SUM, PREFIX_F32, PREFIX_F64},        {PREFIX_SUM, PREFIX_F16, PREFIX_F32},
    {PREFIX_MIN, PREFIX_F64, PREFIX_F64},        {PREFIX_MAX, PREFIX_F32, PREFIX_F32},
    {PREFIX_MAX, PREFIX_F16, PREFIX_F16},        {PREFIX_MIN, PREFIX_I8, PREFIX_I8},
    {PREFIX_MAX, PREFIX_U16, PREFIX_U16},        {PREFIX_XOR, PREFIX_U8, PREFIX_U8},
    {PREFIX_AND, PREFIX_U16, PREFIX_U16},        {PREFIX_PRODUCT, PREFIX_I8, PREFIX_I8},
    {PREFIX_PRODUCT, PREFIX_U16, PREFIX_U16},    {PREFIX_PRODUCT, PREFIX_BF16, PREFIX_BF16},
    {PREFIX_LOGICAL_OR, PREFIX_F32, PREFIX_F32}, {PREFIX_LOGICAL_AND, PREFIX_U8, PREFIX_U8},
    {PREFIX_SUM, PREFIX_I64, PREFIX_I64},        {PREFIX_MIN, PREFIX_I16, PREFIX_I32},
};

static const struct subject narrow[] = {
    {PREFIX_SUM, PREFIX_U8, PREFIX_U8},   {PREFIX_SUM, PREFIX_I8, PREFIX_I8},   {PREFIX_MIN, PREFIX_I8, PREFIX_I8},
    {PREFIX_MAX, PREFIX_U16, PREFIX_U16}, {PREFIX_MAX, PREFIX_F16, PREFIX_F16}, {PREFIX_MIN, PREFIX_BF16, PREFIX_BF16},
    {PREFIX_AND, PREFIX_U16, PREFIX_U16}, {PREFIX_XOR, PREFIX_U8, PREFIX_U8},
};

/* What gives the segments, in one of the ways. */
struct heads {
    int form, type; /* of offsets, keys */
    size_t segments;
    struct arena array;
};

/* Keys of which neighbours differ where segments begin. */
static void make_keys(struct rng *rng, const uint8_t *begins, size_t n, size_t size, unsigned char *to)
{
    uint64_t key = rng_next(rng);
    for (size_t i = 0; i < n; i++) {
        key = begins[i] ? key ^ (1 | (uint64_t)rng_below(rng, 100) << 1) : key;
        memcpy(to + i * size, &key, size);
    }
}

/* Begins of segments, some without elements, of which the first does not begin with the array. */
static size_t make_offsets(struct rng *rng, const uint8_t *begins, size_t n, uint64_t *to)
{
    size_t count = 0;
    for (size_t i = 1; i < n; i++)
        for (int more = begins[i]; more; more = count < n && rng_below(rng, 3) == 0)
            to[count++] = i;
    to[count] = n;
    return count;
}

static void make_heads(struct heads *heads, struct rng *rng, const uint8_t *begins, size_t n)
{
    const size_t size = prefix_type_size(heads->type);
    heads->array = (struct arena){.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE};
    if (heads->form == OFFSETS) {
        uint64_t *offsets = must_alloc(2 * (n + 1) * sizeof *offsets);
        heads->segments = make_offsets(rng, begins, n, offsets);
        arena_place(&heads->array, (heads->segments + 1) * size, 0);
        for (size_t k = 0; k <= heads->segments; k++)
            memcpy(heads->array.data + k * size, &offsets[k], size);
        free(offsets);
    } else if (heads->form == KEYS) {
        arena_place(&heads->array, n * size, 0);
        make_keys(rng, begins, n, size, heads->array.data);
    } else if (heads->form == BITS) {
        arena_place(&heads->array, (FIRST_BIT + n + 7) / 8, 0);
        memset(heads->array.data, 0, (FIRST_BIT + n + 7) / 8);
        for (size_t i = 0; i < n; i++)
            heads->array.data[(FIRST_BIT + i) / 8] |= (unsigned char)(begins[i] << (FIRST_BIT + i) % 8);
    } else {
        arena_place(&heads->array, n, 0);
        for (size_t i = 0; i < n; i++)
            heads->array.data[i] = begins[i] ? (unsigned char)(1 + rng_below(rng, 255)) : 0;
    }
    arena_push(&heads->array);
}

static void answer(prefix_ctx *by, const struct subject *s, const struct heads *heads, const void *data, int scans,
                   int exclusive, const void *init, const void *in, void *out, size_t n)
{
    prefix_plan *plan;
    must(by, prefix_plan_create(&plan, by, s->op, s->type));
    must(by, prefix_plan_set_output_type(plan, s->out_type));
    if (heads->form == FLAGS)
        must(by, prefix_plan_set_head_flags(plan, data));
    else if (heads->form == BITS)
        must(by, prefix_plan_set_head_bits(plan, data, FIRST_BIT));
    else if (heads->form == OFFSETS)
        must(by, prefix_plan_set_offsets(plan, heads->type, data, heads->segments));
    else
        must(by, prefix_plan_set_keys(plan, heads->type, data));
    must(by, prefix_plan_set_init(plan, s->out_type, init));
    if (scans) {
        must(by, prefix_plan_set_kind(plan, exclusive ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE));
        must(by, prefix_plan_run(plan, in, out, n));
    } else {
        must(by, prefix_plan_set_total(plan, s->out_type, out));
        must(by, prefix_plan_reduce(plan, in, n));
    }
    must(by, prefix_ctx_synchronize(by));
    prefix_plan_destroy(plan);
}

static int agrees(const struct subject *s, const struct heads *heads, int scans, int exclusive, const void *init,
                  const struct arena *in, size_t n)
{
    struct arena out = {.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE};
    const size_t bytes = (scans ? n : heads->segments) * prefix_type_size(s->out_type);
    unsigned char *want = must_alloc(bytes);
    arena_place(&out, bytes, 0);
    arena_push(&out);
    answer(serial, s, heads, heads->array.data, scans, exclusive, init, in->data, want, n);
    answer(ctx, s, heads, arena_pointer(&heads->array), scans, exclusive, init, arena_pointer(in), arena_pointer(&out),
           n);
    arena_pull(&out);
    const int good = arena_guarded(&out) && memcmp(out.data, want, bytes) == 0;
    arena_release(&out);
    free(want);
    return good;
}

static void check(const struct subject *s, const struct heads *how, size_t longest, int besides)
{
    const size_t n = LEAST_BYTES / prefix_type_size(s->out_type) + 12345 + longest % 1000;
    const int floats = s->type >= PREFIX_F16;
    struct rng rng = rng_make(n + longest);
    struct heads heads = *how;
    struct arena in = {.ctx = ctx, .memory = PREFIX_MEMORY_DEVICE};
    uint8_t *begins = must_alloc(n);
    uint64_t init = 0;
    for (size_t i = 0; i < n; i++)
        begins[i] = rng_below(&rng, longest) == 0;
    make_heads(&heads, &rng, begins, n);
    arena_place(&in, n * prefix_type_size(s->type), 0);
    data_fill(&rng, !floats ? DATA_BITS : s->op == PREFIX_PRODUCT ? DATA_BESIDE_ONE : DATA_SMALL, s->type, in.data, n);
    data_fill(&rng, DATA_SMALL, s->out_type, &init, 1);
    arena_push(&in);
    for (int scans = heads.form != OFFSETS; scans < 2; scans++)
        ok(agrees(s, &heads, scans, besides & EXCLUSIVE, besides & INIT ? &init : NULL, &in, n),
           "%s of %zu %s to %s, %s of %zu bytes, of %zu%s%s%s", prefix_op_name(s->op), n, prefix_type_name(s->type),
           prefix_type_name(s->out_type), (const char *[]){"flags", "bits", "offsets", "keys"}[heads.form],
           heads.form < OFFSETS ? 1 : prefix_type_size(heads.type), longest, besides & INIT ? ", init" : "",
           besides & EXCLUSIVE ? ", exclusive" : "", scans ? "" : ", reduced");
    arena_release(&in);
    arena_release(&heads.array);
    free(begins);
}

int main(void)
{
    static const size_t longest[] = {2, 30, 700, 50000, 400000000};
    static const int keys[] = {PREFIX_U32, PREFIX_I16, PREFIX_U8, PREFIX_F32, PREFIX_U64};
    test_seed();
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    for (size_t s = 0, k = 0; s < sizeof subjects / sizeof *subjects; s++)
        for (int form = 0; form < FORMS; form++, k++) {
            const size_t size = prefix_type_size(subjects[s].type);
            struct heads how = {.form = form,
                                .type = form != KEYS ? (k & 4 ? PREFIX_U64 : PREFIX_U32) : keys[k / FORMS % 5]};
            check(&subjects[s], &how, longest[k % 5], k % 3 == 1 ? INIT | EXCLUSIVE : 0);
            if (size > 2 || subjects[s].type != subjects[s].out_type)
                continue;
            if (form == KEYS) /* as narrow as elements, which then have a kernel of their own */
                how.type = size == 1 ? PREFIX_U8 : PREFIX_I16;
            check(&subjects[s], &how, longest[(k + 1) % 5], k % 3 == 2 ? INIT | EXCLUSIVE : 0);
        }
    /* Narrow elements are scanned in ways of their own. */
    for (size_t s = 0; s < sizeof narrow / sizeof *narrow; s++) {
        const size_t first = s > 0 ? 5 : 0, step = s > 0 ? 3 : 1;
        for (size_t k = first; k < 4 * sizeof longest / sizeof *longest; k += step) {
            const int form = (int)(k % FORMS);
            const struct heads how = {.form = form, .type = form == OFFSETS ? PREFIX_U32 : PREFIX_U8};
            check(&narrow[s], &how, longest[k % 5], (int)(k / 5));
        }
    }
    /* And so are reductions of floats of two bytes. */
    for (int k = 0; k < 10; k++) {
        const struct heads how = {.form = OFFSETS, .type = k % 2 ? PREFIX_U64 : PREFIX_U32};
        check(&subjects[k < 5 ? 2 : 3], &how, longest[k % 5], k % 3 == 0 ? INIT : 0);
    }
    prefix_ctx_destroy(serial);
    prefix_ctx_destroy(ctx);
    return done();
}
