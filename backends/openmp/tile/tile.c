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
        p->kernel.reduce(fetch(p, &b, at, length, reversed), length, state,
                         prefetches ? prefetch_lone(p, at, LONE_AHEAD, length, &next) : NULL);
    }
}

void prefix__openmp_reduce(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t *aggregates)
{
    for (size_t at = first; at < first + count; at += p->tile) {
        struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, 0);
        prefix__openmp_reduce_rows(p, at, least(p->tile, first + count - at), &state);
        *aggregates++ = state.local;
    }
}

/* What comes next at a place of a scan beside which a tile is reduced: further on in that one, or what comes then. */
static const struct prefix__openmp_next *prefetch_beside(const struct prefix__openmp_pipeline *p,
                                                         const struct prefix__openmp_part *fresh,
                                                         const struct prefix__openmp_ahead *ahead, size_t done,
                                                         size_t length, struct prefix__openmp_next *next)
{
    const struct prefix__openmp_ahead rest = {fresh->first, fresh->count};
    if (fresh->count)
        done += quotient(BESIDE_AHEAD, p->in_size);
    return done < rest.count ? prefetch_next(p, &rest, done, length, next)
                             : prefetch_next(p, ahead, done - rest.count, length, next);
}

/* How pieces of a scan are written. */
enum output { BUFFERED, TO_ARRAY, STREAMED };

struct scanner {
    struct buffers b;
    const struct prefix__openmp_pipeline *p;
    enum output output;
    struct prefix__openmp_state state;
};

/* A piece: by way of a buffer, which has the element before it, where the kernel cannot write to the array. */
static void scan_piece(struct scanner *s, size_t at, size_t count, const struct prefix__openmp_next *next)
{
    const struct prefix__openmp_pipeline *p = s->p;
    const struct prefix__openmp_kernel *kernel = &p->kernel;
    char *const scanned = s->b.scanned + LINE_BYTES, *const before = scanned - kernel->written;
    char *const to = p->out + at * p->out_size;
    const void *from = fetch(p, &s->b, at, count, 1);
    if (s->output == TO_ARRAY) {
        kernel->scan(from, to, count, &s->state, next);
    } else if (s->output == STREAMED) {
        kernel->stream(from, to, count, &s->state, next, p->exclusive);
    } else {
        uint64_t last;
        kernel->scan(from, scanned, count, &s->state, next);
        memcpy(&last, scanned + (count - 1) * kernel->written, kernel->written);
        deliver(p, s->b.mapped, scanned, p->exclusive ? before : scanned, at, count);
        memcpy(before, &last, kernel->written);
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

/* Where the kernel can write to the array. Halves want whole lines for that. */
static int has_step(const struct prefix__openmp_pipeline *p)
{
    const int lines = p->kernel.written < p->kernel.size;
    return p->kernel.step && !p->heads && !p->mirror_out && !(lines && p->exclusive) &&
           (!p->past_cache || can_stream(p, lines));
}

size_t prefix__openmp_values_bytes(const struct prefix__openmp_pipeline *p, size_t tiles)
{
    return has_step(p) ? LINE_BYTES + tiles * (p->tile * p->kernel.size + LINE_BYTES) : 0;
}

/* Where a canonical tile's values lie; the element before them is the identity. */
static char *values_of(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *part, size_t tile)
{
    return part->values + LINE_BYTES + tile * (p->tile * p->kernel.size + LINE_BYTES);
}

static uint64_t step(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *known,
                     const struct prefix__openmp_part *fresh, const struct prefix__openmp_ahead *ahead)
{
    struct buffers b;
    const struct prefix__openmp_kernel *kernel = &p->kernel;
    const size_t bytes = p->widen ? quotient(PIECE_BYTES, kernel->size) : quotient(BESIDE_AHEAD, p->in_size);
    const size_t piece = least(p->tile, bytes), shift = p->exclusive ? kernel->size : 0;
    uint64_t carry = known->carry;
    for (size_t k = 0, at; (at = k * p->tile) < known->count || at < fresh->count; k++) {
        struct prefix__openmp_state state = prefix__openmp_begin(kernel, 0);
        if (at < fresh->count)
            store_bits(values_of(p, fresh, k) - kernel->size, kernel->identity, kernel->size);
        for (size_t i = at; i < at + p->tile && (i < known->count || i < fresh->count); i += piece) {
            const size_t offset = (i - at) * kernel->size;
            struct prefix__openmp_step step = {.carry = carry, .past_cache = p->past_cache, .state = &state};
            if (i < fresh->count) {
                step.n = least(piece, fresh->count - i);
                step.in = fetch(p, &b, fresh->first + i, step.n, 1);
                step.local = values_of(p, fresh, k) + offset;
                if (!prefetch_beside(p, fresh, ahead, i, step.n, &step.next))
                    step.next.at = NULL;
            }
            if (i < known->count) {
                step.count = least(piece, known->count - i);
                step.values = values_of(p, known, k) + offset - shift;
                step.out = p->out + (known->first + i) * p->out_size;
            }
            kernel->step(&step);
        }
        if (at < known->count)
            carry = kernel->combine(carry, known->aggregates[k]);
        if (at < fresh->count)
            fresh->aggregates[k] = state.local;
    }
    return carry;
}

uint64_t prefix__openmp_scan_beside(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_part *known,
                                    const struct prefix__openmp_part *fresh, const struct prefix__openmp_ahead *ahead)
{
    if (known->values || fresh->values)
        return step(p, known, fresh, ahead);
    const struct prefix__openmp_kernel *kernel = &p->kernel;
    const int direct = works_in_arrays(p), streamed = is_streamed(p), streams = streams_pieces(p);
    const int reversed = p->mirror_in && p->ordered; /* what is exactly associative here commutes, too */
    const int whole = streamed ? !streams : direct && !fresh->count;
    const size_t bytes = (direct || streamed) && !p->ordered ? BESIDE_BYTES : PIECE_BYTES;
    const size_t piece = whole ? p->tile : quotient(bytes, kernel->size);
    const size_t most = known->count > fresh->count ? known->count : fresh->count;
    struct prefix__openmp_state reduced = prefix__openmp_begin(kernel, 0);
    struct scanner s; /* whose buffers need no values */
    s.p = p;
    s.state = prefix__openmp_begin(kernel, known->carry);
    s.output = writes_to_array(p) ? TO_ARRAY : streamed || streams ? STREAMED : BUFFERED;
    store_carry(p, s.b.scanned + LINE_BYTES - kernel->written, known->carry);
    for (size_t at = 0; at < most; at += p->tile) {
        const size_t end = least(at + p->tile, most);
        for (size_t i = at, length; i < end; i += length) {
            struct prefix__openmp_next next;
            length = piece_length(&s, piece, known->first + i, end - i);
            const struct prefix__openmp_next *prefetched = prefetch_beside(p, fresh, ahead, i, length, &next);
            next.starts = prefetched && ahead->first == known->first;
            if (i < known->count)
                scan_piece(&s, known->first + i, least(length, known->count - i), prefetched);
            if (i < fresh->count) {
                const size_t count = least(length, fresh->count - i);
                kernel->reduce(fetch(p, &s.b, fresh->first + i, count, reversed), count, &reduced, NULL);
            }
        }
        s.state.carry = kernel->combine(s.state.carry, s.state.local);
        s.state.local = kernel->identity;
        if (at < fresh->count)
            fresh->aggregates[at / p->tile] = reduced.local;
        reduced.local = kernel->identity;
    }
    return s.state.carry;
}

/*
 * Whether only the starts of pages are prefetched of what is scanned itself: AMD's processors prefetch lines that are
 * read in order better than they are told to. Not where instructions take as long as memory, nor in place.
 */
static int prefetches_itself(const struct prefix__openmp_pipeline *p)
{
    return prefix__openmp_is_amd && !p->reverse && !p->widen && !p->kernel.wide && p->in_size >= 4 &&
           !(p->large && p->in == p->out);
}

uint64_t prefix__openmp_scan_range(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                   const struct prefix__openmp_ahead *then)
{
    const struct prefix__openmp_ahead ahead =
        then && then->count ? *then : ahead_by(p, first, prefetches_itself(p) ? 0 : AHEAD);
    if (!is_streamed(p)) {
        const struct prefix__openmp_part part = {.first = first, .count = count, .carry = carry}, none = {0};
        return prefix__openmp_scan_beside(p, &part, &none, &ahead);
    }
    struct prefix__openmp_next next = next_at(p, ahead.first, ahead.count, ahead.first + ahead.count);
    next.starts = ahead.first == first;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, carry);
    p->kernel.stream(p->in + first * p->in_size, p->out + first * p->out_size, count, &state, &next, p->exclusive);
    return p->kernel.combine(state.carry, state.local);
}
