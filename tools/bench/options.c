/* SPDX-License-Identifier: BSD-3-Clause */
/* The options of prefix bench. */
#include <config.h>

#include "bench_options.h"

#include <fnmatch.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <prefix/prefix.h>

#include "message.h"
#include "options.h"

static const char help[] =
    "Usage: prefix bench scan|reduce|compaction|segments|catalogue [OPTION...]\n"
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
    "\n"
    "  --type LIST         types, separated by commas, or all (default f32)\n"
    "  --output-type TYPE  of the result (default: the input's)\n"
    "  --op LIST           operators, or all (default sum); of compactions none\n"
    "  --kind LIST         of scans: inclusive (default), exclusive, or all\n"
    "  --form LIST         of compactions and segments: their names, as shell patterns (default all)\n"
    "  --n LIST            elements: 1000, 2^26, 100M, 64Ki (default 2^10,2^14,2^18,2^22,2^26)\n"
    "  --backend LIST      backends, or all that can be had (default all)\n"
    "  --algorithm LIST    algorithms of scans, or all (default auto)\n"
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
        for (int i = 0; i < BENCH_ITEMS_MAX; i++)
            if (name(i))
                list->items[list->count++] = i;
        return;
    }
    for (char *item; (item = option_item(option, &text));) {
        count_item(option, &list->count);
        list->items[list->count - 1] = parse(option, item);
    }
}

static void read_sizes(struct bench_sizes *list, const char *option, char *text)
{
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

static void read_backends(struct bench_names *list, const char *option, char *text)
{
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
            die("%s cannot be had: %s", item, reason);
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

/* What was given: an option that is for scans, one that those with forms do not take, one that the catalogue does
 * not take, --form, not split yet; and whether there are sizes. */
struct given {
    const char *of_scans, *of_others, *of_algorithms;
    char *of_forms;
    int has_sizes, has_ops;
};

/* Returns 0 where help is asked for. */
static int parse(int argc, char **argv, struct bench_options *o, struct given *given)
{
    enum {
        TYPE = OPTION_LONG,
        OUTPUT_TYPE,
        OP,
        KIND,
        FORM,
        N,
        BACKEND,
        ALGORITHM,
        BLOCK,
        THREADS,
        REPEAT,
        IN_PLACE,
        SMALL_PAGES,
        MISALIGN,
        FLUSH,
        REST,
        JSON,
        CSV,
        PLOT,
        HELP
    };
    static const struct option options[] = {
        {"type", required_argument, NULL, TYPE},
        {"output-type", required_argument, NULL, OUTPUT_TYPE},
        {"op", required_argument, NULL, OP},
        {"kind", required_argument, NULL, KIND},
        {"form", required_argument, NULL, FORM},
        {"n", required_argument, NULL, N},
        {"backend", required_argument, NULL, BACKEND},
        {"algorithm", required_argument, NULL, ALGORITHM},
        {"block", required_argument, NULL, BLOCK},
        {"threads", required_argument, NULL, THREADS},
        {"repeat", required_argument, NULL, REPEAT},
        {"in-place", no_argument, NULL, IN_PLACE},
        {"small-pages", no_argument, NULL, SMALL_PAGES},
        {"misalign", required_argument, NULL, MISALIGN},
        {"flush", no_argument, NULL, FLUSH},
        {"rest", required_argument, NULL, REST},
        {"json", no_argument, NULL, JSON},
        {"csv", no_argument, NULL, CSV},
        {"plot", required_argument, NULL, PLOT},
        {"help", no_argument, NULL, HELP},
        {0},
    };
    int c;
    while ((c = option_next(argc, argv, ":h", options)) != -1) {
        switch (c) {
        case TYPE:
            read_constants(&o->types, "--type", optarg, prefix_type_name, option_type);
            break;
        case OUTPUT_TYPE:
            given->of_others = "--output-type";
            o->output_type = option_type("--output-type", optarg);
            break;
        case OP:
            given->has_ops = 1;
            read_constants(&o->ops, "--op", optarg, prefix_op_name, option_op);
            break;
        case KIND:
            given->of_scans = "--kind";
            read_constants(&o->kinds, "--kind", optarg, prefix_kind_name, option_kind);
            break;
        case FORM:
            given->of_forms = optarg;
            break;
        case N:
            given->has_sizes = 1;
            read_sizes(&o->sizes, "--n", optarg);
            break;
        case BACKEND:
            read_backends(&o->backends, "--backend", optarg);
            break;
        case ALGORITHM:
            given->of_scans = given->of_algorithms = "--algorithm";
            read_constants(&o->algorithms, "--algorithm", optarg, prefix_algorithm_name, option_algorithm);
            break;
        case BLOCK:
            given->of_scans = given->of_algorithms = "--block";
            read_constants(&o->blocks, "--block", optarg, prefix_algorithm_name, option_algorithm);
            break;
        case THREADS:
            o->threads = (int)option_size("--threads", optarg, 1, INT_MAX);
            break;
        case REPEAT:
            o->repeat = (int)option_size("--repeat", optarg, 1, BENCH_REPEAT_MAX);
            break;
        case IN_PLACE:
            o->in_place = 1;
            given->of_scans = "--in-place";
            break;
        case MISALIGN:
            given->of_others = "--misalign";
            o->misaligned = (int)option_size("--misalign", optarg, 0, BENCH_MISALIGN_MAX);
            break;
        case FLUSH:
            o->flush = 1;
            break;
        case SMALL_PAGES:
            forbid_huge_pages();
            break;
        case REST:
            o->rest = (int)option_size("--rest", optarg, 1, BENCH_REST_MAX);
            break;
        case JSON:
            o->format = BENCH_JSON;
            break;
        case CSV:
            o->format = BENCH_CSV;
            break;
        case PLOT:
            o->plot = optarg;
            break;
        default:
            return 0;
        }
    }
    return 1;
}

static void choose_primitive(struct bench_options *o, int argc, char **argv)
{
    if (optind == argc)
        die_usage("bench what? It has: scan reduce compaction segments catalogue");
    o->name = argv[optind];
    for (int i = 0; i < PRIMITIVES; i++)
        if (strcmp(o->name, primitives[i].name) == 0)
            o->primitive = &primitives[i];
    if (!o->primitive)
        die_usage("unknown benchmark '%s'; known: scan reduce compaction segments catalogue", o->name);
    o->catalogue = strcmp(o->name, "catalogue") == 0;
    if (++optind < argc)
        die_usage("bench %s takes no argument: '%s'", o->name, argv[optind]);
}

static void check_given(const struct bench_options *o, const struct given *given)
{
    if ((given->of_scans && strcmp(o->name, "reduce") == 0) || (given->of_algorithms && o->catalogue))
        die_usage("%s is for bench scan", o->catalogue ? given->of_algorithms : given->of_scans);
    if (o->primitive->form && (given->of_scans || given->of_others))
        die_usage("%s is not for bench %s", given->of_scans ? given->of_scans : given->of_others, o->name);
    if (given->has_ops && o->primitive->form && !o->primitive->has_op)
        die_usage("--op is not for bench %s", o->name);
    if (o->flush && strcmp(o->name, "compaction") == 0)
        die_usage("--flush is not for bench compaction");
    if (given->of_forms && !o->primitive->form)
        die_usage("--form is not for bench %s", o->name);
}

int bench_read_options(int argc, char **argv, struct bench_options *o)
{
    struct given given = {0};
    *o = (struct bench_options){
        .types = {{PREFIX_F32}, 1},
        .ops = {{PREFIX_SUM}, 1},
        .kinds = {{PREFIX_INCLUSIVE}, 1},
        .algorithms = {{PREFIX_ALGORITHM_AUTO}, 1},
        .blocks = {{PREFIX_ALGORITHM_AUTO}, 1},
        .sizes = {{(size_t)1 << 10, (size_t)1 << 14, (size_t)1 << 18, (size_t)1 << 22, (size_t)1 << 26}, 5},
        .repeat = 21,
    };
    if (!parse(argc, argv, o, &given)) {
        fputs(help, stdout);
        flush_standard_output();
        return 0;
    }
    choose_primitive(o, argc, argv);
    check_given(o, &given);
    if (o->primitive->form)
        read_forms(&o->forms, o->primitive, given.of_forms);
    if (o->primitive->form && !given.has_sizes)
        o->sizes = (struct bench_sizes){{(size_t)1 << 24}, 1};
    if (o->catalogue) {
        o->name = "scan";
        o->format = o->format == BENCH_TABLE ? BENCH_CATALOGUE : o->format;
        if (!given.has_sizes)
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
