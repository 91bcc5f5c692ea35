/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/data.h"

#include <stdint.h>
#include <string.h>

#include "base/message.h"

void *bench_buffer(prefix_ctx *ctx, int *memory, size_t bytes)
{
    void *buffer;
    *memory = PREFIX_MEMORY_DEVICE;
    int status = prefix_memory_alloc(ctx, *memory, &buffer, bytes);
    if (status == PREFIX_ERROR_UNSUPPORTED) {
        *memory = PREFIX_MEMORY_HOST;
        status = prefix_memory_alloc(ctx, *memory, &buffer, bytes);
    }
    check(ctx, status);
    return buffer;
}

#define FLUSH_BYTES ((size_t)1 << 29)

struct bench_places bench_places(int flush, size_t bytes)
{
    struct bench_places places = {.count = 1};
    while (flush && places.count * bytes < FLUSH_BYTES)
        places.count *= 2;
    return places;
}

/* Not the one after the last, which has been fetched ahead. */
size_t bench_next_place(struct bench_places *places)
{
    return places->turn++ * 0x9e3779b1u & (places->count - 1);
}

size_t bench_stride(size_t bytes)
{
    return (bytes + BENCH_ALIGNMENT - 1) / BENCH_ALIGNMENT * BENCH_ALIGNMENT;
}

/* splitmix64 (Steele, Lea and Flood 2014). */
uint64_t bench_random(uint64_t *state)
{
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/*
 * Floats keep random signs and fractions and get one exponent, so that they are of magnitude 0.5
 * to 1; for products they are 1 and -1. Without this subnormals and infinities would be measured.
 */
static void float_masks(int type, int op, uint64_t *keep, uint64_t *set)
{
    switch (type) {
    case PREFIX_F16:
        *keep = op == PREFIX_PRODUCT ? 0x8000800080008000u : 0x83ff83ff83ff83ffu;
        *set = op == PREFIX_PRODUCT ? 0x3c003c003c003c00u : 0x3800380038003800u;
        break;
    case PREFIX_BF16:
        *keep = op == PREFIX_PRODUCT ? 0x8000800080008000u : 0x807f807f807f807fu;
        *set = op == PREFIX_PRODUCT ? 0x3f803f803f803f80u : 0x3f003f003f003f00u;
        break;
    case PREFIX_F32:
        *keep = op == PREFIX_PRODUCT ? 0x8000000080000000u : 0x807fffff807fffffu;
        *set = op == PREFIX_PRODUCT ? 0x3f8000003f800000u : 0x3f0000003f000000u;
        break;
    case PREFIX_F64:
        *keep = op == PREFIX_PRODUCT ? 0x8000000000000000u : 0x800fffffffffffffu;
        *set = op == PREFIX_PRODUCT ? 0x3ff0000000000000u : 0x3fe0000000000000u;
        break;
    default:
        *keep = UINT64_MAX;
        *set = 0;
        break;
    }
}

void bench_fill(void *elements, size_t bytes, int type, int op)
{
    uint64_t keep, set, state = 1;
    float_masks(type, op, &keep, &set);
    for (size_t i = 0; i < bytes; i += sizeof(uint64_t)) {
        uint64_t word = (bench_random(&state) & keep) | set;
        memcpy((char *)elements + i, &word, bytes - i < sizeof word ? bytes - i : sizeof word);
    }
}
