/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What comes next is prefetched into the second-level cache: of many lines at once the first would drop most.
 * Once for each page one line some pages further on is prefetched, too, so that the page's address is known when
 * its turn comes. Two Zen 4 cores with pages of 4 KiB read 34 GB/s without that, 45 with it, and 50 with both.
 * Not behind the end: there another thread writes, which would have to fetch its lines back. In place, sums
 * of 2^24 f64 went from 38 to 48 GB/s by that.
 *
 * What does nothing but prefetch must be inlined: GCC takes calls of it for ones without an effect, and leaves them out.
 */
#ifndef PREFIX_BACKENDS_OPENMP_DRAW_H
#define PREFIX_BACKENDS_OPENMP_DRAW_H

#include <stddef.h>
#include <stdint.h>

#include "simd/isa.h"
#include "simd/vector/cpu.h"

#define LINE_BYTES 64
#define PAGE_BYTES 4096 /* the least there is */
#define PAGES_AHEAD 4
#define START_BYTES 512
/*
 * Bytes between what is read and what is prefetched where nothing else comes next. Not whole pages, or both come to a new
 * page at once (totals_float.h).
 */
#define AHEAD 6144
/*
 * The same of nodes and windows (totals_float.h), of which some take far longer than others for as much that is read.
 * Beside each step one line is prefetched for as many bytes as SHARE_BYTES of those that are due: so lines come evenly, and
 * far enough ahead, whatever the segments are. Two Zen 4 cores, 2^24 f32 in segments of 12, 40, 100 and 200, ms, where
 * lines were prefetched in the order of what is read up to 9 KiB ahead, and so: 2.7, 1.9, 2.1, 1.9, and 1.9, 1.7, 1.5, 1.5.
 * Two Xeon cores, 2^26, ms, 6 KiB ahead, and so: 13.3, 11.4, 10.0, 10.7, and 11.1, 10.9, 9.4, 8.7.
 */
#define NODES_AHEAD 60000
#define SHARE_BYTES 4096
/*
 * The same where nothing is written, and no pages are prefetched before their lines, which leads Intel's processors astray
 * then. Two Xeon cores, reductions of 2^26, ms, with pages and 6 KiB ahead, and so: i32 8.4 and 7.8, f32 8.7 and 7.8,
 * f64 17.8 and 16.5; one core, i32 17.0 and 15.3.
 */
#define LONE_AHEAD 3328
/*
 * Bytes between offsets that are read and those that are prefetched into the cache. Two Xeon cores, reductions of 2^26 in
 * segments of 4, 7, and of up to 8 of which half are empty, ms, by 1024 and so: u8 4.7, 3.2, 7.1 and 4.5, 3.0, 6.9; i64
 * 21.3, 20.0, 28.5 and 21.0, 19.5, 26.9; by 4096 short ones take longer.
 */
#define OFFSETS_AHEAD 2048
#define MARKED_AHEAD 8192 /* of offsets that are marked (mark.h) */

/* For bytes at a place of a run, of which the others get their calls, too. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_page(const void *at, size_t bytes)
{
    if ((uintptr_t)at % PAGE_BYTES < bytes)
        __builtin_prefetch((const char *)at + PAGES_AHEAD * PAGE_BYTES, 0, 3);
}

/* The same for a run that may go down: bytes before the place. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_page_here(const void *at, size_t bytes, int down)
{
    if (!down)
        prefix__openmp_prefetch_page(at, bytes);
    else if ((uintptr_t)at % PAGE_BYTES < bytes)
        __builtin_prefetch((const char *)at - PAGES_AHEAD * PAGE_BYTES, 0, 3);
}

/*
 * The same for an output that is written past the caches, but not on Intel's processors: there a line costs more that
 * is in a cache when it is written past it than an address that is not known. Two Xeon cores, 2^24 with pages of 2 MiB,
 * ratio to the copy with and without: i32 .70 and .77, f64 .72 and .80, f32 .67 and .72; of 4 KiB .72 and .79, .86 and
 * .92, .68 and .72; one core, i32 .80 and .98.
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
 * One line, in this place among what is read: Intel's processors read less where some are prefetched, and then some read, if
 * both are more than a page apart, and compilers put them so. Two Xeon cores, GB/s, by fours and one by one: 3 KiB
 * apart 37 and 38, 6 KiB 31 and 38.
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
        prefix__openmp_prefetch_lines(next->also + (offset * next->times >> next->over), bytes * next->times >> next->over);
}

/*
 * What stands at an offset, its pages as far as they come before the end. Of what is read from memory itself, in order,
 * the processor prefetches lines better: only the starts of the pages that follow are prefetched, into the second-level cache,
 * as it does not find them by itself, and is led astray by lines prefetched into the first.
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

/* The same for a run that goes down. */
static inline __attribute__((always_inline)) void prefix__openmp_prefetch_down(const struct prefix__openmp_next *next,
                                                                           size_t offset, size_t bytes)
{
    const char *at = next->at + offset;
    prefix__openmp_prefetch_page_here(at, bytes, 1);
    prefix__openmp_prefetch_lines(at, bytes);
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
