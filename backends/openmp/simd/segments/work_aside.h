/* SPDX-License-Identifier: BSD-3-Clause */
/* What is prefetched and written during a row of elements among which segments begin, or during less of one. */
#ifndef PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_WORK_ASIDE_H
#define PREFIX_BACKENDS_OPENMP_SIMD_SEGMENTS_WORK_ASIDE_H

#include "simd/vector/prefetch.h"
#include "simd/vector/vector.h"

/* Writes lines of what is written aside, so many bytes at most. */
INLINE void stream_aside(struct prefix__openmp_aside *aside, size_t most)
{
    const size_t written = most < aside->bytes ? most : aside->bytes / LINE_BYTES * LINE_BYTES;
    for (size_t i = 0; i < written; i += VECTOR_BYTES)
        STREAM(aside->to + i, aside->from + i);
    aside->from += written;
    aside->to += written;
    aside->bytes -= written;
}

/* The lines that totals of segments read soon, into the first-level cache: masked loads may have parts of two. */
INLINE void prefetch_soon(struct prefix__openmp_lines *lines, const void *at)
{
    const char *const ahead = (const char *)at + LONE_AHEAD, *const end = ahead < lines->end ? ahead : lines->end;
    for (; lines->at < end; lines->at += LINE_BYTES)
        __builtin_prefetch(lines->at, 0, 3);
}

/* For so many bytes that are read and written; returns the lines that are to be prefetched. */
INLINE struct prefix__openmp_lines work_aside(struct prefix__openmp_aside *aside, size_t read, size_t written)
{
    struct prefix__openmp_lines lines = {NULL, NULL};
    if (!aside)
        return lines;
    if (aside->next.at) {
        lines = prefix__openmp_prefetch_but_lines(&aside->next, 0, read);
        prefix__openmp_next_part(&aside->next, read, &aside->next);
    }
    stream_aside(aside, aside->at_once < written ? aside->at_once : written);
    return lines;
}

/* Lines are prefetched two at a time: of many at once the last ones wait. */
INLINE void prefetch_two(struct prefix__openmp_lines *lines)
{
    prefix__openmp_prefetch_line(lines);
    prefix__openmp_prefetch_line(lines);
}

INLINE void prefetch_rest(struct prefix__openmp_lines *lines)
{
    prefix__openmp_prefetch_lines(lines->at, (size_t)(lines->end - lines->at));
    lines->at = lines->end;
}

#endif
