/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the short segments of offsets that end in a canonical tile (windows.h, windows_trees.h, windows_short.h).
 * No place of a beginning is found out, and what stands before a piece is read again rather than carried into it. Only
 * what has been carried into the first tile comes before a segment that began before it.
 */
#include "segments/by_tables.h"
#include "tile/segmented_tile.h"
#include "tile/span.h"

#define SHORT_SAMPLE 64 /* segments of which it is seen whether they are short */

_Static_assert(PREFIX__OPENMP_WINDOWS_TOTALS <= TOTALS_BYTES, "there is room for totals");

int prefix__openmp_has_windows(const struct prefix__openmp_pipeline *p)
{
    const int is_fast = p->core.size < 4 ? prefix__openmp_permutes : prefix__openmp_gathers;
    return p->core.windows && is_fast && !p->reverse && !p->widen && !p->unmap &&
           (!p->ordered || p->carry == p->core.identity);
}

static uint64_t begin_of(const struct prefix__openmp_pipeline *p, size_t segment)
{
    return prefix__index_at(p->heads->data, p->heads->size, segment);
}

/*
 * Only near offsets are asked: what stands a tile further on is not in the cache.
 *
 * Those of elements of two bytes are not where they come to half a window. Two Xeon cores, 2^26 in segments of 4 and 7,
 * ms, by other ways and by windows: maxima of i32 14.0, 14.1 and 12.1, 10.6; f32 15.1, 16.1 and 12.6, 11.3; i64 26.9,
 * 23.5 and 23.6, 21.3; f16 8.2, 7.3 and 9.0, 9.1; sums of f64 27.9, 25.5 and 25.6, 24.2.
 */
int prefix__openmp_are_short(const struct prefix__openmp_pipeline *p, const struct totals *totals)
{
    if (p->heads->segments - totals->next < SHORT_SAMPLE)
        return 0;
    const uint64_t first = begin_of(p, totals->next);
    uint64_t begin = first, end, longest = 0;
    for (size_t j = 1; j <= SHORT_SAMPLE; j++, begin = end) {
        end = begin_of(p, totals->next + j);
        longest = end - begin > longest ? end - begin : longest;
    }
    const uint64_t length = begin - first;
    const int is_half = length >= SHORT_SAMPLE * PREFIX__OPENMP_WINDOW / 2;
    return longest <= PREFIX__OPENMP_WINDOW && length > SHORT_SAMPLE * 5 / 4 && !(is_half && p->core.size == 2);
}

/* What a carry and elements from a position up to another one come to. */
static uint64_t combine_span(const struct prefix__openmp_pipeline *p, uint64_t carry, size_t first, size_t end)
{
    for (size_t at = first, tile, stop; at < end; at = stop) {
        tile = at & -p->tile;
        stop = least(tile + p->tile, end);
        carry = p->core.combine(carry, prefix__openmp_reduce_span(p, tile, least(tile + p->tile, p->n), at, stop));
    }
    return carry;
}

/* The total of a segment that began before a tile, but ends in it. */
static void take_first(const struct prefix__openmp_pipeline *p, size_t tile, size_t behind, uint64_t carry,
                       struct totals *totals)
{
    if (totals->next == p->heads->segments || begin_of(p, totals->next) >= tile)
        return;
    const uint64_t end = begin_of(p, totals->next + 1);
    if (end < tile || end >= behind)
        return;
    write_aside(totals);
    store_carry(p, room(totals), combine_span(p, carry, tile, (size_t)end));
    give(totals, 1);
}

/* Where the next segment begins, at most at the end. */
static size_t next_begin(const struct prefix__openmp_pipeline *p, const struct totals *totals, size_t end)
{
    const uint64_t begin = begin_of(p, totals->next);
    return begin < end ? (size_t)begin : end;
}

/*
 * Whether the total of a segment from one tile into the next is that of both of its parts, as in a tile: of halves
 * tiles are combined in f64, and what they come to is rounded once.
 */
static int passes_tiles(const struct prefix__openmp_pipeline *p)
{
    return p->core.written == p->core.size;
}

size_t prefix__openmp_reduce_by_windows(const struct prefix__openmp_pipeline *p, size_t tile, size_t end,
                                        uint64_t *carry, struct totals *totals)
{
    const struct prefix_heads *heads = p->heads;
    const size_t size = p->core.size, before = LINE_BYTES / size; /* a window, at least */
    const size_t piece = least(p->core.windows_bytes / size - before, p->tile);
    const size_t most = PREFIX__OPENMP_WINDOWS_TOTALS / size, row = PREFIX__ROW_BYTES / size;
    size_t at = tile, behind = least(tile + p->tile, end); /* of the last tile of which segments are short */
    take_first(p, tile, behind, *carry, totals);
    for (size_t stop;; at = stop) {
        if (at + piece > behind && behind < end && passes_tiles(p) && prefix__openmp_are_short(p, totals))
            behind = least(behind + p->tile, end);
        if (at == behind)
            break;
        const size_t first = at > tile ? at - before : at;
        size_t some, count;
        stop = least(at + piece, behind);
        do {
            some = least(most, heads->segments - totals->next);
            const struct prefix__openmp_segments segments = {(const char *)heads->data + totals->next * heads->size,
                                                             heads->size, some, first};
            write_aside(totals);
            count = p->core.windows(p->in + first * p->in_size, stop - first, p->n - first, &segments, p->carry,
                                    room(totals), p->large);
            give(totals, count);
        } while (count == most);
        if (count < some && begin_of(p, totals->next + 1) < stop) { /* one that is not short */
            const size_t begin = next_begin(p, totals, behind);
            *carry = p->carry;
            return begin < tile ? tile : begin / row * row;
        }
    }
    const size_t open = next_begin(p, totals, behind);
    *carry = open < tile ? combine_span(p, *carry, tile, behind) : combine_span(p, p->carry, open, behind);
    return behind;
}
