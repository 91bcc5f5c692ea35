/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Scans and reductions of segments, one row at a time: the reference. Floats follow the canonical order
 * step by step, in which no element joins one of another segment: within a row, after the row carry, and
 * after the tile carry, whose place init takes as soon as a segment has begun in the tile.
 */
#include "serial/segmented.h"

#include "shared/carry.h"
#include "shared/heads.h"
#include "shared/offsets.h"
#include "shared/values.h"

#define HEAD_WORDS (PREFIX__ROW_MAX / 64)

struct segmented {
    const struct prefix_scan_work *work;
    const struct prefix_heads *heads;
    uint8_t begins[PREFIX__ROW_MAX]; /* of the row: 1 where a segment begins */
    size_t next;                     /* the first segment that has no total yet */
    int by_runs;                     /* totals are of all segments, as they come, and go to the output */
    size_t capacity;                 /* which has room for so many */
    union prefix_carry open;         /* what the segment at the end of the row before comes to */
    int narrow_carry;                /* of floats: f32 */
    int is_float;
};

static void find_heads(struct segmented *s, size_t at, size_t count)
{
    uint64_t words[HEAD_WORDS];
    prefix__heads_by(prefix__heads_of_array, NULL, s->heads, s->work->n, s->work->reverse, at, count, words);
    for (size_t i = 0; i < count; i++)
        s->begins[i] = (uint8_t)prefix__bit(words, i);
}

static union prefix_carry value_at(const struct segmented *s, const void *row, size_t i)
{
    union prefix_carry value = {0};
    if (!s->is_float)
        value.u = ((const uint64_t *)row)[i];
    else if (s->narrow_carry)
        value.f = (float)((const double *)row)[i];
    else
        value.d = ((const double *)row)[i];
    return value;
}

static void put_total(struct segmented *s, union prefix_carry value)
{
    const size_t k = s->work->reverse ? s->heads->segments - 1 - s->next : s->next;
    const size_t size = prefix__size_of(s->work->total_type);
    prefix__carry_store(s->work->carry_type, value, (char *)s->work->total + k * size, s->work->total_type);
    s->next++;
}

static void put_run(struct segmented *s, union prefix_carry value)
{
    const size_t size = prefix__size_of(s->work->output_type);
    if (s->next < s->capacity)
        prefix__carry_store(s->work->carry_type, value, (char *)s->work->out + s->next * size, s->work->output_type);
    s->next++;
}

/* Totals of the segments before those that begin in a row. */
static void put_runs(struct segmented *s, size_t at, size_t count, const void *row)
{
    for (size_t i = 0; i < count; i++) {
        if (s->begins[i] && at + i > 0)
            put_run(s, s->open);
        s->open = value_at(s, row, i);
    }
}

/* Totals of the segments that end in a row of inclusive results, and of the empty ones before them. */
static void put_totals(struct segmented *s, size_t at, size_t count, const void *row)
{
    if (s->by_runs) {
        put_runs(s, at, count, row);
        return;
    }
    const size_t n = s->work->n;
    while (s->next < s->heads->segments) {
        const uint64_t begin = prefix__segment_begin(s->heads, n, s->work->reverse, s->next);
        const uint64_t end = prefix__segment_begin(s->heads, n, s->work->reverse, s->next + 1);
        if (begin >= end || end <= at)
            put_total(s, s->work->carry);
        else if (end <= at + count)
            put_total(s, value_at(s, row, end - 1 - at));
        else
            break;
    }
}

/* Makes inclusive results exclusive: the first of a segment is init. last becomes the last one. */
#define SHIFT_CUT_ROW(row, count, last, init)                                                                          \
    do {                                                                                                               \
        for (size_t i = 0; i < (count); i++) {                                                                         \
            __typeof__(last) inclusive = (row)[i];                                                                     \
            (row)[i] = s->begins[i] ? (init) : (last);                                                                 \
            (last) = inclusive;                                                                                        \
        }                                                                                                              \
    } while (0)

PREFIX__SPECIALISED void scan_integers_by(int op, int is_signed, struct segmented *s)
{
    const struct prefix_scan_work *work = s->work;
    const uint64_t init = work->carry.u;
    uint64_t row[PREFIX__ROW_MAX], carry = init;
    for (size_t at = 0; at < work->n; at += PREFIX__ROW_MAX) {
        size_t count = work->n - at < PREFIX__ROW_MAX ? work->n - at : PREFIX__ROW_MAX;
        uint64_t last = carry;
        find_heads(s, at, count);
        prefix__load_integers(work, at, count, row);
        for (size_t i = 0; i < count; i++)
            row[i] = carry = prefix__combine_integers(op, is_signed, s->begins[i] ? init : carry, row[i]);
        if (!work->out || s->by_runs) {
            put_totals(s, at, count, row);
            continue;
        }
        if (work->kind == PREFIX_EXCLUSIVE)
            SHIFT_CUT_ROW(row, count, last, init);
        prefix__store_integers(work, at, count, row);
    }
}

static void scan_integers(struct segmented *s)
{
    const int is_signed = prefix__is_signed(s->work->output_type);
    switch (prefix__plain_op(s->work->op, 0)) {
    case PREFIX_SUM:
        scan_integers_by(PREFIX_SUM, 0, s);
        break;
    case PREFIX_PRODUCT:
        scan_integers_by(PREFIX_PRODUCT, 0, s);
        break;
    case PREFIX_MIN:
        scan_integers_by(PREFIX_MIN, is_signed, s);
        break;
    case PREFIX_MAX:
        scan_integers_by(PREFIX_MAX, is_signed, s);
        break;
    case PREFIX_AND:
        scan_integers_by(PREFIX_AND, 0, s);
        break;
    case PREFIX_OR:
        scan_integers_by(PREFIX_OR, 0, s);
        break;
    default:
        scan_integers_by(PREFIX_XOR, 0, s);
        break;
    }
}

PREFIX__SPECIALISED void scan_floats_by(int op, int narrow, int narrow_carry, struct segmented *s)
{
    const struct prefix_scan_work *work = s->work;
    const size_t row_length = PREFIX__ROW_BYTES / (narrow ? sizeof(float) : sizeof(double));
    const double init = narrow_carry ? work->carry.f : work->carry.d;
    double row[PREFIX__ROW_MAX], tile_carry = init, row_carry = 0, last = init;
    size_t row_index = 0;
    int tile_begun = 0; /* whether a segment has begun in the tile */
    for (size_t at = 0; at < work->n; at += row_length, row_index++) {
        size_t count = work->n - at < row_length ? work->n - at : row_length;
        uint8_t begun[PREFIX__ROW_MAX];
        if (row_index == PREFIX__TILE_ROWS) {
            tile_carry = prefix__combine_floats(op, narrow_carry, tile_begun ? init : tile_carry, row_carry);
            row_index = 0;
            tile_begun = 0;
        }
        find_heads(s, at, count);
        prefix__load_floats(work, at, count, row);
        memcpy(begun, s->begins, count);
        prefix__scan_cut_row(op, narrow, row, begun, count);
        for (size_t i = 0; row_index > 0 && i < count && !begun[i]; i++)
            row[i] = prefix__combine_floats(op, narrow, row_carry, row[i]);
        row_carry = row[count - 1];
        for (size_t i = 0; i < count; i++)
            row[i] = prefix__combine_floats(op, narrow_carry, tile_begun || begun[i] ? init : tile_carry, row[i]);
        tile_begun |= begun[count - 1];
        if (!work->out || s->by_runs) {
            put_totals(s, at, count, row);
            continue;
        }
        if (work->kind == PREFIX_EXCLUSIVE)
            SHIFT_CUT_ROW(row, count, last, init);
        prefix__store_floats(work, at, count, row);
    }
}

static void scan_floats(struct segmented *s)
{
    const int narrow = s->work->output_type != PREFIX_F64;
    switch (prefix__plain_op(s->work->op, 1)) {
    case PREFIX_SUM:
        narrow ? scan_floats_by(PREFIX_SUM, 1, 0, s) : scan_floats_by(PREFIX_SUM, 0, 0, s);
        break;
    case PREFIX_PRODUCT:
        scan_floats_by(PREFIX_PRODUCT, narrow, s->narrow_carry, s);
        break;
    case PREFIX_MIN:
        scan_floats_by(PREFIX_MIN, narrow, s->narrow_carry, s);
        break;
    default:
        scan_floats_by(PREFIX_MAX, narrow, s->narrow_carry, s);
        break;
    }
}

static struct segmented describe(const struct prefix_segmented_work *work)
{
    struct segmented s = {.work = work->scan, .heads = &work->heads};
    s.is_float = prefix__is_float(work->scan->output_type);
    s.narrow_carry = s.is_float && work->scan->carry_type != PREFIX_F64;
    return s;
}

static void scan(struct segmented *s)
{
    if (s->is_float)
        scan_floats(s);
    else
        scan_integers(s);
}

int prefix__serial_segmented(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct segmented s = describe(work);
    const size_t offsets = work->heads.form == PREFIX_HEADS_OFFSETS ? work->heads.segments + 1 : 0;
    (void)session;
    if (prefix__bad_offset(&work->heads, work->scan->n, 0, offsets) < offsets)
        return PREFIX_ERROR_ARGUMENT;
    scan(&s);
    if (!work->scan->out)
        while (s.next < s.heads->segments) /* empty ones, after all elements */
            put_total(&s, work->scan->carry);
    return PREFIX_OK;
}

void prefix__serial_reduce_runs(const struct prefix_segmented_work *work, size_t capacity)
{
    struct segmented s = describe(work);
    s.by_runs = 1;
    s.capacity = capacity;
    scan(&s);
    put_run(&s, s.open);
}
