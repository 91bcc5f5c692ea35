/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "encode.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "data_options.h"
#include "io/guess.h"
#include "io/writer.h"

#define PIECE ((size_t)1 << 16) /* elements whose runs are found at once */

/* Runs that have been found: their values, or how these are spelled, a line each, and their lengths. */
struct runs {
    int type, equal_nan;
    size_t size; /* of a value */
    char *values;
    uint64_t *lengths;
    struct layout spelling;
    int has_spelling;
    size_t n;
};

struct run_writer {
    const struct run_outputs *to;
    struct writer values, lengths;
};

static void open_writers(struct run_writer *w, int type, size_t n)
{
    if (w->to->lengths)
        writer_open(&w->lengths, w->to->lengths, w->to->lengths_format, PREFIX_U64, n);
    writer_open(&w->values, w->to->values, w->to->format, type, n);
}

/* Lengths and values in turn, a line for each run. */
static void write_pairs(struct writer *writer, const struct runs *runs, size_t count)
{
    static char after[] = "\0 \0\n"; /* a length and a blank, a value and a line break */
    const struct layout of_length = {.text = {.data = after, .used = 2}},
                        of_value = {.text = {.data = after + 2, .used = 2}};
    const char *line = runs->spelling.text.data;
    for (size_t i = 0; i < count; i++) {
        writer->type = PREFIX_U64;
        writer_write(writer, &runs->lengths[i], &of_length, 1);
        writer->type = runs->type;
        if (runs->has_spelling) {
            const size_t length = strcspn(line, "\n") + 1;
            output_write(&writer->output, line, length);
            line += length;
        } else {
            writer_write(writer, runs->values + i * runs->size, &of_value, 1);
        }
    }
}

/* The end of count lines. */
static const char *behind_lines(const char *line, size_t count)
{
    while (count-- > 0)
        line += strcspn(line, "\n") + 1;
    return line;
}

static void write_runs(struct run_writer *w, const struct runs *runs, size_t count)
{
    if (!w->to->lengths) {
        write_pairs(&w->values, runs, count);
        return;
    }
    writer_write(&w->lengths, runs->lengths, NULL, count);
    const char *lines = runs->spelling.text.data;
    if (runs->has_spelling)
        output_write(&w->values.output, lines, (size_t)(behind_lines(lines, count) - lines));
    else
        writer_write(&w->values, runs->values, NULL, count);
}

/* Leaves the first line of each run. */
static void keep_first(struct bytes *spelling, const uint64_t *lengths, size_t n)
{
    const char *line = spelling->data;
    spelling->used = 0;
    for (size_t i = 0; i < n; i++) {
        const size_t length = strcspn(line, "\n") + 1;
        memmove(spelling->data + spelling->used, line, length);
        spelling->used += length;
        line = behind_lines(line + length, (size_t)lengths[i] - 1);
    }
}

/*
 * Reads a piece and finds its runs, after the one that is open, if there is one: it is the first of them again, as it
 * may go on. Returns 0 at the end of the input.
 */
static size_t encode_piece(prefix_ctx *ctx, struct reader *reader, struct runs *runs, int is_open)
{
    const uint64_t open = is_open ? runs->lengths[0] : 1;
    uint64_t n = 0;
    const size_t count = reader_read_prompt(reader, runs->values + (is_open ? runs->size : 0),
                                            runs->has_spelling ? &runs->spelling : NULL, PIECE);
    const size_t all = count + (size_t)is_open;
    if (runs->type != reader->type)
        guess_convert(runs->values, (size_t)is_open);
    runs->type = reader->type;
    check(ctx, prefix_run_length_encode(ctx, data_key_type(runs->type, runs->equal_nan), PREFIX_U64, runs->values,
                                        runs->values, runs->lengths, all, all, &n));
    if (runs->has_spelling)
        keep_first(&runs->spelling.text, runs->lengths, (size_t)n);
    runs->n = (size_t)n;
    if (n > 0)
        runs->lengths[0] += open - 1;
    return count;
}

/* Makes the last of the runs the first one, and the only one. */
static void keep_open(struct runs *runs)
{
    const size_t last = runs->n - 1;
    memmove(runs->values, runs->values + last * runs->size, runs->size);
    runs->lengths[0] = runs->lengths[last];
    if (!runs->has_spelling)
        return;
    const char *line = behind_lines(runs->spelling.text.data, last);
    runs->spelling.text.used = strcspn(line, "\n") + 1;
    memmove(runs->spelling.text.data, line, runs->spelling.text.used);
}

/* Runs that wait for their count, which the header of .npy has. */
struct waiting {
    struct bytes values, lengths, spelling;
};

static void add_runs(struct waiting *waiting, const struct runs *some, size_t count)
{
    const char *lines = some->spelling.text.data;
    bytes_add(&waiting->values, some->values, count * some->size);
    bytes_add(&waiting->lengths, some->lengths, count * sizeof *some->lengths);
    if (some->has_spelling)
        bytes_add(&waiting->spelling, lines, (size_t)(behind_lines(lines, count) - lines));
}

static void write_waiting(struct run_writer *w, const struct waiting *waiting, const struct runs *like)
{
    struct runs all = *like;
    all.n = waiting->lengths.used / sizeof *all.lengths;
    all.values = waiting->values.data;
    all.lengths = (void *)waiting->lengths.data;
    all.spelling.text = waiting->spelling;
    open_writers(w, all.type, all.n);
    write_runs(w, &all, all.n);
}

void encode_runs(prefix_ctx *ctx, struct reader *reader, const struct run_outputs *to, int equal_nan)
{
    const int waits = to->format == FORMAT_NPY || (to->lengths && to->lengths_format == FORMAT_NPY);
    struct run_writer w = {.to = to};
    struct runs runs = {.type = reader->type, .equal_nan = equal_nan, .size = prefix_type_size(reader->type)};
    struct waiting waiting = {0};
    size_t count;
    runs.has_spelling = reader->is_guessed && to->format == FORMAT_TEXT;
    runs.spelling.kind = LAYOUT_NUMBERS;
    runs.values = allocate(PIECE + 1, runs.size);
    runs.lengths = allocate(PIECE + 1, sizeof *runs.lengths);
    if (!waits)
        open_writers(&w, runs.type, 0);
    do {
        count = encode_piece(ctx, reader, &runs, runs.n > 0);
        const size_t done = runs.n - (count > 0); /* the last one may go on */
        if (waits)
            add_runs(&waiting, &runs, done);
        else
            write_runs(&w, &runs, done);
        if (count > 0)
            keep_open(&runs);
        if (!waits && count < PIECE)
            output_flush(&w.values.output);
    } while (count > 0);
    if (waits)
        write_waiting(&w, &waiting, &runs);
    if (to->lengths)
        writer_commit_both(&w.lengths, &w.values);
    else
        writer_commit(&w.values);
    free(runs.values);
    free(runs.lengths);
    free(runs.spelling.text.data);
    free(waiting.values.data);
    free(waiting.lengths.data);
    free(waiting.spelling.data);
}
