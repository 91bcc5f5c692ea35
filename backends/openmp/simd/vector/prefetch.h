/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What comes next is prefetched into the second-level cache: of many lines at once the first would drop most. Once for
 * each page one line some pages further on is prefetched, too, so that the page's address is known when its turn comes;
 * not behind the end, where another thread writes, which would have to fetch its lines back.
 *
 * What does nothing but prefetch must be inlined: GCC takes calls of it for ones without an effect, and leaves them
 * out.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_PREFETCH_H
#define PREFIX_BACKENDS_OPENMP_SIMD_VECTOR_PREFETCH_H

#include <stddef.h>
#include <stdint.h>

#include "simd/vector/cpu.h"
#include "simd/prefetch_plan.h"

#define LINE_BYTES 64
#define PAGE_BYTES 4096 /* the least there is */
#define PAGES_AHEAD 4
#define START_BYTES 512
/* Bytes between what is read and what is prefetched; not whole pages, or both come to a new page at once. */
#define AHEAD 6144
/* The same of trees of segments: one line for as many bytes as SHARE_BYTES that are due, so that lines come evenly. */
#define NODES_AHEAD 60000
#define SHARE_BYTES 4096
/* The same where nothing is written. */
#define LONE_AHEAD 3328
/* Bytes between offsets that are read and those that are prefetched. */
#define OFFSETS_AHEAD 2048

/* For bytes at a place of a run, of which the others get their calls, too. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_page(const void *at, size_t bytes)
{
    if ((uintptr_t)at % PAGE_BYTES < bytes)
        __builtin_prefetch((const char *)at + PAGES_AHEAD * PAGE_BYTES, 0, 3);
}

/* The same for a run that may go down: bytes before the place. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_page_here(const void *at, size_t bytes,
                                                                                    int down)
{
    if (!down)
        prefix__openmp_prefetch_page(at, bytes);
    else if ((uintptr_t)at % PAGE_BYTES < bytes)
        __builtin_prefetch((const char *)at - PAGES_AHEAD * PAGE_BYTES, 0, 3);
}

/*
 * The same for an output that is written past the caches, but not on Intel's processors: there a line costs more that
 * is in a cache when it is written past it than an address that is not known.
 */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_output(const void *to, size_t bytes, int down)
{
    if (!prefix__openmp_is_intel)
        prefix__openmp_prefetch_page_here(to, bytes, down);
}

static inline __attribute__((always_inline)) void prefix__openmp_prefetch_lines(const void *at, size_t bytes)
{
    for (size_t line = 0; line < bytes; line += LINE_BYTES)
        __builtin_prefetch((const char *)at + line, 0, 2);
}

/* Into the first-level cache. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_near(const void *at, size_t bytes)
{
    for (size_t line = 0; line < bytes; line += LINE_BYTES)
        __builtin_prefetch((const char *)at + line, 0, 3);
}

#ifdef __x86_64__
#define PREFETCH_HERE(at, level) __asm__ volatile("prefetcht" #level " %0" : : "m"(*(const char *)(at)) : "memory")
#else
#define PREFETCH_HERE(at, level) __builtin_prefetch(at, 0, 3 - (level))
#endif

/*
 * One line, in this place among what is read: Intel's processors read less where some lines are prefetched, and then
 * some read, and compilers put them so.
 */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_here(const void *at)
{
    PREFETCH_HERE(at, 1);
}

/* The same into the first-level cache. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_near_here(const void *at)
{
    PREFETCH_HERE(at, 0);
}

static inline __attribute__((always_inline)) void prefix__openmp_prefetch_lines_here(const void *at, size_t bytes)
{
    for (size_t line = 0; line < bytes; line += LINE_BYTES)
        prefix__openmp_prefetch_here((const char *)at + line);
}

static inline __attribute__((always_inline)) void prefix__openmp_prefetch_line(struct prefix__openmp_lines *lines)
{
    if (lines->at >= lines->end)
        return;
    __builtin_prefetch(lines->at, 0, 2);
    lines->at += LINE_BYTES;
}

/* A share of the lines that are due up to some place: the more, the fewer have been prefetched ahead. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_share(struct prefix__openmp_lines *lines,
                                                                                const char *ahead)
{
    const char *const end = ahead < lines->end ? ahead : lines->end;
    if (end <= lines->at)
        return;
    const size_t share = (size_t)(end - lines->at) / SHARE_BYTES * LINE_BYTES;
    prefix__openmp_prefetch_lines(lines->at, share);
    lines->at += share;
}

static inline __attribute__((always_inline)) void prefix__openmp_prefetch(const void *at, size_t bytes)
{
    prefix__openmp_prefetch_page(at, bytes);
    prefix__openmp_prefetch_lines(at, bytes);
}

static inline __attribute__((always_inline)) void prefix__openmp_prefetch_also(const struct prefix__openmp_next *next,
                                                                               size_t offset, size_t bytes)
{
    if (next->also)
        prefix__openmp_prefetch_lines(next->also + (offset * next->times >> next->over),
                                      bytes * next->times >> next->over);
}

/*
 * What stands at an offset, its pages as far as they come before the end. Of what is read from memory itself, in order,
 * the processor prefetches lines better: only the starts of the pages that follow are prefetched, into the second-level
 * cache, as it does not find them by itself, and is led astray by lines prefetched into the first.
 */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_next(const struct prefix__openmp_next *next,
                                                                               size_t offset, size_t bytes)
{
    const char *at = next->at + offset;
    const size_t in_page = (uintptr_t)at % PAGE_BYTES;
    const int is_first = in_page < bytes && at + PAGES_AHEAD * PAGE_BYTES < next->end;
    if (next->starts) {
        if (is_first)
            __builtin_prefetch(at + PAGES_AHEAD * PAGE_BYTES, 0, 2);
        if (in_page < START_BYTES && at + PAGE_BYTES < next->end)
            prefix__openmp_prefetch_lines(at + PAGE_BYTES, bytes);
    } else {
        if (is_first)
            __builtin_prefetch(at + PAGES_AHEAD * PAGE_BYTES, 0, 3);
        prefix__openmp_prefetch_lines(at, bytes);
    }
    prefix__openmp_prefetch_also(next, offset, bytes);
}

/* The same of what is read later, but for its lines, which are returned. */
static inline __attribute__((always_inline)) struct prefix__openmp_lines
prefix__openmp_prefetch_but_lines(const struct prefix__openmp_next *next, size_t offset, size_t bytes)
{
    const char *at = next->at + offset;
    if ((uintptr_t)at % PAGE_BYTES < bytes && at + PAGES_AHEAD * PAGE_BYTES < next->end)
        __builtin_prefetch(at + PAGES_AHEAD * PAGE_BYTES, 0, 3);
    prefix__openmp_prefetch_also(next, offset, bytes);
    return (struct prefix__openmp_lines){at, at + bytes};
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

#endif
