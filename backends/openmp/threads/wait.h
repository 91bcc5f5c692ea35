/* SPDX-License-Identifier: BSD-3-Clause */
/* The clock, and short waits for another thread, by looking again and again. A clock bounds them, as a pause differs by
 * model. */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_WAIT_H
#define PREFIX_BACKENDS_OPENMP_THREADS_WAIT_H

#include <stdint.h>
#include <time.h>

#define LOOKS 32 /* between two at the clock */

struct prefix__openmp_wait { /* zeros at first */
    unsigned looks;
    uint64_t until; /* ns */
};

static inline uint64_t prefix__openmp_now(void) /* ns */
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Pauses after a look. Returns whether so long a time has gone by since the first, or since it last was so. */
static inline int prefix__openmp_waited(struct prefix__openmp_wait *wait, uint64_t microseconds)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
    if (++wait->looks % LOOKS != 0)
        return 0;
    const uint64_t now = prefix__openmp_now();
    const int is_over = wait->until > 0 && now >= wait->until;
    if (is_over || wait->until == 0)
        wait->until = now + 1000 * microseconds;
    return is_over;
}

#undef LOOKS

#endif
