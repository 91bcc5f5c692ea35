/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Sorts of more than 2^32 elements, all of which are checked. Key i is i * FACTOR, modulo 2 to the bits of its type: so
 * each key is there as often as any other, but for a few, and a formula says where each stood. It takes tens of
 * gigabytes of the device's memory, and runs with LIBPREFIX_TEST_LEVEL=long.
 */
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cuda_runtime_api.h>

#include <prefix/prefix.h>

#include "check.h"
#include "../support/support.h"

enum { PATIENCE = 600 /* seconds */, EXTRA = 5, PIECE = 64 << 20 };

#define N (((size_t)1 << 32) + EXTRA)
#define BYTE 0x9d /* all that FACTOR has, which is odd */

static prefix_ctx *ctx;

static const struct subject {
    int type, index_type; /* 0: keys alone */
} subjects[] = {
    {PREFIX_U8, 0}, {PREFIX_U16, 0}, {PREFIX_U32, 0}, {PREFIX_U8, PREFIX_U64}, {PREFIX_U16, PREFIX_U64},
};

/* All in one, so that nothing is left when there is no more. */
struct memory {
    char *all, *keys, *out, *workspace;
    size_t needed; /* of the workspace */
};

static size_t whole(size_t bytes)
{
    return (bytes + 255) / 256 * 256;
}

static int allocate(struct memory *m, const struct subject *s, prefix_sorting *sorting)
{
    const size_t keys = whole(N * prefix_type_size(s->type));
    const size_t out = whole(N * prefix_type_size(s->index_type ? s->index_type : s->type));
    if (s->index_type) /* the size of the workspace depends on it, not on where they are */
        must(ctx, prefix_sorting_set_indices(sorting, s->index_type, &m->needed));
    must(ctx, prefix_sorting_workspace(sorting, N, &m->needed));
    const size_t bytes = keys + out + m->needed;
    if (cudaMalloc((void **)&m->all, bytes) != cudaSuccess) {
        size_t room = 0, all;
        (void)cudaGetLastError();
        cudaMemGetInfo(&room, &all);
        skip("%zu GiB of the device's memory are needed, and %zu are free", bytes >> 30, room >> 30);
        return 0;
    }
    m->keys = m->all;
    m->out = m->keys + keys;
    m->workspace = m->out + out;
    return 1;
}

/* The sums of a constant. */
static void fill(const struct memory *m, int type)
{
    cuda(cudaMemset(m->keys, BYTE, N * prefix_type_size(type)));
    cuda(cudaDeviceSynchronize());
    must(ctx, prefix_scan(ctx, PREFIX_EXCLUSIVE, PREFIX_SUM, type, m->keys, m->keys, N));
}

/* What makes an index of a key, by Newton's rule, which doubles the bits that are right. */
static uint64_t inverse_of(uint64_t factor)
{
    uint64_t inverse = 1;
    for (int right = 1; right < 64; right *= 2)
        inverse *= 2 - factor * inverse;
    return inverse;
}

/* The element at each place in order, as its key or as its index. */
struct walk {
    int is_index;
    uint64_t keys, inverse; /* keys: how many there are */
    uint64_t key, index;
};

static uint64_t next(struct walk *w)
{
    const uint64_t at = w->is_index ? w->index : w->key;
    w->index += w->keys;
    if (w->index >= N)
        w->index = ++w->key * w->inverse & (w->keys - 1);
    return at;
}

static uint64_t load(const unsigned char *from, size_t size)
{
    return size == 1   ? *from
           : size == 2 ? *(const uint16_t *)(const void *)from
           : size == 4 ? *(const uint32_t *)(const void *)from
                       : *(const uint64_t *)(const void *)from;
}

static size_t count_wrong(const char *from, size_t size, struct walk *w)
{
    unsigned char *piece = must_alloc(PIECE);
    size_t wrong = 0;
    for (size_t i = 0; i < N * size; i += PIECE) {
        const size_t bytes = N * size - i < PIECE ? N * size - i : PIECE;
        cuda(cudaMemcpy(piece, from + i, bytes, cudaMemcpyDeviceToHost));
        for (size_t k = 0; k < bytes; k += size)
            wrong += load(piece + k, size) != next(w);
    }
    free(piece);
    return wrong;
}

static void sort(const struct subject *s)
{
    struct memory m;
    prefix_sorting *sorting;
    struct walk walk = {
        .is_index = s->index_type != 0,
        .keys = UINT64_C(1) << 8 * prefix_type_size(s->type),
        .inverse = inverse_of(UINT64_C(0x0101010101010101) * BYTE),
    };
    must(ctx, prefix_sorting_create(&sorting, ctx, s->type));
    if (allocate(&m, s, sorting)) {
        fill(&m, s->type);
        if (s->index_type)
            must(ctx, prefix_sorting_set_indices(sorting, s->index_type, m.out));
        if (m.needed)
            must(ctx, prefix_sorting_set_workspace(sorting, m.workspace, m.needed));
        must(ctx, prefix_sorting_run(sorting, m.keys, s->index_type ? NULL : m.out, N));
        must(ctx, prefix_ctx_synchronize(ctx));
        const size_t wrong = count_wrong(m.out, prefix_type_size(s->index_type ? s->index_type : s->type), &walk);
        ok(wrong == 0, "%s of %zu %s", s->index_type ? "places" : "keys", N, prefix_type_name(s->type));
        if (wrong)
            diag("%zu elements are wrong", wrong);
        cuda(cudaFree(m.all));
    }
    prefix_sorting_destroy(sorting);
}

int main(void)
{
    if (test_level() != TEST_LONG)
        skip_all("this is for LIBPREFIX_TEST_LEVEL=long");
    ctx = open_backend("cuda");
    if (!ctx)
        return done();
    device_alone();
    alarm(PATIENCE);
    for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++)
        sort(&subjects[s]);
    prefix_ctx_destroy(ctx);
    return done();
}
