/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments on their way to the array. They lie in a buffer as they will in the lines of the array, of which
 * the first is to. What fills lines is written past the caches beside the next piece that is read, while the other
 * buffer is filled.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTED_TOTALS_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTED_TOTALS_H

#include "tile/chunks.h"

#define TOTALS_BYTES (4 * PIECE_BYTES)
#define ROWS (PIECE_BYTES / PREFIX__ROW_BYTES) /* beside which what comes of a piece is written */

struct totals {
    const struct prefix__openmp_isa *isa;
    char *array;
    size_t size; /* of a total */
    size_t next; /* segment of the scan that has none yet */
    int streams; /* past the caches; else they go to the array at once */
    struct prefix__openmp_aside aside;
    char *to;
    size_t begin, end; /* of what is in the buffer */
    const char *rest;  /* a line that is to be copied to it first; or NULL */
    int turn;
    _Alignas(LINE_BYTES) char buffers[2][TOTALS_BYTES + 2 * LINE_BYTES];
};

static inline void begin_totals(struct totals *totals)
{
    char *const to = totals->array + totals->next * totals->size;
    totals->begin = totals->end = totals->streams ? (uintptr_t)to % LINE_BYTES : 0;
    totals->to = to - totals->begin;
}

/* When what they are is known, and which comes next. */
static inline void open_totals(struct totals *totals)
{
    totals->aside = (struct prefix__openmp_aside){.bytes = 0};
    totals->rest = NULL;
    totals->turn = 0;
    begin_totals(totals);
}

static inline void write_aside(struct totals *totals)
{
    write_some(totals->isa, &totals->aside, totals->aside.bytes);
}

/* Not as soon as it is known: it would be read before what was written there has left the store buffer. */
static inline void take_rest(struct totals *totals)
{
    if (totals->rest)
        memcpy(totals->buffers[totals->turn], totals->rest, LINE_BYTES);
    totals->rest = NULL;
}

static inline void end_totals(struct totals *totals)
{
    write_aside(totals);
    take_rest(totals);
    memcpy(totals->to + totals->begin, totals->buffers[totals->turn] + totals->begin, totals->end - totals->begin);
    totals->begin = totals->end;
}

/* Where the next totals are to be put, with a line behind them; nothing is left to be written aside. */
static inline char *room(struct totals *totals)
{
    take_rest(totals);
    return totals->buffers[totals->turn] + totals->end;
}

/* They are there. */
static inline void give(struct totals *totals, size_t count)
{
    const char *from = totals->buffers[totals->turn];
    totals->end += count * totals->size;
    totals->next += count;
    if (!totals->streams) {
        end_totals(totals);
        begin_totals(totals);
        return;
    }
    const size_t lines = totals->end / LINE_BYTES * LINE_BYTES;
    if (lines == 0)
        return;
    const size_t first = totals->begin ? LINE_BYTES : 0; /* the first line is not all of this range */
    memcpy(totals->to + totals->begin, from + totals->begin, first ? first - totals->begin : 0);
    totals->aside.from = from + first;
    totals->aside.to = totals->to + first;
    totals->aside.bytes = lines - first; /* evenly: many at once wait for each other */
    totals->aside.at_once = (lines - first + ROWS * LINE_BYTES - 1) / (ROWS * LINE_BYTES) * LINE_BYTES;
    totals->turn ^= 1;
    totals->rest = from + lines;
    totals->to += lines;
    totals->end -= lines;
    totals->begin = 0;
}

#endif
