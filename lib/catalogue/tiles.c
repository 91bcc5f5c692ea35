/* SPDX-License-Identifier: BSD-3-Clause */
/* What tiled models share: tiles, their values and their counts. */
#include "catalogue/tiles.h"

#include <string.h>

#include "shared/carry.h"
#include "shared/values.h"

/* The longest chain in Sklansky's network of count elements, and its combinations. */
static uint64_t count_row(size_t count, uint64_t *applications)
{
    uint64_t depth = 0;
    for (size_t d = 1; d < count; d *= 2, depth++)
        *applications += count / (2 * d) * d + (count % (2 * d) > d ? count % (2 * d) - d : 0);
    return depth;
}

static size_t length_of(const struct prefix__tiles *t, size_t k)
{
    return t->work->n - k * t->tile < t->tile ? t->work->n - k * t->tile : t->tile;
}

static struct prefix__carried combine(const struct prefix__tiles *t, int narrow, struct prefix__carried a,
                                      struct prefix__carried b)
{
    if (t->is_float)
        a.value.d = prefix__combine_floats(t->op, narrow, a.value.d, b.value.d);
    else
        a.value.u = prefix__combine_integers(t->op, t->is_signed, a.value.u, b.value.u);
    return a;
}

struct prefix__carried prefix__tile_fold(struct prefix__tiles *t, struct prefix__carried earlier,
                                         struct prefix__carried later)
{
    struct prefix__carried both = combine(t, t->narrow_carry, earlier, later);
    both.none = 0;
    both.depth = later.depth;
    if (earlier.none)
        return both;
    t->applications++;
    both.depth = 1 + (earlier.depth > later.depth ? earlier.depth : later.depth);
    return both;
}

static void load(struct prefix__tiles *t, size_t k)
{
    if (t->is_float)
        prefix__load_floats(t->work, k * t->tile, length_of(t, k), t->row);
    else
        prefix__load_integers(t->work, k * t->tile, length_of(t, k), t->row);
}

static struct prefix__carried element(const struct prefix__tiles *t, size_t i)
{
    struct prefix__carried value = {.none = 0};
    if (t->is_float)
        value.value.d = ((double *)t->row)[i];
    else
        value.value.u = ((uint64_t *)t->row)[i];
    return value;
}

static void put(const struct prefix__tiles *t, size_t i, struct prefix__carried value)
{
    if (t->is_float)
        ((double *)t->row)[i] = value.value.d;
    else
        ((uint64_t *)t->row)[i] = value.value.u;
}

/* A tile of the canonical order by itself: Sklansky's network in rows, rows from left to right. */
static uint64_t scan_rows(struct prefix__tiles *t, size_t length)
{
    const size_t row_length = PREFIX__ROW_BYTES / (t->narrow ? sizeof(float) : sizeof(double));
    uint64_t depth = 0;
    for (size_t at = 0; at < length; at += row_length) {
        double *row = (double *)t->row + at;
        const size_t count = length - at < row_length ? length - at : row_length;
        const uint64_t row_depth = count_row(count, &t->applications);
        prefix__scan_row(t->op, t->narrow, row, count);
        depth = at == 0 ? row_depth : 1 + (depth > row_depth ? depth : row_depth);
        if (at == 0)
            continue;
        t->applications += count;
        for (size_t i = 0; i < count; i++)
            row[i] = prefix__combine_floats(t->op, t->narrow, row[-1], row[i]);
    }
    return depth;
}

/* A tile by itself, in the row buffer. */
static struct prefix__carried scan_alone(struct prefix__tiles *t, size_t k)
{
    const size_t length = length_of(t, k);
    uint64_t depth = length - 1;
    load(t, k);
    if (t->ordered) {
        depth = scan_rows(t, length);
    } else {
        t->applications += length - 1;
        for (size_t i = 1; i < length; i++)
            put(t, i, combine(t, t->narrow, element(t, i - 1), element(t, i)));
    }
    struct prefix__carried last = element(t, length - 1);
    last.depth = depth;
    return last;
}

struct prefix__carried prefix__tile_reduce(struct prefix__tiles *t, size_t k)
{
    return scan_alone(t, k);
}

static void note_depth(struct prefix__tiles *t, uint64_t depth)
{
    if (depth > t->span)
        t->span = depth;
}

/* Writes the inclusive results in the row buffer. */
static void store(struct prefix__tiles *t, size_t k, struct prefix__carried before)
{
    const size_t length = length_of(t, k);
    if (t->work->kind == PREFIX_EXCLUSIVE)
        for (size_t i = 0; i < length; i++) {
            struct prefix__carried inclusive = element(t, i);
            put(t, i, before);
            before = inclusive;
        }
    if (t->is_float)
        prefix__store_floats(t->work, k * t->tile, length, t->row);
    else
        prefix__store_integers(t->work, k * t->tile, length, t->row);
    prefix__tiles_report(t, PREFIX_EVENT_WRITE, k, k, 0);
}

/* Combines before with what the row buffer holds of tile k, scanned by itself, and writes it. */
static struct prefix__carried finish(struct prefix__tiles *t, size_t k, struct prefix__carried before,
                                     struct prefix__carried last)
{
    const size_t length = length_of(t, k);
    for (size_t i = 0; i < length; i++)
        put(t, i, combine(t, t->narrow_carry, before, element(t, i)));
    if (!before.none)
        t->applications += length - 1;
    last = prefix__tile_fold(t, before, last);
    note_depth(t, last.depth);
    store(t, k, before);
    return last;
}

struct prefix__carried prefix__tile_scan(struct prefix__tiles *t, size_t k, struct prefix__carried before)
{
    const size_t length = length_of(t, k);
    struct prefix__carried last = before;
    if (t->ordered)
        return finish(t, k, before, scan_alone(t, k));
    load(t, k);
    for (size_t i = 0; i < length; i++) {
        last = prefix__tile_fold(t, last, element(t, i));
        put(t, i, last);
    }
    note_depth(t, last.depth);
    store(t, k, before);
    return last;
}

struct prefix__carried prefix__tile_propagate(struct prefix__tiles *t, size_t k, struct prefix__carried before)
{
    const uint64_t counted = t->applications;
    struct prefix__carried last = scan_alone(t, k); /* what the output would still hold */
    t->applications = counted;
    return finish(t, k, before, last);
}

struct prefix__carried prefix__tile_before(const struct prefix__tiles *t, size_t k)
{
    return k == 0 ? t->before : t->tiles[k - 1].prefix;
}

void prefix__tiles_report(const struct prefix__tiles *t, int event, size_t from, size_t to, size_t n)
{
    const struct prefix_scan_watch *watch = t->work->watch;
    if (watch && watch->trace)
        watch->trace(watch->user, event, from, to, NULL, n, 0);
}

static union prefix_carry carry_of(const struct prefix__tiles *t, struct prefix__carried value)
{
    union prefix_carry carry = {0};
    if (!t->is_float)
        carry.u = value.value.u;
    else if (t->narrow_carry)
        carry.f = (float)value.value.d;
    else
        carry.d = value.value.d;
    return carry;
}

void prefix__tile_publish(struct prefix__tiles *t, size_t k, int state, struct prefix__carried value)
{
    const struct prefix_scan_watch *watch = t->work->watch;
    struct prefix__tile *tile = &t->tiles[k];
    unsigned char bytes[8];
    tile->published = state;
    if (state == PREFIX__TILE_AGGREGATE)
        tile->aggregate = value;
    else
        tile->prefix = value;
    if (!watch || !watch->trace)
        return;
    prefix__carry_store(t->work->carry_type, carry_of(t, value), bytes, t->work->carry_type);
    watch->trace(watch->user, state == PREFIX__TILE_AGGREGATE ? PREFIX_EVENT_AGGREGATE : PREFIX_EVENT_PREFIX, k, k,
                 bytes, 1, t->work->carry_type);
}

static size_t tile_of(const struct prefix_scan_work *work)
{
    const int half = work->output_type == PREFIX_F16 || work->output_type == PREFIX_BF16;
    const size_t tile =
        work->tile ? work->tile : PREFIX__TILE_BYTES / (half ? sizeof(float) : prefix__size_of(work->output_type));
    return tile < work->n ? tile : work->n;
}

size_t prefix__tiles_bytes(const struct prefix_scan_work *work)
{
    const size_t tile = tile_of(work), count = (work->n - 1) / tile + 1;
    if (tile > PTRDIFF_MAX / 2 / sizeof(uint64_t) || count > PTRDIFF_MAX / 2 / sizeof(struct prefix__tile))
        return SIZE_MAX;
    return tile * sizeof(uint64_t) + count * sizeof(struct prefix__tile);
}

void prefix__tiles_scan(prefix__tiled_fn *algorithm, const struct prefix_scan_work *work, void *memory)
{
    const union prefix_carry identity = prefix__carry_identity(work->op, work->output_type);
    struct prefix__tiles t = {.work = work, .tile = tile_of(work)};
    t.count = (work->n - 1) / t.tile + 1;
    t.tiles = memory;
    t.row = t.tiles + t.count;
    t.is_float = prefix__is_float(work->output_type);
    t.op = prefix__plain_op(work->op, t.is_float);
    t.is_signed = prefix__is_signed(work->output_type);
    t.ordered = t.is_float && (work->op == PREFIX_SUM || work->op == PREFIX_PRODUCT);
    t.narrow = work->output_type != PREFIX_F64;
    t.narrow_carry = work->carry_type != PREFIX_F64;
    t.before.none = work->carry.u == identity.u;
    if (!t.is_float)
        t.before.value.u = work->carry.u;
    else
        t.before.value.d = t.narrow_carry ? (double)work->carry.f : work->carry.d;
    memset(t.tiles, 0, t.count * sizeof *t.tiles);
    const struct prefix__carried total = algorithm(&t);
    if (work->total)
        prefix__carry_store(work->carry_type, carry_of(&t, total), work->total, work->total_type);
    if (work->watch) {
        work->watch->work = t.applications;
        work->watch->span = t.span;
    }
}

prefix__tiled_fn *prefix__tiled_of(int algorithm)
{
    switch (algorithm) {
    case PREFIX_ALGORITHM_SCAN_THEN_PROPAGATE:
        return prefix__scan_then_propagate;
    case PREFIX_ALGORITHM_REDUCE_THEN_SCAN:
        return prefix__reduce_then_scan;
    case PREFIX_ALGORITHM_CHAINED_SCAN:
        return prefix__chained_scan;
    case PREFIX_ALGORITHM_DECOUPLED_LOOK_BACK:
        return prefix__decoupled_look_back;
    default:
        return NULL;
    }
}
