/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx bench: the rows that its options ask for. */
#include <config.h>

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "bench/catalogue.h"
#include "bench/measure.h"
#include "bench/name.h"
#include "bench/options.h"
#include "bench/plot.h"
#include "bench/report.h"
#include "command.h"

static size_t take_digit(size_t *number, int base)
{
    size_t digit = *number % (size_t)base;
    *number /= (size_t)base;
    return digit;
}

/* The rows asked for, numbered from 0, the size changing fastest. Returns 0 past the last. */
static int find_case(const struct bench_options *o, size_t number, struct bench_case *what)
{
    size_t rest = number;
    what->n = o->sizes.items[take_digit(&rest, o->sizes.count)];
    what->form = NULL;
    what->has_op = 1;
    if (o->forms.count) {
        what->form = o->forms.items[take_digit(&rest, o->forms.count)];
        what->has_op = o->primitive->has_op && o->primitive->has_op(what->form);
        what->algorithm = o->algorithms.items[take_digit(&rest, o->algorithms.count)];
        what->block_algorithm = PREFIX_ALGORITHM_AUTO;
    } else if (o->catalogue) {
        bench_catalogue_entry((int)take_digit(&rest, bench_catalogue_size()), &what->algorithm, &what->block_algorithm);
    } else {
        what->block_algorithm = o->blocks.items[take_digit(&rest, o->blocks.count)];
        what->algorithm = o->algorithms.items[take_digit(&rest, o->algorithms.count)];
    }
    what->kind = o->kinds.items[take_digit(&rest, o->kinds.count)];
    what->op = o->ops.items[take_digit(&rest, o->ops.count)];
    what->type = o->types.items[take_digit(&rest, o->types.count)];
    if (rest >= (size_t)o->backends.count)
        return 0;
    what->primitive = o->name;
    what->backend = o->backends.items[rest];
    what->output_type = o->output_type ? o->output_type : what->type;
    what->threads = strcmp(what->backend, "serial") == 0 ? 1 : o->threads;
    what->copy_threads = o->threads;
    what->in_place = o->in_place;
    what->misaligned = o->misaligned;
    what->flush = o->flush;
    what->rest = o->rest;
    return 1;
}

int command_bench(int argc, char **argv)
{
    struct bench_options o;
    if (!bench_read_options(argc, argv, &o))
        return 0;

    struct bench_case what;
    struct bench_row row;
    char reason[512] = "";
    size_t count = 0, measured = 0;
    const double begin = bench_now();
    while (find_case(&o, count, &what))
        count++;
    for (size_t i = 0; find_case(&o, i, &what); i++) {
        if (!what.has_op && what.op != o.ops.items[0]) /* once is enough */
            continue;
        char name[BENCH_NAME_MAX];
        bench_name(&what, name);
        char left[32] = "";
        if (i > 0)
            snprintf(left, sizeof left, ", about %.0f s left", (bench_now() - begin) * (double)(count - i) / (double)i);
        progress("%zu of %zu%s: %s %s %s %s, n = %zu", i + 1, count, left, what.backend, name,
                 what.has_op ? prefix_op_name(what.op) : "", prefix_type_name(what.type), what.n);
        int status = o.primitive->measure(&what, o.repeat, &row, reason, sizeof reason);
        progress(NULL);
        if (status != PREFIX_OK)
            continue;
        bench_report_row(o.format, &row);
        if (o.plot)
            bench_plot_row(&row);
        measured++;
    }
    if (!measured)
        die_usage("nothing that can be measured: %s", reason);
    bench_report_end(o.format);
    if (o.plot)
        bench_plot_end(o.plot, o.sizes.count == 1);
    return 0;
}
