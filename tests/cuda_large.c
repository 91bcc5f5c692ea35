/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arrays large enough for the CUDA backend's persistent kernel, and for more than one piece of a
 * host array, against the serial backend: bit for bit, the total and the guard zones too.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "data.h"
#include "support.h"

enum { LEAST_BYTES = 32 << 20 }; /* the persistent kernel is used for less */

static const struct {
    int op, type;
} subjects[] = {
    {PREFIX_SUM, PREFIX_I8},   {PREFIX_SUM, PREFIX_U16},     {PREFIX_SUM, PREFIX_I32}, {PREFIX_SUM, PREFIX_U64},
    {PREFIX_SUM, PREFIX_F32},  {PREFIX_SUM, PREFIX_F64},     {PREFIX_XOR, PREFIX_U8},  {PREFIX_MIN, PREFIX_I32},
    {PREFIX_MAX, PREFIX_U64},  {PREFIX_PRODUCT, PREFIX_F32}, {PREFIX_MAX, PREFIX_F32}, {PREFIX_PRODUCT, PREFIX_I64},
    {PREFIX_SUM, PREFIX_BF16},
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
static void compare(prefix_ctx *cuda, prefix_ctx *serial, size_t subject, int memory, int skewed)
{
    int op = subjects[subject].op, type = subjects[subject].type;
    size_t size = prefix_type_size(type);
    size_t n = LEAST_BYTES / size + 12345; /* the last tile is partial */
    int kind = subject % 2 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE, reverse = subject / 2 % 2;
    n = reverse && !skewed ? n / 16 * 16 : n; /* aligned from the end, too */
    struct arena in = {.ctx = cuda, .memory = memory}, out = {.ctx = cuda, .memory = memory};
    unsigned char *want = must_alloc(n * size);
    uint64_t total = 0, want_total = 0;

    arena_place(&in, n * size, skewed ? size : 0);
    arena_place(&out, n * size, skewed ? (1 + subject % 3) * size : 0);
    fill(subject, in.data, n);
    must_scan(serial, op, type, kind, reverse, &want_total, in.data, want, n);
    arena_push(&in);
    arena_push(&out);
    must_scan(cuda, op, type, kind, reverse, &total, arena_pointer(&in), arena_pointer(&out), n);
    arena_pull(&out);
    ok(memcmp(out.data, want, n * size) == 0 && total == want_total && arena_guarded(&out),
       "%s of %s, %s%s, %s memory%s", prefix_op_name(op), prefix_type_name(type), prefix_kind_name(kind),
       reverse ? ", reversed" : "", memory == PREFIX_MEMORY_HOST ? "host" : "device", skewed ? ", skewed" : "");
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
