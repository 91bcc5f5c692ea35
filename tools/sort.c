/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx sort: numbers, how they are spelled, or the lines that they stand in, in order. */
#include <config.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "command.h"
#include "data_options.h"
#include "io/reader.h"
#include "io/whole.h"
#include "io/writer.h"

static const char help[] =
    "Usage: pfx sort [OPTION...] [FILE]\n"
    "\n"
    "Writes the numbers in FILE, or in standard input (also '-'), from the least to the\n"
    "greatest. Equal ones stay in their order, and NaN come last.\n"
    "\n"
    "  -r, --reverse       from the greatest to the least; NaN come last all the same\n"
    "  -u, --unique        the first of equal numbers alone; NaN equals NaN\n"
    "  --indices           write their places, from 0, as u64\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n" DATA_HELP_TEXT ", and write whole lines\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it the input's, or npy for a FILE ending in .npy;\n"
    "                      text has one number a line\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well, and may be the\n"
    "                      input\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. Memory holds all that is read.\n";

struct sort_options {
    struct data_options data;
    int order, unique, indices;
};

#define AT(member) .target = offsetof(struct sort_options, member)
static const struct setting settings[] = {
    {"--reverse", SETTING_FLAG, AT(order), .value = PREFIX_DESCENDING, .letter = 'r'},
    {"--unique", SETTING_FLAG, AT(unique), .value = 1, .letter = 'u'},
    {"--indices", SETTING_FLAG, AT(indices), .value = 1},
    DATA_SETTINGS(struct sort_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct sort_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    data_file(&o->data, argc, argv, "sorted");
    data_refuse_keep(&o->data);
    return 1;
}

/* Numbers in order, and, if places is not NULL, where each stood. Returns how many are left. */
static size_t sort(prefix_ctx *ctx, const struct sort_options *o, int type, void *numbers, uint64_t *places, size_t n)
{
    prefix_sorting *sorting;
    prefix_selection *selection;
    uint64_t count = n;
    check(ctx, prefix_sorting_create(&sorting, ctx, type));
    check(ctx, prefix_sorting_set_order(sorting, o->order));
    check(ctx, prefix_sorting_set_indices(sorting, PREFIX_U64, places));
    check(ctx, prefix_sorting_run(sorting, numbers, numbers, n));
    prefix_sorting_destroy(sorting);
    if (!o->unique)
        return n;
    check(ctx, prefix_selection_create(&selection, ctx, data_key_type(type, 1)));
    check(ctx, prefix_selection_set_unique(selection));
    check(ctx, prefix_selection_set_values(selection, PREFIX_U64, places, places));
    check(ctx, prefix_selection_run(selection, numbers, numbers, n, n, &count));
    prefix_selection_destroy(selection);
    return (size_t)count;
}

/* The lines of n numbers, those of the places. */
static void write_lines(struct writer *writer, const struct bytes *text, size_t n, const uint64_t *places, size_t count)
{
    const char **lines = allocate(n + 1, sizeof *lines);
    lines[0] = text->data;
    for (size_t i = 0; i < n; i++)
        lines[i + 1] = (const char *)memchr(lines[i], '\n', text->used - (size_t)(lines[i] - text->data)) + 1;
    for (size_t i = 0; i < count; i++)
        output_write(&writer->output, lines[places[i]], (size_t)(lines[places[i] + 1] - lines[places[i]]));
    free(lines);
}

int command_sort(int argc, char **argv)
{
    struct sort_options o = {.order = PREFIX_ASCENDING};
    struct reader reader;
    struct writer writer;
    size_t n;
    if (!read_options(argc, argv, &o))
        return 0;
    prefix_ctx *ctx = data_context(&o.data);
    data_open(&o.data, &reader);
    reader_settle(&reader, 0);
    const int type = o.indices ? PREFIX_U64 : reader.type, format = data_output_format(&o.data, reader.format, type);
    struct layout source = {.kind = o.data.text.column ? LAYOUT_LINES : LAYOUT_NUMBERS};
    const int writes_source = (o.data.text.column || reader.is_guessed) && !o.indices && format == FORMAT_TEXT;
    void *numbers = whole_read(&reader, &n, writes_source ? &source : NULL);
    uint64_t *places = o.indices || writes_source ? allocate(n, sizeof *places) : NULL;
    const size_t count = sort(ctx, &o, reader.type, numbers, places, n);
    writer_open(&writer, o.data.output, format, type, count);
    if (!o.indices)
        writer_header(&writer, &reader, NULL);
    if (writes_source)
        write_lines(&writer, &source.text, n, places, count);
    else
        writer_write(&writer, o.indices ? places : numbers, NULL, count);
    writer_commit(&writer);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    free(numbers);
    free(places);
    free(source.text.data);
    return 0;
}
