/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx group: counts and aggregates of numbers by their keys, in any order. */
#include <config.h>

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"
#include "command.h"
#include "data_options.h"
#include "io/reader.h"
#include "io/whole.h"
#include "io/writer.h"

#define COLUMNS_MAX 16
#define COUNT 0 /* in the place of an operator */

static const char help[] =
    "Usage: pfx group [OPTION...] [FILE]\n"
    "\n"
    "Writes each distinct key once, from the least to the greatest, and what it has. FILE, or\n"
    "standard input (also '-'), has keys; or with --op text of keys and values in turn, of\n"
    "i64, u64 or f64; or with --keys values. Text has a line for each key: the key, and then\n"
    "what --op says.\n"
    "\n"
    "  --op LIST           with commas: count, first, mean, sum, product, min, max, and, or, xor,\n"
    "                      logical-and, logical-or; without it, count\n"
    "  --keys FILE         the keys are there: text, .npy, or raw with --key-type\n"
    "  --key-type TYPE     of these keys\n"
    "  --unique FILE       write the keys there, in the output's format, and one column alone to\n"
    "                      the output. All but text needs it\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"
    "                      or f64 when a number is not written as an integer\n"
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"
    "                      and all else is text\n" DATA_HELP_TEXT "; the other fields are not\n"
    "                      written\n"
    "  --output-format FORMAT\n"
    "                      of the output: without it the input's, or npy for a FILE ending in .npy\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads\n"
    "  -h, --help          show this\n"
    "\n"
    "Raw data needs --type. Memory holds all that is read.\n";

/* One of the outputs. */
struct column {
    int op; /* of enum prefix_op or prefix_aggregate, or COUNT */
    int type;
    void *data;
};

struct group_options {
    struct data_options data;
    char *ops, *keys, *unique;
    int key_type;
    struct column columns[COLUMNS_MAX];
    int count;
    int has_values; /* some column needs them */
};

#define AT(member) .target = offsetof(struct group_options, member)
static const struct setting settings[] = {
    {"--op", SETTING_TEXT, AT(ops)},
    {"--keys", SETTING_TEXT, AT(keys)},
    {"--key-type", SETTING_CONSTANT, AT(key_type), .parse = option_type},
    {"--unique", SETTING_TEXT, AT(unique)},
    DATA_SETTINGS(struct group_options, data),
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};

static int parse_op(const char *name)
{
    return strcmp(name, "count") == 0   ? COUNT
           : strcmp(name, "first") == 0 ? PREFIX_FIRST
           : strcmp(name, "mean") == 0  ? PREFIX_MEAN
                                        : option_plain_op("--op", name);
}

static void take_ops(struct group_options *o)
{
    const char *item;
    while (o->ops && (item = option_item("--op", &o->ops))) {
        const int op = parse_op(item);
        for (int i = 0; i < o->count; i++)
            if (o->columns[i].op == op)
                die_usage("--op: %s is there twice", item);
        o->columns[o->count++].op = op;
        o->has_values |= op != COUNT;
    }
    if (o->count == 0)
        o->columns[o->count++].op = COUNT;
}

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct group_options *o)
{
    if (!options_read(argc, argv, settings, o, help))
        return 0;
    data_file(&o->data, argc, argv, "grouped");
    data_refuse_keep(&o->data);
    take_ops(o);
    if (o->keys && !o->has_values)
        die_usage("--keys: to count keys, they are read from FILE; --op says what becomes of values");
    if (o->key_type && !o->keys)
        die_usage("--key-type is for --keys");
    data_refuse_both(&o->data, "--keys", o->keys, "values");
    return 1;
}

/* What there is to group. */
struct input_arrays {
    void *keys, *values; /* or NULL */
    int key_type, type;
    size_t n;
};

/* Keys and values, of 8 bytes, that come in turn; values are behind the keys. */
static void split_pairs(const struct reader *reader, struct input_arrays *in)
{
    uint64_t *words = in->values;
    if (prefix_type_size(reader->type) != sizeof *words)
        die_usage("keys and values in turn are i64, u64 or f64, not %s; --keys takes others",
                  prefix_type_name(reader->type));
    if (in->n % 2)
        die("%s: the last key has no value", reader->input.name);
    in->n /= 2;
    uint64_t *keys = allocate(in->n, sizeof *keys);
    for (size_t i = 0; i < in->n; i++) {
        keys[i] = words[2 * i];
        words[i] = words[2 * i + 1];
    }
    in->keys = keys;
}

static void read_keys(const struct group_options *o, struct input_arrays *in)
{
    struct reader reader;
    size_t n;
    const int format = format_of_path(o->keys);
    reader_open(&reader, o->keys, format || !o->key_type ? format : FORMAT_RAW, o->key_type, NULL);
    reader_settle(&reader, 0);
    in->key_type = reader.type;
    in->keys = whole_read(&reader, &n, NULL);
    if (n != in->n)
        die("%s: %s keys than values", reader.input.name, n < in->n ? "fewer" : "more");
    reader_close(&reader);
}

static void read_arrays(const struct group_options *o, struct reader *reader, struct input_arrays *in)
{
    void *numbers = whole_read(reader, &in->n, NULL);
    in->type = in->key_type = reader->type;
    if (!o->has_values) {
        in->keys = numbers;
        return;
    }
    in->values = numbers;
    if (o->keys)
        read_keys(o, in);
    else if (reader->format == FORMAT_TEXT)
        split_pairs(reader, in);
    else
        die_usage("--keys is needed where the input is not text");
}

/* Distinct keys take the place of the keys. Returns how many. */
static size_t group(prefix_ctx *ctx, struct group_options *o, const struct input_arrays *in)
{
    prefix_grouping *grouping;
    uint64_t count;
    check(ctx, prefix_grouping_create(&grouping, ctx, in->key_type));
    check(ctx, prefix_grouping_set_values(grouping, in->type, in->values));
    for (int i = 0; i < o->count; i++) {
        struct column *c = &o->columns[i];
        c->data = allocate(in->n, prefix_type_size(c->type));
        if (c->op == COUNT)
            check(ctx, prefix_grouping_set_counts(grouping, PREFIX_U64, c->data));
        else
            check(ctx, prefix_grouping_set_aggregates(grouping, c->op, c->data));
    }
    check(ctx, prefix_grouping_run(grouping, in->keys, in->keys, in->n, in->n, &count));
    prefix_grouping_destroy(grouping);
    return (size_t)count;
}

static void write_number(struct output *output, int type, const void *array, size_t i, char end)
{
    char text[NUMBER_TEXT_MAX + 1];
    const size_t length = number_format(type, (const char *)array + i * prefix_type_size(type), text);
    text[length] = end;
    output_write(output, text, length + 1);
}

static void write_lines(const struct group_options *o, const struct input_arrays *in, size_t count)
{
    struct writer writer;
    writer_open(&writer, o->data.output, FORMAT_TEXT, in->key_type, count);
    for (size_t i = 0; i < count; i++) {
        write_number(&writer.output, in->key_type, in->keys, i, ' ');
        for (int k = 0; k < o->count; k++)
            write_number(&writer.output, o->columns[k].type, o->columns[k].data, i, k + 1 < o->count ? ' ' : '\n');
    }
    writer_commit(&writer);
}

static void write_apart(const struct group_options *o, const struct input_arrays *in, size_t count, int format)
{
    struct writer keys, column;
    const struct column *c = &o->columns[0];
    const int of_keys = format_of_path(o->unique) ? format_of_path(o->unique) : format;
    writer_open(&keys, o->unique, of_keys, in->key_type, count);
    writer_open(&column, o->data.output, format, c->type, count);
    writer_write(&keys, in->keys, NULL, count);
    writer_write(&column, c->data, NULL, count);
    writer_commit_both(&keys, &column);
}

int command_group(int argc, char **argv)
{
    struct group_options o = {0};
    struct input_arrays in = {0};
    struct reader reader;
    if (!read_options(argc, argv, &o))
        return 0;
    prefix_ctx *ctx = data_context(&o.data);
    data_open(&o.data, &reader);
    reader_settle(&reader, 0);
    for (int i = 0; i < o.count; i++) {
        const int op = o.columns[i].op;
        o.columns[i].type = op == COUNT ? PREFIX_U64 : op == PREFIX_MEAN ? PREFIX_F64 : reader.type;
    }
    const int format = data_output_format(&o.data, reader.format, o.columns[0].type);
    if (format != FORMAT_TEXT && !o.unique)
        die_usage("--unique is needed where the output is not text");
    if (o.unique && o.count > 1)
        die_usage("--op: with --unique there is one column");
    if (o.unique && data_is_same_file(o.unique, o.data.output))
        die_usage("--unique and the output are the same file");
    read_arrays(&o, &reader, &in);
    const size_t count = group(ctx, &o, &in);
    if (o.unique)
        write_apart(&o, &in, count, format);
    else
        write_lines(&o, &in, count);
    prefix_ctx_destroy(ctx);
    reader_close(&reader);
    for (int i = 0; i < o.count; i++)
        free(o.columns[i].data);
    free(in.keys);
    free(in.values);
    return 0;
}
