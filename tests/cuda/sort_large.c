/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Keys of one and two bytes in arrays so large that they are counted by all their bits, and just not, against counts of
 * the host's own; at any address, in place, too.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "../support/data.h"
#include "../support/support.h"

enum { LARGE = 1 << 25, VALUES = 1 << 16 };

enum shape { ANY, EQUAL, SORTED, FEW, SKEWED, SHAPES };
static const char *const names[] = {"any", "all equal", "in order", "few", "skewed"};

static const struct subject {
    int type, order;
} subjects[] = {
    {PREFIX_U16, PREFIX_ASCENDING},
    {PREFIX_I16, PREFIX_DESCENDING},
    {PREFIX_U8, PREFIX_ASCENDING},
};

static prefix_ctx *ctx;
static struct arena keys, out;

static uint32_t key_at(const unsigned char *from, size_t size, size_t i)
{
    return size == 1 ? from[i] : ((const uint16_t *)(const void *)from)[i];
}

static void put_key(unsigned char *to, size_t size, size_t i, uint32_t key)
{
    if (size == 1)
        to[i] = (unsigned char)key;
    else
        ((uint16_t *)(void *)to)[i] = (uint16_t)key;
}

/* Skewed: half of the keys of a warp are the same, and the others are far fewer than there could be. */
static void fill(struct rng *rng, size_t size, size_t n, int shape)
{
    const uint32_t one = (uint32_t)rng_next(rng);
    for (size_t i = 0; i < n; i++) {
        const uint32_t any = (uint32_t)rng_next(rng);
        put_key(keys.data, size, i,
                shape == ANY      ? any
                : shape == EQUAL  ? one
                : shape == SORTED ? (uint32_t)(i * (size == 1 ? 256 : VALUES) / n)
                : shape == FEW    ? one + any % 5 * 4099
                                  : (any & 1 ? one : any >> 8 & any >> 16));
    }
}

/* Keys in order, as many of each as there were, in place of the keys of the host. */
static void sort(const struct subject *s, size_t size, size_t n)
{
    static size_t counts[VALUES];
    const uint32_t values = UINT32_C(1) << 8 * size, sign = s->type == PREFIX_I16 ? values / 2 : 0;
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < n; i++)
        counts[key_at(keys.data, size, i)]++;
    size_t at = 0;
    for (uint32_t v = 0; v < values; v++) {
        const uint32_t key = (s->order == PREFIX_ASCENDING ? v : values - 1 - v) ^ sign;
        for (size_t left = counts[key]; left > 0; left--)
            put_key(keys.data, size, at++, key);
    }
}

static void check(const struct subject *s, size_t n, int shape, int in_place)
{
    struct rng rng = rng_make(n * SHAPES + (size_t)shape);
    const size_t size = prefix_type_size(s->type);
    struct arena *const result = in_place ? &keys : &out;
    arena_place(&keys, n * size, rng_below(&rng, 16) * size);
    arena_place(&out, n * size, rng_below(&rng, 16) * size);
    fill(&rng, size, n, shape);
    arena_push(&keys);
    arena_push(&out);
    must(ctx, prefix_sort(ctx, s->order, s->type, arena_pointer(&keys), arena_pointer(result), n));
    must(ctx, prefix_ctx_synchronize(ctx));
    sort(s, size, n);
    unsigned char *want = must_alloc(n * size);
    memcpy(want, keys.data, n * size);
    arena_pull(result);
    ok(memcmp(result->data, want, n * size) == 0 && arena_guarded(result), "%zu of %s, %s: %s%s", n,
       prefix_type_name(s->type), s->order == PREFIX_ASCENDING ? "ascending" : "descending", names[shape],
       in_place ? ", in place" : "");
    free(want);
}

int main(void)
{
    test_seed();
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    keys.ctx = out.ctx = ctx;
    keys.memory = out.memory = PREFIX_MEMORY_DEVICE;
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++) {
        for (int shape = 0; shape < SHAPES; shape++)
            check(&subjects[s], LARGE + (size_t)shape * 12345, shape, shape % 2);
        check(&subjects[s], LARGE - 1, ANY, 0);
        check(&subjects[s], LARGE, ANY, 1);
    }
    arena_release(&keys);
    arena_release(&out);
    prefix_ctx_destroy(ctx);
    return done();
}
