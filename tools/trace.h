/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of prefix trace: what a traced run told, and how it is shown. */
#ifndef PREFIX_TOOLS_TRACE_H
#define PREFIX_TOOLS_TRACE_H

#include <stddef.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "number.h"

typedef char trace_number[NUMBER_TEXT_MAX];

/* One call of the library's trace function, its values as text. */
struct trace_event {
    int event;
    size_t from, to, n;
    trace_number *values; /* or NULL */
};

struct trace {
    const char *title;
    const char *algorithm;
    struct trace_event *events;
    size_t count, capacity;
    size_t n;              /* elements */
    size_t tiles;          /* 0: a network */
    trace_number *results; /* n */
    size_t width;          /* of the longest number */
    uint64_t work, span;
};

/* A round's name: "round 3", or of two sweeps "up-sweep 3" and "down-sweep 1". index is from 1. */
#define TRACE_LABEL_MAX 32
void trace_label(const struct trace *trace, size_t index, int behind_clear, char label[TRACE_LABEL_MAX]);

/* trace_text.c: on standard output. */
void trace_text(const struct trace *trace);

/* trace_svg.c: a picture, to a file or, with "-", to standard output. */
void trace_svg(const struct trace *trace, const char *path);

#endif
