/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Takes canonical tiles in which segments may begin through a pipeline. Where each begins is found out for a
 * piece at a time, beside its elements, from the flags, bits, offsets or keys themselves. Rows without a
 * beginning go through the core as in any scan, and so do pieces, which it then writes past the caches itself.
 *
 * A piece is written past the caches while the next one is scanned, and what is read next is prefetched row by row. Two
 * Zen 4 cores, 2^24 f32, in times of a plain scan of the same bytes, a tile and then what it writes / piece by piece:
 * keys in segments of 4 1.50 / 1.27, of 500 1.42 / 1.25; flags 1.31 / 1.15, 1.37 / 1.20; offsets of 1 1.72 / 1.40, 4
 * 1.55 / 1.39, 500 1.49 / 1.40. To find the beginnings of a whole tile first gave 1.32 for flags in segments of 500.
 * Two Xeon cores, 2^24 of random lengths, ms, by pieces only where one begins in the tile, and so: f32 by flags, i32
 * keys and offsets 4.5, 6.3, 3.9 and 4.1, 5.8, 3.5, f64 9.8, 11.6, 8.5 and 8.8, 11.0, 8.2.
 */
#include "tile/segmented_tile.h"
#include "tile/alternate.h"
#include "tile/chunks.h"
#include "tile/ends_prefetch.h"
#include "tile/span.h"

#define PIECE_MAX PIECE_BYTES /* elements, of one byte */
#define MARKS PREFIX__OPENMP_MARKS
#define FEW 16         /* offsets that are not worth to be prefetched into the cache */
#define NEAR 256       /* elements of an end that are looked at first */
#define STRETCH 4      /* rows without a beginning that are worth a call by themselves */
/*
 * Bytes between what is read and what is prefetched where totals are taken. Two Zen 4 cores, 2^24 f32 by key in segments of
 * 4 and of 40, ms, at 2048, 6144, 9216 and 16384: 7.6, 6.1, 6.0, 6.5 and 6.8, 5.5, 5.1, 5.4. Two Zen 3 cores, of i32
 * and f32 in segments of 40, ms, at 9216, 4096 and 2048: 8.0, 6.4, 7.9 and 11.3, 8.5, 9.3.
 */
#define TOTALS_AHEAD 9216
#define TOTALS_AHEAD_NEAR 4096 /* without AVX-512 */
#define SCANS_AHEAD_NEAR 2048  /* the same of scans (prefetched_near) */

/* A row of the pipeline's core, in elements and in words of heads. */
static size_t row_of(const struct prefix__openmp_pipeline *p)
{
    return quotient(PREFIX__ROW_BYTES, p->core.size);
}

/* The last position in a range where a segment begins, or its end. Offsets are searched, others are all looked at. */
static size_t last_head(const struct prefix__openmp_pipeline *p, size_t first, size_t end)
{
    uint64_t words[PIECE_MAX / 64];
    size_t cursor = 0;
    if (prefix__openmp_are_searched(p)) {
        const size_t k = prefix__offset_from(p->heads, end);
        const uint64_t at = k > 0 ? prefix__index_at(p->heads->data, p->heads->size, k - 1) : 0;
        return k > 0 && at >= first ? (size_t)at : end;
    }
    for (size_t at = end; at > first;) {
        const size_t length = least(at == end ? NEAR : PIECE_MAX, at - first);
        at -= length;
        prefix__openmp_find_heads(p, at, length, words, &cursor, NULL, 0);
        for (size_t i = (length + 63) / 64; i-- > 0;)
            if (words[i])
                return at + i * 64 + 63 - (size_t)__builtin_clzll(words[i]);
    }
    return end;
}

int prefix__openmp_is_uncut(const struct prefix__openmp_pipeline *p, size_t first, size_t count)
{
    return last_head(p, first, first + count) == first + count;
}

size_t prefix__openmp_reduce_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t *aggregates)
{
    const size_t end = first + count, head = last_head(p, first, end);
    size_t cut = 0;
    if (head < end) {
        const size_t at = first + (head - first) / p->tile * p->tile, behind = least(at + p->tile, end);
        cut = (at - first) / p->tile + 1;
        aggregates[cut - 1] = prefix__openmp_reduce_span(p, at, behind, head, behind);
    }
    if (cut * p->tile < count)
        prefix__openmp_reduce(p, first + cut * p->tile, count - cut * p->tile, aggregates + cut);
    return cut;
}

/* Moves on what is to be prefetched. */
static void pass_next(struct prefix__openmp_next *next, size_t bytes)
{
    if (next->at)
        prefix__openmp_next_part(next, bytes, next);
}

/* Rows of which only the last result is asked for. */
static void reduce_rows(const struct prefix__openmp_pipeline *p, const char *in, char *last, size_t n,
                        struct prefix__openmp_state *state, struct prefix__openmp_next *next)
{
    struct prefix__openmp_state rows = prefix__openmp_begin(&p->core, 0);
    if (p->ordered) {
        p->core.reduce(in, n, state, next->at ? next : NULL);
    } else {
        p->core.reduce(in, n, &rows, next->at ? next : NULL);
        state->carry = p->core.combine(state->carry, rows.local);
    }
    store_carry(p, last, p->core.combine(state->carry, state->local));
    pass_next(next, n * p->in_size);
}

/* prefix__openmp_reduce_turns() of a state that has a carry. */
static size_t reduce_turns(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                           struct prefix__openmp_state *state)
{
    struct prefix__openmp_state rows = prefix__openmp_begin(&p->core, 0);
    if (p->ordered)
        return prefix__openmp_reduce_turns(p, first, count, state);
    count = prefix__openmp_reduce_turns(p, first, count, &rows);
    state->carry = p->core.combine(state->carry, rows.local);
    return count;
}

/*
 * Rows without a beginning, one at a time where something is to be written beside them; halves take longer so. Two Xeon
 * cores, 2^26 of random lengths, ms, at once and so: by flags u8 6.0 and 5.6, i16 10.1 and 9.3, i32 17.9 and 17.1; by
 * i32 keys i32 26.9 and 26.2.
 */
static void scan_rows(const struct prefix__openmp_pipeline *p, const char *in, char *out, size_t n,
                      struct prefix__openmp_state *state, struct prefix__openmp_aside *aside)
{
    const size_t in_size = p->widen ? p->core.size : p->in_size;
    const size_t most = aside->bytes && p->in_size == p->core.size ? row_of(p) : n;
    for (size_t i = 0, count; i < n; i += count) {
        count = least(most, n - i);
        p->core.scan(in + i * in_size, out + i * p->core.written, count, state, aside->next.at ? &aside->next : NULL);
        pass_next(&aside->next, count * p->in_size);
        write_some(p->isa, aside, least(count * p->out_size, aside->bytes) / LINE_BYTES * LINE_BYTES);
    }
}

/*
 * Scans a piece, stretches of rows with and without beginnings each by themselves. Where only what stands before
 * beginnings is asked for, rows without them are reduced.
 */
static void scan_piece(const struct prefix__openmp_pipeline *p, const char *in, char *out, size_t n,
                       const uint64_t *heads, struct prefix__openmp_state *state, struct prefix__openmp_aside *aside,
                       int for_ends)
{
    const size_t row = row_of(p), rows = quotient(n + row - 1, row), words = row / 64;
    const size_t in_size = p->widen ? p->core.size : p->in_size;
    if (for_ends && p->uncut) {
        p->core.scan(in, out, n, state, aside->next.at ? &aside->next : NULL);
        pass_next(&aside->next, n * p->in_size);
        return;
    }
    if (for_ends && p->core.scan_ends_only) {
        p->core.scan_ends_only(in, out, n, heads, state, p->carry, aside);
        return;
    }
    for (size_t i = 0, end; i < rows; i = end) {
        size_t plain = 0; /* rows without beginnings, before end */
        for (end = i; end < rows && plain < STRETCH; end++)
            plain = prefix__openmp_has_heads(heads + end * words, least(row, n - end * row)) ? 0 : plain + 1;
        const size_t cut = end - i - (end == rows || plain == STRETCH ? plain : 0);
        if (cut > 0) {
            const size_t at = i * row;
            end = i + cut;
            p->core.scan_segmented(in + at * in_size, out + at * p->core.written, least(n - at, cut * row), heads + i * words,
                        state, p->carry, aside);
            continue;
        }
        while (end < rows && !prefix__openmp_has_heads(heads + end * words, least(row, n - end * row)))
            end++;
        const size_t at = i * row, count = least(n - at, (end - i) * row);
        if (for_ends) {
            reduce_rows(p, in + at * in_size, out + (at + count - 1) * p->core.written, count, state, &aside->next);
            continue;
        }
        scan_rows(p, in + at * in_size, out + at * p->core.written, count, state, aside);
    }
}

/*
 * Has offsets prefetched into the cache, too: those of what is prefetched so many elements ahead, if there are as many of them as
 * here. Few are not worth it, too many only those of a search, and near ones are prefetched where offsets are marked: on
 * Intel's processors all, as many lines at once wait for each other. Two Xeon cores, 2^26 elements in segments of up to
 * 8 of which half are empty, ms, with them beside elements and so: u8 10.3 and 9.3, i16 13.8 and 12.4; in segments of
 * 40 u8 5.1 and 4.7.
 */
static void prefetch_offsets(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_heads *heads,
                         size_t distance, struct prefix__openmp_next *next)
{
    const size_t passed = heads->passed, behind = distance * passed / MARKS, at = heads->cursor + behind;
    const size_t sixteenths = quotient(16 * passed * p->heads->size, MARKS * p->in_size);
    if (prefix__openmp_is_intel || !next->at || !prefix__openmp_are_searched(p) || passed <= FEW ||
        sixteenths >= UINT8_MAX || behind * p->heads->size <= MARKED_AHEAD || at > p->heads->segments)
        return;
    next->also = (const char *)p->heads->data + at * p->heads->size;
    next->times = (uint8_t)(sixteenths + 1);
    next->over = 4;
}

/* What tells of segments is prefetched into the cache here where it is not by the core. */
static inline __attribute__((always_inline)) void
prefetch_heads(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_next *next, size_t at, size_t count)
{
    const struct prefix_heads *heads = p->heads;
    if (!p->large || (next->at && next->also) || heads->form == PREFIX_HEADS_OFFSETS || at + count > p->n)
        return;
    const size_t bits = heads->form == PREFIX_HEADS_BITS ? 1 : 8 * heads->size;
    const char *from = (const char *)heads->data + (heads->first + place(p, at, count)) * bits / 8;
    prefix__openmp_prefetch(from, count * bits / 8);
}

/* Pieces that are scanned beside what is written of the piece before. */
struct pieces {
    struct prefix__openmp_aside aside;
    int turn;
    _Alignas(LINE_BYTES) char scanned[2][LINE_BYTES + PIECE_BYTES]; /* behind the element before */
};

static void write_rest(const struct prefix__openmp_pipeline *p, struct pieces *pieces)
{
    write_some(p->isa, &pieces->aside, pieces->aside.bytes);
}

/* Has a piece written beside the next one, or writes it. */
static void give(const struct prefix__openmp_pipeline *p, struct buffers *b, struct pieces *pieces, const char *from,
                 size_t at, size_t count)
{
    if (!p->past_cache || p->unmap || p->mirror_out) {
        deliver(p, b, from, at, count);
        return;
    }
    char *to = p->out + at * p->out_size;
    const size_t bytes = count * p->out_size, off = least(-(uintptr_t)to % LINE_BYTES, bytes);
    prefix__openmp_prefetch_output(to, PAGE_BYTES, 0);
    memcpy(to, from, off);
    pieces->aside.from = from + off;
    pieces->aside.to = to + off;
    pieces->aside.bytes = bytes - off;
}

/*
 * What is prefetched beside a range: what stands so many elements behind in it, and where it ends, what comes then. Farther
 * is where what is not prefetched near is.
 */
struct reach {
    struct prefix__openmp_ahead range, then;
    size_t distance, farther;
};

/*
 * Bytes that are prefetched ahead of a tile; 0: farther. On Intel's processors wherever they can: two Xeon cores, scans
 * of 2^26 f32 by keys, flags and offsets in segments of 4, ms, a range ahead and so: 25.2, 16.7, 17.1 and 22.2, 14.2,
 * 14.6; of random lengths i32 26.9, 17.9, 14.1 and 24.5, 16.3, 13.2, i16 20.9, 10.0, 7.1 and 17.4, 8.7, 6.0. Halves
 * only where it has been found out that the first segment begins near, and so offsets without AVX-512, whose processors
 * have less of a cache for a range: two Zen 3 cores, 2^24 f32 in segments of 7, 40 and 500, ms: 6.3, 5.9, 5.8 and 5.9,
 * 5.3, 5.1.
 */
static size_t prefetched_near(const struct prefix__openmp_pipeline *p, int begins_near)
{
    const int takes_longer = p->in_size < p->core.size;
    if (prefix__openmp_is_intel)
        return begins_near || !takes_longer ? AHEAD : 0;
    return !p->isa->has_masks && p->heads->form == PREFIX_HEADS_OFFSETS && begins_near ? SCANS_AHEAD_NEAR : 0;
}

/* Of count elements, i behind the beginning of the range. */
static struct prefix__openmp_ahead ahead_of(const struct reach *reach, size_t i, size_t count)
{
    const size_t at = i + reach->distance, end = reach->range.count;
    const struct prefix__openmp_ahead *in = at + count <= end ? &reach->range : &reach->then;
    const size_t into = in == &reach->range ? at : at > end ? at - end : 0;
    return (struct prefix__openmp_ahead){in->first + into, in->count > into ? in->count - into : 0};
}

/*
 * How many elements of a tile without a beginning are scanned at once, from one on, if it is known that the first ones
 * have none: of what does not come from memory, or is written by a core that takes no pieces, all up to the next
 * beginning; else no more than is known.
 */
static size_t count_plain(const struct prefix__openmp_pipeline *p, size_t tile, size_t length, size_t from,
                          size_t known, int streams, struct prefix__openmp_heads *heads)
{
    const size_t piece = quotient(PIECE_BYTES, p->core.size);
    const int by_pieces = p->large && (!streams || streams_pieces(p));
    size_t end = from + known;
    for (size_t next; (next = least(piece, length - end)) > 0; end += next) {
        if (by_pieces && heads->count < end + next)
            break;
        prefix__openmp_find_up_to(p, tile, length, end + next, heads);
        if (prefix__openmp_has_heads(heads->words + end / 64, next))
            break;
    }
    return end - from;
}

/* From array to array, where no segment begins. */
static void scan_plain(const struct prefix__openmp_pipeline *p, size_t at, size_t count, int streams,
                       struct prefix__openmp_state *state, const struct prefix__openmp_next *next)
{
    const char *in = p->in + at * p->in_size;
    char *out = p->out + at * p->out_size;
    if (streams)
        p->core.stream(in, out, count, state, next->at ? next : NULL, p->exclusive);
    else
        p->core.scan(in, out, count, state, next->at ? next : NULL);
}

/*
 * A canonical tile, so far behind the beginning of the range, piece by piece: memory has always something to read and
 * to write.
 */
static void scan_tile(const struct prefix__openmp_pipeline *p, size_t begin, size_t count,
                      struct prefix__openmp_heads *heads, struct pieces *pieces, struct prefix__openmp_state *state,
                      struct reach *reach)
{
    const size_t first = reach->range.first + begin;
    struct buffers b;
    const size_t width = p->core.written, piece = quotient(PIECE_BYTES, p->core.size);
    const int direct = !p->unmap && !p->mirror_out && !p->exclusive && !p->past_cache;
    const int streams = is_streamed(p), has_plain = streams || works_in_arrays(p);
    struct prefix__openmp_next *const next = &pieces->aside.next;
    uint64_t init = 0;
    store_carry(p, (char *)&init, p->carry);
    store_carry(p, pieces->scanned[pieces->turn] + LINE_BYTES - width, state->carry);
    heads->count = 0;
    for (size_t i = 0, length; i < count; i += length) {
        length = least(piece, count - i);
        prefix__openmp_find_up_to(p, first, count, i + length, heads);
        const uint64_t *words = heads->words + i / 64;
        const int has_heads = prefix__openmp_has_heads(words, length), is_plain = has_plain && !has_heads;
        if (i == 0) {
            const size_t near = prefetched_near(p, has_heads);
            reach->distance = near ? quotient(near, p->in_size) : reach->farther;
        }
        if (is_plain)
            length = count_plain(p, first, count, i, length, streams, heads);
        const struct prefix__openmp_ahead ahead = ahead_of(reach, begin + i, length);
        if (!prefetch_next(p, &ahead, 0, length, next))
            next->at = NULL;
        if (is_plain) {
            if (leaves_keys(p))
                next->also = NULL;
            scan_plain(p, first + i, length, streams, state, next);
            store_carry(p, pieces->scanned[pieces->turn] + LINE_BYTES - width, p->core.combine(state->carry, state->local));
            continue;
        }
        prefetch_offsets(p, heads, ahead.first - first - i, next);
        prefetch_heads(p, next, ahead.first, length);
        const char *in = fetch(p, &b, first + i, length, 1);
        if (direct) {
            scan_piece(p, in, p->out + (first + i) * p->out_size, length, words, state, &pieces->aside, 0);
            continue;
        }
        char *const scanned = pieces->scanned[pieces->turn] + LINE_BYTES, *const before = scanned - width;
        scan_piece(p, in, scanned, length, words, state, &pieces->aside, 0);
        write_rest(p, pieces);
        pieces->turn ^= 1;
        memcpy(pieces->scanned[pieces->turn] + LINE_BYTES - width, scanned + (length - 1) * width, width);
        if (p->exclusive)
            p->isa->segments->place[log2_of(width)](before, length, words, init);
        give(p, &b, pieces, p->exclusive ? before : scanned, first + i, length);
    }
    state->carry = p->core.combine(state->carry, state->local);
    state->local = p->core.identity;
}

uint64_t prefix__openmp_scan_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t carry, size_t unread, const struct prefix__openmp_ahead *ahead)
{
    struct prefix__openmp_heads heads;
    struct pieces pieces;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->core, carry);
    const int has_next = ahead && ahead->count;
    struct reach reach = {.range = {first, has_next ? count : p->n - first}, .then = {p->n, 0}};
    if (has_next)
        reach.then = *ahead;
    reach.farther = has_next ? count : p->tile;
    prefix__openmp_begin_heads(&heads);
    pieces.turn = 0;
    pieces.aside.bytes = 0;
    pieces.aside.at_once = PREFIX__ROW_BYTES;
    size_t i = 0;
    for (; i < least(count, unread); i += p->tile)
        scan_tile(p, i, least(p->tile, count - i), &heads, &pieces, &state, &reach);
    write_rest(p, &pieces);
    if (i >= count)
        return state.carry;
    reach.distance = reach.farther;
    const struct prefix__openmp_ahead next = ahead_of(&reach, i, count - i);
    return prefix__openmp_scan_range(p, first + i, count - i, state.carry, &next);
}

static size_t totals_ahead(const struct prefix__openmp_pipeline *p)
{
    if (prefix__openmp_is_intel)
        return AHEAD;
    return p->isa->has_masks ? TOTALS_AHEAD : TOTALS_AHEAD_NEAR;
}

/*
 * Whether no keys are prefetched beside values: who looks for heads prefetches them (leaves_keys()). Two Xeon cores, 2^26 reduced
 * by i32 keys in runs of 7, 40 and of random lengths, ms, with them and so: u8 17.2, 15.4, 13.5 and 14.6, 12.9, 11.1;
 * i16 20.1, 16.9, 14.9 and 18.9, 16.6, 14.3; i32 the same.
 */
static int leaves_all_keys(const struct prefix__openmp_pipeline *p)
{
    return prefix__openmp_is_intel && p->heads->form == PREFIX_HEADS_KEYS;
}

uint64_t prefix__openmp_scan_for(const struct prefix__openmp_pipeline *p, size_t first, size_t count, size_t end,
                                 struct prefix__openmp_heads *heads, uint64_t carry, struct prefix__openmp_aside *aside,
                                 prefix__openmp_take_fn *take, void *user)
{
    struct buffers b;
    const size_t width = p->core.written, piece = quotient(PIECE_BYTES, p->core.size);
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - width;
    const int is_near = prefix__openmp_is_intel && p->heads->form == PREFIX_HEADS_OFFSETS && !p->widen;
    const size_t behind = least(first + quotient(totals_ahead(p), p->in_size), end);
    const int is_direct = !p->mirror_in && !p->widen;
    struct prefix__openmp_ahead ahead = {behind, end - behind};
    struct prefix__openmp_state state = prefix__openmp_begin(&p->core, carry);
    store_carry(p, before - width, p->carry); /* of empty segments */
    store_carry(p, before, carry);
    const int takes_turns = prefix__openmp_takes_turns(p);
    for (size_t i = 0, length; i < count; i += length) {
        if (takes_turns) {
            i += reduce_turns(p, first + i, count - i, &state);
            store_carry(p, before, p->core.combine(state.carry, state.local));
            heads->count = i;
            if (i == count)
                break;
        }
        length = least(piece, count - i);
        const size_t bytes = length * p->in_size;
        if (is_near)
            ahead = ahead_of_ends(p, first, end, heads->passed);
        const char *const stop =
            prefetch_before_rows(is_near ? prefetch_next(p, &ahead, i, length, &aside->next) : NULL, bytes, heads);
        prefix__openmp_find_up_to(p, first, count, i + length, heads);
        const uint64_t *words = heads->words + i / 64;
        const int is_plain = !prefix__openmp_has_heads(words, length);
        for (size_t next; is_plain && is_direct && (next = least(piece, heads->count - i - length)) > 0; length += next)
            if (prefix__openmp_has_heads(words + length / 64, next))
                break;
        if (!prefetch_next(p, &ahead, i, length, &aside->next))
            aside->next.at = NULL;
        if (leaves_all_keys(p))
            aside->next.also = NULL;
        if (!is_near) /* else they are prefetched where they are read */
            prefetch_offsets(p, heads, behind - first, &aside->next);
        const char *in = fetch(p, &b, first + i, length, 1);
        if (is_plain) {
            reduce_rows(p, in, before, length, &state, &aside->next);
            take(user, first + i, length, words, NULL);
            continue;
        }
        if (stop)
            prefetch_beside_rows(heads, stop, bytes, quotient(length - 1, row_of(p)) + 1, &aside->next);
        scan_piece(p, in, scanned, length, words, &state, aside, 1);
        aside->lines = (struct prefix__openmp_lines){aside->next.at, stop};
        take(user, first + i, length, words, before);
        store_carry(p, before, p->core.combine(state.carry, state.local));
    }
    return p->core.combine(state.carry, state.local);
}
