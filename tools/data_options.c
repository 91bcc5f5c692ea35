/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "data_options.h"

#include <ctype.h>
#include <string.h>
#include <sys/stat.h>

#include "base/message.h"
#include "io/dtype.h"
#include "io/reader.h"

int option_format(const char *option, const char *text)
{
    int format = format_parse(text);
    if (format < 0)
        die_usage("%s: unknown '%s'; known: text raw npy", option, text);
    return format;
}

int option_flag_type(const char *option, const char *text)
{
    int type = option_type(option, text);
    if (type != PREFIX_U8)
        die_usage("%s: flags are u8", option);
    return type;
}

int option_missing(const char *option, const char *text)
{
    static const char *const names[] = {"skip", "zero", "keep"};
    for (int i = 0; i < 3; i++)
        if (strcmp(text, names[i]) == 0)
            return MISSING_SKIP + i;
    die_usage("%s: unknown '%s'; known: skip zero keep", option, text);
}

int option_delimiter(const char *option, const char *text)
{
    if (strcmp(text, "\\t") == 0)
        return '\t';
    const unsigned char c = (unsigned char)text[0];
    if (!c || text[1] || c > 0x7e || (c < ' ' && c != '\t'))
        die_usage("%s: '%s' is not one character of ASCII, or \\t", option, text);
    if (isalnum(c) || strchr("+-.()", c))
        die_usage("%s: '%s' may be part of a number", option, text);
    return c;
}

void data_refuse_both(const struct data_options *data, const char *option, const char *path, const char *what)
{
    if (path && data_is_standard(path) && data_is_standard(data->path))
        die_usage("%s and the %s are both standard input", option, what);
}

int data_is_same_file(const char *one, const char *other)
{
    struct stat a, b;
    if (data_is_standard(one) || data_is_standard(other))
        return data_is_standard(one) && data_is_standard(other);
    if (stat(one, &a) || stat(other, &b))
        return strcmp(one, other) == 0;
    return a.st_dev == b.st_dev && a.st_ino == b.st_ino && S_ISREG(a.st_mode);
}

void data_file(struct data_options *data, int argc, char **argv, const char *participle)
{
    if (optind < argc)
        data->path = argv[optind++];
    if (optind < argc)
        die_usage("one FILE is %s; '%s' is one too many", participle, argv[optind]);
}

prefix_ctx *data_context(const struct data_options *data)
{
    prefix_ctx *ctx;
    if (data->format == FORMAT_RAW && !data->type)
        die_usage("--format raw needs --type");
    int status = prefix_ctx_create(&ctx, data->backend);
    if (status == PREFIX_ERROR_ARGUMENT)
        die_usage("--backend: '%s' is no name of a backend", data->backend);
    check(NULL, status);
    if (data->threads)
        check(ctx, prefix_ctx_set_threads(ctx, data->threads));
    check(ctx, prefix_ctx_set_memory(ctx, PREFIX_MEMORY_HOST));
    return ctx;
}

void data_open(const struct data_options *data, struct reader *reader)
{
    reader_open(reader, data->path, data->format, data->type, &data->text);
    const struct text_options *text = &data->text;
    if (reader->format != FORMAT_TEXT && (text->missing || text->delimiter || text->column || text->header))
        die_usage("--missing, --delimiter, --column and --header are for text");
}

void data_refuse_keep(const struct data_options *data)
{
    if (data->text.missing == MISSING_KEEP)
        die_usage("--missing keep is for scans from text to text, without segments");
}

int data_output_format(const struct data_options *data, int otherwise, int type)
{
    const size_t length = data->output ? strlen(data->output) : 0;
    if (length > 4 && strcmp(data->output + length - 4, ".npz") == 0)
        die_usage("--output: an .npz file is an archive; .npy holds one array");
    int format = data->output_format ? data->output_format : format_of_path(data->output);
    if (!format)
        format = otherwise;
    char descr[4];
    if (format == FORMAT_NPY && !dtype_format(type, descr))
        die_usage(".npy files have no type %s", prefix_type_name(type));
    return format;
}
