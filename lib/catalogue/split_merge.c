/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The radix sort by scans. Chunks are sorted by splits, a stable partition by each bit of the codes from the lowest on:
 * an exclusive scan of who has a 0 there says where these go, and with their number where the others do. Then sorted
 * runs are merged in pairs, until there is one: of the next p elements of both, the smaller ones of each with its
 * counterpart from the other end are the p smallest, and bitonic, which log2 p stages of a network sort.
 *
 * With the codes go the places in the input. Merges compare these, too, so that the sort is stable.
 *
 * M. Harris, S. Sengupta and J. D. Owens, GPU Gems 3, ch. 39.3.3, 2007; G. E. Blelloch, 1990; K. E. Batcher, 1968.
 */
#include "catalogue/split_merge.h"

#include <string.h>

#include "shared/sort_code.h"
#include "shared/types.h"

#define CHUNK 1024     /* elements, unless the caller says how many */
#define WIDTH_MOST 256 /* of a merge's network */
#define ALIGNMENT 64

struct element {
    uint64_t code, place;
};

struct split_merge {
    const struct prefix_sort_work *work;
    const struct prefix__crew *crew;
    struct element *from, *to;
    uint32_t *flags;   /* of each chunk, for its scans */
    size_t *positions; /* for who watches, of elements by their places */
    size_t chunk, width;
    int bit, bits;    /* of a round of splits: the first, and behind the last */
    size_t run;       /* of a round of merges: elements of a run */
    uint64_t longest; /* chain of a round, */
    int moves;        /* and whether anything was split; both for who watches */
};

static void load_part(void *user, size_t first, size_t last)
{
    const struct split_merge *s = user;
    const struct prefix_sort_work *w = s->work;
    const size_t size = prefix__size_of(w->type);
    const int is_float = prefix__is_float(w->type);
    for (size_t i = first; i < last; i++) {
        const uint64_t code = prefix__sort_code(&w->code, prefix__sort_load(w->keys, i, size), size, is_float);
        s->from[i] = (struct element){code >> w->first_bit & prefix__sort_mask(w->bits), i};
    }
}

static void count(struct split_merge *s, uint64_t work, uint64_t span)
{
    s->work->watch->work += work;
    s->longest = span > s->longest ? span : s->longest;
}

/* --- splits ----------------------------------------------------------------------------------------- */

static int is_sorted(const struct element *x, size_t n)
{
    for (size_t i = 1; i < n; i++)
        if (x[i - 1].code > x[i].code)
            return 0;
    return 1;
}

/* The scan is the catalogue's. */
static void split(struct split_merge *s, size_t first, size_t n, int bit)
{
    const uint32_t none = 0;
    uint32_t zeros, *flags = s->flags + first;
    struct element *from = s->from + first, *to = s->to + first;
    struct prefix_scan_watch watch = {0};
    struct prefix__round round = {
        .network = &prefix__blelloch,
        .kernel = prefix__kernel_of(PREFIX_SUM, PREFIX_U32),
        .x = (char *)flags,
        .n = n,
        .watch = s->work->watch ? &watch : NULL,
        .type = PREFIX_U32,
    };
    for (size_t i = 0; i < n; i++)
        flags[i] = !(from[i].code >> bit & 1);
    prefix__network_run(&round, &prefix__alone, &zeros, &none);
    for (size_t i = 0; i < n; i++)
        to[from[i].code >> bit & 1 ? zeros + i - flags[i] : flags[i]] = from[i];
    memcpy(from, to, n * sizeof *from);
    if (s->work->watch) {
        count(s, watch.work, watch.span);
        s->moves = 1;
    }
}

/* The chunks that begin in a part: each by bit after bit while it is fast memory that has it, until it is sorted. */
static void split_part(void *user, size_t first, size_t last)
{
    struct split_merge *s = user;
    const size_t n = s->work->n;
    for (size_t at = prefix__first_at(first, 0, s->chunk); at < last; at += s->chunk) {
        const size_t length = prefix__least(s->chunk, n - at);
        for (int bit = s->bit; bit < s->bits && !is_sorted(s->from + at, length); bit++)
            split(s, at, length, bit);
    }
}

/* --- merges ----------------------------------------------------------------------------------------- */

static int is_behind(const struct element *a, const struct element *b)
{
    return a->code != b->code ? a->code > b->code : a->place > b->place;
}

/* Sorts what is bitonic. */
static void sort_bitonic(struct element *x, size_t width)
{
    for (size_t distance = width / 2; distance > 0; distance /= 2)
        for (size_t i = 0; i < width; i++) {
            struct element *low = &x[i], *high = &x[i ^ distance];
            if (!(i & distance) && is_behind(low, high)) {
                const struct element greater = *low;
                *low = *high;
                *high = greater;
            }
        }
}

/* Behind the end of a run is what is last. */
static const struct element *at(const struct element *run, size_t length, size_t i)
{
    static const struct element last = {UINT64_MAX, UINT64_MAX};
    return i < length ? &run[i] : &last;
}

static void merge(struct split_merge *s, size_t begin, size_t a_length, size_t b_length)
{
    const struct element *a = s->from + begin, *b = a + a_length;
    const size_t width = s->width, n = a_length + b_length;
    struct element x[WIDTH_MOST];
    for (size_t done = 0, of_a = 0; done < n; done += width) {
        size_t taken = 0;
        for (size_t i = 0; i < width; i++) {
            const struct element *next = at(a, a_length, of_a + i),
                                 *other = at(b, b_length, done - of_a + width - 1 - i);
            const int is_a = !is_behind(next, other);
            x[i] = is_a ? *next : *other;
            taken += (size_t)is_a;
        }
        of_a += taken;
        sort_bitonic(x, width);
        memcpy(s->to + begin + done, x, prefix__least(width, n - done) * sizeof *x);
    }
    if (s->work->watch) {
        const uint64_t steps = (n - 1) / width + 1, stages = prefix__doublings(width);
        count(s, steps * (width + width / 2 * stages), steps * (1 + stages));
    }
}

static void merge_part(void *user, size_t first, size_t last)
{
    struct split_merge *s = user;
    const size_t n = s->work->n, pair = 2 * s->run;
    for (size_t begin = prefix__first_at(first, 0, pair); begin < last; begin += pair) {
        const size_t left = n - begin, a = prefix__least(s->run, left), b = prefix__least(s->run, left - a);
        if (b > 0)
            merge(s, begin, a, b);
        else
            memcpy(s->to + begin, s->from + begin, a * sizeof *s->to);
    }
}

/* --- the whole -------------------------------------------------------------------------------------- */

/* A round: what changed its position, and the keys as they stand then. What is written next serves as memory. */
static void show(struct split_merge *s)
{
    const struct prefix_sort_work *w = s->work;
    const size_t size = prefix__size_of(w->type);
    char *keys = (char *)s->to;
    if (!w->watch || !w->watch->trace)
        return;
    for (size_t i = 0; i < w->n; i++) {
        size_t *position = &s->positions[s->from[i].place];
        if (*position != i)
            w->watch->trace(w->watch->user, PREFIX_EVENT_MOVE, *position, i, NULL, 0, w->type);
        *position = i;
        memcpy(keys + i * size, (const char *)w->keys + s->from[i].place * size, size);
    }
    w->watch->trace(w->watch->user, PREFIX_EVENT_ROUND, 0, 0, keys, w->n, w->type);
}

static void end_round(struct split_merge *s)
{
    if (s->work->watch)
        s->work->watch->span += s->longest;
    s->longest = 0;
    show(s);
}

/* For who watches all chunks go bit by bit. */
static void split_all(struct split_merge *s)
{
    const int bits = s->work->bits, step = s->work->watch ? 1 : bits;
    for (int bit = 0; bit < bits; bit += step) {
        s->bit = bit;
        s->bits = bit + step;
        s->moves = 0;
        s->crew->each(s->crew, s->work->n, split_part, s);
        if (s->moves)
            end_round(s);
    }
}

static void merge_all(struct split_merge *s)
{
    for (s->run = s->chunk; s->run < s->work->n; s->run *= 2) {
        s->crew->each(s->crew, s->work->n, merge_part, s);
        struct element *written = s->to;
        s->to = s->from;
        s->from = written;
        end_round(s);
    }
}

/* Elements of an array, to where they lie then; by way of memory, as the array may be written itself. */
struct gather {
    const struct element *order;
    const char *from;
    char *memory, *to;
    size_t size;
};

static void gather_part(void *user, size_t first, size_t last)
{
    const struct gather *g = user;
    for (size_t i = first; i < last; i++)
        memcpy(g->memory + i * g->size, g->from + g->order[i].place * g->size, g->size);
}

static void copy_part(void *user, size_t first, size_t last)
{
    const struct gather *g = user;
    memcpy(g->to + first * g->size, g->memory + first * g->size, (last - first) * g->size);
}

static void gather(const struct split_merge *s, const void *from, void *to, size_t size)
{
    struct gather g = {s->from, from, (char *)s->to, to, size};
    s->crew->each(s->crew, s->work->n, gather_part, &g);
    s->crew->each(s->crew, s->work->n, copy_part, &g);
}

static void index_part(void *user, size_t first, size_t last)
{
    const struct split_merge *s = user;
    for (size_t i = first; i < last; i++)
        prefix__sort_store(s->work->indices, i, prefix__size_of(s->work->index_type), s->from[i].place);
}

/* Of either array of elements, which values may need more of. */
static size_t element_bytes(const struct prefix_sort_work *work)
{
    return work->value_size > sizeof(struct element) ? work->value_size : sizeof(struct element);
}

size_t prefix__split_merge_bytes(const struct prefix_sort_work *work)
{
    const size_t each = 2 * element_bytes(work) + sizeof(uint32_t) + (work->watch ? sizeof(size_t) : 0);
    return work->n > (SIZE_MAX - ALIGNMENT) / each ? SIZE_MAX : work->n * each + ALIGNMENT;
}

void prefix__split_merge(const struct prefix_sort_work *work, const struct prefix__crew *crew, void *memory)
{
    char *base = (char *)(((uintptr_t)memory + ALIGNMENT - 1) & -(uintptr_t)ALIGNMENT);
    const size_t n = work->n, bytes = n * element_bytes(work);
    struct split_merge s = {.work = work, .crew = crew, .width = 1};
    s.chunk = prefix__least(work->tile ? work->tile : CHUNK, n);
    s.from = (struct element *)base;
    s.to = (struct element *)(base + bytes);
    s.positions = (size_t *)(base + 2 * bytes);
    s.flags = (uint32_t *)(s.positions + (work->watch ? n : 0));
    while (2 * s.width <= s.chunk && 2 * s.width <= WIDTH_MOST)
        s.width *= 2;
    for (size_t i = 0; work->watch && i < n; i++)
        s.positions[i] = i;
    crew->each(crew, n, load_part, &s);
    show(&s);
    split_all(&s);
    merge_all(&s);
    if (work->indices)
        crew->each(crew, n, index_part, &s);
    if (work->values)
        gather(&s, work->values, work->values_out, work->value_size);
    if (work->out)
        gather(&s, work->keys, work->out, prefix__size_of(work->type));
}
