/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "trace/events.h"

#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"

trace_number *trace_texts(struct trace *trace, const void *values, size_t n, int type)
{
    trace_number *texts = allocate(n, sizeof *texts);
    for (size_t i = 0; i < n; i++) {
        size_t length = number_format(type, (const char *)values + i * prefix_type_size(type), texts[i]);
        if (length > trace->width)
            trace->width = length;
    }
    return texts;
}

void trace_record(void *user, int event, size_t from, size_t to, const void *values, size_t n, int type)
{
    struct trace *trace = user;
    if (trace->count == trace->capacity) {
        trace->capacity = 2 * trace->capacity + 64;
        trace->events = reallocate(trace->events, trace->capacity, sizeof *trace->events);
    }
    if (event == PREFIX_EVENT_STEP)
        trace->tiles = n;
    trace->events[trace->count++] =
        (struct trace_event){event, from, to, n, values ? trace_texts(trace, values, n, type) : NULL};
}

void trace_label(const struct trace *trace, size_t index, int behind_clear, char label[TRACE_LABEL_MAX])
{
    int sweeps = strcmp(trace->algorithm, prefix_algorithm_name(PREFIX_ALGORITHM_BLELLOCH)) == 0;
    snprintf(label, TRACE_LABEL_MAX, "%s %zu", !sweeps ? "round" : behind_clear ? "down-sweep" : "up-sweep", index);
}
