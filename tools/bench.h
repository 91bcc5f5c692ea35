/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of prefix bench: data, copies, measuring and reporting. */
#ifndef PREFIX_TOOLS_BENCH_H
#define PREFIX_TOOLS_BENCH_H

#include <stddef.h>

#include <prefix/prefix.h>

#include "bench_peer.h"

/* What one row measures. */
struct bench_case {
    const char *primitive;
    const char *backend;
    const char *form; /* of compactions and segments; else NULL */
    int has_op;       /* else op says nothing */
    int algorithm, block_algorithm, op, kind, type, output_type;
    size_t n;
    int threads;      /* CPU threads; 0: the work is not done by CPU threads */
    int copy_threads; /* of the copy on the CPU */
    int in_place;     /* the output over the input; it stands beside rewriting the same bytes */
    int flush;        /* each call on other memory */
    int misaligned;   /* elements by which input and output begin behind aligned addresses; those of copies do not */
    int rest;         /* milliseconds before each call; 0: calls back to back */
};

/* Seconds a call. */
struct bench_timing {
    double median, least;
    double spread; /* between the quartiles, in parts of the median */
};

/* What others take for the same. */
struct bench_peer_time {
    const char *name;
    struct bench_timing timing;
};

struct bench_row {
    struct bench_case what;
    double bytes; /* read and written by one call, of the primitive or of the copy */
    struct bench_timing work, copy;
    struct bench_peer_time peers[BENCH_PEERS];
    int peer_count;
};

/* bench_data.c: a buffer on the device where there is one, on the host otherwise; *memory: which kind of memory. */
void *bench_buffer(prefix_ctx *ctx, int *memory, size_t bytes);

/*
 * The places that calls go round in, parts of their buffers: one, or with flush as many as no cache holds the data of.
 * Their number is a power of two.
 */
struct bench_places {
    size_t count, turn;
};
struct bench_places bench_places(int flush, size_t bytes);
size_t bench_next_place(struct bench_places *places);

#define BENCH_ALIGNMENT ((size_t)256) /* of places */
size_t bench_stride(size_t bytes);    /* as much for each */

/* Elements that are random and stay finite under the operator. */
void bench_fill(void *elements, size_t bytes, int type, int op);

/*
 * bench_copy.c: the ways in which CPU threads copy, numbered from 0, and read; to is aligned to 64 bytes, and each line
 * of the bytes is written there so many times, one behind the other.
 */
#define BENCH_COPIES 4
void bench_copy(int index, void *to, const void *from, size_t bytes, size_t times, int threads);
/* The ways in which they read and write memory in place. */
#define BENCH_REWRITES 3
void bench_rewrite(int index, void *memory, size_t bytes, int threads);
void bench_read(const void *from, size_t bytes, int threads);
int bench_threads(void); /* what OpenMP would use */

/*
 * bench_measure.c: what is measured side by side. run() may queue; wait() ends what was queued. restore(), if there
 * is one, makes ready for a call, which is then a sample by itself, and is not measured.
 */
struct bench_contender {
    void (*run)(void *user, int index);
    void (*wait)(void *user);
    void (*restore)(void *user);
    void *user;
    int index;
    int on_device; /* it queues on the default stream, whose own events measure it where there are peers */
    size_t calls;  /* a sample: set by bench_measure() */
    struct bench_timing timing;
};

double bench_now(void); /* seconds, from some time on */

#define BENCH_REPEAT_MAX 10000
#define BENCH_MISALIGN_MAX 64
#define BENCH_REST_MAX 60000

/*
 * Takes repeat samples of each contender in turn, after a warm-up: of calls back to back for at least
 * seconds, or with a rest, in milliseconds, of one call behind it.
 */
void bench_measure(struct bench_contender *contenders, int count, int repeat, double seconds, int rest);

/*
 * bench_beside.c: contenders, the first of which is the row's, beside copies of half of so many bytes from in to out,
 * for which there is room behind them, at places that are so many bytes apart.
 */
struct bench_beside {
    const struct bench_case *what;
    prefix_ctx *ctx;
    int memory;
    char *out;
    const char *in;
    struct bench_places places;
    size_t out_stride, in_stride;
};
void bench_beside_copies(const struct bench_beside *beside, size_t bytes, struct bench_contender *contenders, int count,
                         int repeat, struct bench_row *row);
/* What was made in host memory, at most a stage, over and over to a buffer. */
void bench_upload(prefix_ctx *ctx, void *to, const void *from, size_t bytes, size_t stage);

/*
 * bench_scan.c: measures one row, of a scan or a reduction. Returns PREFIX_OK, or PREFIX_ERROR_UNSUPPORTED with the
 * reason in text when the row makes no sense; all other errors end the command.
 */
int bench_scan(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);

/* bench_compaction.c: the same for one form of compaction; the forms by their number, NULL past the last. */
int bench_compaction(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);
const char *bench_compaction_form(int index);

/* bench_segments.c: the same for one call on segments of one mix. */
int bench_segments(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t size);
const char *bench_segments_form(int index);
int bench_segments_has_op(const char *form);

/* bench_report.c: the form or the algorithm, and behind a / that of its blocks, if one is chosen. */
#define BENCH_NAME_MAX 48
void bench_name(const struct bench_case *what, char name[BENCH_NAME_MAX]);

enum bench_format { BENCH_TABLE, BENCH_CSV, BENCH_JSON, BENCH_CATALOGUE };

/* The first row begins the report. */
void bench_report_row(int format, const struct bench_row *row);
void bench_report_end(int format);

/* bench_catalogue.c: what prefix bench catalogue measures, and a row of its table. */
int bench_catalogue_size(void);
void bench_catalogue_entry(int index, int *algorithm, int *block);
void bench_catalogue_row(const struct bench_row *row);

/* bench_plot.c: ends the command unless the path is one that can be drawn; then rows, and the picture. */
void bench_plot_check(const char *path);
void bench_plot_row(const struct bench_row *row);
void bench_plot_end(const char *path, int bars);

#endif
