/* SPDX-License-Identifier: BSD-3-Clause */
/* A trace as a picture: a network's elements and arcs, or tiles' descriptors step by step. */
#include <config.h>

#include "trace/svg.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "io/output.h"

#define LEFT 110 /* pixels: where columns begin, after the names of rows */
#define TOP 50
#define ROW 56
#define DIGIT 8 /* of a number */

struct picture {
    const struct trace *trace;
    struct output output;
    size_t column; /* pixels */
};

static void put(struct picture *p, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(struct picture *p, const char *format, ...)
{
    char text[512];
    va_list list;
    va_start(list, format);
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    output_write(&p->output, text, (size_t)length);
}

static size_t x_of(const struct picture *p, size_t i)
{
    return LEFT + i * p->column + p->column / 2;
}

static size_t y_of(size_t row)
{
    return TOP + row * ROW;
}

static void begin(struct picture *p, size_t columns, size_t rows)
{
    const size_t numbers = LEFT + columns * p->column + 10, title = 20 + strlen(p->trace->title) * 9;
    const size_t width = numbers > title ? numbers : title, height = y_of(rows - 1) + 40;
    put(p, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %zu %zu\" width=\"%zu\" height=\"%zu\" ", width,
        height, width, height);
    put(p, "font-family=\"monospace\" font-size=\"13\" text-anchor=\"middle\">\n");
    put(p, "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n");
    put(p, "<text x=\"10\" y=\"20\" text-anchor=\"start\" font-weight=\"bold\">%s</text>\n", p->trace->title);
}

static void label(struct picture *p, size_t row, const char *text)
{
    put(p, "<text x=\"10\" y=\"%zu\" text-anchor=\"start\">%s</text>\n", y_of(row) + 5, text);
}

/* A number in a box: white, shaded, or dark. */
enum shade { PLAIN, SHADED, DARK };

static void draw_number(struct picture *p, size_t i, size_t row, const char *text, enum shade shade)
{
    static const char *const fills[] = {"white", "#ddd", "#444"};
    const size_t width = p->column - 10;
    put(p, "<rect x=\"%zu\" y=\"%zu\" width=\"%zu\" height=\"20\" rx=\"4\" fill=\"%s\"%s/>", x_of(p, i) - width / 2,
        y_of(row) - 10, width, fills[shade], shade == PLAIN ? "" : " stroke=\"black\"");
    put(p, "<text x=\"%zu\" y=\"%zu\"%s>%s</text>\n", x_of(p, i), y_of(row) + 5, shade == DARK ? " fill=\"white\"" : "",
        text);
}

/* --- networks: columns are elements, rows are rounds ------------------------------------------------ */

/* From the row before to this one. */
static void draw_line(struct picture *p, size_t from, size_t to, size_t row, const char *style)
{
    put(p, "<line x1=\"%zu\" y1=\"%zu\" x2=\"%zu\" y2=\"%zu\" stroke=\"black\"%s/>\n", x_of(p, from),
        y_of(row - 1) + 10, x_of(p, to), y_of(row) - 10, style);
}

/* The round that ends with event end, and what was told of it from event first on. */
static void draw_round(struct picture *p, size_t first, size_t end, size_t row)
{
    const struct trace *trace = p->trace;
    int *marks = allocate(trace->n, sizeof *marks); /* the event that an element got its value by */
    memset(marks, 0, trace->n * sizeof *marks);
    for (size_t i = first; i < end; i++)
        marks[trace->events[i].to] = trace->events[i].event;
    for (size_t i = 0; row > 0 && i < trace->n; i++)
        if (marks[i] != PREFIX_EVENT_MOVE && marks[i] != PREFIX_EVENT_CLEAR)
            draw_line(p, i, i, row, " stroke-opacity=\"0.4\"");
    for (size_t i = first; i < end; i++) {
        const struct trace_event *e = &trace->events[i];
        if (e->event != PREFIX_EVENT_CLEAR)
            draw_line(p, e->from, e->to, row, e->event == PREFIX_EVENT_MOVE ? " stroke-dasharray=\"4 3\"" : "");
    }
    for (size_t i = 0; i < trace->n; i++)
        draw_number(p, i, row, trace->events[end].values[i],
                    marks[i] == PREFIX_EVENT_CLEAR                                        ? DARK
                    : marks[i] == PREFIX_EVENT_COMBINE || marks[i] == PREFIX_EVENT_APPEND ? SHADED
                                                                                          : PLAIN);
    free(marks);
}

static void draw_network(struct picture *p)
{
    const struct trace *trace = p->trace;
    char name[TRACE_LABEL_MAX] = "input";
    size_t rows = 0, rounds = 0, first = 0;
    int cleared = 0;
    for (size_t i = 0; i < trace->count; i++)
        rows += trace->events[i].event == PREFIX_EVENT_ROUND;
    begin(p, trace->n, rows);
    for (size_t i = 0, row = 0; i < trace->count; i++) {
        if (trace->events[i].event == PREFIX_EVENT_CLEAR) {
            cleared = 1;
            rounds = 0;
            snprintf(name, sizeof name, "root");
        }
        if (trace->events[i].event != PREFIX_EVENT_ROUND)
            continue;
        label(p, row, name);
        draw_round(p, first, i, row++);
        first = i + 1;
        trace_label(trace, ++rounds, cleared, name);
    }
}

/* --- tiles: columns are tiles, rows are steps ------------------------------------------------------- */

/* A line below the tiles that are looked at, as they were the step before, and a mark below the one that looks. */
static void draw_look(struct picture *p, const struct trace_event *e, size_t row, size_t depth)
{
    const size_t y = y_of(row) + 14 + 5 * (depth % 4);
    put(p, "<path d=\"M%zu %zuH%zu\" stroke=\"black\"/>", x_of(p, e->from) - p->column / 2 + 6, y,
        x_of(p, e->from + e->n - 1) + p->column / 2 - 6);
    put(p, "<circle cx=\"%zu\" cy=\"%zu\" r=\"3\"/>\n", x_of(p, e->to), y);
}

static void draw_tiles(struct picture *p)
{
    const struct trace *trace = p->trace;
    struct published {
        enum shade shade;
        const char *value;
    } *tiles = allocate(trace->tiles, sizeof *tiles);
    size_t rows = 0, first = 0;
    for (size_t i = 0; i < trace->count; i++)
        rows += trace->events[i].event == PREFIX_EVENT_STEP;
    begin(p, trace->tiles, rows);
    for (size_t k = 0; k < trace->tiles; k++)
        tiles[k] = (struct published){PLAIN, ""};
    for (size_t i = 0, row = 0; i < trace->count; i++) {
        const struct trace_event *e = &trace->events[i];
        char name[TRACE_LABEL_MAX];
        if (e->event == PREFIX_EVENT_AGGREGATE)
            tiles[e->to] = (struct published){SHADED, e->values[0]};
        else if (e->event == PREFIX_EVENT_PREFIX)
            tiles[e->to] = (struct published){DARK, e->values[0]};
        if (e->event != PREFIX_EVENT_STEP)
            continue;
        snprintf(name, sizeof name, "step %zu", row + 1);
        label(p, row, name);
        for (size_t k = 0; k < trace->tiles; k++) {
            char text[NUMBER_TEXT_MAX + 4];
            snprintf(text, sizeof text, "%c %s", "XAP"[tiles[k].shade], tiles[k].value);
            draw_number(p, k, row, text, tiles[k].shade);
        }
        for (size_t depth = 0; first < i; first++)
            if (trace->events[first].event == PREFIX_EVENT_LOOK)
                draw_look(p, &trace->events[first], row - 1, depth++);
            else if (trace->events[first].event == PREFIX_EVENT_WRITE)
                put(p, "<text x=\"%zu\" y=\"%zu\" font-size=\"10\">writes</text>\n", x_of(p, trace->events[first].to),
                    y_of(row) - 13);
        row++;
    }
    free(tiles);
}

void trace_svg(const struct trace *trace, const char *path)
{
    struct picture p = {.trace = trace, .column = (trace->width + (trace->tiles ? 2 : 0)) * DIGIT + 26};
    output_open(&p.output, path);
    if (trace->tiles)
        draw_tiles(&p);
    else
        draw_network(&p);
    put(&p, "</svg>\n");
    output_commit((struct output *[]){&p.output}, 1);
}
