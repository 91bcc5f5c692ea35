/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx rle and pfx unrle: runs of equal numbers, and back. */
#include <config.h>

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "command.h"
#include "data_options.h"
#include "encode.h"
#include "io/reader.h"
#include "io/whole.h"
#include "io/writer.h"

#define PIECE ((size_t)1 << 16) /* elements that are decoded at once */

/* All but what a line of text has. */
#define HELP_INPUT                                                                                                     \
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"                  \
    "                      or f64 when a number is not written as an integer\n"                                        \
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"                    \
    "                      and all else is text\n" DATA_HELP_TEXT "; the other fields are not\n"                       \
    "                      written\n"                                                                                  \
    "  --output-format FORMAT\n"                                                                                       \
    "                      of the output: without it the input's, or npy for a FILE ending in .npy;\n"                 \
    "                      text has "
#define HELP_OUTPUT                                                                                                    \
    "\n"                                                                                                               \
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"                                 \
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"                                             \
    "  --threads N         at most N CPU threads\n"                                                                    \
    "  -h, --help          show this\n"                                                                                \
    "\n"                                                                                                               \
    "Raw data needs --type. Memory holds "

static const char rle_help[] =
    "Usage: pfx rle [OPTION...] [FILE]\n"
    "\n"
    "Writes each run of equal numbers in FILE, or in standard input (also '-'), once. Text\n"
    "has a line for each, its length and its value.\n"
    "\n"
    "  --lengths FILE      write the lengths there, as u64 in the output's format; the output\n"
    "                      then has the values alone. All but text needs it\n"
    "  --equal-nan         NaN equals NaN, else nothing\n" HELP_INPUT "a line for each run" HELP_OUTPUT
    "what is written as .npy, and text without --type from\n"
    "a pipe that becomes raw or .npy.\n";

static const char unrle_help[] =
    "Usage: pfx unrle [OPTION...] [FILE]\n"
    "\n"
    "Writes numbers as often as lengths say. FILE, or standard input (also '-'), is text of\n"
    "lengths and values in turn, as pfx rle writes it, of i64, u64 or f64; or else:\n"
    "\n"
    "  --lengths FILE      the lengths are there, u64 in .npy or raw, and values alone in FILE\n" HELP_INPUT
    "one number a line" HELP_OUTPUT "all that is read.\n";

struct run_options {
    struct data_options data;
    char *lengths;
    int equal_nan;
};

/* The first is for pfx rle alone. */
static const struct setting settings[] = {
    {"--equal-nan", SETTING_FLAG, .target = offsetof(struct run_options, equal_nan), .value = 1},
    {"--lengths", SETTING_TEXT, .target = offsetof(struct run_options, lengths)},
    DATA_SETTINGS(struct run_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct run_options *o, int encodes)
{
    const char *const help = encodes ? rle_help : unrle_help;
    if (!options_read(argc, argv, encodes ? settings : settings + 1, o, help))
        return 0;
    data_file(&o->data, argc, argv, encodes ? "encoded" : "decoded");
    data_refuse_keep(&o->data);
    return 1;
}

int command_rle(int argc, char **argv)
{
    struct run_options o = {0};
    struct reader reader;
    if (!read_options(argc, argv, &o, 1))
        return 0;
    prefix_ctx *ctx = data_context(&o.data);
    data_open(&o.data, &reader);
    struct run_outputs to = {.values = o.data.output, .lengths = o.lengths};
    to.format = data_output_format(&o.data, reader.format, reader.type);
    to.lengths_format = o.lengths && format_of_path(o.lengths) ? format_of_path(o.lengths) : to.format;
    if (to.format != FORMAT_TEXT && !o.lengths)
        die_usage("--lengths is needed where the output is not text");
    if (o.lengths && data_is_same_file(o.lengths, o.data.output))
        die_usage("--lengths and the output are the same file");
    if (o.lengths && !data_is_standard(o.lengths) && !data_is_standard(o.data.path) && data_is_same_file(o.lengths, o.data.path))
        die_usage("--lengths is the input");
    if (to.format != FORMAT_TEXT)
        reader_settle(&reader, 0);
    encode_runs(ctx, &reader, &to, o.equal_nan);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    return 0;
}

/* Takes lengths and values, of 8 bytes, apart. */
static uint64_t *split_pairs(const struct reader *reader, void *pairs, size_t *n)
{
    uint64_t *lengths, *words = pairs;
    const double *numbers = pairs;
    if (*n % 2)
        die("%s: the last length has no value", reader->input.name);
    *n /= 2;
    lengths = allocate(*n, sizeof *lengths);
    for (size_t i = 0; i < *n; i++) {
        const int is_float = reader->type == PREFIX_F64;
        if (is_float ? !(numbers[2 * i] >= 0 && numbers[2 * i] < 0x1p63) ||
                           numbers[2 * i] != (double)(uint64_t)numbers[2 * i]
                     : reader->type == PREFIX_I64 && words[2 * i] >> 63)
            die("%s: length %zu is no number of elements", reader->input.name, i + 1);
        lengths[i] = is_float ? (uint64_t)numbers[2 * i] : words[2 * i];
        words[i] = words[2 * i + 1];
    }
    return lengths;
}

/* Decodes runs from the k-th on to at most a piece; of one that does not fit, the rest of its length is left. */
static size_t decode_piece(prefix_ctx *ctx, int type, const void *values, uint64_t *lengths, size_t n, size_t *k,
                           void *out)
{
    const size_t first = *k;
    uint64_t count = 0, rest = 0;
    while (*k < n && lengths[*k] <= PIECE - count)
        count += lengths[(*k)++];
    size_t runs = *k - first;
    if (*k < n && count < PIECE) {
        rest = lengths[*k] - (PIECE - count);
        lengths[*k] = PIECE - count;
        runs++;
    }
    const char *from = (const char *)values + first * prefix_type_size(type);
    check(ctx, prefix_run_length_decode(ctx, type, PREFIX_U64, from, lengths + first, out, runs, PIECE, &count));
    if (rest > 0)
        lengths[*k] = rest;
    return (size_t)count;
}

/* The values as they are spelled, a line each, in pairs with their lengths if these are not in a file of their own. */
static void write_spelled(struct output *output, const char *line, int in_pairs, const uint64_t *lengths, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (in_pairs)
            line += strcspn(line, "\n") + 1;
        const size_t bytes = strcspn(line, "\n") + 1;
        for (uint64_t k = 0; k < lengths[i]; k++)
            output_write(output, line, bytes);
        line += bytes;
    }
}

/* Writes n runs out piece by piece, as lengths of a few bytes may come to more than memory. spelling: NULL for none. */
static void write_decoded(prefix_ctx *ctx, const struct run_options *o, int format, int type, const void *values,
                          const char *spelling, uint64_t *lengths, size_t n)
{
    struct writer writer;
    uint64_t count = 0;
    void *out = allocate(PIECE, prefix_type_size(type));
    for (size_t i = 0; i < n; i++)
        if (__builtin_add_overflow(count, lengths[i], &count))
            die("the lengths add up to more than 2^64");
    if (format == FORMAT_NPY && count > PTRDIFF_MAX / prefix_type_size(type))
        die("%llu elements are too many for an array", (unsigned long long)count);
    writer_open(&writer, o->data.output, format, type, (size_t)count);
    if (spelling)
        write_spelled(&writer.output, spelling, !o->lengths, lengths, n);
    for (size_t k = 0; !spelling && k < n;)
        writer_write(&writer, out, NULL, decode_piece(ctx, type, values, lengths, n, &k, out));
    writer_commit(&writer);
    free(out);
}

int command_unrle(int argc, char **argv)
{
    struct run_options o = {0};
    struct reader reader, lengths_reader;
    uint64_t *lengths;
    size_t n, lengths_n;
    if (!read_options(argc, argv, &o, 0))
        return 0;
    prefix_ctx *ctx = data_context(&o.data);
    data_open(&o.data, &reader);
    reader_settle(&reader, 0);
    const int format = data_output_format(&o.data, reader.format, reader.type);
    if (reader.format != FORMAT_TEXT && !o.lengths)
        die_usage("--lengths is needed where the input is not text");
    if (!o.lengths && prefix_type_size(reader.type) != sizeof(uint64_t))
        die_usage("lengths and values in turn are i64, u64 or f64, not %s; --lengths takes others",
                  prefix_type_name(reader.type));
    data_refuse_both(&o.data, "--lengths", o.lengths, "values");
    struct layout spelling = {.kind = LAYOUT_NUMBERS};
    const int keeps_spelling = reader.is_guessed && format == FORMAT_TEXT;
    void *values = whole_read(&reader, &n, keeps_spelling ? &spelling : NULL);
    if (o.lengths) {
        int of_lengths = format_of_path(o.lengths);
        reader_open(&lengths_reader, o.lengths, of_lengths ? of_lengths : reader.format, PREFIX_U64, NULL);
        lengths = whole_read(&lengths_reader, &lengths_n, NULL);
        if (lengths_n != n)
            die("%s: %s lengths than values", lengths_reader.input.name, lengths_n < n ? "fewer" : "more");
        reader_close(&lengths_reader);
    } else {
        lengths = split_pairs(&reader, values, &n);
    }
    write_decoded(ctx, &o, format, reader.type, values, spelling.text.data, lengths, n);
    free(values);
    free(spelling.text.data);
    free(lengths);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    return 0;
}
