/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What is packed in a slot on its way to an array. Meanwhile what the thread reads next is prefetched into the cache,
 * line by line: the memory does both at once. Pages of both are prefetched before, so that their addresses are known:
 * with pages of 4 KiB, selections of 2^24 gain 5 to 15 % by that on two Zen 4 cores. Who packs prefetches the rest of his
 * tile, so that there is something to read then, too: of 2^24 i32, 1 % are selected in 2.0 ms instead of 2.9, 50 %
 * in 2.8 instead of 3.2.
 */
#ifndef PREFIX_BACKENDS_OPENMP_PUT_H
#define PREFIX_BACKENDS_OPENMP_PUT_H

#include <string.h>

#include "simd/vector/prefetch.h"
#include "simd/isa.h"

#define PUT_CHUNK 1024 /* bytes that are written at once, */
#define PUT_LINES 12   /* and lines that are prefetched into the cache meanwhile */

/*
 * Bytes between what is packed and what is prefetched into the cache by the one who packs. On Intel's processors what looks
 * for elements prefetches them line by line (select.h): of many lines at once the last ones wait. Two Xeon cores, 2^26 i32,
 * ms, with 16 KiB by pieces, and so: 1 % selected 11.7 and 10.0, 50 % 17.5 and 16.5, unique 14.7 and 13.6, lengths of
 * runs of 500 13.2 and 11.6.
 */
static inline size_t pack_ahead(void)
{
    return prefix__openmp_is_intel ? AHEAD : 16384;
}

/* Of up to two arrays, in turn. */
struct prefix__openmp_prefetched {
    const char *from[2];
    size_t lines[2];
};

static inline void prefix__openmp_prefetch_some(struct prefix__openmp_prefetched *next)
{
    size_t lines = PUT_LINES;
    for (int i = 0; i < 2; i++)
        for (; lines > 0 && next->lines[i] > 0; lines--, next->lines[i]--, next->from[i] += LINE_BYTES) {
            if (next->lines[i] > PAGES_AHEAD * PAGE_BYTES / LINE_BYTES)
                prefix__openmp_prefetch_page(next->from[i], LINE_BYTES);
            __builtin_prefetch(next->from[i], 0, 2);
        }
}

/* Of a tile as much as no pack prefetches, but for what is prefetched already. */
static inline void prefix__openmp_prefetch_begin(const struct prefix__openmp_prefetched *tile,
                                             const struct prefix__openmp_prefetched *left)
{
    for (int i = 0; i < 2; i++) {
        const size_t most = pack_ahead() / LINE_BYTES, lines = tile->lines[i] < most ? tile->lines[i] : most;
        for (const char *at = left->from[i]; at < tile->from[i] + lines * LINE_BYTES; at += LINE_BYTES)
            prefix__openmp_prefetch(at, LINE_BYTES);
    }
}

static inline void prefix__openmp_flush(const struct prefix__openmp_isa *isa, int past_cache, const char *from,
                                            char *to, size_t bytes, struct prefix__openmp_prefetched *next)
{
    while (bytes > 0) {
        const size_t most = PUT_CHUNK - (uintptr_t)to % LINE_BYTES, chunk = bytes < most ? bytes : most;
        prefix__openmp_prefetch_some(next);
        if (past_cache && bytes > (PAGES_AHEAD + 1) * PAGE_BYTES)
            prefix__openmp_prefetch_output(to, chunk, 0);
        if (past_cache)
            isa->convert->stream(from, to, chunk);
        else
            memcpy(to, from, chunk);
        from += chunk;
        to += chunk;
        bytes -= chunk;
    }
}

#endif
