/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the few segments that end in a canonical tile, each by itself: nothing is found out about its other
 * elements. Whole rows are reduced as in any reduction, and of rows in which segments begin or end what belongs to
 * each. In the tree of a row, which is its total, elements that count as the identity change nothing: so the bits are
 * those of the scan. What is read here is prefetched into the cache for Intel's processors only. Two Zen 4 cores, 2^24 f32
 * in segments of 500, ms: scanned 2.9, by themselves 2.3, and 3.2 to 4.2 where lines 1 to 32 KiB ahead are prefetched; of
 * lengths of all magnitudes 3.0, 2.1, 2.5. Two Xeon cores, 2^26 in segments of 500: 13.3, and 12.6, 11.5, 11.1, 11.3
 * where lines 512 bytes, 2, 4 and 8 KiB ahead are; from memory 11.2, and 10.5 where that is done beside rows in which
 * segments begin, too. With pages, 6 KiB ahead, and so, maxima of 2^26 in segments of random lengths: i16 4.1 and 4.0,
 * i32 8.9 and 8.8, i64 18.3 and 17.5.
 */
#include "tile/span.h"
#include "tile/chunks.h"
#include "tile/segment_starts.h"

/* Prefetches the lines of elements of a part of a row that comes later. */
static inline __attribute__((always_inline)) void prefetch_part(const struct prefix__openmp_pipeline *p, size_t at,
                                                            size_t count)
{
    const size_t first = at + quotient(LONE_AHEAD, p->in_size);
    if (first + count > p->n)
        return;
    const char *from = p->in + first * p->in_size;
    const size_t before = (uintptr_t)from % LINE_BYTES;
    prefix__openmp_prefetch_lines(from - before, before + count * p->in_size);
}

/* Moves the state on by elements of a tile. A scan prefetches nothing here: what comes next may be written by others. */
static void pass_span(const struct prefix__openmp_pipeline *p, size_t tile, size_t end, size_t from, size_t to,
                      struct prefix__openmp_state *state)
{
    struct buffers b;
    const size_t row = quotient(PREFIX__ROW_BYTES, p->core.size);
    const int is_direct = !p->mirror_in && !p->widen;
    const int prefetches = is_direct && p->large && !p->out && prefix__openmp_is_intel;
    for (size_t at = from, length; at < to; at += length) {
        const size_t low = p->ordered ? (at - tile) & (row - 1) : 0;
        if (low > 0 || (p->ordered && to - at < row)) {
            const size_t first = at - low, count = least(row, end - first), high = least(row, low + to - at);
            length = high - low;
            if (prefetches)
                prefetch_part(p, at, length);
            p->core.reduce_row_part(fetch(p, &b, first, count, 1), low, high, count, state);
            continue;
        }
        length = to - at;
        if (p->ordered)
            length &= -row;
        if (!is_direct || p->ordered)
            length = least(length, reduced_at_once(p));
        struct prefix__openmp_next next;
        p->core.reduce(fetch(p, &b, at, length, p->ordered), length, state,
                       prefetches ? prefetch_lone(p, at, LONE_AHEAD, length, &next) : NULL);
    }
}

uint64_t prefix__openmp_reduce_span(const struct prefix__openmp_pipeline *p, size_t tile, size_t end, size_t from,
                                    size_t to)
{
    struct prefix__openmp_state state = prefix__openmp_begin(&p->core, 0);
    pass_span(p, tile, end, from, to, &state);
    return state.local;
}

size_t prefix__openmp_reduce_few(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t first,
                                 size_t most, uint64_t *carry, char *totals)
{
    const struct prefix_heads *heads = p->heads;
    const size_t end = tile + length;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->core, *carry);
    size_t count = 0, at = tile;
    for (;; count++) {
        const uint64_t begin = prefix__index_at(heads->data, heads->size, first + count);
        if (begin >= at && begin < end) {
            state = prefix__openmp_begin(&p->core, p->carry);
            at = (size_t)begin;
        }
        if (count == most || first + count == heads->segments)
            break;
        const uint64_t until = prefix__index_at(heads->data, heads->size, first + count + 1);
        if (until >= end)
            break;
        if (until > at) { /* unless offsets decrease */
            pass_span(p, tile, end, at, (size_t)until, &state);
            at = (size_t)until;
        }
        store_carry(p, totals + count * p->core.written, p->core.combine(state.carry, state.local));
    }
    pass_span(p, tile, end, at, end, &state);
    *carry = p->core.combine(state.carry, state.local);
    return count;
}
