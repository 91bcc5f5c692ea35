/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Takes canonical tiles through a pipeline, piece by piece, so that what passes from stage to stage
 * stays in the first-level cache. A piece is read whole before any of it is written: in place is
 * safe. An exclusive result is the inclusive one read from one element earlier.
 */
#include "tile/tile.h"
#include "tile/chunks.h"

void prefix__openmp_reduce_rows(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                struct prefix__openmp_state *state)
{
    struct buffers b;
    const int reversed = p->mirror_in && p->ordered; /* what is exactly associative here commutes, too */
    /* Where nothing is written, memory keeps up better with short reads. */
    const int by_pieces = reversed || p->widen || (p->ordered && p->large && !p->out);
    const size_t piece = by_pieces ? reduced_at_once(p) : p->tile;
    const int prefetches = !p->mirror_in && !p->widen && p->large && prefix__openmp_is_intel;
    for (size_t at = first, length; at < first + count; at += length) {
        struct prefix__openmp_next next;
        length = least(piece, first + count - at);
        p->core.reduce(fetch(p, &b, at, length, reversed), length, state,
                       prefetches ? prefetch_lone(p, at, LONE_AHEAD, length, &next) : NULL);
    }
}

void prefix__openmp_reduce(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t *aggregates)
{
    for (size_t at = first; at < first + count; at += p->tile) {
        struct prefix__openmp_state state = prefix__openmp_begin(&p->core, 0);
        prefix__openmp_reduce_rows(p, at, least(p->tile, first + count - at), &state);
        *aggregates++ = state.local;
    }
}

/* What comes next at a place of a scan beside which a tile is reduced: further on in that one, or in the one behind. */
static const struct prefix__openmp_next *prefetch_beside(const struct prefix__openmp_pipeline *p,
                                                         const struct prefix__openmp_part *fresh,
                                                         struct prefix__openmp_upcoming *upcoming, size_t done,
                                                         size_t length, struct prefix__openmp_next *next)
{
    const struct prefix__openmp_ahead rest = {fresh->first, fresh->count};
    done += quotient(BESIDE_AHEAD, p->in_size);
    if (upcoming->choose && done + quotient(PAGES_AHEAD * PAGE_BYTES, p->in_size) >= rest.count) {
        upcoming->ahead = upcoming->choose(upcoming->user);
        upcoming->choose = NULL;
    }
    return done < rest.count ? prefetch_next(p, &rest, done, length, next)
                             : prefetch_next(p, &upcoming->ahead, done - rest.count, length, next);
}

/* How pieces of a scan are written. */
enum output { BUFFERED, TO_ARRAY, STREAMED };

struct scanner {
    struct buffers b;
    const struct prefix__openmp_pipeline *p;
    enum output output;
    struct prefix__openmp_state state;
};

/* A piece: by way of a buffer, which has the element before it, where the core cannot write to the array. */
static void scan_piece(struct scanner *s, size_t at, size_t count, const struct prefix__openmp_next *next)
{
    const struct prefix__openmp_pipeline *p = s->p;
    const struct prefix__openmp_core *core = &p->core;
    char *const scanned = s->b.scanned + LINE_BYTES, *const before = scanned - core->written;
    char *const to = p->out + at * p->out_size;
    const void *from = fetch(p, &s->b, at, count, 1);
    if (s->output == TO_ARRAY) {
        core->scan(from, to, count, &s->state, next);
    } else if (s->output == STREAMED) {
        core->stream(from, to, count, &s->state, next, p->exclusive);
    } else {
        core->scan(from, scanned, count, &s->state, next);
        deliver(p, &s->b, p->exclusive ? before : scanned, at, count);
        memcpy(before, scanned + (count - 1) * core->written, core->written);
    }
}

/* Elements of a piece: of exactly associative operators up to the end of a line where lines are streamed. */
static size_t piece_length(const struct scanner *s, size_t piece, size_t at, size_t rest)
{
    const size_t length = least(piece, rest);
    if (s->output != STREAMED || s->p->ordered)
        return length;
    const size_t off = quotient((uintptr_t)(s->p->out + at * s->p->out_size) % LINE_BYTES, s->p->out_size);
    return length > off ? length - off : length;
}

/* Scans a part and reduces a fresh one, piece by piece in turn; either may have no elements. */
uint64_t prefix__openmp_scan_beside(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *known,
                                    const struct prefix__openmp_part *fresh, struct prefix__openmp_upcoming *upcoming)
{
    const struct prefix__openmp_core *core = &p->core;
    const int direct = works_in_arrays(p), streamed = is_streamed(p), streams = streams_pieces(p);
    const int reversed = p->mirror_in && p->ordered; /* what is exactly associative here commutes, too */
    const int whole = streamed ? !streams : direct && !fresh->count;
    const size_t bytes = (direct || streamed) && !p->ordered ? BESIDE_BYTES : PIECE_BYTES;
    const size_t piece = whole ? p->tile : quotient(bytes, core->size);
    const size_t most = known->count > fresh->count ? known->count : fresh->count;
    struct prefix__openmp_state reduced = prefix__openmp_begin(core, 0);
    struct scanner s; /* whose buffers need no values */
    s.p = p;
    s.state = prefix__openmp_begin(core, known->carry);
    s.output = writes_to_array(p) ? TO_ARRAY : streamed || streams ? STREAMED : BUFFERED;
    store_carry(p, s.b.scanned + LINE_BYTES - core->written, known->carry);
    for (size_t at = 0; at < most; at += p->tile) {
        const size_t end = least(at + p->tile, most);
        for (size_t i = at, length; i < end; i += length) {
            struct prefix__openmp_next next;
            length = piece_length(&s, piece, known->first + i, end - i);
            const struct prefix__openmp_next *prefetched = fresh->count
                                                               ? prefetch_beside(p, fresh, upcoming, i, length, &next)
                                                               : prefetch_next(p, &upcoming->ahead, i, length, &next);
            next.starts = prefetched && upcoming->starts;
            if (i < known->count)
                scan_piece(&s, known->first + i, least(length, known->count - i), prefetched);
            if (i < fresh->count) {
                const size_t count = least(length, fresh->count - i);
                core->reduce(fetch(p, &s.b, fresh->first + i, count, reversed), count, &reduced, NULL);
            }
        }
        s.state.carry = core->combine(s.state.carry, s.state.local);
        s.state.local = core->identity;
        if (at < fresh->count)
            fresh->aggregates[at / p->tile] = reduced.local;
        reduced.local = core->identity;
    }
    return s.state.carry;
}

/*
 * Whether only the starts of pages are prefetched of what is scanned itself: AMD's processors prefetch lines that are
 * read in order better than they are told to. Not where instructions take as long as memory, nor in place.
 */
static int prefetches_itself(const struct prefix__openmp_pipeline *p)
{
    return prefix__openmp_is_amd && !p->reverse && !p->widen && !p->core.wide && p->in_size >= 4 &&
           !(p->large && p->in == p->out);
}

static uint64_t scan_before(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                            struct prefix__openmp_upcoming *upcoming)
{
    const struct prefix__openmp_part known = {.first = first, .count = count, .carry = carry}, none = {0};
    if (!is_streamed(p))
        return prefix__openmp_scan_beside(p, &known, &none, upcoming);
    const struct prefix__openmp_ahead *ahead = &upcoming->ahead;
    struct prefix__openmp_next next = next_at(p, ahead->first, ahead->count, ahead->first + ahead->count);
    next.starts = (uint8_t)upcoming->starts;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->core, carry);
    p->core.stream(p->in + first * p->in_size, p->out + first * p->out_size, count, &state, &next, p->exclusive);
    return p->core.combine(state.carry, state.local);
}

uint64_t prefix__openmp_scan_range(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                   const struct prefix__openmp_ahead *ahead)
{
    struct prefix__openmp_upcoming upcoming = {.starts = 0};
    if (ahead && ahead->count) {
        upcoming.ahead = *ahead;
    } else {
        upcoming.starts = prefetches_itself(p);
        upcoming.ahead = ahead_by(p, first, upcoming.starts ? 0 : AHEAD);
    }
    return scan_before(p, first, count, carry, &upcoming);
}

uint64_t prefix__openmp_scan_onward(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                    const struct prefix__openmp_ahead *then)
{
    if (prefetches_itself(p)) {
        struct prefix__openmp_upcoming upcoming = {.ahead = {first, count}, .starts = 1};
        return scan_before(p, first, count, carry, &upcoming);
    }
    for (size_t at = 0; at < count; at += p->tile) {
        const size_t length = least(p->tile, count - at), rest = count - at - length;
        const struct prefix__openmp_ahead ahead = {first + at + length, least(p->tile, rest)};
        carry = prefix__openmp_scan_range(p, first + at, length, carry, rest > 0 ? &ahead : then);
    }
    return carry;
}

size_t prefix__openmp_values_bytes(const struct prefix__openmp_pipeline *p, size_t tiles)
{
    return LINE_BYTES + tiles * (p->tile * p->core.size + LINE_BYTES);
}

/* Whether a core's step writes the output itself. */
static int steps_to_output(const struct prefix__openmp_pipeline *p)
{
    const int lines = p->core.written < p->core.size;
    if (p->narrow || p->mirror_out || (lines && p->exclusive))
        return 0;
    return !p->past_cache || can_stream(p, lines);
}

uint64_t prefix__openmp_step(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *known,
                             const struct prefix__openmp_part *fresh, struct prefix__openmp_upcoming *upcoming)
{
    struct buffers b;
    const struct prefix__openmp_core *core = &p->core;
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - core->written;
    const int to_output = steps_to_output(p), shifted = p->exclusive && core->written == core->size;
    const size_t piece =
        to_output && !p->widen ? least(p->tile, quotient(BESIDE_AHEAD, p->in_size)) : quotient(PIECE_BYTES, core->size);
    const size_t most = known->count > fresh->count ? known->count : fresh->count;
    uint64_t carry = known->carry;
    for (size_t k = 0; k * p->tile < most; k++) {
        const size_t at = k * p->tile, end = least(at + p->tile, most);
        const char *values = values_of(p, known->values, k) - (shifted ? core->size : 0);
        char *local = values_of(p, fresh->values, k);
        struct prefix__openmp_state state = prefix__openmp_begin(core, 0);
        if (!shifted)
            store_carry(p, before, carry);
        if (at < fresh->count)
            store_bits(local - core->size, core->identity, core->size);
        for (size_t i = at; i < end; i += piece) {
            const size_t length = least(piece, end - i), offset = (i - at) * core->size;
            struct prefix__openmp_step step = {.carry = carry, .past_cache = to_output && p->past_cache};
            if (i < fresh->count) {
                step.n = least(length, fresh->count - i);
                step.in = fetch(p, &b, fresh->first + i, step.n, 1);
                step.local = local + offset;
                step.state = &state;
                if (!prefetch_beside(p, fresh, upcoming, i, step.n, &step.next))
                    step.next.at = NULL;
            }
            if (i < known->count) {
                step.count = least(length, known->count - i);
                step.values = values + offset;
                step.out = to_output ? p->out + place(p, known->first + i, step.count) * p->out_size : scanned;
            }
            core->step(&step);
            if (i >= known->count || to_output)
                continue;
            deliver(p, &b, p->exclusive && !shifted ? before : scanned, known->first + i, step.count);
            memcpy(before, scanned + (step.count - 1) * core->written, core->written);
        }
        if (at < known->count)
            carry = core->combine(carry, known->aggregates[k]);
        if (at < fresh->count)
            fresh->aggregates[k] = state.local;
    }
    return carry;
}
