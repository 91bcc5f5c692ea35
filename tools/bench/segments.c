/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls on segments and runs, for mixes of their lengths, next to a plain scan of as many bytes as each must
 * move and a copy of them.
 */
#include <config.h>

#include "bench/segments.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "bench/comparison.h"
#include "bench/copy.h"
#include "bench/data.h"
#include "bench/measure.h"
#include "bench/scan.h"

#define STAGE ((size_t)1 << 20) /* elements that are made at once */
#define VALUES 100              /* different ones, of neighbouring runs */

enum call { SCAN_KEYS, SCAN_FLAGS, SCAN_OFFSETS, REDUCE_OFFSETS, REDUCE_KEYS, ENCODE, DECODE, CALLS };

/* Of segments: LOGARITHMIC, lengths of all magnitudes up to 2^15; EMPTY, half of them 0, others up to 8. */
enum mix { ONE, OF_1, OF_4, OF_7, OF_40, OF_200, OF_500, LOGARITHMIC, EMPTY, MIXES };

#define NAMES(call)                                                                                                    \
    call "/one", call "/1", call "/4", call "/7", call "/40", call "/200", call "/500", call "/random", call "/empty"
static const char *const names[CALLS * MIXES] = {
    NAMES("scan-by-key"),   NAMES("scan-by-flags"), NAMES("scan-by-offsets"), NAMES("reduce-by-offsets"),
    NAMES("reduce-by-key"), NAMES("rle"),           NAMES("unrle"),
};

const char *bench_segments_form(int index)
{
    return index < CALLS * MIXES ? names[index] : NULL;
}

int bench_segments_has_op(const char *form)
{
    return strncmp(form, "scan", 4) == 0 || strncmp(form, "reduce", 6) == 0;
}

struct bench {
    const struct bench_case *what;
    enum call call;
    enum mix mix;
    int op; /* of the call, or a sum, and of the plain scan */
    prefix_ctx *ctx;
    prefix_plan *plan;
    int memory;
    size_t size, segments;
    size_t scanned, filled;     /* elements of the plain scan, and of the input that any call reads */
    struct bench_places places; /* of the buffers but count */
    size_t stride, heads_stride, runs_stride;
    struct bench_places compared; /* of the plain scan and of copies, in and out */
    size_t compared_stride;
    char *in, *out;
    char *heads; /* where segments lie: flags, keys, offsets or lengths */
    char *runs;  /* keys of runs */
    uint64_t *count;
    void *cub; /* or NULL */
};

/* The length of the next segment. */
static size_t draw_length(const struct bench *b, uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u; /* Knuth's MMIX */
    const uint64_t random = *state >> 33;
    const int magnitude = (int)(random >> 16 & 15);
    switch (b->mix) {
    case OF_1:
        return 1;
    case OF_4:
        return 4;
    case OF_7:
        return 7;
    case OF_40:
        return 40;
    case OF_200:
        return 200;
    case OF_500:
        return 500;
    case LOGARITHMIC:
        return magnitude == 0 ? 1 : ((size_t)1 << (magnitude - 1)) + (random & (((size_t)1 << (magnitude - 1)) - 1));
    case EMPTY:
        return random & 8 ? 0 : 1 + (random & 7);
    default:
        return b->what->n;
    }
}

/* A walk over the segments. */
struct walk {
    uint64_t state;
    size_t begin, end; /* of the segment */
};

static void next_segment(const struct bench *b, struct walk *w)
{
    const size_t length = draw_length(b, &w->state);
    w->begin = w->end;
    w->end = b->what->n - w->end < length ? b->what->n : w->end + length;
}

static size_t count_segments(const struct bench *b)
{
    struct walk w = {0};
    size_t count = 0;
    for (; w.end < b->what->n; count++)
        next_segment(b, &w);
    return count;
}

/* What stands for each element: whether it begins a segment, or a key; or, of each run, a value. */
static void put_elements(const struct bench *b, void *to, size_t size, const void *values, size_t n, int of_runs)
{
    char *stage = allocate(STAGE, size);
    struct walk w = {0};
    size_t segment = 0;
    next_segment(b, &w);
    for (size_t i = 0; i < n;) {
        const size_t count = n - i < STAGE ? n - i : STAGE;
        for (size_t k = 0; k < count; k++) {
            if (!of_runs)
                for (; i + k >= w.end; segment++)
                    next_segment(b, &w);
            const char begins = i + k == w.begin;
            memcpy(stage + k * size,
                   values ? (const char *)values + (of_runs ? i + k : segment) % VALUES * size : &begins, size);
        }
        bench_upload(b->ctx, (char *)to + i * size, stage, count * size, count * size);
        i += count;
    }
    free(stage);
}

/* Where segments begin, and where the last one ends; or their lengths. */
static void put_segments(const struct bench *b, void *to, int lengths)
{
    uint32_t *stage = allocate(STAGE, sizeof *stage);
    struct walk w = {0};
    const size_t n = b->segments + !lengths;
    for (size_t i = 0; i < n;) {
        const size_t count = n - i < STAGE ? n - i : STAGE;
        for (size_t k = 0; k < count; k++) {
            if (lengths)
                next_segment(b, &w);
            stage[k] = (uint32_t)(lengths ? w.end - w.begin : w.end);
            if (!lengths)
                next_segment(b, &w);
        }
        bench_upload(b->ctx, (char *)to + i * sizeof *stage, stage, count * sizeof *stage, count * sizeof *stage);
        i += count;
    }
    free(stage);
}

static void make_values(int type, char *values, size_t size)
{
    for (int i = 0; i < VALUES; i++) {
        char text[8];
        snprintf(text, sizeof text, "%d", i);
        number_parse(type, text, strlen(text), values + (size_t)i * size);
    }
}

/* Bytes of what gives the segments. */
static size_t bytes_told(const struct bench *b)
{
    switch (b->call) {
    case SCAN_KEYS:
    case REDUCE_KEYS:
        return b->what->n * sizeof(int32_t);
    case SCAN_FLAGS:
        return b->what->n;
    case SCAN_OFFSETS:
    case REDUCE_OFFSETS:
        return (b->segments + 1) * sizeof(uint32_t);
    default:
        return b->segments * sizeof(uint32_t); /* lengths, of the output or of the input */
    }
}

static size_t bytes_moved(const struct bench *b)
{
    const size_t of_elements = b->what->n * b->size, of_segments = b->segments * b->size;
    switch (b->call) {
    case SCAN_KEYS:
    case SCAN_FLAGS:
    case SCAN_OFFSETS:
        return 2 * of_elements + bytes_told(b);
    case REDUCE_KEYS:
        return of_elements + of_segments + bytes_told(b) + b->segments * sizeof(int32_t);
    default:
        return of_elements + of_segments + bytes_told(b);
    }
}

static void make_data(struct bench *b)
{
    const size_t n = b->what->n;
    char values[VALUES * 8], keys[VALUES * sizeof(int32_t)];
    make_values(b->what->type, values, b->size);
    make_values(PREFIX_I32, (void *)keys, sizeof(int32_t));
    const size_t stage = STAGE * b->size, bytes = b->filled * b->size;
    void *elements = allocate(STAGE, b->size);
    bench_fill(elements, stage, b->what->type, b->op);
    bench_upload(b->ctx, b->in, elements, bytes, stage);
    /* Or the first calls would have the kernel's pages made. */
    bench_upload(b->ctx, b->out, elements, b->places.count * b->stride, stage);
    bench_upload(b->ctx, b->runs, elements, b->places.count * b->runs_stride, stage);
    free(elements);
    switch (b->call) {
    case SCAN_KEYS:
    case REDUCE_KEYS:
        put_elements(b, b->heads, sizeof(int32_t), keys, n, 0);
        break;
    case SCAN_FLAGS:
        put_elements(b, b->heads, 1, NULL, n, 0);
        break;
    case SCAN_OFFSETS:
    case REDUCE_OFFSETS:
        put_segments(b, b->heads, 0);
        break;
    case DECODE:
        put_segments(b, b->heads, 1);
        put_elements(b, b->in, b->size, values, b->segments, 1);
        break;
    default:
        put_elements(b, b->in, b->size, values, n, 0);
        break;
    }
}

/* All places have the data of the first. */
static void copy_data(struct bench *b)
{
    for (size_t place = 1; place < b->places.count; place++) {
        check(b->ctx, prefix_memory_copy(b->ctx, b->in + place * b->stride, b->in, b->stride));
        check(b->ctx, prefix_memory_copy(b->ctx, b->heads + place * b->heads_stride, b->heads, b->heads_stride));
    }
    check(b->ctx, prefix_ctx_synchronize(b->ctx));
}

static int scan_by(struct bench *b, int status, const char *in, char *out)
{
    return status == PREFIX_OK ? prefix_plan_run(b->plan, in, out, b->what->n) : status;
}

static int call(struct bench *b, size_t place)
{
    const size_t n = b->what->n, s = b->segments;
    const int type = b->what->type;
    char *in = b->in + place * b->stride, *out = b->out + place * b->stride;
    void *heads = b->heads + place * b->heads_stride, *runs = b->runs + place * b->runs_stride;
    switch (b->call) {
    case SCAN_KEYS:
        return scan_by(b, prefix_plan_set_keys(b->plan, PREFIX_I32, heads), in, out);
    case SCAN_FLAGS:
        return scan_by(b, prefix_plan_set_head_flags(b->plan, heads), in, out);
    case SCAN_OFFSETS:
        return scan_by(b, prefix_plan_set_offsets(b->plan, PREFIX_U32, heads, s), in, out);
    case REDUCE_OFFSETS:
        check(b->ctx, prefix_plan_set_offsets(b->plan, PREFIX_U32, heads, s));
        check(b->ctx, prefix_plan_set_total(b->plan, type, out));
        return prefix_plan_reduce(b->plan, in, n);
    case REDUCE_KEYS:
        return prefix_reduce_by_key(b->ctx, b->op, PREFIX_I32, type, heads, in, runs, out, n, s, b->count);
    case ENCODE:
        return prefix_run_length_encode(b->ctx, type, PREFIX_U32, in, out, heads, n, s, b->count);
    default:
        return prefix_run_length_decode(b->ctx, type, PREFIX_U32, in, heads, out, s, n, b->count);
    }
}

static void run_call(void *user, int index)
{
    struct bench *b = user;
    (void)index;
    check(b->ctx, call(b, bench_next_place(&b->places)));
}

static void run_scan(void *user, int index)
{
    struct bench *b = user;
    const size_t at = bench_next_place(&b->compared) * b->compared_stride;
    (void)index;
    check(b->ctx, prefix_scan(b->ctx, PREFIX_INCLUSIVE, b->op, b->what->type, b->in + at, b->out + at, b->scanned));
}

#ifdef BENCH_CUB
static void run_cub(void *user, int index)
{
    (void)index;
    bench_cub_runs(((struct bench *)user)->cub);
}

static void *open_cub(const struct bench *b)
{
    const struct bench_runs_arrays arrays = {b->in, b->heads, b->out, b->runs, b->count, NULL, b->what->n};
    if (b->memory != PREFIX_MEMORY_DEVICE || b->what->flush || (b->call != ENCODE && b->call != REDUCE_KEYS))
        return NULL;
    return bench_cub_runs_open(b->call == ENCODE ? BENCH_ENCODE : BENCH_REDUCE_BY_KEY, b->what->type, &arrays);
}
#endif

static void wait(void *user)
{
    struct bench *b = user;
    check(b->ctx, prefix_ctx_synchronize(b->ctx));
}

static void measure(struct bench *b, int repeat, struct bench_row *row)
{
    const struct bench_comparison comparison = {b->what, b->ctx,      b->memory,          b->out,
                                                b->in,   b->compared, b->compared_stride, b->compared_stride};
    struct bench_contender contenders[3 + BENCH_COPIES] = {
        {.run = run_call, .wait = wait, .user = b},
        {.run = run_scan, .wait = wait, .user = b},
    };
#ifdef BENCH_CUB
    b->cub = open_cub(b);
    contenders[2] = (struct bench_contender){.run = run_cub, .wait = wait, .user = b};
#endif
    bench_compare_with_copies(&comparison, bytes_moved(b), contenders, b->cub ? 3 : 2, repeat, row);
    row->peers[row->peer_count++] = (struct bench_peer_time){"scan", contenders[1].timing};
#ifdef BENCH_CUB
    if (b->cub) {
        row->peers[row->peer_count++] = (struct bench_peer_time){"cub", contenders[2].timing};
        bench_cub_runs_close(b->cub);
    }
#endif
}

/*
 * What stands next to a call that reads more than it writes, or less, works on the first and on the last part of the
 * call's arrays in turn, or it would find all of its own in a cache that has a part of the call's.
 */
static void place_compared(struct bench *b)
{
    b->compared = b->places;
    b->compared_stride = b->stride;
    if (b->places.count == 1) {
        b->compared.count = 2;
        b->compared_stride = (b->filled - b->scanned) * b->size / BENCH_ALIGNMENT * BENCH_ALIGNMENT;
    }
}

static int find_form(struct bench *b)
{
    int index = 0;
    while (strcmp(names[index], b->what->form) != 0)
        index++;
    b->call = index / MIXES;
    b->mix = index % MIXES;
    /* Runs are not empty. */
    return b->mix != EMPTY || b->call == SCAN_OFFSETS || b->call == REDUCE_OFFSETS || b->call == DECODE;
}

int bench_segments(const struct bench_case *what, int repeat, struct bench_row *row, char *text, size_t text_size)
{
    struct bench b = {.what = what, .size = prefix_type_size(what->type), .op = what->has_op ? what->op : PREFIX_SUM};
    if (what->n > UINT32_MAX || what->n > PTRDIFF_MAX / 32)
        die_usage("--n: %zu elements are more than offsets of 32 bits tell of", what->n);
    if (!find_form(&b)) {
        snprintf(text, text_size, "no run is empty");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    b.segments = count_segments(&b);
    const size_t moved = bytes_moved(&b);
    b.scanned = (moved / 2 + b.size - 1) / b.size;
    b.filled = what->n > b.segments ? what->n : b.segments;
    if (b.filled < b.scanned)
        b.filled = b.scanned;
    check(NULL, prefix_ctx_create(&b.ctx, what->backend));
    check(b.ctx, prefix_ctx_set_threads(b.ctx, what->threads));
    if (prefix_plan_create(&b.plan, b.ctx, b.op, what->type) != PREFIX_OK) {
        snprintf(text, text_size, "%s", prefix_ctx_error(b.ctx));
        prefix_ctx_destroy(b.ctx);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    b.stride = bench_stride(b.filled * b.size + BENCH_ALIGNMENT);
    b.heads_stride = bench_stride(bytes_told(&b));
    b.runs_stride = bench_stride(b.segments * sizeof(int32_t));
    b.places = bench_places(what->flush, b.stride);
    place_compared(&b);
    b.in = bench_buffer(b.ctx, &b.memory, b.places.count * b.stride);
    b.out = bench_buffer(b.ctx, &b.memory, b.places.count * b.stride);
    b.heads = bench_buffer(b.ctx, &b.memory, b.places.count * b.heads_stride);
    b.runs = bench_buffer(b.ctx, &b.memory, b.places.count * b.runs_stride);
    b.count = bench_buffer(b.ctx, &b.memory, sizeof *b.count);
    make_data(&b);
    copy_data(&b);
    check(b.ctx, prefix_ctx_set_memory(b.ctx, b.memory));
    const int status = call(&b, 0);
    if (bench_works(b.ctx, status, text, text_size))
        measure(&b, repeat, row);
    check(b.ctx, prefix_memory_free(b.ctx, b.in));
    check(b.ctx, prefix_memory_free(b.ctx, b.out));
    check(b.ctx, prefix_memory_free(b.ctx, b.heads));
    check(b.ctx, prefix_memory_free(b.ctx, b.runs));
    check(b.ctx, prefix_memory_free(b.ctx, b.count));
    prefix_plan_destroy(b.plan);
    prefix_ctx_destroy(b.ctx);
    return status;
}
