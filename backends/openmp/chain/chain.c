/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * One pass over the array by a team: the chained scan with decoupled look-back (Merrill and Garland,
 * 2016), on threads that may be late, descheduled or missing.
 *
 * A thread takes the ticket of the next physical tile (a group of canonical ones), reduces the tile,
 * which brings it into the cache, publishes its aggregates, looks back for the carry before it,
 * publishes the carry behind it and scans. A tile whose owner does not publish in time is reduced
 * by whoever waits for it: no step depends on another thread being run. A thread that is alone, because
 * nobody else has come or is run, knows the carry before its tile and scans at once (de Wolff and
 * others, 2024).
 *
 * Where a core has a step (f32 and halves, in the canonical order), to reduce a tile leaves all values without
 * the carry in memory of the thread, and to scan it adds that: nothing is done twice, and both at once for two
 * tiles. f32 went from 45 to 49 GB/s by that on two Zen 4 cores, in cache from 45 to 52, f16 from 22 to 27.
 * Other cores scan one tile and reduce another one in turn, piece by piece, so that memory has always something to
 * read and to write: f64 went from 40 to 46 GB/s, beside copies of 51.
 */
#include <stdatomic.h>
#include <stddef.h>

#include "chain/chain.h"
#include "chain/look_back.h"
#include "threads/pool.h"
#include "tile/segmented_tile.h"

/*
 * Tiles that a thread has reduced before it scans one, at most: how far others may be behind it. Of many threads one is
 * late more often; then tiles are smaller, so that as much is in hand. 16 Xeon cores, 2^26, ratio to the copy: f32 .89
 * to .98, i32 .92 to 1.08, f64 .98 to 1.04; two Zen 4 cores lose 1 % by it.
 */
#define DEPTH 2
#define DEPTH_OF_MANY 3
#define GROUP_OF_MANY 3
#define FEW_THREADS 4
/*
 * Of two threads one leads: it never reduces, but scans each tile straight from the input, with the carry that the
 * other's aggregates give it, while the other reduces its tiles long before it scans them. So every second tile is read
 * once; and the leader has little to wait for, as it prefetches so many tiles before it scans one, and the other as late as
 * it can. Two Zen 4 cores, ratio to the copy without and with: 2^24 i32 .96 and .99, f64 .89 and .96, f32 .89 and .96;
 * in cache 2^20 f64 30 and 39 GB/s, 2^21 i32 40 and 50; in place, of the plain rewriting, f32 .86 and .91, f64 1.03 and
 * 1.07, i32 1.24 and 1.17. Of more threads one alone would gain.
 */
#define LEAD 2        /* tiles, that the leader prefetches before it scans one */
#define LED 2         /* threads, with the leader */
#define ALONE_AFTER 3 /* tiles in a row: the others have lost their processors */

/*
 * Bytes of input in a physical tile of a scan in place, where they come from memory. A core with a step has values in
 * the cache besides: its tiles are no larger there (2^26 f16, of 8 and 4 canonical tiles, 33.5 and 35.1 GB/s). Where
 * threads have no cache in common, it costs much to go from one's tile to another's. Two such Zen 4 cores, tiles of
 * 128, 256 and 512 KiB, ratio to the plain rewriting: 2^25 f64 .75, .91, 1.06; 2^26 f32 .66, .65, .66. With a cache in
 * common: f64 1.14, 1.15, 1.09; i64 1.22, 1.22, 1.15; 2^27 u8 1.24, 1.29, 1.19.
 * 16 Xeon cores, of 128 and 256 KiB: f64 1.69, 1.52; i32 1.75, 1.46; u8 1.76, 1.55.
 */
#define BYTES_IN_PLACE ((size_t)256 << 10)
#define BYTES_OF_MANY ((size_t)128 << 10)

static size_t count_of(const struct prefix__openmp_pipeline *p, size_t group)
{
    return (p->n - 1) / (group * p->tile) + 1;
}

static size_t stride_of(size_t group)
{
    return (offsetof(struct tile, aggregates) + group * sizeof(uint64_t) + LINE_BYTES - 1) & -(size_t)LINE_BYTES;
}

static int has_step(const struct prefix__openmp_pipeline *p)
{
    return p->core.step && !p->heads;
}

/* Whether there are tiles enough that those at the ends do not matter. */
static int has_many(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    return count_of(p, group) >= 8 * (size_t)threads;
}

static size_t depth_of(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    const int deep = threads > FEW_THREADS && group <= GROUP_OF_MANY;
    if (!has_many(p, group, threads))
        return 1;
    return deep ? DEPTH_OF_MANY : DEPTH;
}

size_t prefix__openmp_chain_group(const struct prefix__openmp_pipeline *p, int threads)
{
    const size_t fair = count_of(p, 1) / (4 * (size_t)threads);
    size_t most = threads > FEW_THREADS ? GROUP_OF_MANY : PREFIX__OPENMP_GROUP_MAX;
    if (is_rewriting(p))
        most = has_step(p) ? PREFIX__OPENMP_GROUP_MAX
                           : (threads > FEW_THREADS ? BYTES_OF_MANY : BYTES_IN_PLACE) / (p->tile * p->in_size);
    most = most < MOST ? most : MOST;
    return fair < 1 ? 1 : fair < most ? fair : most;
}

size_t prefix__openmp_chain_bytes(const struct prefix__openmp_pipeline *p, size_t group, int threads)
{
    size_t bytes = count_of(p, group) * stride_of(group) + LINE_BYTES - 1;
    if (has_step(p))
        bytes += (size_t)threads * (depth_of(p, group, threads) + 1) * prefix__openmp_values_bytes(p, group);
    return bytes;
}

/* What one thread has in hand. */
struct hand {
    struct prefix__openmp_chain *chain;
    size_t tiles[DEPTH_OF_MANY]; /* reduced, and not scanned yet */
    size_t count;
    size_t prefetched;    /* the last ticket */
    size_t upcoming; /* the tile that is prefetched and not reduced yet, or NONE */
    size_t begun;    /* tiles that were reduced */
    char *values;    /* NULL: tiles are reduced without leaving any */
    int in_a_row;    /* tickets that nobody else drew between */
    size_t known;    /* the tile before which carry stands */
    uint64_t carry;
};

#define NONE SIZE_MAX

static size_t take_ticket(struct hand *hand)
{
    size_t k = atomic_fetch_add_explicit(&hand->chain->ticket, 1, memory_order_relaxed);
    hand->in_a_row = k == hand->prefetched + 1 ? hand->in_a_row + 1 : 0;
    hand->prefetched = k;
    return k;
}

/* The next tile to reduce. */
static size_t take(struct hand *hand)
{
    const size_t k = hand->upcoming != NONE ? hand->upcoming : take_ticket(hand);
    hand->upcoming = NONE;
    return k;
}

/* Whether no tickets are left. */
static int is_last(const struct hand *hand)
{
    return hand->upcoming == NONE && hand->prefetched != SIZE_MAX && hand->prefetched >= hand->chain->count;
}

static int is_alone(const struct hand *hand)
{
    return hand->in_a_row > ALONE_AFTER ||
           (!hand->chain->company && atomic_load_explicit(&hand->chain->members, memory_order_relaxed) == 1);
}

/* A tile in which segments may begin, where that many elements are unread yet. */
static uint64_t scan_cut(const struct prefix__openmp_chain *chain, size_t k, uint64_t carry, size_t unread,
                         const struct prefix__openmp_ahead *ahead)
{
    return prefix__openmp_scan_segments(chain->p, k * chain->elements, length_of(chain, k), carry, unread, ahead);
}

/* A tile in which no segment begins. */
static uint64_t scan_plain(const struct prefix__openmp_chain *chain, size_t k, uint64_t carry,
                           const struct prefix__openmp_ahead *ahead)
{
    return prefix__openmp_scan_range(chain->p, k * chain->elements, length_of(chain, k), carry, ahead);
}

/*
 * Whether no segment begins in a tile: then it is taken as in any scan. Two Xeon cores, 2^26 in one segment by offsets,
 * ms, by scan_cut() and reduce_tile() in turn, and so: u8 3.0 and 2.9, i32 16.1 and 14.8, f64 31.9 and 30.0; 2^24 by
 * flags 4.8 and 4.5, 5.5 and 5.2, 8.7 and 8.2.
 */
static int is_plain(const struct prefix__openmp_chain *chain, size_t k)
{
    return !chain->p->heads || prefix__openmp_is_uncut(chain->p, k * chain->elements, length_of(chain, k));
}

/*
 * The same where it is known at once. Else who leads looks at flags and keys a little at a time, as he needs them: of
 * the above he takes 5.0 and 9.0 ms if he looks at a tile's first.
 */
static int is_plain_at_once(const struct prefix__openmp_chain *chain, size_t k)
{
    return (!chain->p->heads || prefix__openmp_are_searched(chain->p)) && is_plain(chain, k);
}

/*
 * The same of a tile that is to be reduced beside a scan. 16 Xeon cores, 2^26, ms, where it is looked at a tile's flags
 * or keys first, and where not: by flags u8 1.65 and 1.45, f32 4.35 and 4.10; by i32 keys u8 3.2 and 3.5, f32 6.3 and
 * 5.8.
 */
static int is_plain_beside(const struct prefix__openmp_chain *chain, size_t k)
{
    const struct prefix_heads *heads = chain->p->heads;
    const int are_wide = heads->form == PREFIX_HEADS_KEYS && heads->size > chain->p->in_size;
    return chain->threads <= FEW_THREADS || are_wide ? is_plain(chain, k) : is_plain_at_once(chain, k);
}

/* Scans the next tile without reducing it. */
static void scan_alone(struct hand *hand, size_t k)
{
    struct prefix__openmp_chain *chain = hand->chain;
    leave_empty(tile_of(chain, k), BEGUN);
    HOOK(begun, k);
    hand->carry = chain->p->heads ? scan_cut(chain, k, hand->carry, chain->elements, NULL)
                                  : scan_plain(chain, k, hand->carry, NULL);
    publish(chain, k, hand->carry);
    hand->known = k + 1;
    HOOK(scanned, k);
}

/*
 * Whether segments begin among elements, by those in the middle. Then a thread reduces next to nothing, and has nothing
 * from another that leads. Two Zen 3 cores, 2^24 in segments of 40, scanned by offsets with and without one, ms:
 * i32 6.1 and 5.9, f32 8.2 and 7.2; in one segment f32 5.4 and 6.5.
 */
static int is_cut(const struct prefix__openmp_pipeline *p)
{
    struct prefix__openmp_heads heads;
    prefix__openmp_begin_heads(&heads);
    return prefix__openmp_find_first(p, p->n / 2 / p->tile * p->tile, p->tile, &heads);
}

/* The tile in hand that was reduced as the i-th of this thread's. */
static struct prefix__openmp_part part_of(const struct hand *hand, size_t k, size_t i)
{
    const struct prefix__openmp_chain *chain = hand->chain;
    return (struct prefix__openmp_part){.first = k * chain->elements,
                                        .count = length_of(chain, k),
                                        .aggregates = tile_of(chain, k)->aggregates,
                                        .values =
                                            hand->values ? hand->values + i % (chain->depth + 1) * chain->room : NULL};
}

static struct prefix__openmp_ahead ahead_of(const struct prefix__openmp_chain *chain, size_t k)
{
    if (k >= chain->count)
        return (struct prefix__openmp_ahead){0, 0};
    return (struct prefix__openmp_ahead){k * chain->elements, length_of(chain, k)};
}

/* takes the ticket behind a tile that is being reduced. */
static struct prefix__openmp_ahead prefetch_upcoming(void *user)
{
    struct hand *hand = user;
    hand->upcoming = take_ticket(hand);
    if (hand->upcoming >= hand->chain->count)
        hand->upcoming = NONE;
    return ahead_of(hand->chain, hand->upcoming);
}

/* Writes a tile in hand, unless it is NONE, and reduces another one, unless there is none. */
static void step(struct hand *hand, size_t known, uint64_t carry, size_t fresh)
{
    struct prefix__openmp_chain *chain = hand->chain;
    struct prefix__openmp_part parts[2] = {{0}, {0}};
    struct prefix__openmp_upcoming upcoming = {.user = hand};
    if (known != NONE) {
        parts[0] = part_of(hand, known, hand->begun - hand->count);
        parts[0].carry = carry;
    }
    if (fresh < chain->count) {
        HOOK(drew, fresh);
        parts[1] = part_of(hand, fresh, hand->begun);
        if (chain->p->prefetches && !is_alone(hand) && !is_last(hand))
            upcoming.choose = prefetch_upcoming;
    }
    (hand->values ? prefix__openmp_step : prefix__openmp_scan_beside)(chain->p, &parts[0], &parts[1], &upcoming);
    if (fresh < chain->count) {
        tile_of(chain, fresh)->cut = 0;
        leave_empty(tile_of(chain, fresh), READY);
        HOOK(reduced, fresh);
    }
}

/* Reduces a tile, which then is in hand. */
static void reduce_prefetched(struct hand *hand, size_t k)
{
    if (k >= hand->chain->count)
        return;
    if (hand->chain->p->heads)
        reduce_tile(hand->chain, k);
    else
        step(hand, NONE, 0, k);
    hand->tiles[hand->count++] = k;
    hand->begun++;
}

/* Scans the first tile in hand, while the one that is prefetched next is reduced, or its input comes into the cache. */
static void scan_first(struct hand *hand)
{
    struct prefix__openmp_chain *chain = hand->chain;
    const size_t k = hand->tiles[0];
    size_t next = NONE;
    uint64_t before = look_back(chain, k);
    hand->carry = fold(chain, k, before, tile_of(chain, k)->aggregates, tile_of(chain, k)->cut);
    hand->known = k + 1;
    publish(chain, k, hand->carry);
    if (hand->upcoming != NONE || !is_alone(hand))
        next = take(hand);
    const int beside =
        !chain->p->heads || (!tile_of(chain, k)->cut && next < chain->count && is_plain_beside(chain, next));
    if (!beside) {
        const struct prefix__openmp_ahead ahead = ahead_of(chain, next);
        const size_t cut = tile_of(chain, k)->cut;
        if (cut)
            scan_cut(chain, k, before, cut * chain->p->tile, &ahead);
        else
            scan_plain(chain, k, before, &ahead);
    } else {
        step(hand, k, before, next);
    }
    HOOK(scanned, k);
    hand->count--;
    for (size_t i = 0; i < hand->count; i++)
        hand->tiles[i] = hand->tiles[i + 1];
    if (!beside) {
        reduce_prefetched(hand, next);
    } else if (next < chain->count) {
        hand->tiles[hand->count++] = next;
        hand->begun++;
    }
}

/* What the first of two threads does. */
static void lead(struct hand *hand)
{
    struct prefix__openmp_chain *chain = hand->chain;
    size_t tickets[LEAD];
    for (int i = 0; i < LEAD; i++)
        tickets[i] = take_ticket(hand);
    for (size_t i = 0; tickets[i % LEAD] < chain->count; i++) {
        const size_t k = tickets[i % LEAD];
        tickets[i % LEAD] = take_ticket(hand);
        HOOK(drew, k);
        uint64_t carry = look_back(chain, k);
        leave_empty(tile_of(chain, k), BEGUN);
        HOOK(begun, k);
        const struct prefix__openmp_ahead then = ahead_of(chain, tickets[(i + 1) % LEAD]);
        carry = is_plain_at_once(chain, k)
                    ? prefix__openmp_scan_onward(chain->p, k * chain->elements, length_of(chain, k), carry, &then)
                    : scan_cut(chain, k, carry, chain->elements, &then);
        publish(chain, k, carry);
        HOOK(scanned, k);
    }
}

static void work(void *user)
{
    struct prefix__openmp_chain *chain = user;
    struct hand hand = {.chain = chain, .prefetched = SIZE_MAX, .upcoming = NONE, .carry = chain->p->carry};
    const int member = atomic_fetch_add_explicit(&chain->members, 1, memory_order_relaxed);
    if (member == 0 && chain->leads) {
        lead(&hand);
        return;
    }
    if (chain->values && member < chain->threads)
        hand.values = chain->values + (size_t)member * (chain->depth + 1) * chain->room;
    do {
        if (hand.count == chain->depth || is_last(&hand) || (hand.count > 0 && is_alone(&hand))) {
            scan_first(&hand);
            continue;
        }
        size_t k = take(&hand);
        if (hand.count == 0 && k == hand.known && k < chain->count && is_alone(&hand))
            scan_alone(&hand, k);
        else
            reduce_prefetched(&hand, k);
    } while (hand.count > 0 || !is_last(&hand));
}

uint64_t prefix__openmp_chain_run(const struct prefix__openmp_pipeline *p, void *memory, size_t group, int threads,
                                  int wake_them)
{
    struct prefix__openmp_chain chain = {.p = p, .threads = threads, .company = prefix__openmp_pool_awake() > 0};
    chain.tiles = (char *)(((uintptr_t)memory + LINE_BYTES - 1) & -(uintptr_t)LINE_BYTES);
    chain.stride = stride_of(group);
    chain.elements = group * p->tile;
    chain.count = count_of(p, group);
    if (has_step(p)) {
        chain.values = chain.tiles + chain.count * chain.stride;
        chain.room = prefix__openmp_values_bytes(p, group);
    }
    chain.depth = depth_of(p, group, threads);
    chain.leads = threads == LED && has_many(p, group, threads) && !(p->heads && is_cut(p));
    for (size_t k = 0; k < chain.count; k++) {
        atomic_init(&tile_of(&chain, k)->aggregates_state, EMPTY);
        atomic_init(&tile_of(&chain, k)->is_known, 0);
    }
    prefix__openmp_pool_run(work, &chain, threads, wake_them);
    return chain.total;
}
