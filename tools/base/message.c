/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/message.h"

#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MESSAGE_MAX 8192 /* characters; of longer ones the beginning */

static const char *program = "pfx", *command;
static int progress_shown;

void message_program(const char *name)
{
    program = name;
}

void message_command(const char *name)
{
    command = name;
}

void progress(const char *format, ...)
{
    if (!isatty(STDERR_FILENO))
        return;
    fputs("\r\033[K", stderr);
    if (format) {
        va_list list;
        va_start(list, format);
        vfprintf(stderr, format, list);
        va_end(list);
    }
    fflush(stderr);
    progress_shown = format != NULL;
}

/* Control characters of names and arguments are not for a terminal. */
static void put_visibly(const char *text)
{
    for (; *text; text++) {
        const unsigned char c = (unsigned char)*text;
        if (c < ' ' || c == 0x7f)
            fprintf(stderr, "\\x%02x", c);
        else
            fputc(c, stderr);
    }
}

__attribute__((format(printf, 1, 0))) static void print(const char *format, va_list list)
{
    char text[MESSAGE_MAX];
    if (progress_shown)
        progress(NULL);
    vsnprintf(text, sizeof text, format, list);
    fprintf(stderr, "%s: ", program);
    put_visibly(text);
    fputc('\n', stderr);
}

void warn(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print(format, list);
    va_end(list);
}

void die(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print(format, list);
    va_end(list);
    exit(EXIT_DATA);
}

void die_usage(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    print(format, list);
    va_end(list);
    fprintf(stderr, "Try '%s%s%s --help'.\n", program, command ? " " : "", command ? command : "");
    exit(EXIT_USAGE);
}

void check(prefix_ctx *ctx, int status)
{
    if (status == PREFIX_OK)
        return;
    const char *detail = prefix_ctx_error(ctx);
    if (!*detail)
        detail = prefix_strerror(status);
    /* What was asked for makes no sense; everything else is the machine's or the data's fault. */
    if (status == PREFIX_ERROR_ARGUMENT || status == PREFIX_ERROR_UNSUPPORTED)
        die_usage("%s", detail);
    die("%s", detail);
}

void *allocate(size_t count, size_t size)
{
    return reallocate(NULL, count, size);
}

void *reallocate(void *memory, size_t count, size_t size)
{
    if (count == 0)
        count = 1;
    void *larger = count > SIZE_MAX / size ? NULL : realloc(memory, count * size);
    if (!larger)
        die("no memory for %zu elements of %zu bytes", count, size);
    return larger;
}

void flush_standard_output(void)
{
    errno = 0;
    if (fflush(stdout) || ferror(stdout))
        die("standard output: %s", errno ? strerror(errno) : "write error");
}
