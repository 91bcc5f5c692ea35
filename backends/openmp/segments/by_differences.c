/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments of sums of integers: what wraps around can be subtracted again, so a tile is scanned as if
 * there were no segments, and nobody asks where they begin. Two Xeon cores, 2^26 i32 in segments of 1, 7, 40, 500, ms:
 * cut where segments begin 28, 16, 13.4, 12.7; so 23.5, 11.4, 9.0, 8.8, the last two from columns (columns.h).
 */
#include "segments/by_differences.h"
#include "tile/segmented_tile.h"

/*
 * Of accumulators of a piece of wide ones that is scanned: by 1024 segments of 7 take 3 % less, others as much more. u8
 * in segments of 40 take 2.6 ms by that, 2.4 by whole pieces. Columns are taken by whole pieces, and prefetched further
 * ahead: 2^26 i64 in segments of 40 take 18 ms, and by halves 20. So are all without AVX-512: two Zen 3 cores, 2^24 i32
 * in segments of 4, ms, by halves and so: 5.1 and 4.4.
 */
#define WIDE_BYTES 2048
#define BEHIND_PIECE 1024 /* bytes between the next piece and what is prefetched beside totals */

int prefix__openmp_has_differences(const struct prefix__openmp_pipeline *p)
{
    return p->wraps && prefix__openmp_are_searched(p) && !p->unmap;
}

int prefix__openmp_has_columns(const struct prefix__openmp_pipeline *p)
{
    return p->widen || p->in_size == p->core.size;
}

/*
 * What is prefetched beside totals: where many segments end, they take longer than the scan, and meanwhile nothing would be
 * read. Two Zen 3 cores, 2^24 i32 and i64 in segments of 4, ms: 6.0 and 9.7, and so 4.7 and 6.4; half of them empty 7.8
 * and 11.2, and so 5.9 and 8.8.
 */
static struct prefix__openmp_lines lines_behind(const struct prefix__openmp_pipeline *p, size_t at, size_t count)
{
    if (!p->large)
        return (struct prefix__openmp_lines){NULL, NULL};
    const struct prefix__openmp_ahead ahead = ahead_by(p, at, BEHIND_PIECE);
    const char *const from = p->in + ahead.first * p->in_size;
    const size_t prefetched = prefix__openmp_is_intel || p->isa->has_masks ? 0 : least(count, ahead.count);
    return (struct prefix__openmp_lines){from, from + prefetched * p->in_size};
}

/* Totals of segments that end among elements; before has the results before each of them, or columns. */
static void take(const struct prefix__openmp_pipeline *p, int columns, size_t at, size_t count, const char *before,
                 uint64_t *open, struct totals *totals)
{
    const struct prefix_heads *heads = p->heads;
    const int wide = heads->size == 8, width = log2_of(totals->size);
    size_t most, some;
    struct prefix__openmp_lines lines = lines_behind(p, at + count, count);
    do {
        const char *offsets = (const char *)heads->data + totals->next * heads->size;
        most = least(PIECE_BYTES / totals->size, heads->segments - totals->next);
        write_aside(totals);
        some = (columns ? p->isa->segments->column_differences : p->isa->segments->differences)[wide][width](
            offsets, most, at, count, before, p->carry, open, room(totals), &lines);
        give(totals, some);
    } while (some == most && most > 0);
}

/*
 * What is prefetched of what comes next: on Intel's processors what is read soon; others prefetch what is read in order by
 * themselves, but for the starts of pages. Two Zen 4 cores, 2^24 in segments of 40, ms: i32 2.4, and where lines are
 * not prefetched 1.6; i16 1.1 and .9.
 */
static const struct prefix__openmp_next *prefetch_scanned(const struct prefix__openmp_pipeline *p, int columns, size_t at,
                                                      size_t length, struct prefix__openmp_next *next)
{
    if (prefix__openmp_is_intel)
        return prefetch_lone(p, at, columns ? AHEAD : LONE_AHEAD, length, next);
    const struct prefix__openmp_ahead ahead = ahead_by(p, at, p->widen ? BESIDE_AHEAD : 0);
    if (!prefetch_next(p, &ahead, 0, length, next))
        return NULL;
    next->starts = 1;
    return next;
}

/*
 * Copies elements of which each is a segment. For Intel's processors what comes next is prefetched beside them, of both
 * arrays: nothing else is done that would take as long as memory does. Two Xeon cores, sums of 2^24 in segments of 1,
 * ms, without that and so: from memory i32 6.2 and 5.0, i64 10.0 and 7.8; in a cache 6.0 and 4.6, 9.9 and 7.5.
 */
static void copy_elements(const struct prefix__openmp_pipeline *p, const char *in, size_t bytes, const char *ends,
                          char *to)
{
    const size_t whole = p->large && prefix__openmp_is_intel ? bytes / LINE_BYTES * LINE_BYTES : 0;
    for (size_t i = 0, prefetched = 0; i < whole; i += LINE_BYTES) {
        prefix__openmp_prefetch_here(in + i + LONE_AHEAD);
        for (; prefetched * p->in_size <= i * p->heads->size; prefetched += LINE_BYTES)
            prefix__openmp_prefetch_here(ends + prefetched + MARKED_AHEAD);
        memcpy(to + i, in + i, LINE_BYTES);
    }
    memcpy(to + whole, in + whole, bytes - whole);
}

/* Two Zen 4 cores, 2^24 i32 and i64 in segments of 1, ms: 9.4 and 14.5 by differences, and so 4.8 and 8.5. */
size_t prefix__openmp_copy_totals(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t *carry,
                                  struct totals *totals)
{
    const struct prefix_heads *heads = p->heads;
    const size_t size = totals->size;
    size_t i = 0, length;
    if (p->widen || p->in_size != size || p->carry != p->core.identity)
        return 0;
    if (prefix__index_at(heads->data, heads->size, totals->next) >= first) /* carry is of none that ends */
        return 0;
    for (; i < count && heads->segments - totals->next >= (length = least(PIECE_BYTES / size, count - i));
         i += length) {
        const size_t behind = totals->next + length; /* the segment that must end later, if there is one */
        const char *const ends = (const char *)heads->data + (totals->next + 1) * heads->size;
        const char *const in = p->in + (first + i) * size;
        if (!p->isa->segments->consecutive[heads->size == 8](ends, length, first + i) ||
            (behind < heads->segments && prefix__index_at(heads->data, heads->size, behind + 1) < first + i + length))
            break;
        write_aside(totals);
        char *const to = room(totals);
        store_carry(p, to, *carry);
        copy_elements(p, in, (length - 1) * size, ends, to + size);
        memcpy(carry, in + (length - 1) * size, size);
        give(totals, length);
    }
    return i;
}

/* The result before an element. */
static uint64_t result_at(const struct prefix__openmp_pipeline *p, int columns, const char *before)
{
    const size_t width = p->core.written;
    struct prefix__openmp_state state = {.carry = 0};
    if (columns)
        p->core.reduce(before + width - LINE_BYTES, LINE_BYTES / width, &state, NULL);
    else
        memcpy(&state.local, before, width);
    return state.local;
}

/*
 * Totals of the piece before are written past the caches before a piece is scanned: behind them in the store buffer,
 * results would be there too late for totals. Two Zen 4 cores, 2^24 i32 in segments of up to 8 of which half are empty,
 * ms: between the two 4.0, and so 3.2.
 */
uint64_t prefix__openmp_reduce_by_differences(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                              int columns, uint64_t carry, struct totals *totals)
{
    struct buffers b;
    const size_t width = p->core.written,
                 piece = (width < 4 || columns || !p->isa->has_masks ? PIECE_BYTES : WIDE_BYTES) / p->core.size;
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - width;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->core, carry);
    uint64_t open = p->carry; /* of a segment that began before, carry has it */
    memset(b.scanned, 0, LINE_BYTES);
    store_carry(p, before, carry);
    for (size_t i = 0, length; i < count; i += length) {
        const size_t at = first + i;
        struct prefix__openmp_next coming;
        length = least(piece, count - i);
        const void *in = fetch(p, &b, at, length, 1);
        const struct prefix__openmp_next *next = prefetch_scanned(p, columns, at, length, &coming);
        write_aside(totals);
        if (columns)
            p->isa->segments->columns[log2_of(width)](in, scanned, length, next);
        else
            p->core.scan(in, scanned, length, &state, next);
        if (totals->next == 0) { /* elements before the first segment are of none */
            const uint64_t begin = prefix__index_at(p->heads->data, p->heads->size, 0);
            if (begin >= at && begin < at + length)
                open = result_at(p, columns, before + (begin - at) * width);
        }
        take(p, columns, at, length, before, &open, totals);
        memmove(b.scanned, scanned + length * width - LINE_BYTES, LINE_BYTES);
    }
    return p->core.combine(result_at(p, columns, before), p->carry - open);
}
