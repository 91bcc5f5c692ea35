/* SPDX-License-Identifier: BSD-3-Clause */
/* Errors of the command: "pfx: ..." on standard error, exit 1 for data, 2 for usage. */
#ifndef PREFIX_TOOLS_BASE_MESSAGE_H
#define PREFIX_TOOLS_BASE_MESSAGE_H

#include <stddef.h>

#include <prefix/prefix.h>

enum {
    EXIT_DATA = 1, /* data, files, memory, devices */
    EXIT_USAGE = 2
};

/* Names the program, which is pfx without it. */
void message_program(const char *name);

/* Names the subcommand whose --help an error of usage points to. */
void message_command(const char *name);

/* A line on a terminal's standard error that the next one, or a message, overwrites; NULL: none. */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* A message; the command goes on. */
void warn(const char *format, ...) __attribute__((format(printf, 1, 2)));

_Noreturn void die(const char *format, ...) __attribute__((format(printf, 1, 2)));
_Noreturn void die_usage(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Ends the command if status is an error of libprefix; its text is the context's. */
void check(prefix_ctx *ctx, int status);

/* malloc(3) and realloc(3) of count elements; end the command when there is no memory. */
void *allocate(size_t count, size_t size);
void *reallocate(void *memory, size_t count, size_t size);

/* Flushes standard output, and ends the command when it could not be written. */
void flush_standard_output(void);

#endif
