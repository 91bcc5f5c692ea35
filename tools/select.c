/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx select, pfx partition and pfx unique: options, and the numbers piece by piece. */
#include <config.h>

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/number.h"
#include "command.h"
#include "data_options.h"
#include "io/guess.h"
#include "io/reader.h"
#include "io/writer.h"

#define PIECE ((size_t)1 << 18) /* elements: they stay in cache */

#define HELP_CONDITION                                                                                                 \
    "  --less X, --less-equal X, --greater X, --greater-equal X, --equal X, --not-equal X\n"                           \
    "                      numbers that compare so with X\n"                                                           \
    "  --between X,Y       numbers from X to Y\n"                                                                      \
    "  --nan               floats that are NaN\n"                                                                      \
    "  --has-bits X        integers with any of the bits of X\n"                                                       \
    "  --flags FILE        numbers whose element of FILE is not 0: .npy, text, or raw of\n"                            \
    "                      --flag-type u8\n"
#define HELP_TYPE                                                                                                      \
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; text without it is i64,\n"                  \
    "                      or f64 when a number is not written as an integer"
#define HELP_COMMON                                                                                                    \
    "  --format FORMAT     of the input: text, raw or npy; without it .npy files are recognised,\n"                    \
    "                      and all else is text\n" DATA_HELP_TEXT ", and write whole lines\n"                          \
    "  --output-format FORMAT\n"                                                                                       \
    "                      of the output: without it the input's, or npy for a FILE ending in .npy;\n"                 \
    "                      text has one number a line\n"                                                               \
    "  -o, --output FILE   write to FILE, which changes only when all has gone well\n"                                 \
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"                                             \
    "  --threads N         at most N CPU threads\n"                                                                    \
    "  -h, --help          show this\n"

static const char select_help[] =
    "Usage: pfx select CONDITION [OPTION...] [FILE]\n"
    "\n"
    "Writes those numbers in FILE, or in standard input (also '-'), that are selected,\n"
    "in their order. CONDITION is one of these, for example --greater 0:\n"
    "\n" HELP_CONDITION "\n"
    "  --indices           write their places, from 0, as u64\n" HELP_TYPE ", and is read whole\n" HELP_COMMON "\n"
    "Raw data needs --type. The input may be larger than memory, but for text without\n"
    "--type from a pipe; an output in .npy format, whose header has the count, may not.\n";

static const char partition_help[] =
    "Usage: pfx partition CONDITION [OPTION...] [FILE]\n"
    "\n"
    "Writes the numbers in FILE, or in standard input (also '-'), that are selected, and\n"
    "behind them the others, both in their order. CONDITION is one of these, for example\n"
    "--greater 0:\n"
    "\n" HELP_CONDITION "\n" HELP_TYPE ", and is read whole\n" HELP_COMMON "\n"
    "Raw data needs --type. The others are held in memory.\n";

static const char unique_help[] =
    "Usage: pfx unique [OPTION...] [FILE]\n"
    "\n"
    "Writes the first of equal neighbours among the numbers in FILE, or in standard input\n"
    "(also '-'): a number that is not equal to the one before it. NaN equals nothing.\n"
    "\n"
    "  --equal-nan         NaN equals NaN\n"
    "  --indices           write their places, from 0, as u64\n" HELP_TYPE "\n" HELP_COMMON "\n"
    "Raw data needs --type. The input may be larger than memory, but for text without --type from\n"
    "a pipe that becomes raw or .npy; an output in .npy format, whose header has the count, may not.\n";

enum { SELECT, PARTITION, UNIQUE };
static const char *const helps[] = {select_help, partition_help, unique_help};
static const char *const participles[] = {"selected from", "parted", "gone through"};

struct select_options {
    int command;
    struct data_options data;
    const char *flags, *operand;
    const char *by; /* the option that selects, or NULL */
    int predicate;  /* 0: none */
    int flag_type;  /* 0: not given */
    int indices, equal_nan;
};

#define AT(member) .target = offsetof(struct select_options, member)

/* What selects has the predicate for its value, or 0 for flags. */
// clang-format off
#define BY_SETTINGS \
    {"--less", SETTING_OWN, .value = PREFIX_LESS}, \
    {"--less-equal", SETTING_OWN, .value = PREFIX_LESS_EQUAL}, \
    {"--greater", SETTING_OWN, .value = PREFIX_GREATER}, \
    {"--greater-equal", SETTING_OWN, .value = PREFIX_GREATER_EQUAL}, \
    {"--equal", SETTING_OWN, .value = PREFIX_EQUAL}, \
    {"--not-equal", SETTING_OWN, .value = PREFIX_NOT_EQUAL}, \
    {"--between", SETTING_OWN, .value = PREFIX_BETWEEN}, \
    {"--nan", SETTING_OWN_FLAG, .value = PREFIX_IS_NAN}, \
    {"--has-bits", SETTING_OWN, .value = PREFIX_HAS_BITS}, \
    {"--flags", SETTING_OWN, .value = 0}, \
    {"--flag-type", SETTING_CONSTANT, AT(flag_type), .parse = option_flag_type}
#define INDICES_SETTING {"--indices", SETTING_FLAG, AT(indices), .value = 1}
#define OTHER_SETTINGS DATA_SETTINGS(struct select_options, data), {"--help", SETTING_HELP, .letter = 'h'}, {0}
// clang-format on

static const struct setting select_settings[] = {BY_SETTINGS, INDICES_SETTING, OTHER_SETTINGS};
static const struct setting partition_settings[] = {BY_SETTINGS, OTHER_SETTINGS};
static const struct setting unique_settings[] = {
    {"--equal-nan", SETTING_FLAG, AT(equal_nan), .value = 1}, INDICES_SETTING, OTHER_SETTINGS};
static const struct setting *const settings[] = {select_settings, partition_settings, unique_settings};

static void take_by(struct select_options *o, const struct setting *by)
{
    if (o->by)
        die_usage("%s and %s: one of them selects", o->by, by->name);
    o->by = by->name;
    o->predicate = by->value;
    *(by->value ? &o->operand : &o->flags) = by->kind == SETTING_OWN ? optarg : NULL;
}

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct select_options *o)
{
    const struct setting *setting;
    while ((setting = setting_next(argc, argv, settings[o->command], o))) {
        if (setting->kind == SETTING_OWN || setting->kind == SETTING_OWN_FLAG)
            take_by(o, setting);
        if (option_help(setting, helps[o->command]))
            return 0;
    }
    data_file(&o->data, argc, argv, participles[o->command]);
    data_refuse_keep(&o->data);
    if (o->flag_type && !o->flags)
        die_usage("--flag-type is for --flags");
    if (o->command != UNIQUE && !o->by)
        die_usage("nothing says what is selected: --less, --flags, ...");
    return 1;
}

/* What goes through the command. */
struct stream {
    prefix_ctx *ctx;
    prefix_selection *selection;
    int type; /* of the selection */
    int command, indices;
    struct reader reader, flags_reader;
    int has_flags;
    size_t size;           /* of an element */
    unsigned char *in;     /* a piece, after the last element of the one before for pfx unique */
    unsigned char *out;    /* and what is selected of it */
    unsigned char *others; /* and what is not */
    uint64_t *places;
    struct layout source; /* a piece's numbers as they are spelled, or their lines */
    int writes_source;    /* this instead of their values */
    unsigned char *flags;
};

static void parse_operand(const struct select_options *o, int type, const char *text, size_t length, void *operand)
{
    char number[256];
    snprintf(number, sizeof number, "%.*s", (int)(length < 255 ? length : 255), text);
    if (number_parse(type, number, strlen(number), operand) != NUMBER_OK)
        die_usage("%s: '%s' is no %s", o->by, number, prefix_type_name(type));
}

/* Whether it asks for what integers never are. */
static int wants_floats(const struct select_options *o)
{
    const char *comma = o->operand ? strchr(o->operand, ',') : NULL;
    const size_t length = !o->operand ? 0 : comma ? (size_t)(comma - o->operand) : strlen(o->operand);
    return o->predicate == PREFIX_IS_NAN ||
           (o->operand && o->predicate != PREFIX_HAS_BITS &&
            (!number_is_integer(o->operand, length) || (comma && !number_is_integer(comma + 1, strlen(comma + 1)))));
}

/* Bounds between which nothing lies are a slip. */
static void check_bounds(struct stream *s, const struct select_options *o, const unsigned char *bounds)
{
    _Alignas(8) unsigned char least[8];
    uint64_t count;
    check(s->ctx,
          prefix_select_if(s->ctx, PREFIX_LESS_EQUAL, s->reader.type, bounds + s->size, bounds, least, 1, 1, &count));
    if (count == 0)
        die_usage("--between: nothing lies between %s: the first is not below the second", o->operand);
}

/* Writes the source of the selected numbers of a piece, and keeps that of the others. */
static void write_source(const struct stream *s, struct writer *writer, const uint64_t *places, size_t selected,
                         size_t done, struct bytes *others)
{
    const char *line = s->source.text.data, *const end = line + s->source.text.used;
    size_t i = 0;
    for (size_t k = done; line < end; k++) {
        const char *next = (const char *)memchr(line, '\n', (size_t)(end - line)) + 1;
        if (i < selected && places[i] == k) {
            output_write(&writer->output, line, (size_t)(next - line));
            i++;
        } else if (s->command == PARTITION) {
            bytes_add(others, line, (size_t)(next - line));
        }
        line = next;
    }
}

static void set_selector(struct stream *s, const struct select_options *o)
{
    _Alignas(8) unsigned char operand[16] = {0};
    const int type = s->reader.type;
    if (o->command == UNIQUE) {
        check(s->ctx, prefix_selection_set_unique(s->selection));
        return;
    }
    if (s->has_flags) {
        check(s->ctx, prefix_selection_set_flags(s->selection, s->flags, 8));
        return;
    }
    if (o->operand) {
        size_t length = strlen(o->operand);
        const char *comma = o->predicate == PREFIX_BETWEEN ? strchr(o->operand, ',') : NULL;
        if (o->predicate == PREFIX_BETWEEN && !comma)
            die_usage("--between: '%s' is not two numbers with a comma", o->operand);
        if (comma)
            length = (size_t)(comma - o->operand);
        parse_operand(o, type, o->operand, length, operand);
        if (comma)
            parse_operand(o, type, comma + 1, strlen(comma + 1), operand + s->size);
        if (comma)
            check_bounds(s, o, operand);
    }
    check(s->ctx, prefix_selection_set_predicate(s->selection, o->predicate, operand));
}

static void set_selection(struct stream *s, const struct select_options *o)
{
    s->type = s->reader.type;
    check(s->ctx, prefix_selection_create(&s->selection, s->ctx, data_key_type(s->type, o->equal_nan)));
    set_selector(s, o);
    if (s->command == PARTITION)
        check(s->ctx, prefix_selection_set_rejects(s->selection, PREFIX_REJECTS_APART, s->others, PIECE));
    if (s->indices || s->writes_source)
        check(s->ctx, prefix_selection_set_indices(s->selection, PREFIX_U64, s->places));
}

/* Compares f64 from now on, as not all numbers are integers, with the first one, too, if there is one from before. */
static void change_type(struct stream *s, const struct select_options *o, size_t first)
{
    guess_convert(s->in, first);
    prefix_selection_destroy(s->selection);
    set_selection(s, o);
}

static void read_flags(struct stream *s, size_t count)
{
    size_t got = reader_read(&s->flags_reader, s->flags, NULL, count > 0 ? count : 1); /* at the end, one too many */
    if (got != count)
        die("%s: %s flags than numbers", s->flags_reader.input.name, got < count ? "fewer" : "more");
}

/* Goes through one piece that was read, of which first elements belong to the one before. */
static size_t select_piece(struct stream *s, size_t first, size_t count, size_t done)
{
    uint64_t selected;
    if (s->has_flags)
        read_flags(s, count);
    check(s->ctx, prefix_selection_run(s->selection, s->in + (1 - first) * s->size, s->indices ? NULL : s->out,
                                       count + first, count + first, &selected));
    for (size_t i = 0; (s->indices || s->writes_source) && i < selected; i++)
        s->places[i] += done - first;
    return (size_t)selected;
}

static void run(struct stream *s, const struct select_options *o, int output_format)
{
    const int output_type = s->indices ? PREFIX_U64 : s->reader.type, waits = output_format == FORMAT_NPY;
    const size_t output_size = prefix_type_size(output_type);
    struct bytes selected = {0}, rejected = {0}; /* that wait: .npy says the count first, rejected ones come last */
    struct writer writer;
    size_t count, done = 0, first = 0;
    if (!waits)
        writer_open(&writer, o->data.output, output_format, output_type, 0);
    if (!waits && !s->indices)
        writer_header(&writer, &s->reader, NULL);
    do {
        s->source.text.used = 0;
        count = reader_read_prompt(&s->reader, s->in + s->size, s->writes_source ? &s->source : NULL, PIECE);
        if (s->type != s->reader.type)
            change_type(s, o, first);
        const size_t written = select_piece(s, first, count, done) - first;
        const unsigned char *out = (s->indices ? (unsigned char *)s->places : s->out) + first * output_size;
        if (s->writes_source)
            write_source(s, &writer, s->places + first, written, done, &rejected);
        else if (waits)
            bytes_add(&selected, out, written * output_size);
        else
            writer_write(&writer, out, NULL, written);
        if (s->command == PARTITION && !s->writes_source)
            bytes_add(&rejected, s->others, (count - written) * output_size);
        done += count;
        if (s->command == UNIQUE && count > 0) { /* what the next piece begins with has this before it */
            memcpy(s->in, s->in + count * s->size, s->size);
            first = 1;
        }
        if (!waits && count < PIECE)
            output_flush(&writer.output);
    } while (count > 0);
    if (waits) {
        writer_open(&writer, o->data.output, output_format, output_type, (selected.used + rejected.used) / output_size);
        writer_write(&writer, selected.data, NULL, selected.used / output_size);
    }
    if (s->writes_source)
        output_write(&writer.output, rejected.data, rejected.used);
    else
        writer_write(&writer, rejected.data, NULL, rejected.used / output_size);
    writer_commit(&writer);
    free(selected.data);
    free(rejected.data);
}

static int run_command(int argc, char **argv, int command)
{
    struct select_options o = {.command = command};
    if (!read_options(argc, argv, &o))
        return 0;
    data_refuse_both(&o.data, "--flags", o.flags, "numbers");
    struct stream s = {.command = command, .indices = o.indices, .has_flags = o.flags != NULL};
    s.ctx = data_context(&o.data);
    data_open(&o.data, &s.reader);
    const int output_format = data_output_format(&o.data, s.reader.format, s.indices ? PREFIX_U64 : s.reader.type);
    if (command != UNIQUE || !(s.indices || output_format == FORMAT_TEXT))
        reader_settle(&s.reader, wants_floats(&o));
    s.size = prefix_type_size(s.reader.type);
    s.source.kind = o.data.text.column ? LAYOUT_LINES : LAYOUT_NUMBERS;
    s.writes_source = (o.data.text.column || s.reader.is_guessed) && !s.indices && output_format == FORMAT_TEXT;
    if (s.has_flags) {
        reader_open(&s.flags_reader, o.flags, o.flag_type ? FORMAT_RAW : FORMAT_AUTO, PREFIX_U8, NULL);
        s.flags = allocate(PIECE, 1);
    }
    s.in = allocate(PIECE + 1, s.size);
    s.out = allocate(PIECE + 1, s.size);
    s.others = allocate(PIECE, s.size);
    s.places = allocate(PIECE + 1, sizeof *s.places);
    set_selection(&s, &o);
    run(&s, &o, output_format);
    prefix_selection_destroy(s.selection);
    prefix_ctx_destroy(s.ctx);
    reader_close(&s.reader);
    if (s.has_flags)
        reader_close(&s.flags_reader);
    free(s.in);
    free(s.out);
    free(s.others);
    free(s.places);
    free(s.source.text.data);
    free(s.flags);
    return 0;
}

int command_select(int argc, char **argv)
{
    return run_command(argc, argv, SELECT);
}

int command_partition(int argc, char **argv)
{
    return run_command(argc, argv, PARTITION);
}

int command_unique(int argc, char **argv)
{
    return run_command(argc, argv, UNIQUE);
}
