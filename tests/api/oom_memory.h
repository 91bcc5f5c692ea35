/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Memory that runs out: the program's own malloc, in front of the C library's, which fails for libprefix and its
 * backends alone: CUDA ends the process instead.
 */
#ifndef OOM_MEMORY_H
#define OOM_MEMORY_H

#include <stdlib.h> /* which says whether this is glibc */

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_OWN_MALLOC 0
#endif
#endif
#if !defined(HAVE_OWN_MALLOC) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define HAVE_OWN_MALLOC 1
#elif !defined(HAVE_OWN_MALLOC)
#define HAVE_OWN_MALLOC 0
#endif

/* Of the calling thread: its allocations fail from the n-th on, until it is disarmed; failed: one did. */
void arm(long n);
void disarm(void);
extern _Thread_local int failed;

extern int loader_too; /* fail inside dlopen(3), too */
extern int live_count; /* allocated while armed and not freed yet. One thread plays at a time */

#endif
