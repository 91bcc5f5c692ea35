/* SPDX-License-Identifier: BSD-3-Clause */
/* Scans and reductions of an array along one of its axes: for pfx scan and pfx reduce. */
#ifndef PREFIX_TOOLS_AXIS_H
#define PREFIX_TOOLS_AXIS_H

#include <stddef.h>

#include "io/reader.h"
#include "io/shape.h"
#include "scan_stream.h"

/* As a table of rows of length elements that are after apart; there are before * after of these. */
struct axis {
    int is_given;
    int number;         /* as given: below 0 from the end */
    struct shape shape; /* of raw data; without dimensions it is not given */
    size_t before, length, after;
};

/* --axis and --shape; target is the struct axis. */
void axis_option(void *target, const char *option, char *text);
void axis_option_shape(void *target, const char *option, char *text);

/* Gives the reader the shape, and finds the axis in it. Ends the command where there is none. */
void axis_find(struct axis *axis, struct reader *reader);

/* Read all of the reader, and write and commit the output: of the same shape, or without the axis. */
void axis_scan(const struct axis *axis, const struct scan_stream *stream);
void axis_reduce(const struct axis *axis, const struct scan_stream *stream);

#endif
