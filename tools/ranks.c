/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * pfx-mpi(1): scan and reduce a file, of which each rank of MPI reads and writes a part. A program of its own, as pfx
 * is for machines without MPI, too, and would load no other MPI than the one that it was linked with.
 */
#include <config.h>

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <prefix/mpi.h>

#include "base/message.h"
#include "base/number.h"
#include "base/options.h"
#include "io/reader.h"
#include "io/writer.h"

#define CUT 8192 /* elements: a multiple of every tile of the canonical order */

static const char help[] =
    "Usage: mpirun ... pfx-mpi scan [OPTION...] -o OUTPUT FILE\n"
    "       mpirun ... pfx-mpi reduce [OPTION...] FILE\n"
    "\n"
    "As pfx scan and pfx reduce, with the same results: each rank reads its part of FILE, which is raw\n"
    "or .npy, and writes its part of OUTPUT. reduce writes one number to standard output.\n"
    "\n"
    "  --op OP             sum (default), product, min, max, and, or, xor, logical-and, logical-or\n"
    "  --exclusive         leave an element out of its own result\n"
    "  --init VALUE        what stands before the first element\n"
    "  --reverse           scan from the last element to the first\n"
    "  --type TYPE         i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 f32 f64; raw data needs it\n"
    "  --output-type TYPE  TYPE or a wider one of its family, in which elements are combined; without it\n"
    "                      TYPE, in which integers wrap\n"
    "  -o, --output FILE   write to FILE, which changes only when all has gone well: .npy, if that is\n"
    "                      how it ends, else raw\n"
    "  --backend NAME      cuda, openmp, serial; without it the fastest\n"
    "  --threads N         at most N CPU threads of each rank\n"
    "  -h, --help          show this\n";

struct options {
    char *path, *output, *init, *backend;
    int op, kind, reverse, type, output_type, threads;
    int reduces;
};

#define AT(member) .target = offsetof(struct options, member)
static const struct setting settings[] = {
    {"--exclusive", SETTING_FLAG, AT(kind), .value = PREFIX_EXCLUSIVE},
    {"--reverse", SETTING_FLAG, AT(reverse), .value = 1},
    {"--output", SETTING_TEXT, AT(output), .letter = 'o'},
    {"--op", SETTING_CONSTANT, AT(op), .parse = option_plain_op},
    {"--init", SETTING_TEXT, AT(init)},
    {"--type", SETTING_CONSTANT, AT(type), .parse = option_type},
    {"--output-type", SETTING_CONSTANT, AT(output_type), .parse = option_type},
    {"--backend", SETTING_TEXT, AT(backend)},
    {"--threads", SETTING_NUMBER, AT(threads), .least = 1, .most = INT32_MAX},
    {"--help", SETTING_HELP, .letter = 'h'},
    {0},
};
enum { FOR_SCANS = 3 }; /* the first are those of a scan alone */

static int rank, ranks;

/* A rank that ends with an error must not leave the others waiting. */
static void abandon(void)
{
    int is_begun = 0, is_over = 0;
    MPI_Initialized(&is_begun);
    MPI_Finalized(&is_over);
    if (is_begun && !is_over)
        MPI_Abort(MPI_COMM_WORLD, EXIT_DATA);
}

static void check_mpi(int status)
{
    if (status != PREFIX_OK)
        die("rank %d: %s", rank, prefix_mpi_error());
}

/* Returns 0 when help was shown and nothing is left to do. */
static int read_options(int argc, char **argv, struct options *o)
{
    if (argc < 2)
        die_usage("a command is missing: scan or reduce");
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return !option_help(&(struct setting){.kind = SETTING_HELP}, help);
    o->reduces = strcmp(argv[1], "reduce") == 0;
    if (!o->reduces && strcmp(argv[1], "scan") != 0)
        die_usage("unknown command '%s'", argv[1]);
    if (!options_read(argc - 1, argv + 1, settings + (o->reduces ? FOR_SCANS : 0), o, help))
        return 0;
    argv += 1 + optind;
    if (!argv[0] || argv[1])
        die_usage("one FILE is %s", o->reduces ? "reduced" : "scanned");
    o->path = argv[0];
    if (!o->reduces && !o->output)
        die_usage("scan needs --output");
    return 1;
}

static void open_input(const struct options *o, struct reader *reader)
{
    reader_open(reader, o->path, o->type && format_of_path(o->path) != FORMAT_NPY ? FORMAT_RAW : FORMAT_NPY, o->type,
                NULL);
    if (!reader->counted || !reader->seekable)
        die("%s: ranks read parts of a file, raw or .npy in C order, alone", o->path);
}

/* Parts that begin and end with tiles, in the order of the scan, have the bits of one call. */
static size_t cut(const struct options *o, size_t n, size_t *first)
{
    const size_t pieces = n / CUT + (n % CUT != 0), count = (size_t)ranks;
    const size_t mine = (size_t)(o->reverse ? ranks - 1 - rank : rank);
    const size_t begin = pieces / count * mine + (mine < pieces % count ? mine : pieces % count);
    const size_t end = begin + pieces / count + (mine < pieces % count);
    const size_t from = begin < pieces ? begin * CUT : n, to = end < pieces ? end * CUT : n;
    *first = o->reverse ? n - to : from;
    return to - from;
}

static prefix_mpi_plan *make_plan(const struct options *o, prefix_ctx *ctx, int type, void *total)
{
    const int carry_type = prefix_carry_type(o->op, o->output_type);
    uint64_t init;
    prefix_mpi_plan *plan;
    check_mpi(prefix_mpi_plan_create(&plan, ctx, o->op, type));
    check_mpi(prefix_mpi_plan_set_output_type(plan, o->output_type));
    check_mpi(prefix_mpi_plan_set_kind(plan, o->kind));
    check_mpi(prefix_mpi_plan_set_reverse(plan, o->reverse));
    check_mpi(prefix_mpi_plan_set_exact(plan, 1));
    if (o->init && number_parse(carry_type, o->init, strlen(o->init), &init) != NUMBER_OK)
        die_usage("--init: '%s' is no %s", o->init, prefix_type_name(carry_type));
    if (o->init)
        check_mpi(prefix_mpi_plan_set_init(plan, carry_type, &init));
    if (total)
        check_mpi(prefix_mpi_plan_set_total(plan, o->output_type, total));
    return plan;
}

static void write_at(int fd, const char *name, const char *from, size_t bytes, size_t place)
{
    while (bytes > 0) {
        const ssize_t done = pwrite(fd, from, bytes < (size_t)1 << 30 ? bytes : (size_t)1 << 30, (off_t)place);
        if (done < 0 && errno != EINTR)
            die("%s: %s", name, strerror(errno));
        from += done > 0 ? done : 0;
        bytes -= done > 0 ? (size_t)done : 0;
        place += done > 0 ? (size_t)done : 0;
    }
}

/* Rank 0 makes the file beside the output, into which all write, and puts it in its place when all have. */
static void write_output(const struct options *o, const void *results, size_t n, size_t first, size_t count)
{
    const size_t size = prefix_type_size(o->output_type);
    char beside[4096] = "";
    uint64_t header = 0;
    struct writer writer;
    if (rank == 0) {
        const int format = format_of_path(o->output) == FORMAT_NPY ? FORMAT_NPY : FORMAT_RAW;
        writer_open(&writer, o->output, format, o->output_type, n);
        if (!writer.output.beside || strlen(writer.output.beside) >= sizeof beside)
            die("%s: ranks write to a file alone", o->output);
        strcpy(beside, writer.output.beside);
        header = writer.output.used;
    }
    MPI_Bcast(beside, sizeof beside, MPI_CHAR, 0, MPI_COMM_WORLD);
    MPI_Bcast(&header, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD);
    const int fd = open(beside, O_WRONLY | O_CLOEXEC);
    if (fd < 0)
        die("%s: rank %d: %s", beside, rank, strerror(errno));
    write_at(fd, o->output, results, count * size, (size_t)header + first * size);
    if (close(fd))
        die("%s: %s", o->output, strerror(errno));
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        writer_commit(&writer);
}

static void run(struct options *o, prefix_ctx *ctx)
{
    struct reader reader;
    struct writer writer;
    uint64_t total = 0;
    open_input(o, &reader);
    if (!o->output_type)
        o->output_type = reader.type;
    size_t first;
    const size_t n = reader.n, count = cut(o, n, &first);
    void *in = allocate(count, prefix_type_size(reader.type)), *out = in;
    if (o->output_type != reader.type && !o->reduces)
        out = allocate(count, prefix_type_size(o->output_type));
    reader_seek(&reader, first);
    if (reader_read(&reader, in, NULL, count) != count)
        die("%s: it has become shorter", o->path);
    prefix_mpi_plan *plan = make_plan(o, ctx, reader.type, o->reduces ? &total : NULL);
    check_mpi(o->reduces ? prefix_mpi_plan_reduce(plan, MPI_COMM_WORLD, in, count)
                         : prefix_mpi_plan_run(plan, MPI_COMM_WORLD, in, out, count));
    if (!o->reduces) {
        write_output(o, out, n, first, count);
    } else if (rank == 0) {
        writer_open(&writer, NULL, FORMAT_TEXT, o->output_type, 1);
        writer_write(&writer, &total, NULL, 1);
        writer_commit(&writer);
    }
    prefix_mpi_plan_destroy(plan);
    reader_close(&reader);
    if (out != in)
        free(out);
    free(in);
}

int main(int argc, char **argv)
{
    struct options o = {.op = PREFIX_SUM, .kind = PREFIX_INCLUSIVE};
    prefix_ctx *ctx;
    message_program("pfx-mpi");
    if (!read_options(argc, argv, &o))
        return 0;
    MPI_Init(&argc, &argv);
    atexit(abandon);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    check(NULL, prefix_ctx_create(&ctx, o.backend));
    if (o.threads)
        check(ctx, prefix_ctx_set_threads(ctx, o.threads));
    run(&o, ctx);
    prefix_ctx_destroy(ctx);
    MPI_Finalize();
    return 0;
}
