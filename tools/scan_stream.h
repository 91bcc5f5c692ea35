/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan or a reduction of more than memory holds: piece by piece, with the bits of one call. */
#ifndef PREFIX_TOOLS_SCAN_STREAM_H
#define PREFIX_TOOLS_SCAN_STREAM_H

#include <prefix/prefix.h>

#include "heads.h"
#include "io/reader.h"
#include "io/writer.h"
#include "overflow.h"

struct scan_stream {
    prefix_ctx *ctx;
    prefix_plan *plan; /* kind, output type, algorithm and reverse are set */
    prefix_team *team; /* that does it, or NULL: ctx does */
    int op;
    int output_type;
    int reverse;
    int is_prompt;    /* results do not wait for slow text, where their order is canonical */
    const void *init; /* of prefix_carry_type(), or NULL */
    struct reader *reader;
    const char *output_path;
    int output_format;
    struct overflow *overflow; /* what checks the results, or NULL */
    const struct heads *heads; /* of the plan's segments, or NULL; all is then held in memory */
};

/* Whether an operator gives places: then all is in memory. */
int scan_stream_is_arg(int op);

/* What count results are written to: in, unless they are wider or are compared with the elements. */
void *scan_stream_out(const struct scan_stream *stream, void *in, size_t count);

/* Ends the command if it is a minimum or a maximum without an initial value: of no numbers there is none. */
void scan_stream_refuse_none(const struct scan_stream *stream);

/* Reads all of the reader, and writes and commits the output. */
void scan_stream_run(const struct scan_stream *stream);

/* The same for the total alone; forwards. */
void scan_stream_reduce(const struct scan_stream *stream);

#endif
