/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Takes canonical tiles in which segments may begin through a pipeline, a chunk at a time: where segments begin is
 * found for a chunk together with its elements. Chunks without a beginning go through the kernel as in any scan. Others
 * are scanned into a buffer, and written past the caches while the next one is scanned, so that memory is always busy.
 */
#include "tile/segmented_tile.h"
#include "tile/chunks.h"
#include "tile/span.h"

#define LAST_LOOK 256 /* elements of an end that are looked at first */

/* What is prefetched: what stands so many elements on in a range and, after its end, in another one. */
struct prefetch_plan {
    struct prefix__openmp_ahead range, then;
    size_t distance;
};

struct chunk {
    size_t length;
    const uint64_t *heads;
    int is_plain; /* no segment begins in it */
};

/* Chunks that are scanned while the one before is written. */
struct output {
    struct prefix__openmp_aside aside;
    int buffer;
    _Alignas(LINE_BYTES) char mapped[PIECE_BYTES];
    _Alignas(LINE_BYTES) char scanned[2][LINE_BYTES + PIECE_BYTES]; /* after the element before */
};

/* The last position in a range where a segment begins, or its end. Offsets are searched, others are all looked at. */
static size_t last_head(const struct prefix__openmp_pipeline *p, size_t first, size_t end)
{
    uint64_t words[PIECE_BYTES / 64];
    size_t cursor = 0;
    if (prefix__openmp_are_searched(p)) {
        const size_t k = prefix__offset_from(p->heads, end);
        const uint64_t at = k > 0 ? prefix__index_at(p->heads->data, p->heads->size, k - 1) : 0;
        return k > 0 && at >= first ? (size_t)at : end;
    }
    for (size_t at = end; at > first;) {
        const size_t length = least(at == end ? LAST_LOOK : PIECE_BYTES, at - first);
        at -= length;
        prefix__openmp_find_heads(p, at, length, words, &cursor, 0);
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
    size_t tiles = 0;
    if (head < end) {
        const size_t at = first + (head - first) / p->tile * p->tile, stop = least(at + p->tile, end);
        tiles = (at - first) / p->tile + 1;
        aggregates[tiles - 1] = prefix__openmp_reduce_span(p, at, stop, head, stop);
    }
    if (tiles * p->tile < count)
        prefix__openmp_reduce(p, first + tiles * p->tile, count - tiles * p->tile, aggregates + tiles);
    return tiles;
}

/* The chunk of a tile of count elements that begins with element i; of what is plain all that is known, on demand. */
static struct chunk find_chunk(const struct prefix__openmp_pipeline *p, size_t tile, size_t count, size_t i,
                               struct prefix__openmp_heads *heads, int extends)
{
    const size_t most = quotient(PIECE_BYTES, p->kernel.size);
    struct chunk chunk = {least(most, count - i), heads->words + i / 64, 0};
    prefix__openmp_find_up_to(p, tile, count, i + chunk.length, heads);
    chunk.is_plain = !prefix__openmp_has_heads(chunk.heads, chunk.length);
    for (size_t more; extends && chunk.is_plain && (more = least(most, heads->count - i - chunk.length)) > 0;
         chunk.length += more)
        if (prefix__openmp_has_heads(chunk.heads + chunk.length / 64, more))
            break;
    return chunk;
}

/*
 * What is prefetched with count elements that begin i after the beginning of the range; next->at is NULL for
 * nothing. On Intel's processors no keys: who looks for heads prefetches them, and many lines at once wait for each
 * other.
 */
static void plan_next(const struct prefix__openmp_pipeline *p, const struct prefetch_plan *plan, size_t i, size_t count,
                      struct prefix__openmp_next *next)
{
    const size_t at = i + plan->distance, end = plan->range.count;
    const int is_in_range = at + count <= end;
    const struct prefix__openmp_ahead *const ahead = is_in_range ? &plan->range : &plan->then;
    if (!prefetch_next(p, ahead, is_in_range ? at : at > end ? at - end : 0, count, next))
        next->at = NULL;
    if (prefix__openmp_is_intel && p->heads->form == PREFIX_HEADS_KEYS)
        next->also = NULL;
}

/* Elements of which only the last result is needed. */
static void reduce_plain(const struct prefix__openmp_pipeline *p, const char *in, char *last, size_t n,
                         struct prefix__openmp_state *state, const struct prefix__openmp_next *next)
{
    struct prefix__openmp_state unordered = prefix__openmp_begin(&p->kernel, 0);
    p->kernel.reduce(in, n, p->ordered ? state : &unordered, next->at ? next : NULL);
    if (!p->ordered)
        state->carry = p->kernel.combine(state->carry, unordered.local);
    store_carry(p, last, p->kernel.combine(state->carry, state->local));
}

/* From array to array, where no segment begins. */
static void scan_plain(const struct prefix__openmp_pipeline *p, size_t at, size_t count,
                       struct prefix__openmp_state *state, const struct prefix__openmp_next *next)
{
    const char *const in = p->in + at * p->in_size;
    char *const out = p->out + at * p->out_size;
    next = next->at ? next : NULL;
    if (is_streamed(p))
        p->kernel.stream(in, out, count, state, next, p->exclusive);
    else
        p->kernel.scan(in, out, count, state, next);
}

/* Writes a chunk, or has it written with the next one. */
static void write_chunk(const struct prefix__openmp_pipeline *p, struct output *output, char *scanned, const char *from,
                        size_t at, size_t count)
{
    if (!p->past_cache || p->narrow || p->mirror_out) {
        deliver(p, output->mapped, scanned, from, at, count);
        return;
    }
    char *const to = p->out + at * p->out_size;
    const size_t bytes = count * p->out_size, off = least(-(uintptr_t)to % LINE_BYTES, bytes);
    prefix__openmp_prefetch_output(to, PAGE_BYTES, 0);
    memcpy(to, from, off);
    output->aside.from = from + off;
    output->aside.to = to + off;
    output->aside.bytes = bytes - off;
}

/* A chunk in which segments begin, by way of a buffer. */
static void scan_buffered(const struct prefix__openmp_pipeline *p, struct output *output, const char *in, size_t at,
                          const struct chunk *chunk, struct prefix__openmp_state *state)
{
    const size_t width = p->kernel.written;
    char *const scanned = output->scanned[output->buffer] + LINE_BYTES, *const before = scanned - width;
    p->kernel.scan_segmented(in, scanned, chunk->length, chunk->heads, state, p->carry, &output->aside);
    write_some(p->isa, &output->aside, output->aside.bytes);
    output->buffer ^= 1;
    memcpy(output->scanned[output->buffer] + LINE_BYTES - width, scanned + (chunk->length - 1) * width, width);
    if (p->exclusive) {
        uint64_t init = 0;
        store_carry(p, (char *)&init, p->carry);
        p->isa->segments->place[prefix__log2_of(width)](before, chunk->length, chunk->heads, init);
    }
    write_chunk(p, output, scanned, p->exclusive ? before : scanned, at, chunk->length);
}

/* A canonical tile, so far after the beginning of the range. */
static void scan_tile(const struct prefix__openmp_pipeline *p, size_t begin, size_t count,
                      struct prefix__openmp_heads *heads, struct output *output, struct prefix__openmp_state *state,
                      const struct prefetch_plan *plan)
{
    const size_t first = plan->range.first + begin, width = p->kernel.written;
    const int has_plain = is_streamed(p) || works_in_arrays(p);
    store_carry(p, output->scanned[output->buffer] + LINE_BYTES - width, state->carry);
    heads->count = 0;
    for (size_t i = 0, at; i < count;) {
        const struct chunk chunk = find_chunk(p, first, count, i, heads, has_plain);
        at = first + i;
        plan_next(p, plan, begin + i, chunk.length, &output->aside.next);
        i += chunk.length;
        if (chunk.is_plain && has_plain) {
            scan_plain(p, at, chunk.length, state, &output->aside.next);
            store_carry(p, output->scanned[output->buffer] + LINE_BYTES - width,
                        p->kernel.combine(state->carry, state->local));
            continue;
        }
        char *const scanned = output->scanned[output->buffer] + LINE_BYTES;
        const char *const in = fetch_by(p, output->mapped, scanned, at, chunk.length, 1);
        if (writes_to_array(p))
            p->kernel.scan_segmented(in, p->out + at * p->out_size, chunk.length, chunk.heads, state, p->carry,
                                     &output->aside);
        else
            scan_buffered(p, output, in, at, &chunk, state);
    }
    state->carry = p->kernel.combine(state->carry, state->local);
    state->local = p->kernel.identity;
}

uint64_t prefix__openmp_scan_segments(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                      uint64_t carry, size_t unread, const struct prefix__openmp_ahead *ahead)
{
    struct prefix__openmp_heads heads;
    struct output output;
    struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, carry);
    const int has_next = ahead && ahead->count;
    const size_t farther = has_next ? count : p->tile;
    struct prefetch_plan plan = {
        .range = {first, has_next ? count : p->n - first},
        .then = has_next ? *ahead : (struct prefix__openmp_ahead){p->n, 0},
        .distance = prefix__openmp_is_intel ? quotient(AHEAD, p->in_size) : farther,
    };
    prefix__openmp_begin_heads(&heads);
    output.buffer = 0;
    output.aside = (struct prefix__openmp_aside){.at_once = PREFIX__ROW_BYTES};
    size_t i = 0;
    for (; i < least(count, unread); i += p->tile)
        scan_tile(p, i, least(p->tile, count - i), &heads, &output, &state, &plan);
    write_some(p->isa, &output.aside, output.aside.bytes);
    if (i >= count)
        return state.carry;
    const size_t offset = has_next ? i : i + p->tile; /* of the array, or of what comes then */
    const struct prefix__openmp_ahead *const rest = has_next ? &plan.then : &plan.range;
    const struct prefix__openmp_ahead next = {rest->first + offset, rest->count > offset ? rest->count - offset : 0};
    return prefix__openmp_scan_range(p, first + i, count - i, state.carry, &next);
}

uint64_t prefix__openmp_scan_for(const struct prefix__openmp_pipeline *p, size_t first, size_t count, size_t end,
                                 struct prefix__openmp_heads *heads, uint64_t carry, prefix__openmp_take_fn *take,
                                 void *user)
{
    struct buffers b;
    const size_t width = p->kernel.written;
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - width;
    const struct prefetch_plan plan = {{first, end - first}, {end, 0}, quotient(AHEAD, p->in_size)};
    struct prefix__openmp_aside aside = {.bytes = 0};
    struct prefix__openmp_state state = prefix__openmp_begin(&p->kernel, carry);
    store_carry(p, before - width, p->carry); /* of empty segments */
    store_carry(p, before, carry);
    for (size_t i = 0, at; i < count;) {
        const struct chunk chunk = find_chunk(p, first, count, i, heads, !p->mirror_in && !p->widen);
        at = first + i;
        plan_next(p, &plan, i, chunk.length, &aside.next);
        i += chunk.length;
        const char *const in = fetch(p, &b, at, chunk.length, 1);
        if (chunk.is_plain) {
            reduce_plain(p, in, before, chunk.length, &state, &aside.next);
            take(user, at, chunk.length, chunk.heads, NULL);
            continue;
        }
        if (p->uncut)
            p->kernel.scan(in, scanned, chunk.length, &state, aside.next.at ? &aside.next : NULL);
        else
            p->kernel.scan_segmented(in, scanned, chunk.length, chunk.heads, &state, p->carry, &aside);
        take(user, at, chunk.length, chunk.heads, before);
        store_carry(p, before, p->kernel.combine(state.carry, state.local));
    }
    return p->kernel.combine(state.carry, state.local);
}
