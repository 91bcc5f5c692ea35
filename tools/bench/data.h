/* SPDX-License-Identifier: BSD-3-Clause */
/* What is measured works on these. */
#ifndef PREFIX_TOOLS_BENCH_DATA_H
#define PREFIX_TOOLS_BENCH_DATA_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

/* A buffer on the device where there is one, on the host otherwise; *memory: which kind of memory. */
void *bench_buffer(prefix_ctx *ctx, int *memory, size_t bytes);

/*
 * The places that calls go round in, parts of their buffers: one, or with flush as many as no cache holds the data of.
 * Their number is a power of two.
 */
struct bench_places {
    size_t count, turn;
};
struct bench_places bench_places(int flush, size_t bytes);
size_t bench_next_place(struct bench_places *places);

#define BENCH_ALIGNMENT ((size_t)256) /* of places */
size_t bench_stride(size_t bytes);    /* as much for each */

/* The next of a sequence of random numbers. */
uint64_t bench_random(uint64_t *state);

/* Elements that are random and stay finite under the operator. */
void bench_fill(void *elements, size_t bytes, int type, int op);

#endif
