/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "scan_stream.h"

#include <stdlib.h>
#include <string.h>

#include "base/message.h"
#include "base/number.h"
#include "io/whole.h"

/*
 * Elements a piece. Pieces chained through init and total in the carry type give the bits of one
 * call when they begin at tiles of the canonical order, of which every type has a whole number in
 * TILE elements. PIECE of them stay in cache between reading, scanning and writing; teams cut theirs again.
 */
#define PIECE ((size_t)1 << 18)
#define PIECE_OF_TEAM ((size_t)1 << 26)
#define TILE ((size_t)8192)

/* What one piece hands to the next, of prefix_carry_type(). */
union carry {
    uint64_t integer;
    double real;
};

struct buffers {
    char *in, *out;
    struct layout kept, *layout; /* NULL unless text becomes text */
    prefix_ctx *owner;           /* of memory of prefix_memory_alloc(), or NULL */
};

static size_t piece_of(const struct scan_stream *s)
{
    return s->team ? PIECE_OF_TEAM : PIECE;
}

static int is_in_place(const struct scan_stream *s)
{
    return s->reader->type == s->output_type && !s->overflow;
}

void *scan_stream_out(const struct scan_stream *s, void *in, size_t count)
{
    return is_in_place(s) ? in : allocate(count, prefix_type_size(s->output_type));
}

int scan_stream_is_arg(int op)
{
    return op >= PREFIX_ARG_MIN && op <= PREFIX_ARG_MAX_LAST;
}

static void set_layout(const struct scan_stream *s, struct buffers *b)
{
    b->layout = s->reader->format == FORMAT_TEXT && s->output_format == FORMAT_TEXT ? &b->kept : NULL;
}

/* Pinned for devices of a team, of which else one does all. */
static void *take(const struct buffers *b, size_t count, int type)
{
    const size_t size = prefix_type_size(type);
    void *memory;
    if (!b->owner)
        return allocate(count, size);
    if (prefix_memory_alloc(b->owner, PREFIX_MEMORY_PINNED, &memory, count * size) != PREFIX_OK)
        check(b->owner, prefix_memory_alloc(b->owner, PREFIX_MEMORY_HOST, &memory, count * size));
    return memory;
}

static void give_back(const struct buffers *b, void *memory)
{
    if (b->owner)
        check(b->owner, prefix_memory_free(b->owner, memory));
    else
        free(memory);
}

static struct buffers make_buffers(const struct scan_stream *s, size_t count)
{
    struct buffers b = {.owner = s->team ? s->ctx : NULL};
    b.in = take(&b, count, s->reader->type);
    b.out = is_in_place(s) ? b.in : take(&b, count, s->output_type);
    return b;
}

static void free_buffers(struct buffers *b)
{
    if (b->out != b->in)
        give_back(b, b->out);
    give_back(b, b->in);
    free(b->kept.text.data);
}

static void check_segments(const struct scan_stream *s, const struct buffers *b, size_t n)
{
    const size_t in_size = prefix_type_size(s->reader->type), out_size = prefix_type_size(s->output_type);
    size_t segments;
    uint64_t *ends = heads_ends(s->heads, s->ctx, n, &segments);
    for (size_t k = 0, begin = 0; k < segments; k++) {
        const size_t end = (size_t)ends[k];
        overflow_scan(s->overflow, (const char *)b->in + begin * in_size, (const char *)b->out + begin * out_size,
                      begin, end - begin, s->init, NULL);
        begin = end;
    }
    free(ends);
}

/* Scans the count elements that were read last after carry, and writes the sum of all to total; both may be NULL. */
static void run(const struct scan_stream *s, const struct buffers *b, size_t count, const void *carry, void *total)
{
    int type = prefix_carry_type(s->op, s->output_type);
    union carry first; /* total may be where carry is */
    if (carry)
        memcpy(&first, carry, prefix_type_size(type));
    check(s->ctx, prefix_plan_set_init(s->plan, type, carry));
    check(s->ctx, prefix_plan_set_total(s->plan, type, total));
    if (s->team)
        check(NULL, prefix_team_array_run(s->team, s->plan, b->in, b->out, count));
    else
        check(s->ctx, prefix_plan_run(s->plan, b->in, b->out, count));
    if (s->overflow && s->heads)
        check_segments(s, b, count);
    else if (s->overflow)
        overflow_scan(s->overflow, b->in, b->out, s->reader->done - count, count, carry ? &first : NULL, total);
}

static void open_writer(const struct scan_stream *s, struct writer *writer, size_t n)
{
    writer_open(writer, s->output_path, s->output_format, s->output_type, n);
    writer_header(writer, s->reader, "scan");
}

/*
 * First to last: each piece begins with the total of those before it, and at a tile. Where input came late, a piece
 * ends within a tile, which is scanned again with what comes after: the bits are those of one call, whenever it came.
 */
static void run_forward(const struct scan_stream *s)
{
    const size_t piece = piece_of(s);
    const size_t in_size = prefix_type_size(s->reader->type), out_size = prefix_type_size(s->output_type);
    const size_t tile = s->is_prompt && number_is_float(s->output_type) ? TILE : 1;
    char *const rest = allocate(tile, in_size);
    struct buffers b = make_buffers(s, piece);
    struct writer writer;
    set_layout(s, &b);
    open_writer(s, &writer, s->reader->n);
    union carry carry;
    const void *before = s->init;
    size_t count, held = 0; /* elements of the tile that were written */
    do {
        b.kept.text.used = 0;
        count =
            (s->is_prompt ? reader_read_prompt : reader_read)(s->reader, b.in + held * in_size, b.layout, piece - held);
        const size_t left = (held + count) % tile, whole = held + count - left;
        memcpy(rest, b.in + whole * in_size, left * in_size);
        if (whole > 0) {
            run(s, &b, whole, before, &carry);
            before = &carry;
        }
        const struct buffers last = {.in = b.in + whole * in_size, .out = b.out + whole * out_size};
        run(s, &last, left, before, NULL);
        writer_write(&writer, b.out + held * out_size, b.layout, count);
        if (s->is_prompt && held + count < piece)
            output_flush(&writer.output);
        memcpy(b.in, rest, left * in_size);
        held = left;
    } while (count > 0);
    writer_commit(&writer);
    free_buffers(&b);
    free(rest);
}

/*
 * Last to first, of a file that can be read twice: once backwards for what comes into each piece
 * from after it, and once forwards for the result, which may so go to a pipe.
 */
static void run_backward(const struct scan_stream *s)
{
    const size_t piece = piece_of(s);
    size_t n = s->reader->n;
    size_t pieces = n / piece + (n % piece != 0);
    struct buffers b = make_buffers(s, piece);
    /* carries[k] comes into the k-th piece from the end; into the first comes init. */
    union carry *carries = allocate(pieces, sizeof *carries);
    for (size_t k = 0; k + 1 < pieces; k++) {
        reader_seek(s->reader, n - (k + 1) * piece);
        reader_read(s->reader, b.in, NULL, piece);
        run(s, &b, piece, k > 0 ? &carries[k] : s->init, &carries[k + 1]);
    }
    if (pieces > 1)
        reader_seek(s->reader, 0);
    struct writer writer;
    open_writer(s, &writer, n);
    for (size_t k = pieces; k-- > 0;) {
        size_t count = reader_read(s->reader, b.in, NULL, k == pieces - 1 ? n - k * piece : piece);
        run(s, &b, count, k > 0 ? &carries[k] : s->init, NULL);
        writer_write(&writer, b.out, NULL, count);
    }
    writer_commit(&writer);
    free(carries);
    free_buffers(&b);
}

/* All in memory: when the end, or the number of elements, is wanted before the beginning can be written. */
static void run_whole(const struct scan_stream *s)
{
    struct buffers b = {0};
    size_t n;
    set_layout(s, &b);
    b.in = whole_read(s->reader, &n, b.layout);
    if (s->heads)
        heads_check(s->heads, n);
    b.out = scan_stream_out(s, b.in, n);
    run(s, &b, n, s->init, NULL);
    struct writer writer;
    open_writer(s, &writer, n);
    writer_write(&writer, b.out, b.layout, n);
    writer_commit(&writer);
    free_buffers(&b);
}

/* One result for each segment of offsets. */
static void reduce_segments(const struct scan_stream *s)
{
    size_t n, segments = s->heads->count - 1;
    void *in = whole_read(s->reader, &n, NULL), *totals = allocate(segments, prefix_type_size(s->output_type));
    struct writer writer;
    heads_check(s->heads, n);
    check(s->ctx, prefix_plan_set_init(s->plan, prefix_carry_type(s->op, s->output_type), s->init));
    check(s->ctx, prefix_plan_set_total(s->plan, s->output_type, totals));
    check(s->ctx, prefix_plan_reduce(s->plan, in, n));
    for (size_t k = 0; s->overflow && k < segments; k++) {
        const size_t begin = (size_t)heads_offset(s->heads, k), end = (size_t)heads_offset(s->heads, k + 1);
        overflow_begin(s->overflow, begin);
        overflow_add(s->overflow, (const char *)in + begin * prefix_type_size(s->reader->type), end - begin);
        overflow_end(s->overflow);
    }
    writer_open(&writer, s->output_path, s->output_format, s->output_type, segments);
    writer_write(&writer, totals, NULL, segments);
    writer_commit(&writer);
    free(in);
    free(totals);
}

void scan_stream_run(const struct scan_stream *s)
{
    if (s->heads || scan_stream_is_arg(s->op))
        run_whole(s);
    else if (s->reverse ? !s->reader->seekable : s->output_format == FORMAT_NPY && !s->reader->counted)
        run_whole(s);
    else if (s->reverse)
        run_backward(s);
    else
        run_forward(s);
}

void scan_stream_refuse_none(const struct scan_stream *s)
{
    if (!s->init && (s->op == PREFIX_MIN || s->op == PREFIX_MAX))
        die("%s: of no numbers none is the %s; --init says what is", s->reader->input.name,
            s->op == PREFIX_MIN ? "least" : "greatest");
}

/* The place of the extremum of all. */
static void reduce_places(const struct scan_stream *s)
{
    size_t n;
    void *in = whole_read(s->reader, &n, NULL);
    union carry place;
    struct writer writer;
    if (n == 0)
        die("%s: of no numbers none is the least or the greatest", s->reader->input.name);
    check(s->ctx, prefix_plan_set_init(s->plan, s->output_type, s->init));
    check(s->ctx, prefix_plan_set_total(s->plan, s->output_type, &place));
    check(s->ctx, prefix_plan_reduce(s->plan, in, n));
    writer_open(&writer, s->output_path, s->output_format, s->output_type, 1);
    writer_write(&writer, &place, NULL, 1);
    writer_commit(&writer);
    free(in);
}

void scan_stream_reduce(const struct scan_stream *s)
{
    if (s->heads) {
        reduce_segments(s);
        return;
    }
    if (scan_stream_is_arg(s->op)) {
        reduce_places(s);
        return;
    }
    const size_t piece = piece_of(s);
    struct buffers b = {.in = allocate(piece, prefix_type_size(s->reader->type))};
    int carry_type = prefix_carry_type(s->op, s->output_type);
    union carry carry, result;
    const void *before = s->init;
    size_t count;
    b.out = b.in;
    if (s->overflow)
        overflow_begin(s->overflow, 0);
    do {
        count = reader_read(s->reader, b.in, NULL, piece);
        if (count == 0 && before == s->init)
            scan_stream_refuse_none(s);
        check(s->ctx, prefix_plan_set_init(s->plan, carry_type, before));
        check(s->ctx, prefix_plan_set_total(s->plan, carry_type, &carry));
        if (s->team)
            check(NULL, prefix_team_array_reduce(s->team, s->plan, b.in, count));
        else
            check(s->ctx, prefix_plan_reduce(s->plan, b.in, count));
        if (s->overflow)
            overflow_add(s->overflow, b.in, count);
        before = &carry;
    } while (count == piece);
    if (s->overflow)
        overflow_end(s->overflow);
    /* Nothing more, after all: the carry, rounded once to the output type. */
    check(s->ctx, prefix_plan_set_init(s->plan, carry_type, &carry));
    check(s->ctx, prefix_plan_set_total(s->plan, s->output_type, &result));
    check(s->ctx, prefix_plan_reduce(s->plan, NULL, 0));
    struct writer writer;
    writer_open(&writer, s->output_path, s->output_format, s->output_type, 1);
    writer_write(&writer, &result, NULL, 1);
    writer_commit(&writer);
    free_buffers(&b);
}
