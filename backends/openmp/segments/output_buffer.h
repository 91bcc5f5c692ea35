/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments on their way to the array. They lie in a buffer as they will in the lines of the array. What fills
 * lines is written past the caches during the next chunk that is read, while the other buffer is filled.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_OUTPUT_BUFFER_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_OUTPUT_BUFFER_H

#include "tile/chunks.h"

#define OUTPUT_BYTES (4 * PIECE_BYTES)
#define ROWS (PIECE_BYTES / PREFIX__ROW_BYTES) /* of a chunk, over which lines are spread */

struct output_buffer {
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
    _Alignas(LINE_BYTES) char buffers[2][OUTPUT_BYTES + 2 * LINE_BYTES];
};

static inline void output_align(struct output_buffer *output)
{
    char *const to = output->array + output->next * output->size;
    output->begin = output->end = output->streams ? (uintptr_t)to % LINE_BYTES : 0;
    output->to = to - output->begin;
}

/* When the first members are known. */
static inline void output_begin(struct output_buffer *output)
{
    output->aside = (struct prefix__openmp_aside){.bytes = 0};
    output->rest = NULL;
    output->buffer = 0;
    output_align(output);
}

/*
 * Where the next ones are to be stored, with a line of room behind them. The rest is copied not before: it would be
 * read before what was written there has left the store buffer.
 */
static inline char *output_room(struct output_buffer *output)
{
    write_some(output->isa, &output->aside, output->aside.bytes);
    if (output->rest)
        memcpy(output->buffers[output->buffer], output->rest, LINE_BYTES);
    output->rest = NULL;
    return output->buffers[output->buffer] + output->end;
}

static inline void output_end(struct output_buffer *output)
{
    const char *const from = output_room(output) - output->end;
    memcpy(output->to + output->begin, from + output->begin, output->end - output->begin);
    output->begin = output->end;
}

/* So many have been stored. */
static inline void output_add(struct output_buffer *output, size_t count)
{
    const char *const from = output->buffers[output->buffer];
    output->end += count * output->size;
    output->next += count;
    if (!output->streams) {
        output_end(output);
        output_align(output);
        return;
    }
    const size_t lines = output->end / LINE_BYTES * LINE_BYTES, first = output->begin ? LINE_BYTES : 0;
    if (lines == 0)
        return;
    memcpy(output->to + output->begin, from + output->begin, first ? first - output->begin : 0); /* not a whole line */
    output->aside.from = from + first;
    output->aside.to = output->to + first;
    output->aside.bytes = lines - first;
    output->aside.at_once = (lines - first + ROWS * LINE_BYTES - 1) / (ROWS * LINE_BYTES) * LINE_BYTES;
    output->buffer ^= 1;
    output->rest = from + lines;
    output->to += lines;
    output->end -= lines;
    output->begin = 0;
}

#undef ROWS

#endif
