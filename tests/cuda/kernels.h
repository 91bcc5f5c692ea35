/* SPDX-License-Identifier: BSD-3-Clause */
/* Kernels for tests of the CUDA backend, and what tests in C need around them. */
#ifndef CUDA_KERNELS_H
#define CUDA_KERNELS_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Occupies all but spared multiprocessors, from this call until hog_stop(), or for some seconds.
 * Returns what hog_stop() wants, when the multiprocessors are taken; NULL when that did not come
 * about. hog_stop() returns whether the hog had ended before.
 */
void *hog_start(int spared);
int hog_stop(void *hog);

/* Queues a kernel that traps, after which the process cannot use the device. */
void trap(void *stream);

/* Queues a kernel that keeps one block busy for so long. */
void linger(void *stream, unsigned int microseconds);

/* Bytes, in words of 4 (of the rest none), in which two device arrays differ; waits for it. */
size_t differing_words(const void *a, const void *b, size_t bytes);

/*
 * Integers of size bytes on the device, of which element i, counted from the end if reverse, is
 * i % 251 - 100; and how many elements of the sums over them are wrong. Both wait for it.
 */
void pattern_fill(void *to, int size, size_t n, int reverse);
size_t pattern_wrong(const void *sums, int size, size_t n, int exclusive, int reverse);

/* How many elements of what was kept of such a pattern, its first kept values of each 251, are wrong; waits for it. */
size_t pattern_kept_wrong(const void *a, int size, size_t n, int kept);

#ifdef __cplusplus
}
#endif

#endif
