/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the short segments of offsets that end in a canonical tile (windows.h, windows_trees.h, windows_short.h).
 * No place of a beginning is found out, and what stands before a piece in its tile is read again rather than carried
 * into it; what has been carried into a tile comes before a segment that began before it.
 */
#include "segmented.h"
#include "segmented_windows.h"

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

/* What a carry and elements of a tile from a position on come to. */
static uint64_t combine_span(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, uint64_t carry,
                             size_t first, size_t end)
{
    return p->core.combine(carry, prefix__openmp_reduce_span(p, tile, tile + length, first, end));
}

/* The total of a segment that began before the tile, but ends in it. */
static void take_first(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, uint64_t carry,
                       struct totals *totals)
{
    if (totals->next == p->heads->segments || begin_of(p, totals->next) >= tile)
        return;
    const uint64_t end = begin_of(p, totals->next + 1);
    if (end < tile || end >= tile + length)
        return;
    write_aside(totals);
    put(p, room(totals), combine_span(p, tile, length, carry, tile, (size_t)end));
    give(totals, 1);
}

/* Where the next segment begins, at most at the end. */
static size_t next_begin(const struct prefix__openmp_pipeline *p, const struct totals *totals, size_t end)
{
    const uint64_t begin = begin_of(p, totals->next);
    return begin < end ? (size_t)begin : end;
}

size_t prefix__openmp_reduce_by_windows(const struct prefix__openmp_pipeline *p, size_t tile, size_t length,
                                        uint64_t *carry, struct totals *totals)
{
    const struct prefix_heads *heads = p->heads;
    const size_t size = p->core.size, end = tile + length, before = LINE_BYTES / size; /* a window, at least */
    const size_t piece = p->core.windows_bytes / size - before, most = PREFIX__OPENMP_WINDOWS_TOTALS / size;
    take_first(p, tile, length, *carry, totals);
    for (size_t at = tile, stop; at < end; at = stop) {
        const size_t first = at > tile ? at - before : at;
        size_t some, count;
        stop = least(at + piece, end);
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
            const size_t begin = next_begin(p, totals, end), row = PREFIX__ROW_BYTES / size;
            *carry = p->carry;
            return begin < tile ? 0 : (begin - tile) / row * row;
        }
    }
    const size_t open = next_begin(p, totals, end);
    *carry = combine_span(p, tile, length, open < tile ? *carry : p->carry, open < tile ? tile : open, end);
    return length;
}
