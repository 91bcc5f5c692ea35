/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "bench/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/message.h"
#include "bench/catalogue.h"
#include "bench/name.h"

/* JSON is printed as a whole: a run that fails on its way leaves none. */
static FILE *json_file;
static char *json_text;
static size_t json_size;

/* The names that JSON and CSV share, in CSV's order. */
static const char columns[] = "primitive,backend,algorithm,op,kind,type,output_type,n,threads,bytes,us_median,us_min,"
                              "gbps,copy_gbps,copy_ratio,spread";

static void begin(int format)
{
    if (format == BENCH_CSV)
        printf("%s\n", columns);
    else if (format == BENCH_JSON) {
        json_file = open_memstream(&json_text, &json_size);
        if (!json_file)
            die("no memory for the report");
        fprintf(json_file, "{\"version\": \"%s\", \"rows\": [", prefix_version());
    } else
        printf("%-10s %-20s %-11s %-9s %-5s %-6s %11s %7s %12s %12s %6s %9s %9s %6s\n", "backend", "algorithm", "op",
               "kind", "type", "output", "n", "threads", "median us", "least us", "spread", "GB/s", "copy GB/s",
               "ratio");
}

static void report(int format, const struct bench_row *row, const char *backend, const char *algorithm,
                   const struct bench_timing *timing)
{
    static const char csv[] = "%s,%s,%s,%s,%s,%s,%s,%zu,%d,%.0f,%.4f,%.4f,%.4f,%.4f,%.4f,%.4f\n";
    static const char json[] =
        "%s\n  {\"primitive\": \"%s\", \"backend\": \"%s\", \"algorithm\": \"%s\", \"op\": \"%s\", \"kind\": \"%s\", "
        "\"type\": \"%s\", \"output_type\": \"%s\", \"n\": %zu, \"threads\": %d, \"bytes\": %.0f, "
        "\"us_median\": %.4f, \"us_min\": %.4f, \"gbps\": %.4f, \"copy_gbps\": %.4f, \"copy_ratio\": %.4f, "
        "\"spread\": %.4f}";
    static int begun;
    const struct bench_case *w = &row->what;
    const char *op = w->has_op ? prefix_op_name(w->op) : "-", *kind = w->form ? "-" : prefix_kind_name(w->kind);
    const char *type = prefix_type_name(w->type), *output_type = prefix_type_name(w->output_type);
    double us = 1e6 * timing->median, least = 1e6 * timing->least;
    double gbps = 1e-9 * row->bytes / timing->median, copy = 1e-9 * row->bytes / row->copy.median;
    double ratio = gbps / copy;
    if (!begun)
        begin(format);
    if (format == BENCH_CSV)
        printf(csv, w->primitive, backend, algorithm, op, kind, type, output_type, w->n, w->threads, row->bytes, us,
               least, gbps, copy, ratio, timing->spread);
    else if (format == BENCH_JSON)
        fprintf(json_file, json, begun ? "," : "", w->primitive, backend, algorithm, op, kind, type, output_type, w->n,
                w->threads, row->bytes, us, least, gbps, copy, ratio, timing->spread);
    else
        printf("%-10s %-20s %-11s %-9s %-5s %-6s %11zu %7d %12.2f %12.2f %5.1f%% %9.2f %9.2f %6.3f\n", backend,
               algorithm, op, kind, type, output_type, w->n, w->threads, us, least, 100 * timing->spread, gbps, copy,
               ratio);
    begun = 1;
    if (format != BENCH_JSON)
        flush_standard_output();
}

void bench_report_row(int format, const struct bench_row *row)
{
    char name[BENCH_NAME_MAX];
    if (format == BENCH_CATALOGUE) {
        bench_catalogue_row(row);
        return;
    }
    bench_name(&row->what, name);
    report(format, row, row->what.backend, name, &row->work);
    for (int i = 0; i < row->peer_count; i++)
        report(format, row, row->peers[i].name, "peer", &row->peers[i].timing);
}

void bench_report_end(int format)
{
    if (format == BENCH_JSON) {
        fputs("\n]}\n", json_file);
        if (ferror(json_file) | fclose(json_file))
            die("no memory for the report");
        fwrite(json_text, 1, json_size, stdout);
        free(json_text);
    }
    flush_standard_output();
}
