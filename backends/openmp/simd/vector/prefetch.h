/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What comes next is prefetched into the second-level cache: of many lines at once the first would drop most. Once for
 * each page one line some pages further on is prefetched, too, so that the page's address is known when its turn comes;
 * not behind the end, where another thread writes, which would have to fetch its lines back.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_PREFETCH_H
#define PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_PREFETCH_H

#include <stddef.h>
#include <stdint.h>

#include "simd/prefetch_plan.h"
#include "simd/vector/cpu.h"
#include "threads/tuning.h"

#define PAGE_BYTES 4096 /* the least there is */
#define PAGES_AHEAD 4
#define START_BYTES 512
/* Bytes between what is read and what is prefetched; not whole pages, or both come to a new page at once. */
#define AHEAD 6144
#define LONE_AHEAD 3328    /* where nothing is written */
#define OFFSETS_AHEAD 2048 /* of offsets */

/* GCC takes calls of what does nothing but prefetch for ones without an effect, and leaves them out. */
#define PREFETCHES static inline __attribute__((always_inline)) void

/* Of bytes at a place of a run, of which the others get their calls, too; down: the run goes down. */
PREFETCHES prefix__openmp_prefetch_page_here(const void *at, size_t bytes, int down)
{
    const ptrdiff_t pages = PAGES_AHEAD * PAGE_BYTES;
    if ((uintptr_t)at % PAGE_BYTES < bytes)
        __builtin_prefetch((const char *)at + (down ? -pages : pages), 0, 3);
}

/*
 * The same for an output that is written past the caches, but not on Intel's processors: there a line costs more that
 * is in a cache when it is written past it than an address that is not known.
 */
PREFETCHES prefix__openmp_prefetch_output(const void *to, size_t bytes, int down)
{
    if (!prefix__openmp_is_intel)
        prefix__openmp_prefetch_page_here(to, bytes, down);
}

PREFETCHES prefix__openmp_prefetch_lines(const void *at, size_t bytes)
{
    for (size_t line = 0; line < bytes; line += LINE_BYTES)
        __builtin_prefetch((const char *)at + line, 0, 2);
}

/* Into the first-level cache. */
PREFETCHES prefix__openmp_prefetch_near(const void *at, size_t bytes)
{
    for (size_t line = 0; line < bytes; line += LINE_BYTES)
        __builtin_prefetch((const char *)at + line, 0, 3);
}

/*
 * One line, in this place among what is read: Intel's processors read less where some lines are prefetched, and then
 * some read, and compilers put them so.
 */
PREFETCHES prefix__openmp_prefetch_here(const void *at)
{
#ifdef __x86_64__
    __asm__ volatile("prefetcht1 %0" : : "m"(*(const char *)at) : "memory");
#else
    __builtin_prefetch(at, 0, 2);
#endif
}

PREFETCHES prefix__openmp_prefetch_line(struct prefix__openmp_lines *lines)
{
    if (lines->at >= lines->end)
        return;
    __builtin_prefetch(lines->at, 0, 2);
    lines->at += LINE_BYTES;
}

PREFETCHES prefix__openmp_prefetch(const void *at, size_t bytes)
{
    prefix__openmp_prefetch_page_here(at, bytes, 0);
    prefix__openmp_prefetch_lines(at, bytes);
}

/* What stands at an offset, but for its lines, which are returned. */
static inline __attribute__((always_inline)) struct prefix__openmp_lines
prefix__openmp_prefetch_but_lines(const struct prefix__openmp_next *next, size_t offset, size_t bytes)
{
    const char *at = next->at + offset, *const later = at + PAGES_AHEAD * PAGE_BYTES;
    if ((uintptr_t)at % PAGE_BYTES < bytes && later < next->end) {
        if (next->starts)
            __builtin_prefetch(later, 0, 2);
        else
            __builtin_prefetch(later, 0, 3);
    }
    if (next->also)
        prefix__openmp_prefetch_lines(next->also + (offset * next->times >> next->over),
                                      bytes * next->times >> next->over);
    return (struct prefix__openmp_lines){at, at + bytes};
}

/*
 * The same with its lines. Of what is read from memory itself, in order, the processor prefetches lines better: only
 * the starts of the pages that follow are prefetched, as it does not find them by itself, and into the second-level
 * cache, as lines prefetched into the first lead it astray.
 */
PREFETCHES prefix__openmp_prefetch_next(const struct prefix__openmp_next *next, size_t offset, size_t bytes)
{
    const char *at = prefix__openmp_prefetch_but_lines(next, offset, bytes).at;
    if (!next->starts)
        prefix__openmp_prefetch_lines(at, bytes);
    else if ((uintptr_t)at % PAGE_BYTES < START_BYTES && at + PAGE_BYTES < next->end)
        prefix__openmp_prefetch_lines(at + PAGE_BYTES, bytes);
}

/* What is that far into it; NULL for NULL. */
static inline const struct prefix__openmp_next *
prefix__openmp_next_part(const struct prefix__openmp_next *next, size_t offset, struct prefix__openmp_next *part)
{
    if (!next)
        return NULL;
    *part = *next;
    part->at += offset;
    if (part->also)
        part->also += offset * next->times >> next->over;
    return part;
}
#undef PREFETCHES

#endif
