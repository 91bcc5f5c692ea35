/* SPDX-License-Identifier: BSD-3-Clause */
/* What the commands share in reading their options; all of it ends the command on bad usage. */
#ifndef PREFIX_TOOLS_BASE_OPTIONS_H
#define PREFIX_TOOLS_BASE_OPTIONS_H

#include <getopt.h>
#include <stddef.h>

#include "base/setting.h"

/* Values of long options begin here, above every short option. */
enum { OPTION_LONG = 256 };

/* getopt_long(3) with our messages; -1 after the last option. */
int option_next(int argc, char **argv, const char *short_options, const struct option *long_options);

/*
 * Reads the next option of a list that ends with an empty name, and sets what it is for in the structure. NULL after
 * the last option; -h is --help.
 */
const struct setting *setting_next(int argc, char **argv, const struct setting *settings, void *structure);
/* Whether it is --help, which is then shown. */
int option_help(const struct setting *setting, const char *help);
/* Reads them all. 0 at --help: it has been shown, and nothing is left to do. */
int options_read(int argc, char **argv, const struct setting *settings, void *structure, const char *help);

/*
 * The constant of a name of libprefix; option is named in the message. Types are those of numbers that are written as
 * one, and operators those of scans and reductions, or those alone that all commands have.
 */
int option_type(const char *option, const char *text);
int option_op(const char *option, const char *text);
int option_plain_op(const char *option, const char *text);
int option_kind(const char *option, const char *text);
int option_algorithm(const char *option, const char *text);


/* A number from least to most, written as size.h says. */
size_t option_size(const char *option, const char *text, size_t least, size_t most);

/* A number as f64, and all of a list, which must be writable, to be freed. */
double option_number(const char *option, const char *text);
double *option_numbers(const char *option, char *list, size_t *count);

/*
 * The next of the items that commas separate in *list, which is moved after it and must be
 * writable; NULL after the last. An empty item is bad usage.
 */
char *option_item(const char *option, char **list);

#endif
