/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments on their way to the array. They lie in a buffer as they will in the lines of the array. What fills
 * lines is written past the caches during the next chunk that is read, while the other buffer is filled.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_TOTALS_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_TOTALS_H

#include "tile/chunks.h"

#define TOTALS_BYTES (4 * PIECE_BYTES)
#define ROWS (PIECE_BYTES / PREFIX__ROW_BYTES) /* of a chunk, over which lines are spread */

struct totals {
    const struct prefix__openmp_isa *isa;
    char *array;
    size_t size; /* of a total */
    size_t next; /* segment of the scan that has none yet */
    int streams; /* past the caches; else they go to the array at once */
    struct prefix__openmp_aside aside;
    char *to;          /* where the buffer goes */
    size_t begin, end; /* of what is in it */
    const char *rest;  /* a line that is to be copied to it first; or NULL */
    int buffer;
    _Alignas(LINE_BYTES) char buffers[2][TOTALS_BYTES + 2 * LINE_BYTES];
};

static inline void totals_align(struct totals *totals)
{
    char *const to = totals->array + totals->next * totals->size;
    totals->begin = totals->end = totals->streams ? (uintptr_t)to % LINE_BYTES : 0;
    totals->to = to - totals->begin;
}

/* When the first members are known. */
static inline void totals_begin(struct totals *totals)
{
    totals->aside = (struct prefix__openmp_aside){.bytes = 0};
    totals->rest = NULL;
    totals->buffer = 0;
    totals_align(totals);
}

/*
 * Where the next ones are to be stored, with a line of room behind them. The rest is copied not before: it would be
 * read before what was written there has left the store buffer.
 */
static inline char *totals_room(struct totals *totals)
{
    write_some(totals->isa, &totals->aside, totals->aside.bytes);
    if (totals->rest)
        memcpy(totals->buffers[totals->buffer], totals->rest, LINE_BYTES);
    totals->rest = NULL;
    return totals->buffers[totals->buffer] + totals->end;
}

static inline void totals_end(struct totals *totals)
{
    const char *const from = totals_room(totals) - totals->end;
    memcpy(totals->to + totals->begin, from + totals->begin, totals->end - totals->begin);
    totals->begin = totals->end;
}

/* So many have been stored. */
static inline void totals_add(struct totals *totals, size_t count)
{
    const char *const from = totals->buffers[totals->buffer];
    totals->end += count * totals->size;
    totals->next += count;
    if (!totals->streams) {
        totals_end(totals);
        totals_align(totals);
        return;
    }
    const size_t lines = totals->end / LINE_BYTES * LINE_BYTES, first = totals->begin ? LINE_BYTES : 0;
    if (lines == 0)
        return;
    memcpy(totals->to + totals->begin, from + totals->begin, first ? first - totals->begin : 0); /* not a whole line */
    totals->aside.from = from + first;
    totals->aside.to = totals->to + first;
    totals->aside.bytes = lines - first;
    totals->aside.at_once = (lines - first + ROWS * LINE_BYTES - 1) / (ROWS * LINE_BYTES) * LINE_BYTES;
    totals->buffer ^= 1;
    totals->rest = from + lines;
    totals->to += lines;
    totals->end -= lines;
    totals->begin = 0;
}

#undef ROWS

#endif
