/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of the subcommands that read numbers from a file and write numbers to another. */
#ifndef PREFIX_TOOLS_DATA_OPTIONS_H
#define PREFIX_TOOLS_DATA_OPTIONS_H

#include <prefix/prefix.h>

#include "options.h"

struct data_options {
    const char *path, *output, *backend;
    int format, output_format;
    int type; /* 0: not given */
    int threads;
};

/* A subcommand's own long options have values from DATA_OWN on. */
enum { DATA_TYPE = OPTION_LONG, DATA_FORMAT, DATA_OUTPUT_FORMAT, DATA_OUTPUT, DATA_BACKEND, DATA_THREADS, DATA_OWN };

#define DATA_SHORT_OPTIONS ":ho:"
// clang-format off
#define DATA_OPTIONS                                        \
    {"type", required_argument, NULL, DATA_TYPE},           \
    {"format", required_argument, NULL, DATA_FORMAT},       \
    {"output-format", required_argument, NULL, DATA_OUTPUT_FORMAT}, \
    {"output", required_argument, NULL, DATA_OUTPUT},       \
    {"backend", required_argument, NULL, DATA_BACKEND},     \
    {"threads", required_argument, NULL, DATA_THREADS}
// clang-format on

/* Takes what option_next() returned, with optarg; 0 when it is none of these. */
int data_option(struct data_options *data, int option);

/* Takes the one FILE that may stand behind the options; participle says in the message what is done with it. */
void data_file(struct data_options *data, int argc, char **argv, const char *participle);

/* Looks whether raw data has a type, and makes the context. */
prefix_ctx *data_context(const struct data_options *data);

/* The format of the output, for elements of that type: what was asked for, what its name says, or otherwise. */
int data_output_format(const struct data_options *data, int otherwise, int type);

#endif
