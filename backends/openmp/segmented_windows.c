/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the short segments of offsets that end in a canonical tile (windows.h). No place of a beginning is found
 * out, and what stands before a tile is read again rather than carried into it.
 */
#include "segmented_windows.h"

int prefix__openmp_has_windows(const struct prefix__openmp_pipeline *p)
{
    const int is_fast = p->core.size < 4 ? prefix__openmp_permutes : prefix__openmp_gathers;
    return p->core.windows && is_fast && !p->reverse && !p->widen && !p->unmap;
}

/* What a carry and elements from a position on come to. */
static uint64_t combine_range(const struct prefix__openmp_pipeline *p, uint64_t carry, size_t first, size_t end)
{
    struct prefix__openmp_state state = {carry, p->core.identity};
    p->core.reduce(p->in + first * p->in_size, end - first, &state, NULL);
    return p->core.combine(state.carry, state.local);
}

/* The total of a segment that is not short and began before the tile, but ends in it. */
static void take_first(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, uint64_t carry,
                       struct totals *totals)
{
    const struct prefix_heads *heads = p->heads;
    if (totals->next == heads->segments ||
        prefix__index_at(heads->data, heads->size, totals->next) + PREFIX__OPENMP_WINDOW >= tile)
        return;
    const uint64_t end = prefix__index_at(heads->data, heads->size, totals->next + 1);
    if (end < tile || end >= tile + length)
        return;
    write_aside(totals);
    put(p, room(totals), combine_range(p, carry, tile, (size_t)end));
    give(totals, 1);
}

/* Where the next segment begins, at most at the end. */
static size_t next_begin(const struct prefix__openmp_pipeline *p, const struct totals *totals, size_t end)
{
    const uint64_t begin = prefix__index_at(p->heads->data, p->heads->size, totals->next);
    return begin < end ? (size_t)begin : end;
}

size_t prefix__openmp_reduce_by_windows(const struct prefix__openmp_pipeline *p, size_t tile, size_t length,
                                        uint64_t *carry, struct totals *totals)
{
    const struct prefix_heads *heads = p->heads;
    const size_t size = p->core.size, end = tile + length, before = LINE_BYTES / size; /* a window, at least */
    const size_t piece = p->core.windows_bytes / size - before, most = PIECE_BYTES / size;
    take_first(p, tile, length, *carry, totals);
    for (size_t at = tile, stop; at < end; at = stop) {
        const size_t first = at - least(before, at);
        size_t some, count;
        stop = least(at + piece, end);
        do {
            some = least(most, heads->segments - totals->next);
            const struct prefix__openmp_segments segments = {(const char *)heads->data + totals->next * heads->size,
                                                             heads->size, some, first};
            write_aside(totals);
            count = p->core.windows(p->in + first * size, stop - first, p->n - first, &segments, p->carry, room(totals),
                                    p->large);
            give(totals, count);
        } while (count == most);
        if (count < some && prefix__index_at(heads->data, heads->size, totals->next + 1) < stop) {
            const size_t begin = next_begin(p, totals, end); /* of one that is not short */
            if (begin < tile)
                return 0;
            *carry = p->carry;
            return begin - tile;
        }
    }
    const size_t open = next_begin(p, totals, end);
    *carry = combine_range(p, open < tile ? *carry : p->carry, open < tile ? tile : open, end);
    return length;
}
