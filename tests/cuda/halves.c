/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * f16 and bf16 in arrays large enough for the CUDA backend's persistent kernel, wherever the two begin
 * between packets of 16 bytes, against the serial backend: bit for bit, the total and the guard zones too.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

/* The last tile has this much of 16384 elements: nothing, one, most of it, all but one. */
static const size_t rests[] = {0, 1, 12345, 16383};
enum { RESTS = sizeof rests / sizeof *rests, LEAST = 5 << 20, OFFSETS = 8, WAYS = 4 };

static const struct {
    int op, type, pattern;
} subjects[] = {
    {PREFIX_SUM, PREFIX_F16, DATA_SMALL},          {PREFIX_SUM, PREFIX_BF16, DATA_SMALL},
    {PREFIX_PRODUCT, PREFIX_F16, DATA_BESIDE_ONE}, {PREFIX_PRODUCT, PREFIX_BF16, DATA_BESIDE_ONE},
    {PREFIX_SUM, PREFIX_F16, DATA_ALL_HALVES},
};

/* What the serial backend makes of the first n elements, for each kind and direction. */
struct wanted {
    uint16_t *out[WAYS];
    uint64_t total[WAYS];
};

static int kind_of(int way)
{
    return way & 1 ? PREFIX_EXCLUSIVE : PREFIX_INCLUSIVE;
}

/* in_place: the output is where the input is. */
static int same(prefix_ctx *cuda, size_t s, struct arena *in, struct arena *out, const struct wanted *want, int way,
                const uint16_t *data, size_t n, size_t in_offset, size_t out_offset, int in_place)
{
    uint64_t total = 0;
    arena_place(out, n * 2, out_offset * 2);
    if (in_place) {
        memcpy(out->data, data, n * 2);
    } else {
        arena_place(in, n * 2, in_offset * 2);
        memcpy(in->data, data, n * 2);
        arena_push(in);
    }
    arena_push(out);
    must_scan(cuda, subjects[s].op, subjects[s].type, kind_of(way), way >> 1, &total,
              arena_pointer(in_place ? out : in), arena_pointer(out), n);
    arena_pull(out);
    if (memcmp(out->data, want->out[way], n * 2) == 0 && total == want->total[way] && arena_guarded(out))
        return 1;
    diag("%zu elements at %zu to %zu%s, %s%s", n, in_offset, out_offset, in_place ? ", in place" : "",
         prefix_kind_name(kind_of(way)), way >> 1 ? ", reversed" : "");
    return 0;
}

static void compare(prefix_ctx *cuda, prefix_ctx *serial, size_t s)
{
    const size_t most = LEAST + 16384;
    struct arena in = {.ctx = cuda, .memory = PREFIX_MEMORY_DEVICE}, out = in;
    struct wanted want[RESTS];
    struct rng rng = rng_make(s);
    uint16_t *data = must_alloc(most * 2);
    int good = 1, runs = 0;
    data_fill(&rng, subjects[s].pattern, subjects[s].type, data, most);
    for (size_t k = 0; k < RESTS; k++)
        for (int way = 0; way < WAYS; way++) {
            want[k].out[way] = must_alloc(most * 2);
            want[k].total[way] = 0;
            must_scan(serial, subjects[s].op, subjects[s].type, kind_of(way), way >> 1, &want[k].total[way], data,
                      want[k].out[way], LEAST + rests[k]);
        }
    for (size_t from = 0; from < OFFSETS; from++)
        for (size_t to = 0; to < OFFSETS; to++) {
            /* Each pair of offsets inclusive and forwards, and in one more way; each way at all offsets. */
            for (int way = 0; way < WAYS; way++) {
                size_t k = (from * 3 + to + (size_t)way) % RESTS;
                if (test_level() != TEST_LONG && way != 0 && way != 1 + (int)(from + to) % (WAYS - 1))
                    continue;
                good &= same(cuda, s, &in, &out, &want[k], way, data, LEAST + rests[k], from, to, 0);
                runs++;
            }
            if (from != to)
                continue;
            for (int way = 0; way < WAYS; way++, runs++) {
                size_t k = (from + (size_t)way) % RESTS;
                good &= same(cuda, s, &in, &out, &want[k], way, data, LEAST + rests[k], from, to, 1);
            }
        }
    ok(good, "%s of %s, all offsets, %d scans", prefix_op_name(subjects[s].op), prefix_type_name(subjects[s].type),
       runs);
    arena_release(&in);
    arena_release(&out);
    for (size_t k = 0; k < RESTS; k++)
        for (int way = 0; way < WAYS; way++)
            free(want[k].out[way]);
    free(data);
}

int main(void)
{
    test_seed();
    prefix_ctx *serial, *cuda = open_backend("cuda");
    if (!cuda)
        return done();
    must(NULL, prefix_ctx_create(&serial, "serial"));
    for (size_t s = 0; s < sizeof subjects / sizeof subjects[0]; s++)
        compare(cuda, serial, s);
    prefix_ctx_destroy(cuda);
    prefix_ctx_destroy(serial);
    return done();
}
