/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arrays large enough for the CUDA backend's persistent kernel, and for more than one piece of a
 * host array, against the serial backend: bit for bit, the total and the guard zones too.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { LEAST_BYTES = 32 << 20 }; /* the persistent kernel is used for less */

static const struct subject {
    int op, type, out_type; /* 0: the same */
} subjects[] = {
    {PREFIX_SUM, PREFIX_I8, 0},           {PREFIX_SUM, PREFIX_U16, 0},           {PREFIX_SUM, PREFIX_I32, 0},
    {PREFIX_SUM, PREFIX_U64, 0},          {PREFIX_SUM, PREFIX_F32, 0},           {PREFIX_SUM, PREFIX_F64, 0},
    {PREFIX_XOR, PREFIX_U8, 0},           {PREFIX_MIN, PREFIX_I32, 0},           {PREFIX_MAX, PREFIX_U64, 0},
    {PREFIX_PRODUCT, PREFIX_F32, 0},      {PREFIX_MAX, PREFIX_F32, 0},           {PREFIX_PRODUCT, PREFIX_I64, 0},
    {PREFIX_SUM, PREFIX_BF16, 0},         {PREFIX_SUM, PREFIX_F16, 0},           {PREFIX_SUM, PREFIX_BF16, 0},
    {PREFIX_SUM, PREFIX_F16, 0},          {PREFIX_SUM, PREFIX_U8, PREFIX_U32},   {PREFIX_SUM, PREFIX_I32, PREFIX_I64},
    {PREFIX_SUM, PREFIX_F32, PREFIX_F64}, {PREFIX_SUM, PREFIX_F16, PREFIX_F32},  {PREFIX_MIN, PREFIX_F64, 0},
    {PREFIX_MAX, PREFIX_F16, 0},          {PREFIX_LOGICAL_AND, PREFIX_U8, 0},    {PREFIX_LOGICAL_OR, PREFIX_F32, 0},
    {PREFIX_MIN, PREFIX_I8, PREFIX_I16},  {PREFIX_MAX, PREFIX_BF16, PREFIX_F32},
};

static void fill(size_t subject, void *to, size_t n)
{
    int op = subjects[subject].op, type = subjects[subject].type;
    struct rng rng = rng_make(subject);
    int pattern = type < PREFIX_F16 ? DATA_BITS : op == PREFIX_PRODUCT ? DATA_NEAR_ONE : DATA_SMALL;
    data_fill(&rng, pattern, type, to, n);
    /* So many factors stay in range only if every other one is an inverse. */
    if (op == PREFIX_PRODUCT && type == PREFIX_F32) {
        float *x = to;
        for (size_t i = 1; i < n; i += 2)
            x[i] = 1 / x[i - 1];
    }
}

/* skewed: neither array is aligned to more than an element, and the two differ, or do not. */
static void compare(prefix_ctx *cuda, prefix_ctx *serial, size_t s, int memory, int skewed)
{
    const struct subject *subject = &subjects[s];
    int out_type = subject->out_type ? subject->out_type : subject->type;
    size_t size = prefix_type_size(subject->type), out_size = prefix_type_size(out_type);
    size_t n = LEAST_BYTES / out_size + 12345; /* the last tile is partial */
    int kind = s % 2 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE, reverse = s / 2 % 2;
    n = reverse && !skewed ? n / 16 * 16 : n; /* aligned from the end, too */
    struct arena in = {.ctx = cuda, .memory = memory}, out = {.ctx = cuda, .memory = memory};
    unsigned char *want = must_alloc(n * out_size);
    uint64_t total = 0, want_total = 0;

    arena_place(&in, n * size, skewed ? size : 0);
    arena_place(&out, n * out_size, skewed ? (1 + s % 3) * out_size : 0);
    fill(s, in.data, n);
    must_scan_to(serial, subject->op, subject->type, out_type, kind, reverse, &want_total, in.data, want, n);
    arena_push(&in);
    arena_push(&out);
    must_scan_to(cuda, subject->op, subject->type, out_type, kind, reverse, &total, arena_pointer(&in),
                 arena_pointer(&out), n);
    arena_pull(&out);
    ok(memcmp(out.data, want, n * out_size) == 0 && total == want_total && arena_guarded(&out),
       "%s of %s to %s, %s%s, %s memory%s", prefix_op_name(subject->op), prefix_type_name(subject->type),
       prefix_type_name(out_type), prefix_kind_name(kind), reverse ? ", reversed" : "",
       memory == PREFIX_MEMORY_HOST ? "host" : "device", skewed ? ", skewed" : "");
    arena_release(&in);
    arena_release(&out);
    free(want);
}

int main(void)
{
    test_seed();
    prefix_ctx *serial, *cuda = open_backend("cuda");
    if (!cuda)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    for (size_t s = 0; s < sizeof subjects / sizeof subjects[0]; s++)
        compare(cuda, serial, s, PREFIX_MEMORY_DEVICE, 0);
    for (size_t s = 0; s < sizeof subjects / sizeof subjects[0]; s++)
        compare(cuda, serial, s, PREFIX_MEMORY_DEVICE, 1);
    for (size_t s = 0; s < sizeof subjects / sizeof subjects[0]; s += 3)
        compare(cuda, serial, s, PREFIX_MEMORY_HOST, 0);
    prefix_ctx_destroy(cuda);
    prefix_ctx_destroy(serial);
    return done();
}
