/* SPDX-License-Identifier: BSD-3-Clause */
/* A trace as text: one line a round or a step, as textbooks draw them. */
#include <config.h>

#include "trace/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

#define LABEL 12 /* columns of a line's name */

static void print_label(const char *label)
{
    printf("%-*s", LABEL, label);
}

/* A blank mark is kept back, so that no line ends with it: returns whether one is still to come. */
static int print_numbers(const struct trace *trace, const char *label, const trace_number *values, const char *marks)
{
    int kept = 0;
    print_label(label);
    for (size_t i = 0; i < trace->n; i++) {
        printf("%*s%*s", kept, "", (int)trace->width + 1, values[i]);
        kept = !marks || marks[i] == ' ';
        if (!kept)
            putchar(marks[i]);
    }
    return kept;
}

/* The moves and combinations of a round, which ends at event end. */
static void print_pairs(const struct trace *trace, size_t begin, size_t end, int kept)
{
    const char *before = kept ? "    " : "   ";
    for (size_t i = begin; i < end; i++) {
        const struct trace_event *e = &trace->events[i];
        if (e->event == PREFIX_EVENT_MOVE)
            printf("%s%zu<%zu", before, e->to, e->from);
        else
            printf("%s%zu>%zu", before, e->from, e->to);
        before = " ";
    }
}

static void print_network(const struct trace *trace)
{
    char *marks = allocate(trace->n, 1), label[TRACE_LABEL_MAX] = "input";
    size_t rounds = 0, begin = 0;
    int cleared = 0, kept;
    memset(marks, ' ', trace->n);
    for (size_t i = 0; i < trace->count; i++) {
        const struct trace_event *e = &trace->events[i];
        switch (e->event) {
        case PREFIX_EVENT_ROUND:
            kept = print_numbers(trace, label, e->values, marks);
            if (strcmp(label, "root") != 0)
                print_pairs(trace, begin, i, kept);
            putchar('\n');
            begin = i + 1;
            trace_label(trace, ++rounds, cleared, label);
            memset(marks, ' ', trace->n);
            break;
        case PREFIX_EVENT_CLEAR:
            cleared = 1;
            rounds = 0;
            snprintf(label, sizeof label, "root");
            break;
        default:
            marks[e->to] = e->event == PREFIX_EVENT_MOVE ? '<' : '*';
            break;
        }
    }
    free(marks);
}

/* What all tiles have published: X, A and a number, or P and a number. */
struct published {
    char state;
    const char *value;
};

static void print_states(const struct trace *trace, const char *label, const struct published *tiles)
{
    print_label(label);
    size_t kept = 0;
    for (size_t k = 0; k < trace->tiles; k++) {
        printf("%*s%c", (int)kept, "", tiles[k].state);
        kept = trace->width + 4;
        if (*tiles[k].value) {
            printf(" %*s", (int)trace->width, tiles[k].value);
            kept = 3;
        }
    }
    putchar('\n');
}

/* A look from tile to back over n tiles from first on, below their columns. */
static void print_look(const struct trace *trace, const struct trace_event *e)
{
    const size_t column = trace->width + 5;
    const size_t first = e->from * column, end = (e->from + e->n) * column - 3, at = e->to * column;
    printf("%*s[", LABEL + (int)first, "");
    for (size_t i = first + 2; i < end; i++)
        putchar('-');
    printf("]%*s^ tile %zu looks\n", (int)(at - end), "", e->to);
}

static void print_writes(const struct trace *trace, size_t begin, size_t end)
{
    const char *before = "writes";
    for (size_t i = begin; i < end; i++)
        if (trace->events[i].event == PREFIX_EVENT_WRITE) {
            if (*before == 'w')
                print_label("");
            printf("%s %zu", before, trace->events[i].to);
            before = ",";
        }
    if (*before == ',')
        putchar('\n');
}

static void print_tiles(const struct trace *trace)
{
    struct published *tiles = allocate(trace->tiles, sizeof *tiles);
    size_t steps = 0, begin = 0;
    for (size_t k = 0; k < trace->tiles; k++)
        tiles[k] = (struct published){'X', ""};
    for (size_t i = 0; i < trace->count; i++) {
        const struct trace_event *e = &trace->events[i];
        char label[TRACE_LABEL_MAX];
        if (e->event == PREFIX_EVENT_AGGREGATE)
            tiles[e->to] = (struct published){'A', e->values[0]};
        else if (e->event == PREFIX_EVENT_PREFIX)
            tiles[e->to] = (struct published){'P', e->values[0]};
        if (e->event != PREFIX_EVENT_STEP)
            continue;
        for (size_t j = begin; j < i; j++)
            if (trace->events[j].event == PREFIX_EVENT_LOOK)
                print_look(trace, &trace->events[j]);
        snprintf(label, sizeof label, "step %zu", ++steps);
        print_states(trace, label, tiles);
        print_writes(trace, begin, i);
        begin = i + 1;
    }
    free(tiles);
}

void trace_text(const struct trace *trace)
{
    printf("%s\n", trace->title);
    if (trace->tiles)
        print_tiles(trace);
    else
        print_network(trace);
    print_numbers(trace, "result", (const trace_number *)trace->results, NULL);
    printf("\nwork %llu, span %llu\n", (unsigned long long)trace->work, (unsigned long long)trace->span);
    flush_standard_output();
}
