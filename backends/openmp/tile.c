/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Takes canonical tiles through a pipeline, piece by piece, so that what passes from stage to stage
 * stays in the first-level cache. A piece is read whole before any of it is written: in place is
 * safe. An exclusive result is the inclusive one read from one element earlier.
 */
#include <string.h>

#include "draw.h"
#include "half.h"
#include "internal.h"
#include "order.h"

#define PIECE_BYTES 4096 /* of accumulators; whole rows. From 512 to 8192 the speed is the same within its noise. */
#define AHEAD 4096 /* bytes between what is read and what is drawn into the cache, where nothing else comes next */

struct buffers {
    _Alignas(LINE_BYTES) char mirrored[PIECE_BYTES];
    _Alignas(LINE_BYTES) char mapped[PIECE_BYTES];
    /* What the core writes, behind the element before it. */
    _Alignas(LINE_BYTES) char scanned[LINE_BYTES + PIECE_BYTES];
};

/* Where in the arrays count elements lie that begin at position at of the scan. */
static size_t place(const struct prefix__openmp_pipeline *p, size_t at, size_t count)
{
    return p->reverse ? p->n - at - count : at;
}

/* The accumulators at a position; in the array's own order unless turned, where that is another one. */
static const void *fetch(const struct prefix__openmp_pipeline *p, struct buffers *b, size_t at, size_t count,
                         int turned)
{
    const void *from = p->in + place(p, at, count) * p->in_size;
    if (p->mirror_in && turned) {
        p->mirror_in(from, b->mirrored, count);
        from = b->mirrored;
    }
    if (p->widen) {
        p->widen(from, b->mapped, count);
        from = b->mapped;
    }
    return from;
}

static void deliver(const struct prefix__openmp_pipeline *p, struct buffers *b, const void *from, size_t at,
                    size_t count)
{
    char *to = p->out + place(p, at, count) * p->out_size;
    if (p->unmap) {
        p->unmap(from, b->mapped, count);
        from = b->mapped;
    }
    if (p->past_cache)
        prefix__openmp_draw_page_of(to, p->reverse);
    if (p->mirror_out && (uintptr_t)to % p->out_size == 0) {
        (p->past_cache ? p->stream_mirror : p->mirror_out)(from, to, count);
        return;
    }
    if (p->mirror_out) {
        p->mirror_out(from, b->mirrored, count);
        from = b->mirrored;
    }
    if (p->past_cache)
        p->isa->stream(from, to, count * p->out_size);
    else
        memcpy(to, from, count * p->out_size);
}

/* Writes a carry as the core writes an element. */
static void put(const struct prefix__openmp_pipeline *p, char *to, uint64_t value)
{
    const size_t size = p->core.written;
    value = prefix__openmp_bits(&p->core, value);
    if (p->core.wide) {
        double carry;
        memcpy(&carry, &value, sizeof carry);
        value = p->out_type == PREFIX_F16    ? prefix__f16_from_f64(carry)
                : p->out_type == PREFIX_BF16 ? prefix__bf16_from_f64(carry)
                                             : prefix__f32_bits((float)carry);
    }
    uint8_t u8 = (uint8_t)value;
    uint16_t u16 = (uint16_t)value;
    uint32_t u32 = (uint32_t)value;
    memcpy(to, size == 1 ? (void *)&u8 : size == 2 ? (void *)&u16 : size == 4 ? (void *)&u32 : (void *)&value, size);
}

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Draws elements into the cache, where the array has them. */
static void draw(const struct prefix__openmp_pipeline *p, size_t at, size_t count)
{
    if (at + count > p->n)
        return;
    const char *next = p->in + place(p, at, count) * p->in_size;
    prefix__openmp_draw(next, count * p->in_size);
    if (p->reverse)
        prefix__openmp_draw_page_of(next, 1);
}

void prefix__openmp_reduce(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t *aggregates,
                           size_t ahead)
{
    struct buffers b;
    const int turned = p->mirror_in && p->ordered; /* what is exactly associative here commutes, too */
    const int direct = !ahead && !turned && !p->widen;
    const size_t piece = direct ? p->tile : PIECE_BYTES / p->core.size;
    for (size_t at = first; at < first + count; at += p->tile) {
        struct prefix__openmp_state state = {0, p->core.identity};
        size_t end = least(at + p->tile, first + count);
        for (size_t i = at; i < end; i += piece) {
            size_t length = least(piece, end - i);
            if (ahead)
                draw(p, i + ahead, length);
            p->core.reduce(fetch(p, &b, i, length, turned), length, &state);
        }
        *aggregates++ = state.local;
    }
}

/*
 * What comes next at the place of a piece that is done: the core draws it into the cache, or NULL. What a
 * stage widens is fewer lines than the core reads, and drawn here.
 */
static const char *draw_next(const struct prefix__openmp_pipeline *p, const struct prefix__openmp_ahead *ahead,
                             size_t done, size_t length)
{
    const size_t at = ahead->first + done;
    if (!p->large || done + length > ahead->count || at + length > p->n)
        return NULL;
    const char *next = p->in + place(p, at, length) * p->in_size;
    if (p->reverse)
        prefix__openmp_draw_page_of(next, 1);
    if (!p->widen)
        return next;
    draw(p, at, length);
    return NULL;
}

/* Whether the core can work from array to array. */
static int is_direct(const struct prefix__openmp_pipeline *p)
{
    return !p->mirror_in && !p->widen && !p->unmap && !p->exclusive && !p->past_cache;
}

/* Where the core can write past the caches. */
static int can_stream(const struct prefix__openmp_pipeline *p, int to_lines)
{
    return p->core.stream && p->past_cache && !p->unmap &&
           (to_lines ? (uintptr_t)p->out % LINE_BYTES == 0 && !p->exclusive : (uintptr_t)p->out % p->out_size == 0);
}

/* The same, past the caches. */
static int is_streamed(const struct prefix__openmp_pipeline *p)
{
    return can_stream(p, p->core.written < p->core.size) && !p->mirror_in && !p->widen;
}

/* Whether the core can write pieces past the caches. A core of floats takes whole rows only, wherever they begin. */
static int streams_pieces(const struct prefix__openmp_pipeline *p)
{
    return can_stream(p, p->ordered) && !p->mirror_out;
}

uint64_t prefix__openmp_scan_range(const struct prefix__openmp_pipeline *p, size_t first, size_t count, uint64_t carry,
                                   const struct prefix__openmp_ahead *ahead)
{
    struct buffers b;
    const struct prefix__openmp_core *core = &p->core;
    const struct prefix__openmp_ahead own = {first + AHEAD / p->in_size, count};
    char *const scanned = b.scanned + LINE_BYTES, *const before = scanned - core->written;
    const int direct = is_direct(p), streams = streams_pieces(p);
    const size_t piece = direct ? p->tile : PIECE_BYTES / core->size;
    struct prefix__openmp_state state = {carry, core->identity};
    if (is_streamed(p)) {
        const char *in = p->in + first * p->in_size;
        const char *next = ahead && ahead->count ? p->in + ahead->first * p->in_size : in + AHEAD;
        core->stream(in, p->out + first * p->out_size, count, &state, next, p->exclusive);
        return core->combine(state.carry, state.local);
    }
    if (!ahead || !ahead->count)
        ahead = &own;
    put(p, before, carry);
    for (size_t at = first; at < first + count; at += p->tile) {
        size_t end = least(at + p->tile, first + count), length;
        for (size_t i = at; i < end; i += length) {
            length = least(piece, end - i);
            const char *next = draw_next(p, ahead, i - first, length);
            if (direct) {
                core->scan(p->in + i * p->in_size, p->out + i * p->out_size, length, &state, next);
                continue;
            }
            if (streams) {
                char *to = p->out + i * p->out_size;
                size_t off = (uintptr_t)to % LINE_BYTES / p->out_size;
                length = length > off ? length - off : length; /* to the end of a line */
                const void *from = fetch(p, &b, i, length, 1);
                core->stream(from, to, length, &state, next ? next : from, p->exclusive);
                continue;
            }
            core->scan(fetch(p, &b, i, length, 1), scanned, length, &state, next);
            deliver(p, &b, p->exclusive ? before : scanned, i, length);
            memcpy(before, scanned + (length - 1) * core->written, core->written);
        }
        state.carry = core->combine(state.carry, state.local);
        state.local = core->identity;
    }
    return state.carry;
}
