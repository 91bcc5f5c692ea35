/* SPDX-License-Identifier: BSD-3-Clause */
/* What a traced run reported. */
#ifndef PREFIX_TOOLS_TRACE_EVENTS_H
#define PREFIX_TOOLS_TRACE_EVENTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/number.h"

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

/* The library's trace function: user is a struct trace. */
void trace_record(void *user, int event, size_t from, size_t to, const void *values, size_t n, int type);
/* Elements as text. */
trace_number *trace_texts(struct trace *trace, const void *values, size_t n, int type);

/* A round's name: "round 3", or of two sweeps "up-sweep 3" and "down-sweep 1". index is from 1. */
#define TRACE_LABEL_MAX 32
void trace_label(const struct trace *trace, size_t index, int behind_clear, char label[TRACE_LABEL_MAX]);

#endif
