/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is packed in a slot on its way to an array. Meanwhile what the thread reads next is prefetched, line by line,
 * because the memory reads and writes at once; pages are touched before their lines, so that their addresses are known.
 */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_FLUSH_H
#define PREFIX_BACKENDS_OPENMP_TILE_FLUSH_H

#include <string.h>

#include "simd/isa.h"
#include "simd/vector/prefetch.h"

#define FLUSH_BYTES 1024 /* that are written at once, */
#define FLUSH_LINES 12   /* and lines that are prefetched meanwhile */

/* Bytes between what is packed and what a pack prefetches. Intel's processors want single lines (prefetch.h). */
static inline size_t pack_ahead(void)
{
    return prefix__openmp_is_intel ? AHEAD : 16384;
}

/* The input of the tile that comes next: up to two arrays, as far as they have not been prefetched. */
struct prefix__openmp_input {
    const char *from[2];
    size_t lines[2];
};

static inline void prefix__openmp_prefetch_some(struct prefix__openmp_input *next)
{
    size_t lines = FLUSH_LINES;
    for (int i = 0; i < 2; i++)
        for (; lines > 0 && next->lines[i] > 0; lines--, next->lines[i]--, next->from[i] += LINE_BYTES) {
            if (next->lines[i] > PAGES_AHEAD * PAGE_BYTES / LINE_BYTES)
                prefix__openmp_prefetch_page_here(next->from[i], LINE_BYTES, 0);
            __builtin_prefetch(next->from[i], 0, 2);
        }
}

/* The beginning of a tile, which its pack does not prefetch itself, from what is left of it on. */
static inline void prefix__openmp_prefetch_begin(const struct prefix__openmp_input *tile,
                                                 const struct prefix__openmp_input *left)
{
    for (int i = 0; i < 2; i++) {
        const size_t bytes = tile->lines[i] * LINE_BYTES, ahead = bytes < pack_ahead() ? bytes : pack_ahead();
        for (const char *at = left->from[i]; at < tile->from[i] + ahead; at += LINE_BYTES)
            prefix__openmp_prefetch(at, LINE_BYTES);
    }
}

/* count elements for an array from its k-th on, as far as there is room. */
static inline void prefix__openmp_flush(const struct prefix__openmp_isa *isa, int past_cache, const char *from,
                                        void *array, size_t size, size_t k, size_t count, size_t room,
                                        struct prefix__openmp_input *next)
{
    char *to = (char *)array + k * size;
    size_t bytes = (k + count <= room ? count : k < room ? room - k : 0) * size, chunk;
    for (; bytes > 0; from += chunk, to += chunk, bytes -= chunk) {
        const size_t most = FLUSH_BYTES - (uintptr_t)to % LINE_BYTES;
        chunk = bytes < most ? bytes : most;
        prefix__openmp_prefetch_some(next);
        if (past_cache && bytes > (PAGES_AHEAD + 1) * PAGE_BYTES)
            prefix__openmp_prefetch_output(to, chunk, 0);
        if (past_cache)
            isa->convert->stream(from, to, chunk);
        else
            memcpy(to, from, chunk);
    }
}

#endif
