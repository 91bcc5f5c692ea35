/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What was measured as a picture, by gnuplot: throughput against the number of elements, one line for all
 * rows that differ in nothing else, and the copy of each backend as their ceiling; or a bar for each row.
 */
#include <config.h>

#include "bench/plot.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "bench/name.h"

#define NAMES 5 /* of a series: backend, algorithm, op, kind, types */
#define TITLE_MAX (NAMES * (BENCH_NAME_MAX + 1))

struct point {
    char names[NAMES][BENCH_NAME_MAX];
    size_t n;
    double gbps;
};

static struct point *points;
static size_t count, capacity;

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? dot : "";
}

void bench_plot_check(const char *path)
{
    if (strcmp(ending_of(path), ".svg") != 0 && strcmp(ending_of(path), ".png") != 0)
        die_usage("--plot: '%s' does not end in .svg or .png", path);
    if (system("gnuplot --version >/dev/null 2>&1") != 0)
        die("--plot: gnuplot cannot be run");
}

static struct point *add(const struct bench_row *row, const char *algorithm, double seconds)
{
    const struct bench_case *what = &row->what;
    if (count == capacity) {
        capacity = 2 * capacity + 64;
        points = reallocate(points, capacity, sizeof *points);
    }
    struct point *point = &points[count++];
    *point = (struct point){.n = what->n, .gbps = 1e-9 * row->bytes / seconds};
    snprintf(point->names[0], BENCH_NAME_MAX, "%s", what->backend);
    snprintf(point->names[1], BENCH_NAME_MAX, "%s", algorithm);
    snprintf(point->names[2], BENCH_NAME_MAX, "%s", what->form ? "" : prefix_op_name(what->op));
    snprintf(point->names[3], BENCH_NAME_MAX, "%s", what->form ? "" : prefix_kind_name(what->kind));
    snprintf(point->names[4], BENCH_NAME_MAX, "%s%s%s", prefix_type_name(what->type),
             what->type == what->output_type ? "" : "-",
             what->type == what->output_type ? "" : prefix_type_name(what->output_type));
    return point;
}

/* Of what rows are compared with, one for each backend and size: the fastest. */
static void add_once(struct point point)
{
    count--;
    for (size_t i = 0; i < count; i++)
        if (points[i].n == point.n && memcmp(points[i].names, point.names, sizeof point.names) == 0) {
            if (point.gbps > points[i].gbps)
                points[i].gbps = point.gbps;
            return;
        }
    points[count++] = point;
}

void bench_plot_row(const struct bench_row *row)
{
    char name[BENCH_NAME_MAX];
    bench_name(&row->what, name);
    add(row, name, row->work.median);
    for (int i = 0; i < row->peer_count; i++)
        add_once(*add(row, row->peers[i].name, row->peers[i].timing.median));
    struct point copy = *add(row, "copy", row->copy.median);
    for (int i = 2; i < NAMES; i++)
        copy.names[i][0] = 0;
    add_once(copy);
}

/* What tells a series from the others; what is the same for all is left out, and so is an empty name. */
static void title_of(const struct point *point, char title[TITLE_MAX])
{
    title[0] = 0;
    for (int name = 0; name < NAMES; name++) {
        int differs = name == 1; /* the algorithm always stands there */
        for (size_t i = 0; i < count; i++)
            differs |= points[i].names[name][0] && strcmp(points[i].names[name], point->names[name]) != 0;
        if (differs && point->names[name][0])
            snprintf(title + strlen(title), TITLE_MAX - strlen(title), "%s%s", *title ? " " : "", point->names[name]);
    }
}

static int same_series(const struct point *a, const struct point *b)
{
    return memcmp(a->names, b->names, sizeof a->names) == 0;
}

static int is_first(size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (same_series(&points[i], &points[index]))
            return 0;
    return 1;
}

/* In gnuplot's single quotes, where a quote is two. */
static void put_quoted(FILE *to, const char *text)
{
    fputc('\'', to);
    for (; *text; text++)
        fprintf(to, *text == '\'' ? "''" : "%c", *text);
    fputc('\'', to);
}

/* Whether lines would lie on top of each other below the highest. */
static int is_wide(void)
{
    double least = points[0].gbps, most = least;
    for (size_t i = 1; i < count; i++) {
        least = points[i].gbps < least ? points[i].gbps : least;
        most = points[i].gbps > most ? points[i].gbps : most;
    }
    return most > 20 * least;
}

static int is_copy(const struct point *point)
{
    return strcmp(point->names[1], "copy") == 0;
}

/* Throughput against the number of elements. */
static void draw_lines(FILE *plot)
{
    const char *before = "plot";
    int series = 0;
    fputs("set logscale x 2\nset format x '2^{%L}'\nset key outside right top\n"
          "set xlabel 'elements'\nset ylabel 'GB/s, read and written'\n",
          plot);
    fputs(is_wide() ? "set logscale y\n" : "set yrange [0:*]\n", plot);
    for (size_t i = 0; i < count; i++) {
        if (!is_first(i))
            continue;
        fprintf(plot, "$series%zu << END\n", i);
        for (size_t j = i; j < count; j++)
            if (same_series(&points[i], &points[j]))
                fprintf(plot, "%zu %.4f\n", points[j].n, points[j].gbps);
        fputs("END\n", plot);
    }
    for (size_t i = 0; i < count; i++) {
        char title[TITLE_MAX];
        if (!is_first(i))
            continue;
        title_of(&points[i], title);
        fprintf(plot, "%s $series%zu smooth unique with ", before, i);
        if (is_copy(&points[i]))
            fputs("lines dashtype 1 linewidth 4 title ", plot);
        else
            fprintf(plot, "linespoints dashtype %d pointtype %d title ", 1 + series % 4, 1 + series % 13);
        series++;
        put_quoted(plot, title);
        before = ",";
    }
    fputc('\n', plot);
}

/* A bar for each row, and the fastest copy above them. */
static void draw_bars(FILE *plot)
{
    double copy = 0;
    fputs("set style fill solid 0.35 border\nset boxwidth 0.7\nset xtics rotate by 40 right nomirror\n"
          "set key left top\nset offsets 0.6,0.6,0,0\nset ylabel 'GB/s, each element read and written once'\n",
          plot);
    fputs(is_wide() ? "set logscale y\nset yrange [*:*]\n" : "set yrange [0:*]\n", plot);
    fputs("$bars << END\n", plot);
    for (size_t i = 0; i < count; i++) {
        char title[TITLE_MAX];
        title_of(&points[i], title);
        if (is_copy(&points[i]))
            copy = points[i].gbps > copy ? points[i].gbps : copy;
        else
            fprintf(plot, "\"%s\" %.4f\n", title, points[i].gbps);
    }
    fprintf(plot,
            "END\nplot $bars using 0:2:xtic(1) with boxes notitle,"
            "$bars using 0:2:($2 < 100 ? sprintf('%%.3g', $2) : sprintf('%%.0f', $2)) with labels offset 0,0.6 notitle,"
            "%.4f with lines linewidth 3 title 'copy: %.0f GB/s'\n",
            copy, copy);
}

void bench_plot_end(const char *path, int bars)
{
    FILE *plot = popen("gnuplot", "w");
    if (!plot)
        die("--plot: gnuplot cannot be run");
    /* Of one that ends before it has read all pclose() tells, where a signal would end the command without a word. */
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN);
    fprintf(plot, "set terminal %s size 900,520\nset output ", strcmp(ending_of(path), ".svg") == 0 ? "svg" : "png");
    put_quoted(plot, path);
    fputs("\nset monochrome\nset grid ytics\n", plot);
    if (bars)
        draw_bars(plot);
    else
        draw_lines(plot);
    free(points);
    const int status = pclose(plot);
    signal(SIGPIPE, before);
    if (status != 0)
        die("--plot: gnuplot could not draw '%s'", path);
}
