/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of segments on their way to the array. They lie in a buffer as they will in the lines of the array, so that
 * lines are written whole, past the caches where the arrays do not fit these.
 */
#ifndef PREFIX_BACKENDS_OPENMP_SEGMENTS_OUTPUT_BUFFER_H
#define PREFIX_BACKENDS_OPENMP_SEGMENTS_OUTPUT_BUFFER_H

#include "tile/chunks.h"

struct output_buffer {
    const struct prefix__openmp_isa *isa;
    char *array;
    size_t size;       /* of a total */
    size_t next;       /* segment of the scan that has none yet */
    int streams;       /* past the caches; else they go to the array at once */
    size_t begin, end; /* of what is in the buffer, of which the first line goes to where the next total does */
    _Alignas(LINE_BYTES) char buffer[4 * PIECE_BYTES + 2 * LINE_BYTES];
};

static inline char *output_to(const struct output_buffer *output)
{
    return output->array + output->next * output->size;
}

/* Where the next ones are to be stored, with a line of room behind them. */
static inline char *output_room(struct output_buffer *output)
{
    return output->buffer + output->end;
}

/* Copies what is in the buffer up to a place of it. */
static inline void output_copy(struct output_buffer *output, size_t to)
{
    memcpy(output_to(output) - output->end + output->begin, output->buffer + output->begin, to - output->begin);
    output->begin = to;
}

/* So many have been stored. */
static inline void output_add(struct output_buffer *output, size_t count)
{
    output->end += count * output->size;
    output->next += count;
    if (!output->streams) {
        output_copy(output, output->end);
        output->begin = output->end = 0;
        return;
    }
    const size_t lines = output->end / LINE_BYTES * LINE_BYTES;
    if (lines == 0)
        return;
    if (output->begin > 0) /* not a whole line */
        output_copy(output, LINE_BYTES);
    output->isa->convert->stream(output->buffer + output->begin, output_to(output) - output->end + output->begin,
                                 lines - output->begin);
    memcpy(output->buffer, output->buffer + lines, LINE_BYTES);
    output->end -= lines;
    output->begin = 0;
}

#endif
