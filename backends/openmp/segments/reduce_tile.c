/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Totals of the segments that end in a canonical tile. A tile in one segment is reduced alone. Long segments are
 * reduced one by one, others by the kernel where it has a loop for them. Sums that wrap around are scanned as
 * if there were no segments, and subtracted. Else the tile is scanned, and what stands before the ends of segments is
 * taken.
 */
#include "segments/reduce_tile.h"
#include "tile/segmented_tile.h"
#include "tile/span.h"

#define SPAN_LENGTH 400         /* elements of segments that are worth to be reduced one by one */
#define SPAN_LENGTH_TOTALS 2048 /* the same where there is a kernel for many */
#define PLACES 1400             /* that are loaded at once: all of a tile as a rule */

void prefix__openmp_store_total(const struct prefix__openmp_pipeline *p, char *array, size_t j, const char *value)
{
    const size_t k = p->reverse ? p->heads->segments - 1 - j : j;
    char *const to = array + k * p->out_size, init[sizeof(uint64_t)];
    if (!value) {
        store_carry(p, init, p->carry);
        value = init;
    }
    if (p->narrow)
        p->narrow(value, to, 1);
    else
        memcpy(to, value, p->out_size);
}

/* The first segment that ends at a position or later, or their number. */
static size_t first_segment_from(const struct prefix__openmp_pipeline *p, size_t at)
{
    size_t low = 0, high = p->heads->segments;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (end_of(p, middle) < at)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void prefix__openmp_begin_reducer(struct reducer *r, const struct prefix__openmp_pipeline *p, char *array,
                                  uint64_t *aggregates, size_t first, size_t end, int streams)
{
    r->p = p;
    r->array = array;
    r->aggregates = aggregates;
    r->end = end;
    r->lines = (struct prefix__openmp_lines){p->in, p->large ? p->in + p->n * p->in_size : p->in};
    r->totals.isa = p->isa;
    r->totals.array = array;
    r->totals.size = p->out_size;
    r->totals.next = first_segment_from(p, first);
    r->totals.streams = streams;
    prefix__openmp_begin_heads(&r->heads);
    r->totals.begin = r->totals.end = streams ? (uintptr_t)output_to(&r->totals) % LINE_BYTES : 0;
}

void prefix__openmp_end_reducer(struct reducer *r, uint64_t carry)
{
    char last[sizeof(uint64_t)];
    output_copy(&r->totals, r->totals.end);
    store_carry(r->p, last, carry);
    for (; r->end == r->p->n && r->totals.next < r->p->heads->segments; r->totals.next++) {
        const int is_empty = begin_of(r->p, r->totals.next) == end_of(r->p, r->totals.next);
        prefix__openmp_store_total(r->p, r->array, r->totals.next, is_empty ? NULL : last);
    }
}

/* Loads the ends of the next segments that end among elements, at most so many. */
static size_t load_ends(const struct reducer *r, size_t at, size_t count, size_t most, uint32_t *ends)
{
    const struct prefix_heads *heads = r->p->heads;
    const size_t next = r->totals.next + 1;
    return r->p->isa->segments->load_places[heads->size == 8]((const char *)heads->data + next * heads->size,
                                                              least(most, heads->segments + 1 - next), at, count, ends,
                                                              r->p->large);
}

static uint64_t reduce_plain(struct reducer *r, size_t at, size_t length, uint64_t carry)
{
    uint64_t aggregate;
    prefix__openmp_reduce(r->p, at, length, &aggregate);
    if (r->aggregates)
        r->aggregates[at / r->p->tile] = aggregate;
    return r->p->kernel.combine(carry, aggregate);
}

static uint64_t reduce_by_spans(struct reducer *r, size_t at, size_t length, uint64_t carry)
{
    char *const to = output_room(&r->totals);
    const size_t most = length / SPAN_LENGTH;
    output_add(&r->totals, prefix__openmp_reduce_spans(r->p, at, length, r->totals.next, most, &carry, to));
    return carry;
}

/* A begin or end that comes of an offset, which may be anything. */
static size_t clamp(uint64_t place, size_t least_place, size_t most)
{
    return place < least_place ? least_place : place < most ? (size_t)place : most;
}

static uint64_t reduce_by_kernel(struct reducer *r, size_t at, size_t length, uint64_t carry)
{
    const struct prefix__openmp_pipeline *p = r->p;
    const struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, p->carry);
    const char *const in = p->in + at * p->in_size;
    const size_t end = at + length;
    uint32_t places[1 + PLACES + LINE_BYTES];
    uint64_t begin = begin_of(p, r->totals.next);
    if (begin < at) { /* one is open */
        begin = clamp(end_of(p, r->totals.next), at, end);
        carry = p->kernel.combine(carry, prefix__openmp_reduce_span(p, at, end, at, (size_t)begin));
        store_carry(p, output_room(&r->totals), carry);
        output_add(&r->totals, 1);
    }
    if (p->large && r->lines.at < in)
        r->lines.at = in;
    places[0] = (uint32_t)(clamp(begin, at, end) - at);
    for (size_t count = PLACES; count == PLACES; places[0] = places[count]) {
        count = load_ends(r, at, length, PLACES, places + 1);
        if (count == 0 || places[1] < places[0])
            break;
        for (size_t j = count + 1; j <= count + LINE_BYTES; j++)
            places[j] = places[count];
        p->kernel.totals(in, places, count, output_room(&r->totals), &state, &r->lines);
        output_add(&r->totals, count);
    }
    if (r->totals.next < p->heads->segments)
        carry = p->kernel.combine(p->carry, prefix__openmp_reduce_span(p, at, end, at + places[0], end));
    return carry;
}

/* Intel's processors want lines prefetched that are read in order, others but the starts of pages. */
static const struct prefix__openmp_next *prefetch_scanned(const struct prefix__openmp_pipeline *p, size_t at,
                                                          size_t count, struct prefix__openmp_next *next)
{
    if (prefix__openmp_is_intel)
        return prefetch_lone(p, at, LONE_AHEAD, count, next);
    const struct prefix__openmp_ahead ahead = ahead_by(p, at, p->widen ? BESIDE_AHEAD : 0);
    if (!prefetch_next(p, &ahead, 0, count, next))
        return NULL;
    next->starts = 1;
    return next;
}

/* Of sums that wrap around: what is scanned goes on where segments begin, and is subtracted again. */
static uint64_t reduce_by_differences(struct reducer *r, size_t at, size_t length, uint64_t carry)
{
    const struct prefix__openmp_pipeline *p = r->p;
    const size_t width = p->kernel.written, piece = quotient(PIECE_BYTES, width), end = at + length;
    const size_t most = least(PLACES, piece);
    struct buffers b;
    uint32_t ends[PLACES];
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - width;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, carry);
    uint64_t open = p->carry; /* what stands before the open segment, less init; before the tile it is in the carry */
    store_carry(p, before, carry);
    for (size_t count; at < end; at += count) {
        struct prefix__openmp_next next;
        count = least(piece, end - at);
        const void *const in = fetch(p, &b, at, count, 1);
        p->kernel.scan(in, scanned, count, &state, prefetch_scanned(p, at, count, &next));
        if (r->totals.next == 0 && begin_of(p, 0) >= at && begin_of(p, 0) < at + count) {
            open = 0; /* elements before the first segment are of none */
            memcpy(&open, before + (begin_of(p, 0) - at) * width, width);
        }
        for (size_t some = most; some == most; output_add(&r->totals, some)) {
            some = load_ends(r, at, count, most, ends);
            p->isa->segments->differences[prefix__log2_of(width)](ends, some, before, p->carry, &open,
                                                                  output_room(&r->totals));
        }
        memcpy(before, scanned + (count - 1) * width, width);
    }
    return p->kernel.combine(state.carry, p->carry - open);
}

/* Totals that need to be turned or mapped, one by one; before has the results before each element. */
static void store_totals(struct reducer *r, size_t at, size_t count, const char *before)
{
    const struct prefix__openmp_pipeline *p = r->p;
    for (uint64_t end; r->totals.next < p->heads->segments && (end = end_of(p, r->totals.next)) < at + count;) {
        const char *const value = begin_of(p, r->totals.next) == end ? NULL : before + (end - at) * p->kernel.written;
        prefix__openmp_store_total(p, r->array, r->totals.next++, value);
    }
}

/* A prefix__openmp_take_fn. */
static void take_totals(void *user, size_t at, size_t count, const uint64_t *heads, const char *before)
{
    struct reducer *r = user;
    const struct prefix__openmp_pipeline *p = r->p;
    const size_t most = least(PLACES, PIECE_BYTES / p->out_size);
    uint32_t places[1 + PLACES];
    if (!prefix__openmp_has_heads(heads, count))
        return;
    if (p->reverse || p->narrow) {
        store_totals(r, at, count, before);
        return;
    }
    for (size_t some = most; some == most;) {
        const uint64_t begin = begin_of(p, r->totals.next);
        places[0] = begin < at || begin - at >= count ? UINT32_MAX : (uint32_t)(begin - at);
        some = load_ends(r, at, count, most, places + 1);
        p->isa->segments->totals[prefix__log2_of(p->out_size)](places, some, before, output_room(&r->totals));
        output_add(&r->totals, some);
    }
}

/* Whether no more of the segments end in a tile than one for so many elements. */
static int are_as_long(const struct reducer *r, size_t at, size_t length, size_t elements)
{
    const size_t left = r->p->heads->segments - r->totals.next, most = length / elements;
    return left <= most || end_of(r->p, r->totals.next + most) >= at + length;
}

uint64_t prefix__openmp_reduce_tile(struct reducer *r, size_t at, size_t length, uint64_t carry)
{
    const struct prefix__openmp_pipeline *p = r->p;
    const size_t next = r->totals.next;
    if (next < p->heads->segments && begin_of(p, next) < at && end_of(p, next) >= at + length)
        return reduce_plain(r, at, length, carry);
    if (!p->reverse && !p->narrow) {
        const int is_direct = !p->widen && p->in_size == p->kernel.size && p->carry == p->kernel.identity;
        const int has_totals = p->kernel.totals && is_direct && are_as_long(r, at, length, p->kernel.totals_length);
        if (are_as_long(r, at, length, has_totals ? SPAN_LENGTH_TOTALS : SPAN_LENGTH))
            return reduce_by_spans(r, at, length, carry);
        if (has_totals)
            return reduce_by_kernel(r, at, length, carry);
        if (p->wraps)
            return reduce_by_differences(r, at, length, carry);
    }
    if (!prefix__openmp_find_first(p, at, length, &r->heads))
        return reduce_plain(r, at, length, carry);
    return prefix__openmp_scan_for(p, at, length, r->end, &r->heads, carry, take_totals, r);
}
