/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A thread takes one contiguous share, reduces it to aggregates of canonical tiles, folds those of the shares before it
 * into its carry, and scans. By look-back (look_back.h), whoever needs a share that is late reduces it; and whoever has
 * done its own scans one that nobody has taken.
 */
#include "chain/reduce_then_scan.h"

#include "chain/fold.h"
#include "chain/look_back.h"
#include "threads/pool.h"
#include "threads/tuning.h"

/* Where a test holds threads up (tests/openmp_chain.c). */
#ifndef HOOK
#define HOOK(place, tile) (void)0
#endif

#define SHARES_MOST 64 /* bits of a word */

/*
 * The first share has its carry at once: it is scanned while the others are reduced, if it is half as long, or less.
 * The last one need not be reduced either.
 */
struct shares {
    struct prefix__openmp_look_back l;
    const struct prefix__openmp_pipeline *p;
    size_t elements;                             /* of a share */
    size_t missing;                              /* elements that the first one has less */
    int company;                                 /* whether more threads are awake and about to come */
    _Alignas(LINE_BYTES) _Atomic uint64_t taken; /* bit k: share k is */
};

/* The share that a thread took last is in its cache, likely. */
static _Thread_local unsigned usual;

static void divide(struct shares *s, const struct prefix__openmp_pipeline *p, int threads)
{
    const size_t tiles = (p->n - 1) / p->tile + 1, parts = threads < SHARES_MOST ? (size_t)threads : SHARES_MOST - 1;
    const size_t most = (2 * tiles + 2 * parts) / (2 * parts + 1);
    s->p = p;
    s->l.count = (tiles - 1) / most + 1;
    s->l.aggregate_bytes = most * sizeof(uint64_t);
    s->l.prefix_bytes = sizeof(uint64_t);
    s->elements = most * p->tile;
    s->missing = (s->l.count * most - tiles) * p->tile;
}

size_t prefix__openmp_reduce_then_scan_bytes(const struct prefix__openmp_pipeline *p, int threads)
{
    struct shares s;
    divide(&s, p, threads);
    return prefix__openmp_look_back_bytes(s.l.count, s.l.aggregate_bytes, s.l.prefix_bytes);
}

static size_t share_first(const struct shares *s, size_t k)
{
    return k > 0 ? k * s->elements - s->missing : 0;
}

static size_t share_length(const struct shares *s, size_t k)
{
    return (k + 1 < s->l.count ? share_first(s, k + 1) : s->p->n) - share_first(s, k);
}

static void combine_share(const void *user, size_t k, uint64_t note, const void *aggregates, void *carry)
{
    const struct shares *s = user;
    uint64_t *const to = carry;
    (void)note;
    *to = prefix__openmp_fold(s->p, *to, aggregates, (share_length(s, k) - 1) / s->p->tile + 1);
}

static uint64_t reduce_share(const void *user, size_t k, void *own, void *carry)
{
    const struct shares *s = user;
    uint64_t *const to = carry;
    (void)own;
    *to = prefix__openmp_fold_range(s->p, share_first(s, k), share_length(s, k), *to);
    return 0;
}

/* Takes a share of some that nobody has taken; else returns the number of shares. */
static size_t take_share(struct shares *s, uint64_t of)
{
    uint64_t taken = atomic_load_explicit(&s->taken, memory_order_relaxed), left;
    while ((left = of & ~taken) != 0) {
        const unsigned k = left >> usual & 1 ? usual : (unsigned)__builtin_ctzll(left);
        if (atomic_compare_exchange_weak_explicit(&s->taken, &taken, taken | (uint64_t)1 << k, memory_order_relaxed,
                                                  memory_order_relaxed)) {
            HOOK(took, k);
            return k;
        }
    }
    return s->l.count;
}

static void publish_share(const struct shares *s, size_t k)
{
    prefix__openmp_reduce(s->p, share_first(s, k), share_length(s, k), prefix__openmp_aggregate_of(&s->l, k));
    prefix__openmp_publish(&s->l, k, 0);
    HOOK(reduced, k);
}

/* Scans a share that has been published. */
static void finish_share(const struct shares *s, size_t k)
{
    uint64_t before, after;
    prefix__openmp_look_back(&s->l, k, NULL, &before);
    after = before;
    combine_share(s, k, 0, prefix__openmp_aggregate_of(&s->l, k), &after);
    prefix__openmp_publish_prefix(&s->l, k, &after);
    prefix__openmp_scan_range(s->p, share_first(s, k), share_length(s, k), before, NULL);
    HOOK(scanned, k);
}

/* Scans a share that has not been reduced. */
static void scan_share(const struct shares *s, size_t k)
{
    uint64_t carry;
    prefix__openmp_look_back(&s->l, k, NULL, &carry);
    prefix__openmp_publish_begun(&s->l, k);
    HOOK(begun, k);
    carry = prefix__openmp_scan_range(s->p, share_first(s, k), share_length(s, k), carry, NULL);
    prefix__openmp_publish_prefix(&s->l, k, &carry);
    HOOK(scanned, k);
}

static void work_on_shares(void *user)
{
    struct shares *s = user;
    const uint64_t all = UINT64_MAX >> (SHARES_MOST - s->l.count), last = (uint64_t)1 << (s->l.count - 1);
    const int is_alone = prefix__openmp_join(&s->l) == 0 && !s->company;
    size_t k = take_share(s, all & ~last);
    if (k < s->l.count)
        usual = (unsigned)k;
    if (k == 0 && (is_alone || 2 * s->missing >= s->elements)) {
        scan_share(s, k);
    } else if (k < s->l.count) {
        uint64_t mine = (uint64_t)1 << k, before = mine - 1;
        publish_share(s, k);
        while ((k = take_share(s, before)) < s->l.count) { /* what this one needs, and nobody else has begun */
            publish_share(s, k);
            mine |= (uint64_t)1 << k;
        }
        for (; mine; mine &= mine - 1)
            finish_share(s, (size_t)__builtin_ctzll(mine));
    }
    while ((k = take_share(s, all)) < s->l.count)
        scan_share(s, k);
}

uint64_t prefix__openmp_reduce_then_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads,
                                         int wake_them)
{
    uint64_t total = p->carry;
    struct shares s = {.company = prefix__openmp_pool_awake() > 0};
    s.l = (struct prefix__openmp_look_back){
        .combine = combine_share,
        .reduce = reduce_share,
        .user = &s,
        .start = &p->carry,
        .patience = prefix__openmp_tuning.patience_of_shares,
        .overwrites = p->in == p->out,
    };
    divide(&s, p, threads);
    prefix__openmp_look_back_begin(&s.l, memory);
    prefix__openmp_pool_run(work_on_shares, &s, threads, wake_them);
    prefix__openmp_prefix_of(&s.l, s.l.count - 1, &total);
    return total;
}
