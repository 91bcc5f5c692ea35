/* SPDX-License-Identifier: BSD-3-Clause */
/* A selection, and a tile of it: tested, packed into a slot, and written from there. */
#include "select/select.h"
#include "shared/heads.h"
#include "shared/types.h"
#include "threads/tuning.h"
#include "tile/flush.h"
#include "tile/segment_starts.h"

#define PIECE 1024 /* elements that are flagged and packed at once, in the first-level cache */
#define WORDS (PIECE / 64)

/* The elements that the selector selects. */
static void flag(const struct prefix__openmp_selection *s, size_t at, size_t n, uint64_t *bits)
{
    const struct prefix_select_work *work = s->work;
    const char *const in = s->c.in[0] + at * s->size;
    switch (work->selector) {
    case PREFIX_SELECTOR_BYTES:
        s->c.isa->compact->test[0](work->flags + at, bits, n, &prefix__openmp_not_zero);
        break;
    case PREFIX_SELECTOR_BITS:
        for (size_t i = 0; i < n; i += 64)
            bits[i / 64] = prefix__bits_at(work->flags + (at + i) / 8, 0, n - i < 64 ? n - i : 64);
        break;
    case PREFIX_SELECTOR_HEADS:
        s->c.isa->compact->heads[prefix__log2_of(s->size)](in, bits, n, &work->test, at == 0, AHEAD);
        break;
    default:
        s->c.isa->compact->test[prefix__log2_of(s->size)](in, bits, n, &work->test);
        break;
    }
}

/* Whether a pack prefetches its input: on Intel's processors what tests it does so, line by line. */
static int prefetches(const struct prefix__openmp_selection *s)
{
    const int selector = s->work->selector;
    return s->c.past_cache && s->c.in[0] &&
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
    s->c.isa->compact->test[prefix__log2_of(s->size)](s->c.in[0] + at * s->size, second, n, &s->work->second);
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

/* Returns as a note how many elements are selected, and above 32 bits how many the second group has. */
static uint64_t pack_tile(const void *plan, size_t k, char *slot, void *aggregate)
{
    const struct prefix__openmp_selection *s = plan;
    uint64_t bits[PREFIX__OPENMP_GROUPS][WORDS], numbers[PIECE];
    size_t counts[PREFIX__OPENMP_GROUPS] = {0};
    const size_t first = k * s->c.tile, end = first + prefix__openmp_tile_length(&s->c, k);
    const size_t ahead = prefetches(s) ? pack_ahead() : 0;
    (void)aggregate;
    for (size_t at = first; at < end; at += PIECE) {
        const size_t n = end - at < PIECE ? end - at : PIECE;
        if (ahead && at + ahead / s->size < end)
            prefix__openmp_prefetch(s->c.in[0] + at * s->size + ahead, n * s->size);
        group(s, at, n, bits);
        for (int i = 0; i < s->c.count && !s->counts_only; i++) {
            const struct prefix__openmp_output *o = &s->c.outputs[i];
            const void *from = o->from ? o->from + at * o->size : number(at, n, o->size, numbers);
            s->c.isa->compact->pack[prefix__log2_of(o->size)](from, bits[o->group], n,
                                                      slot + o->slot + counts[o->group] * o->size);
        }
        counts[PREFIX__OPENMP_SELECTED] += s->c.isa->compact->count(bits[PREFIX__OPENMP_SELECTED], (n + 63) / 64);
        if (s->groups == PREFIX__OPENMP_GROUPS)
            counts[PREFIX__OPENMP_SECOND] += s->c.isa->compact->count(bits[PREFIX__OPENMP_SECOND], (n + 63) / 64);
        counts[PREFIX__OPENMP_REJECTED] =
            at + n - first - counts[PREFIX__OPENMP_SELECTED] - counts[PREFIX__OPENMP_SECOND];
    }
    return counts[PREFIX__OPENMP_SELECTED] | (uint64_t)counts[PREFIX__OPENMP_SECOND] << 32;
}

static void add_counts(const void *plan, size_t k, uint64_t note, const void *aggregate, void *places)
{
    const struct prefix__openmp_selection *s = plan;
    const uint64_t selected = note & UINT32_MAX, second = note >> 32;
    uint64_t *const to = places;
    (void)aggregate;
    to[PREFIX__OPENMP_SELECTED] += selected;
    to[PREFIX__OPENMP_SECOND] += second;
    to[PREFIX__OPENMP_REJECTED] += prefix__openmp_tile_length(&s->c, k) - selected - second;
}

/* Keeps a tile of the input. */
static void copy_tile(const struct prefix__openmp_selection *s, size_t k)
{
    const size_t first = k * s->c.tile;
    struct prefix__openmp_input none = {0};
    prefix__openmp_flush(s->c.isa, s->c.past_cache, s->c.in[0] + first * s->size, s->c.kept, s->size, first,
                         prefix__openmp_tile_length(&s->c, k), s->c.n, &none);
}

static void write_tile(const void *plan, size_t k, char *slot, uint64_t note, const void *aggregate, const void *before,
                       size_t next)
{
    const struct prefix__openmp_selection *s = plan;
    const uint64_t *const places = before;
    struct prefix__openmp_packed_group groups[PREFIX__OPENMP_GROUPS] = {{0}};
    uint64_t ends[PREFIX__OPENMP_GROUPS];
    memcpy(ends, places, sizeof ends);
    add_counts(s, k, note, aggregate, ends);
    for (int g = 0; g < PREFIX__OPENMP_GROUPS && !s->counts_only; g++)
        groups[g] = (struct prefix__openmp_packed_group){.count = ends[g] - places[g], .place = places[g]};
    if (s->counts_only && s->c.kept_bytes > 0)
        copy_tile(s, k);
    prefix__openmp_write_slot(&s->c, k, slot, groups, next);
}

void prefix__openmp_begin_selection(struct prefix__openmp_selection *s, const struct prefix_session *session,
                                    const struct prefix_select_work *work)
{
    static const uint64_t nothing[PREFIX__OPENMP_GROUPS];
    const size_t size = prefix__size_of(work->type);
    *s = (struct prefix__openmp_selection){
        .c = {.isa = session->isa,
              .n = work->n,
              .in = {work->in},
              .in_size = {size},
              .past_cache = work->n * size > session->cache_bytes,
              .threads = work->threads,
              .pack = pack_tile,
              .combine = add_counts,
              .write = write_tile,
              .start = nothing,
              .prefix_bytes = sizeof nothing,
              .patience = prefix__openmp_tuning.patience},
        .work = work,
        .groups = work->ways,
        .size = size,
    };
}
