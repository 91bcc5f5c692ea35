/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of pfx bench. */
#include <config.h>

#include "bench/options.h"

#include <fnmatch.h>
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <prefix/prefix.h>

#include "base/constants.h"
#include "base/message.h"
#include "base/options.h"
#include "bench/compaction.h"
#include "bench/copy.h"
#include "bench/plot.h"
#include "bench/recurrence.h"
#include "bench/report.h"
#include "bench/scan.h"
#include "bench/segments.h"
#include "bench/sort.h"
#include "bench/tables.h"

static const char help[] =
    "Usage: pfx bench scan|reduce|compaction|segments|tables|sort|recurrence|catalogue [OPTION...]\n"
    "\n"
    "Measures scans or reductions of random data in memory: on the device for a backend that has\n"
    "one. Each row stands beside a copy that moves as many bytes, measured in turn with it: on the\n"
    "CPU the best of memcpy by one thread, by all, and streaming stores by all; on a device its own\n"
    "copy. A row for reading the same bytes follows each reduction on the CPU. The catalogue is a table of\n"
    "all algorithms, with how often each reads or writes an element (traffic), on 2^26 elements.\n"
    "Compactions are selections by a predicate and by flags, a partition and unique elements, with the\n"
    "part that is selected, on 2^24 elements; their bytes are those of all inputs and of what is written.\n"
    "Segments are scans, reductions, encodings and decodings of them, for each with several mixes of their\n"
    "lengths, on 2^24 elements; a row for a plain scan of as many bytes follows each.\n"
    "Tables are scans of rows and columns, summed-area tables and box filters of square images, moving\n"
    "windows and differences, of 2^24 elements.\n"
    "Sorts are of keys, of pairs with values of 32 bits, of places (argsort) and of segments, for several\n"
    "distributions of 2^24 keys and lengths of segments; their bytes are those of all inputs and outputs.\n"
    "Recurrences are y = a y + b with an a for each element and with a constant one, a filter of the second\n"
    "order and exponentially weighted means, of 2^24 elements; a row for a loop by one thread follows each.\n"
    "\n"
    "  --type LIST         types, separated by commas, or all (default f32; of tables f32,u8; of sorts u32)\n"
    "  --output-type TYPE  of the result (default: the input's)\n"
    "  --op LIST           operators, or all (default sum); of compactions, sorts and recurrences none, of\n"
    "                      tables those of scans\n"
    "  --kind LIST         of scans: inclusive (default), exclusive, or all\n"
    "  --form LIST         of compactions, segments, tables, sorts and recurrences: their names, as shell\n"
    "                      patterns (default all)\n"
    "  --n LIST            elements: 1000, 2^26, 100M, 64Ki (default 2^10,2^14,2^18,2^22,2^26)\n"
    "  --backend LIST      backends, or all that are available (default all)\n"
    "  --algorithm LIST    algorithms of scans or sorts, or all (default auto)\n"
    "  --block LIST        of the blocks that scan an algorithm's tiles on a device, or all (default auto)\n"
    "  --threads N         CPU threads, of copies too (default: OpenMP's rules)\n"
    "  --repeat N          samples of each row (default 21)\n"
    "  --in-place          scans write over their input, beside the best way of rewriting it\n"
    "  --small-pages       memory in the kernel's smallest pages, where prefix_memory_alloc(3) asks for huge ones\n"
    "  --misalign N        arrays begin N elements behind an aligned address; those of copies do not\n"
    "  --flush             each call on other memory, so that no cache holds its data\n"
    "  --rest MS           a sample is one call after a rest of MS milliseconds\n"
    "  --json              one JSON object\n"
    "  --csv               comma-separated values\n"
    "  --plot FILE         draw FILE.svg or FILE.png, too (needs gnuplot): lines, or bars for one size\n"
    "  -h, --help          show this\n"
    "\n"
    "Times are of one call, in a batch of calls back to back where one is short. The spread is\n"
    "from the lower to the upper quartile, in parts of the median. GB/s are 10^9 bytes read and\n"
    "written. Combinations that make no sense are left out.\n";

static const struct bench_primitive primitives[] = {
    {"scan", bench_scan, NULL, NULL},
    {"reduce", bench_scan, NULL, NULL},
    {"compaction", bench_compaction, bench_compaction_form, NULL},
    {"segments", bench_segments, bench_segments_form, bench_segments_has_op},
    {"tables", bench_tables, bench_tables_form, bench_tables_has_op},
    {"sort", bench_sort, bench_sort_form, NULL},
    {"recurrence", bench_recurrence, bench_recurrence_form, NULL},
    {"catalogue", bench_scan, NULL, NULL},
};
#define PRIMITIVES ((int)(sizeof primitives / sizeof *primitives))

static void count_item(const char *option, int *count)
{
    if (++*count > BENCH_ITEMS_MAX)
        die_usage("%s: more than %d items", option, BENCH_ITEMS_MAX);
}

static void read_constants(struct bench_constants *list, const char *option, char *text, const char *(*name)(int),
                           int (*parse)(const char *, const char *))
{
    list->count = 0;
    if (strcmp(text, "all") == 0) {
        for (int i = 0; i < CONSTANTS_END; i++)
            if (name(i) && list->count < BENCH_ITEMS_MAX)
                list->items[list->count++] = i;
        return;
    }
    for (char *item; (item = option_item(option, &text));) {
        count_item(option, &list->count);
        list->items[list->count - 1] = parse(option, item);
    }
}

static void read_types(void *list, const char *option, char *text)
{
    read_constants(list, option, text, option_type_name, option_type);
}

static void read_ops(void *list, const char *option, char *text)
{
    read_constants(list, option, text, option_plain_op_name, option_plain_op);
}

static void read_kinds(void *list, const char *option, char *text)
{
    read_constants(list, option, text, prefix_kind_name, option_kind);
}

static void read_algorithms(void *list, const char *option, char *text)
{
    read_constants(list, option, text, prefix_algorithm_name, option_algorithm);
}

static void read_sizes(void *target, const char *option, char *text)
{
    struct bench_sizes *list = target;
    list->count = 0;
    for (char *item; (item = option_item(option, &text));) {
        count_item(option, &list->count);
        list->items[list->count - 1] = option_size(option, item, 1, PTRDIFF_MAX);
    }
}

static void all_backends(struct bench_names *list)
{
    const char *name;
    list->count = 0;
    for (size_t i = 0; (name = prefix_backend_name(i)) && list->count < BENCH_ITEMS_MAX; i++)
        if (prefix_backend_probe(name, NULL, 0) == PREFIX_OK)
            list->items[list->count++] = name;
}

static void read_backends(void *target, const char *option, char *text)
{
    struct bench_names *list = target;
    if (strcmp(text, "all") == 0) {
        all_backends(list);
        return;
    }
    list->count = 0;
    for (char *item; (item = option_item(option, &text));) {
        char reason[512];
        int status = prefix_backend_probe(item, reason, sizeof reason);
        if (status == PREFIX_ERROR_ARGUMENT)
            die_usage("%s: '%s' is no name of a backend", option, item);
        if (status != PREFIX_OK)
            die("%s is not available: %s", item, reason);
        count_item(option, &list->count);
        list->items[list->count - 1] = item;
    }
}

/* Without a list, all forms. */
static void read_forms(struct bench_names *list, const struct bench_primitive *primitive, char *text)
{
    const char *name;
    for (int i = 0; !text && (name = primitive->form(i)); i++)
        list->items[list->count++] = name;
    for (char *item; text && (item = option_item("--form", &text));) {
        const int before = list->count;
        for (int i = 0; (name = primitive->form(i)); i++)
            if (fnmatch(item, name, 0) == 0) {
                count_item("--form", &list->count);
                list->items[list->count - 1] = name;
            }
        if (list->count == before)
            die_usage("--form: bench %s has none called '%s'", primitive->name, item);
    }
}

static void forbid_huge_pages(void)
{
#ifdef PR_SET_THP_DISABLE
    prctl(PR_SET_THP_DISABLE, 1, 0, 0, 0); /* where there are none, nothing is to be done */
#endif
}

/* What an option is for, if not for all benchmarks. */
enum {
    OF_SCANS = 1,
    OF_OTHERS = 2,
    OF_ALGORITHMS = 4,
    OF_OPS = 8,
    OF_FORMS = 16,
    OF_SIZES = 32,
    OF_TYPES = 64,
    OF_SORTS = 128
};

#define AT(member) .target = offsetof(struct bench_options, member)

static const struct setting settings[] = {
    {"--type", SETTING_READ, AT(types), .read = read_types, .note = OF_TYPES},
    {"--output-type", SETTING_CONSTANT, AT(output_type), .parse = option_type, .note = OF_OTHERS},
    {"--op", SETTING_READ, AT(ops), .read = read_ops, .note = OF_OPS},
    {"--kind", SETTING_READ, AT(kinds), .read = read_kinds, .note = OF_SCANS},
    {"--form", SETTING_TEXT, AT(form_patterns), .note = OF_FORMS},
    {"--n", SETTING_READ, AT(sizes), .read = read_sizes, .note = OF_SIZES},
    {"--backend", SETTING_READ, AT(backends), .read = read_backends},
    {"--algorithm", SETTING_READ, AT(algorithms), .read = read_algorithms,
     .note = OF_SCANS | OF_ALGORITHMS | OF_SORTS},
    {"--block", SETTING_READ, AT(blocks), .read = read_algorithms, .note = OF_SCANS | OF_ALGORITHMS},
    {"--threads", SETTING_NUMBER, AT(threads), .least = 1, .most = INT_MAX},
    {"--repeat", SETTING_NUMBER, AT(repeat), .least = 1, .most = BENCH_REPEAT_MAX},
    {"--in-place", SETTING_FLAG, AT(in_place), .value = 1, .note = OF_SCANS},
    {"--small-pages", SETTING_FLAG, AT(small_pages), .value = 1},
    {"--misalign", SETTING_NUMBER, AT(misaligned), .least = 0, .most = BENCH_MISALIGN_MAX, .note = OF_OTHERS},
    {"--flush", SETTING_FLAG, AT(flush), .value = 1},
    {"--rest", SETTING_NUMBER, AT(rest), .least = 1, .most = BENCH_REST_MAX},
    {"--json", SETTING_FLAG, AT(format), .value = BENCH_JSON},
    {"--csv", SETTING_FLAG, AT(format), .value = BENCH_CSV},
    {"--plot", SETTING_TEXT, AT(plot)},
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};
#define SETTINGS (sizeof settings / sizeof *settings)

/* Notes which options were given. Returns 0 where help is asked for. */
static int read_settings(int argc, char **argv, struct bench_options *o, int given[SETTINGS])
{
    const struct setting *setting;
    while ((setting = setting_next(argc, argv, settings, o))) {
        if (setting->kind == SETTING_HELP)
            return 0;
        given[setting - settings] = 1;
    }
    return 1;
}

/* The name of a given option that is for one of these and none of those, or NULL. */
static const char *given_but(const int given[SETTINGS], unsigned notes, unsigned others)
{
    for (size_t i = 0; i < SETTINGS; i++)
        if (given[i] && settings[i].note & notes && !(settings[i].note & others))
            return settings[i].name;
    return NULL;
}

static const char *given_of(const int given[SETTINGS], unsigned notes)
{
    return given_but(given, notes, 0);
}

static void choose_primitive(struct bench_options *o, int argc, char **argv)
{
    if (optind == argc)
        die_usage("bench what? It has: scan reduce compaction segments tables sort recurrence catalogue");
    o->name = argv[optind];
    for (int i = 0; i < PRIMITIVES; i++)
        if (strcmp(o->name, primitives[i].name) == 0)
            o->primitive = &primitives[i];
    if (!o->primitive)
        die_usage("unknown benchmark '%s'; known: scan reduce compaction segments tables sort recurrence catalogue",
                  o->name);
    o->catalogue = strcmp(o->name, "catalogue") == 0;
    if (++optind < argc)
        die_usage("bench %s takes no argument: '%s'", o->name, argv[optind]);
}

static int is_sort(const struct bench_options *o)
{
    return o->primitive->measure == bench_sort;
}

static void check_given(const struct bench_options *o, const int given[SETTINGS])
{
    const char *of_scans = given_of(given, OF_SCANS), *of_algorithms = given_of(given, OF_ALGORITHMS);
    if (of_scans && strcmp(o->name, "reduce") == 0)
        die_usage("%s is for bench scan", of_scans);
    if (of_algorithms && o->catalogue)
        die_usage("%s is for bench scan", of_algorithms);
    if (!o->primitive->form && given_of(given, OF_FORMS))
        die_usage("--form is not for bench %s", o->name);
    if (!o->primitive->form)
        return;
    const char *of_others = given_but(given, OF_SCANS | OF_OTHERS, is_sort(o) ? OF_SORTS : 0);
    if (of_others)
        die_usage("%s is not for bench %s", of_others, o->name);
    if (given_of(given, OF_OPS) && !o->primitive->has_op)
        die_usage("--op is not for bench %s", o->name);
    if (o->flush && (o->primitive->measure == bench_compaction || is_sort(o)))
        die_usage("--flush is not for bench %s", o->name);
}

int bench_read_options(int argc, char **argv, struct bench_options *o)
{
    int given[SETTINGS] = {0};
    *o = (struct bench_options){
        .types = {{PREFIX_F32}, 1},
        .ops = {{PREFIX_SUM}, 1},
        .kinds = {{PREFIX_INCLUSIVE}, 1},
        .algorithms = {{PREFIX_ALGORITHM_AUTO}, 1},
        .blocks = {{PREFIX_ALGORITHM_AUTO}, 1},
        .sizes = {{(size_t)1 << 10, (size_t)1 << 14, (size_t)1 << 18, (size_t)1 << 22, (size_t)1 << 26}, 5},
        .repeat = 21,
    };
    if (!read_settings(argc, argv, o, given)) {
        fputs(help, stdout);
        flush_standard_output();
        return 0;
    }
    choose_primitive(o, argc, argv);
    check_given(o, given);
    const int has_sizes = given_of(given, OF_SIZES) != NULL;
    if (o->small_pages)
        forbid_huge_pages();
    if (o->primitive->form)
        read_forms(&o->forms, o->primitive, o->form_patterns);
    if (o->primitive->form && !has_sizes)
        o->sizes = (struct bench_sizes){{(size_t)1 << 24}, 1};
    if (o->primitive->measure == bench_tables && !given_of(given, OF_TYPES))
        o->types = (struct bench_constants){{PREFIX_F32, PREFIX_U8}, 2}; /* what images are of */
    if (is_sort(o) && !given_of(given, OF_TYPES))
        o->types = (struct bench_constants){{PREFIX_U32}, 1};
    if (o->catalogue) {
        o->name = "scan";
        o->format = o->format == BENCH_TABLE ? BENCH_CATALOGUE : o->format;
        if (!has_sizes)
            o->sizes = (struct bench_sizes){{(size_t)1 << 26}, 1};
    }
    if (o->plot)
        bench_plot_check(o->plot);
    if (!o->backends.count)
        all_backends(&o->backends);
    if (!o->threads)
        o->threads = bench_threads();
    return 1;
}
