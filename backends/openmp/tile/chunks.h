/* SPDX-License-Identifier: BSD-3-Clause */
/* Pieces of a scan on their way through the stages of its pipeline, from the arrays and back. */
#ifndef PREFIX_BACKENDS_OPENMP_TILE_CHUNKS_H
#define PREFIX_BACKENDS_OPENMP_TILE_CHUNKS_H

#include <string.h>

#include "simd/vector/prefetch.h"
#include "shared/half.h"
#include "tile/pipeline.h"
#include "shared/order.h"

#define PIECE_BYTES 4096 /* of accumulators; whole rows */

/*
 * Where a tile is scanned and another one reduced, piece by piece in turn: how far ahead of the reduction its input is
 * prefetched, and the bytes of a piece of integers, which take less time than floats do.
 */
#define BESIDE_AHEAD 16384
#define BESIDE_BYTES 8192

/* Elements that are reduced in order at once: fewer bytes, so that memory is read evenly. */
static inline size_t reduced_at_once(const struct prefix__openmp_pipeline *p)
{
    return quotient(p->kernel.size == 8 ? PIECE_BYTES / 2 : PIECE_BYTES, p->kernel.size);
}

/* Few and used by turns, as callers may have small stacks. */
struct buffers {
    _Alignas(LINE_BYTES) char mapped[PIECE_BYTES];
    /* What is mirrored for the kernel, and what the kernel writes, behind the element before it. */
    _Alignas(LINE_BYTES) char scanned[LINE_BYTES + PIECE_BYTES];
};

/* Where in the arrays count elements lie that begin at position at of the scan. */
static inline size_t place(const struct prefix__openmp_pipeline *p, size_t at, size_t count)
{
    return p->reverse ? p->n - at - count : at;
}

/*
 * The accumulators at a position; in the array's own order unless reversed, where that is another one. They may lie in
 * scanned, where the kernel can work in place.
 */
static inline const void *fetch_by(const struct prefix__openmp_pipeline *p, char *mapped, char *scanned, size_t at,
                                   size_t count, int reversed)
{
    const void *from = p->in + place(p, at, count) * p->in_size;
    if (p->mirror_in && reversed) {
        p->mirror_in(from, scanned, count);
        from = scanned;
    }
    if (p->widen) {
        p->widen(from, mapped, count);
        from = mapped;
    }
    return from;
}

static inline const void *fetch(const struct prefix__openmp_pipeline *p, struct buffers *b, size_t at, size_t count,
                                int reversed)
{
    return fetch_by(p, b->mapped, b->scanned + LINE_BYTES, at, count, reversed);
}

/* Writes elements that lie in scanned or just before it, and are lost. */
static inline void deliver(const struct prefix__openmp_pipeline *p, char *mapped, char *scanned, const void *from,
                           size_t at, size_t count)
{
    char *to = p->out + place(p, at, count) * p->out_size;
    if (p->narrow) {
        p->narrow(from, mapped, count);
        from = mapped;
    }
    if (p->past_cache)
        prefix__openmp_prefetch_output(to, PAGE_BYTES, p->reverse);
    if (p->mirror_out && (uintptr_t)to % p->out_size == 0) {
        (p->past_cache ? p->stream_mirror : p->mirror_out)(from, to, count);
        return;
    }
    if (p->mirror_out) {
        char *const mirrored = p->narrow ? scanned : mapped;
        p->mirror_out(from, mirrored, count);
        from = mirrored;
    }
    if (p->past_cache)
        p->isa->convert->stream(from, to, count * p->out_size);
    else
        memcpy(to, from, count * p->out_size);
}

/*
 * Results past the caches in whole lines, as the processor waits for those that it writes a part of. In front of them
 * some are pending, and the last ones come to be, in front of where the next ones come; unless these are the last.
 */
static inline void stream_lines(const struct prefix__openmp_isa *isa, char *from, size_t *pending, char *to,
                                size_t bytes, int are_last)
{
    from -= *pending;
    to -= *pending;
    bytes += *pending;
    const size_t rest = ((uintptr_t)to + bytes) % LINE_BYTES, kept = are_last ? 0 : rest < bytes ? rest : bytes;
    isa->convert->stream(from, to, bytes - kept);
    memmove(from + *pending - kept, from + bytes - kept, kept);
    *pending = kept;
}

/* Whether the kernel can write to the output's array, and whether from array to array. */
static inline int writes_to_array(const struct prefix__openmp_pipeline *p)
{
    return !p->narrow && !p->mirror_out && !p->exclusive && !p->past_cache;
}

static inline int works_in_arrays(const struct prefix__openmp_pipeline *p)
{
    return writes_to_array(p) && !p->mirror_in && !p->widen;
}

/* Where the kernel can write past the caches. */
static inline int can_stream(const struct prefix__openmp_pipeline *p, int to_lines)
{
    return p->kernel.stream && p->past_cache && !p->narrow &&
           (to_lines ? (uintptr_t)p->out % LINE_BYTES == 0 && !(p->exclusive && p->kernel.written < p->kernel.size)
                     : (uintptr_t)p->out % p->out_size == 0);
}

/* Whether the kernel can work from array to array past the caches. */
static inline int is_streamed(const struct prefix__openmp_pipeline *p)
{
    return can_stream(p, p->kernel.written < p->kernel.size) && !p->mirror_in && !p->widen;
}

/* Whether the kernel can write pieces past the caches. A kernel of floats takes whole rows only, wherever they begin.
 */
static inline int streams_pieces(const struct prefix__openmp_pipeline *p)
{
    return can_stream(p, p->ordered) && !p->mirror_out;
}

/* Writes a carry as the kernel writes an element. */
static inline void store_carry(const struct prefix__openmp_pipeline *p, char *to, uint64_t value)
{
    value = prefix__openmp_bits(&p->kernel, value);
    if (p->kernel.wide) {
        double carry;
        memcpy(&carry, &value, sizeof carry);
        value = p->out_type == PREFIX_F16    ? prefix__f16_from_f64(carry)
                : p->out_type == PREFIX_BF16 ? prefix__bf16_from_f64(carry)
                                             : prefix__f32_bits((float)carry);
    }
    store_bits(to, value, p->kernel.written);
}

static inline size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Writes the first bytes of what is to be written aside: whole lines, or all that is left. */
static inline void write_some(const struct prefix__openmp_isa *isa, struct prefix__openmp_aside *aside, size_t bytes)
{
    if (bytes == 0)
        return;
    isa->convert->stream(aside->from, aside->to, bytes);
    aside->from += bytes;
    aside->to += bytes;
    aside->bytes -= bytes;
}

/* What is to be prefetched at a position where nothing else comes next: what stands so many bytes behind it. */
static inline struct prefix__openmp_ahead ahead_by(const struct prefix__openmp_pipeline *p, size_t at, size_t bytes)
{
    const size_t behind = least(at + quotient(bytes, p->in_size), p->n);
    return (struct prefix__openmp_ahead){behind, p->n - behind};
}

/* The input at a position, up to another one. What is reversed round has its pages prefetched by prefetch_next(). */
static inline struct prefix__openmp_next next_at(const struct prefix__openmp_pipeline *p, size_t at, size_t count,
                                                 size_t end)
{
    struct prefix__openmp_next next = {.at = p->in + place(p, at, count) * p->in_size,
                                       .end = p->in + (p->reverse ? 0 : end) * p->in_size};
    if (p->heads && (p->heads->form == PREFIX_HEADS_FLAGS || p->heads->form == PREFIX_HEADS_KEYS)) {
        next.also = (const char *)p->heads->data + place(p, at, count) * p->heads->size;
        next.times = (uint8_t)p->heads->size;
        next.over = (uint8_t)prefix__log2_of(p->in_size);
    }
    return next;
}

/*
 * What comes next at the place of a piece that is done, for the kernel to prefetch; or NULL. What a stage widens is
 * fewer lines than the kernel reads, and prefetched here.
 */
static inline const struct prefix__openmp_next *prefetch_next(const struct prefix__openmp_pipeline *p,
                                                              const struct prefix__openmp_ahead *ahead, size_t done,
                                                              size_t length, struct prefix__openmp_next *next)
{
    const size_t at = ahead->first + done;
    if (!p->prefetches || done + length > ahead->count || at + length > p->n)
        return NULL;
    *next = next_at(p, at, length, ahead->first + ahead->count);
    if (p->reverse)
        prefix__openmp_prefetch_page_here(next->at, PAGE_BYTES, 1);
    if (!p->widen)
        return next;
    prefix__openmp_prefetch(next->at, length * p->in_size);
    return NULL;
}

/* The same where nothing but what stands so many bytes behind it comes next, and only lines are prefetched. */
static inline const struct prefix__openmp_next *prefetch_lone(const struct prefix__openmp_pipeline *p, size_t at,
                                                              size_t bytes, size_t length,
                                                              struct prefix__openmp_next *next)
{
    const struct prefix__openmp_ahead ahead = ahead_by(p, at, bytes);
    if (!prefetch_next(p, &ahead, 0, length, next))
        return NULL;
    next->end = next->at;
    return next;
}

#endif
