/* SPDX-License-Identifier: BSD-3-Clause */
/* What a loop prefetches, and writes, while it works on something else. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_PREFETCH_PLAN_H
#define PREFIX_BACKENDS_OPENMP_SIMD_PREFETCH_PLAN_H

#include <stddef.h>
#include <stdint.h>

/* What comes next, at the same distances as what is read now. */
struct prefix__openmp_next {
    const char *at, *end; /* memory of others is behind the end */
    const char *also;     /* what tells of the segments there, or NULL: for each byte so many times a part of 2^over */
    uint8_t times, over;
    uint8_t starts; /* at is read itself: only the starts of pages are prefetched */
};

/* Lines that are prefetched into the cache beside what reads little: one at a time, as many at once would have to wait.
 */
struct prefix__openmp_lines {
    const char *at, *end;
};

/*
 * What a kernel does beside elements, as much as they are: prefetches what comes next into the caches (at is NULL for
 * nothing), and writes bytes of what is done past them, from the beginning of a line. Both move on; what is left of the
 * bytes is the caller's to write.
 */
struct prefix__openmp_aside {
    struct prefix__openmp_next next;
    const char *from;
    char *to;
    size_t bytes;
    size_t at_once; /* of these, beside a row */
};

#endif
