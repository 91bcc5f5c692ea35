/* SPDX-License-Identifier: BSD-3-Clause */
/* A selection cut into tiles, and one of them: packed into a slot, and written from there. */
#include "select/selection.h"
#include "shared/heads.h"
#include "shared/types.h"
#include "tile/flush.h"
#include "tile/segment_starts.h"

#define PIECE 1024 /* elements that are flagged and packed at once, in the first-level cache */
#define WORDS (PIECE / 64)

void prefix__openmp_selection_begin(struct prefix__openmp_selection *s, const struct prefix_session *session,
                                    const struct prefix_select_work *work)
{
    s->work = work;
    s->isa = session->isa;
    s->count = 0;
    s->groups = work->ways;
    s->size = prefix__size_of(work->type);
    s->log2_size = log2_of(s->size);
    s->past_cache = work->n * s->size > session->cache_bytes;
}

void prefix__openmp_selection_add(struct prefix__openmp_selection *s, int group, const void *from, void *to,
                                  size_t size, size_t room)
{
    s->outputs[s->count++] = (struct prefix__openmp_output){
        .from = from, .to = to, .size = size, .log2_size = log2_of(size), .group = group, .room = room};
}

void prefix__openmp_selection_cut(struct prefix__openmp_selection *s, size_t tile_bytes)
{
    size_t widest = s->size;
    for (int i = 0; i < s->count; i++)
        widest = s->outputs[i].size > widest ? s->outputs[i].size : widest;
    s->tile = tile_bytes / widest;
    if (s->tile > s->work->n) /* small work takes little memory */
        s->tile = (s->work->n + 63) / 64 * 64;
    s->tiles = (s->work->n - 1) / s->tile + 1;
    s->slot_bytes = 0;
    for (int i = 0; i < s->count; i++) {
        s->outputs[i].slot = s->slot_bytes;
        s->slot_bytes += s->tile * s->outputs[i].size + LINE_BYTES; /* a pack may write a vector more */
    }
}

/* The elements that the selector selects. */
static void flag(const struct prefix__openmp_selection *s, size_t at, size_t n, uint64_t *bits)
{
    const struct prefix_select_work *work = s->work;
    const char *const in = (const char *)work->in + at * s->size;
    switch (work->selector) {
    case PREFIX_SELECTOR_BYTES:
        s->isa->compact->test[0](work->flags + at, bits, n, &prefix__openmp_not_zero);
        break;
    case PREFIX_SELECTOR_BITS:
        for (size_t i = 0; i < n; i += 64)
            bits[i / 64] = prefix__bits_at(work->flags + (at + i) / 8, 0, n - i < 64 ? n - i : 64);
        break;
    case PREFIX_SELECTOR_HEADS:
        s->isa->compact->heads[s->log2_size](in, bits, n, &work->test, at == 0, AHEAD);
        break;
    default:
        s->isa->compact->test[s->log2_size](in, bits, n, &work->test);
        break;
    }
}

/* Whether a pack prefetches its input: on Intel's processors what tests it does so, line by line. */
static int prefetches(const struct prefix__openmp_selection *s)
{
    const int selector = s->work->selector;
    return s->past_cache && s->work->in &&
           (!prefix__openmp_is_intel || selector == PREFIX_SELECTOR_BYTES || selector == PREFIX_SELECTOR_BITS);
}

/* The bits of each group. */
static void group(const struct prefix__openmp_selection *s, size_t at, size_t n, uint64_t bits[][WORDS])
{
    uint64_t *selected = bits[PREFIX__OPENMP_SELECTED], *second = bits[PREFIX__OPENMP_SECOND];
    uint64_t *rejected = bits[PREFIX__OPENMP_REJECTED];
    const size_t words = (n + 63) / 64;
    flag(s, at, n, selected);
    for (size_t i = 0; i < words; i++)
        rejected[i] = ~selected[i];
    if (n % 64)
        rejected[words - 1] &= ((uint64_t)1 << n % 64) - 1;
    if (s->groups < PREFIX__OPENMP_GROUPS)
        return;
    s->isa->compact->test[s->log2_size]((const char *)s->work->in + at * s->size, second, n, &s->work->second);
    for (size_t i = 0; i < words; i++) {
        second[i] &= ~selected[i];
        rejected[i] &= ~second[i];
    }
}

/* The indices of elements in the input, as elements to pack. */
static void *number(size_t at, size_t n, size_t size, void *memory)
{
    for (size_t i = 0; i < n; i++)
        if (size == sizeof(uint32_t))
            ((uint32_t *)memory)[i] = (uint32_t)(at + i);
        else
            ((uint64_t *)memory)[i] = at + i;
    return memory;
}

void prefix__openmp_pack(const struct prefix__openmp_selection *s, size_t tile, char *slot, size_t *counts)
{
    uint64_t bits[PREFIX__OPENMP_GROUPS][WORDS], numbers[PIECE];
    const size_t first = tile * s->tile, end = first + prefix__openmp_tile_length(s, tile);
    const size_t ahead = prefetches(s) ? pack_ahead() : 0;
    counts[PREFIX__OPENMP_SELECTED] = counts[PREFIX__OPENMP_SECOND] = 0;
    for (size_t at = first; at < end; at += PIECE) {
        const size_t n = end - at < PIECE ? end - at : PIECE;
        if (ahead && at + ahead / s->size < end)
            prefix__openmp_prefetch((const char *)s->work->in + at * s->size + ahead, n * s->size);
        group(s, at, n, bits);
        counts[PREFIX__OPENMP_REJECTED] = at - first - counts[PREFIX__OPENMP_SELECTED] - counts[PREFIX__OPENMP_SECOND];
        for (int i = 0; i < s->count && slot; i++) {
            const struct prefix__openmp_output *o = &s->outputs[i];
            const void *from = o->from ? o->from + at * o->size : number(at, n, o->size, numbers);
            s->isa->compact->pack[o->log2_size](from, bits[o->group], n, slot + o->slot + counts[o->group] * o->size);
        }
        counts[PREFIX__OPENMP_SELECTED] += s->isa->compact->count(bits[PREFIX__OPENMP_SELECTED], (n + 63) / 64);
        if (s->groups == PREFIX__OPENMP_GROUPS)
            counts[PREFIX__OPENMP_SECOND] += s->isa->compact->count(bits[PREFIX__OPENMP_SECOND], (n + 63) / 64);
    }
    counts[PREFIX__OPENMP_REJECTED] = end - first - counts[PREFIX__OPENMP_SELECTED] - counts[PREFIX__OPENMP_SECOND];
}

static struct prefix__openmp_input input_of(const struct prefix__openmp_selection *s, size_t tile)
{
    struct prefix__openmp_input input = {0};
    if (tile < s->tiles && s->past_cache && s->work->in) {
        input.from[0] = (const char *)s->work->in + tile * s->tile * s->size;
        input.lines[0] = prefix__openmp_tile_length(s, tile) * s->size / LINE_BYTES;
    }
    return input;
}

void prefix__openmp_write_selected(const struct prefix__openmp_selection *s, size_t tile, const char *slot,
                                   const size_t *places, const size_t *counts, size_t next)
{
    const struct prefix__openmp_input input = input_of(s, next);
    struct prefix__openmp_input left = input;
    for (int i = 0; i < s->count; i++) {
        const struct prefix__openmp_output *o = &s->outputs[i];
        const size_t place = places[o->group], count = counts[o->group];
        /* In place a whole tile stays where it is: another thread may read its last element at the same time. */
        if (o->from != o->to || place != tile * s->tile || count != s->tile)
            prefix__openmp_flush(s->isa, s->past_cache, slot + o->slot, o->to, o->size, place, count, o->room, &left);
    }
    prefix__openmp_prefetch_begin(&input, &left);
}
