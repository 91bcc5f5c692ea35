/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of the commands that read numbers from a file and write numbers to another. */
#ifndef PREFIX_TOOLS_DATA_OPTIONS_H
#define PREFIX_TOOLS_DATA_OPTIONS_H

#include <limits.h>
#include <stddef.h>

#include <prefix/prefix.h>

#include "base/options.h"
#include "io/reader.h"

struct data_options {
    char *path, *output, *backend;
    int format, output_format;
    int type; /* 0: not given */
    struct text_options text;
    int threads;
};

int option_format(const char *option, const char *text);
/* Of raw flags: a byte each. */
int option_flag_type(const char *option, const char *text);

int option_missing(const char *option, const char *text);
int option_delimiter(const char *option, const char *text);

/* Where results go, and who computes them. */
// clang-format off
#define OUTPUT_SETTINGS(structure, data) \
    {"--output", SETTING_TEXT, .target = offsetof(structure, data.output), .letter = 'o'}, \
    {"--backend", SETTING_TEXT, .target = offsetof(structure, data.backend)}, \
    {"--threads", SETTING_NUMBER, .target = offsetof(structure, data.threads), .least = 1, .most = INT_MAX}
// clang-format on

/* These options, for the list of a command's: data is the member of its structure. */
// clang-format off
#define DATA_SETTINGS(structure, data) \
    {"--type", SETTING_CONSTANT, .target = offsetof(structure, data.type), .parse = option_type}, \
    {"--format", SETTING_CONSTANT, .target = offsetof(structure, data.format), .parse = option_format}, \
    {"--output-format", SETTING_CONSTANT, .target = offsetof(structure, data.output_format), .parse = option_format}, \
    {"--missing", SETTING_CONSTANT, .target = offsetof(structure, data.text.missing), .parse = option_missing}, \
    {"--delimiter", SETTING_CONSTANT, .target = offsetof(structure, data.text.delimiter), .parse = option_delimiter, \
        .letter = 't'}, \
    {"--column", SETTING_NUMBER, .target = offsetof(structure, data.text.column), .least = 1, .most = INT_MAX}, \
    {"--header", SETTING_FLAG, .target = offsetof(structure, data.text.header), .value = 1}, \
    OUTPUT_SETTINGS(structure, data)

/* The last line is for the command to end. */
#define DATA_HELP_TEXT \
    "  --missing WHAT      what an empty line or field of text becomes: skip (nothing), zero, or, for\n" \
    "                      scans, keep (an empty result); without it, an error\n" \
    "  -t, --delimiter C   fields of text end at each character C (\\t: a tab), not at tabs and blanks,\n" \
    "                      and may be in double quotes\n" \
    "  --header            the first line of the text is not data\n" \
    "  --column N          of text, read field N of each line, from 1"
// clang-format on

/* The type of keys of which each NaN equals each NaN, if this is wanted: of integers it is their own. */
static inline int data_key_type(int type, int equal_nan)
{
    return equal_nan && type >= PREFIX_F16 ? PREFIX_KEY_F16 + type - PREFIX_F16 : type;
}

/* Whether a path stands for standard input, or output: none, or "-". */
static inline int data_is_standard(const char *path)
{
    return !path || (path[0] == '-' && path[1] == 0);
}

/* Refuses an option's file and FILE, which has what, if both are standard input; path: of the option, or NULL. */
void data_refuse_both(const struct data_options *data, const char *option, const char *path, const char *what);

/* Whether both are the same file, or will be. */
int data_is_same_file(const char *one, const char *other);

/* Takes the one FILE that may stand after the options; participle says in the message what is done with it. */
void data_file(struct data_options *data, int argc, char **argv, const char *participle);

/* Looks whether raw data has a type, and makes the context. */
prefix_ctx *data_context(const struct data_options *data);

/* Opens the input; options of text are bad usage where it is none. */
void data_open(const struct data_options *data, struct reader *reader);

/* For what has no result in the place of each number. */
void data_refuse_keep(const struct data_options *data);

/* The format of the output, for elements of that type: what was asked for, what its name says, or otherwise. */
int data_output_format(const struct data_options *data, int otherwise, int type);

#endif
