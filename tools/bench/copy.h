/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_TOOLS_BENCH_COPY_H
#define PREFIX_TOOLS_BENCH_COPY_H

#include <stddef.h>

/*
 * The ways in which CPU threads copy, numbered from 0, and read; to is aligned to 64 bytes, and each line
 * of the bytes is written there so many times, one after the other.
 */
#define BENCH_COPIES 4
void bench_copy(int index, void *to, const void *from, size_t bytes, size_t times, int threads);
/* The ways in which they read and write memory in place. */
#define BENCH_REWRITES 3
void bench_rewrite(int index, void *memory, size_t bytes, int threads);
void bench_read(const void *from, size_t bytes, int threads);
int bench_threads(void); /* what OpenMP would use */

#endif
