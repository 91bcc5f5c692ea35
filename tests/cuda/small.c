/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arrays of a quarter of a tile of the CUDA backend to more than a cluster of blocks takes, round
 * all of the borders, however they are aligned, against the serial backend: bit for bit, the total
 * and the guard zones too.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

static const struct {
    int op, type;
} subjects[] = {
    {PREFIX_SUM, PREFIX_I8},  {PREFIX_SUM, PREFIX_U16}, {PREFIX_SUM, PREFIX_I32},     {PREFIX_SUM, PREFIX_U64},
    {PREFIX_SUM, PREFIX_F32}, {PREFIX_SUM, PREFIX_F64}, {PREFIX_MIN, PREFIX_I16},     {PREFIX_MAX, PREFIX_F32},
    {PREFIX_XOR, PREFIX_U8},  {PREFIX_AND, PREFIX_I32}, {PREFIX_PRODUCT, PREFIX_F64}, {PREFIX_SUM, PREFIX_BF16},
};

/* In elements. */
static const struct {
    int in, out;
    const char *what;
} offsets[] = {{0, 0, "aligned"}, {1, 1, "both misaligned"}, {0, 3, "output misaligned"}, {1, 2, "misaligned apart"}};

/* One scan, and whether all is as it should be. */
static int same(prefix_ctx *cuda, prefix_ctx *serial, struct arena *in, struct arena *out, size_t subject,
                size_t offset, size_t n, unsigned int turn)
{
    int op = subjects[subject].op, type = subjects[subject].type;
    size_t size = prefix_type_size(type);
    int kind = turn % 2 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE, reverse = turn / 2 % 2, in_place = turn % 5 == 0;
    struct rng rng = rng_make(turn);
    unsigned char *want = must_alloc(n * size);
    uint64_t total = 0, want_total = 0;

    arena_place(out, n * size, (size_t)offsets[offset].out * size);
    if (in_place)
        in = out;
    else
        arena_place(in, n * size, (size_t)offsets[offset].in * size);
    data_fill(&rng,
              type < PREFIX_F16      ? DATA_BITS
              : op == PREFIX_PRODUCT ? DATA_NEAR_ONE
                                     : DATA_SMALL,
              type, in->data, n);
    must_scan(serial, op, type, kind, reverse, &want_total, in->data, want, n);
    arena_push(in);
    if (in != out)
        arena_push(out);
    must_scan(cuda, op, type, kind, reverse, &total, arena_pointer(in), arena_pointer(out), n);
    arena_pull(out);
    int good = memcmp(out->data, want, n * size) == 0 && total == want_total && arena_guarded(out);
    if (!good)
        diag("n %zu, %s%s%s", n, prefix_kind_name(kind), reverse ? ", reversed" : "", in_place ? ", in place" : "");
    free(want);
    return good;
}

int main(void)
{
    static const size_t quarters[] = {1, 2, 3, 4, 5, 8, 15, 16, 17, 31, 32, 33, 60, 64, 65, 160};
    test_seed();
    prefix_ctx *serial, *cuda = open_backend("cuda");
    if (!cuda)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    struct arena in = {.ctx = cuda, .memory = PREFIX_MEMORY_DEVICE}, out = in;
    unsigned int turn = 0;
    for (size_t s = 0; s < sizeof subjects / sizeof subjects[0]; s++)
        for (size_t o = 0; o < sizeof offsets / sizeof offsets[0]; o++) {
            /* Those of two bytes are combined in four, if they are floats. */
            size_t size = subjects[s].type == PREFIX_BF16 ? 4 : prefix_type_size(subjects[s].type);
            int good = 1;
            for (size_t t = 0; t < sizeof quarters / sizeof quarters[0]; t++) {
                size_t n = quarters[t] * (8192 / size);
                const size_t sizes[] = {n - 512 / size - 3, n - 1, n, n + 1};
                for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
                    good &= same(cuda, serial, &in, &out, s, o, sizes[i], turn++);
            }
            ok(good, "%s of %s, %s", prefix_op_name(subjects[s].op), prefix_type_name(subjects[s].type),
               offsets[o].what);
        }
    arena_release(&in);
    arena_release(&out);
    prefix_ctx_destroy(cuda);
    prefix_ctx_destroy(serial);
    return done();
}
