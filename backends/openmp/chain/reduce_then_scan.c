/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A thread takes one contiguous share, reduces it to aggregates of canonical tiles, folds those of the shares before it
 * into its carry, and scans. By look-back (look_back.h), whoever needs a share that is late reduces it; and whoever has
 * done its own scans one that nobody has taken.
 */
#include "chain/chain.h"
#include "chain/ranges.h"
#include "threads/tuning.h"

#define SHARES_MOST 64 /* bits of a word */

struct shares {
    struct prefix__openmp_ranges r;
    _Alignas(LINE_BYTES) _Atomic uint64_t taken; /* bit k: share k is */
};

/* The share that a thread took last is in its cache, likely. */
static _Thread_local unsigned usual;

/*
 * The first share has its carry at once: it is scanned while the others are reduced, if it is half as long, or less.
 * The last one need not be reduced either. Returns the tiles of the others.
 */
static size_t divide(struct prefix__openmp_ranges *r, const struct prefix__openmp_pipeline *p, int threads)
{
    const size_t tiles = (p->n - 1) / p->tile + 1, parts = threads < SHARES_MOST ? (size_t)threads : SHARES_MOST - 1;
    const size_t most = (2 * tiles + 2 * parts) / (2 * parts + 1);
    r->p = p;
    r->l.count = (tiles - 1) / most + 1;
    r->elements = most * p->tile;
    r->missing = (r->l.count * most - tiles) * p->tile;
    return most;
}

size_t prefix__openmp_reduce_then_scan_bytes(const struct prefix__openmp_pipeline *p, int threads)
{
    struct prefix__openmp_ranges r;
    const size_t tiles = divide(&r, p, threads);
    return prefix__openmp_ranges_bytes(r.l.count, tiles);
}

static uint64_t bit(size_t k)
{
    return (uint64_t)1 << k;
}

/* Takes a share of some that nobody has taken; else returns the number of shares. */
static size_t take_share(struct shares *s, uint64_t of)
{
    uint64_t taken = atomic_load_explicit(&s->taken, memory_order_relaxed), left;
    while ((left = of & ~taken) != 0) {
        const size_t k = left & bit(usual) ? usual : (size_t)__builtin_ctzll(left);
        if (atomic_compare_exchange_weak_explicit(&s->taken, &taken, taken | bit(k), memory_order_relaxed,
                                                  memory_order_relaxed)) {
            HOOK(took, k);
            return k;
        }
    }
    return s->r.l.count;
}

/* Reduces a share, and those before it that nobody has begun; then scans them. */
static void work_on_reduced(struct shares *s, size_t k)
{
    const struct prefix__openmp_ranges *r = &s->r;
    const uint64_t before = bit(k) - 1;
    uint64_t mine = 0;
    do {
        const struct prefix__openmp_ahead range = prefix__openmp_range(r, k);
        prefix__openmp_reduce(r->p, range.first, range.count, prefix__openmp_aggregate_of(&r->l, k));
        prefix__openmp_publish_range(r, k, 0);
        mine |= bit(k);
    } while ((k = take_share(s, before)) < r->l.count);
    for (; mine; mine &= mine - 1) {
        k = (size_t)__builtin_ctzll(mine);
        const struct prefix__openmp_ahead range = prefix__openmp_range(r, k);
        prefix__openmp_scan_range(r->p, range.first, range.count, prefix__openmp_carry_before(r, k, 0), NULL);
        HOOK(scanned, k);
    }
}

static void work_on_shares(void *user)
{
    struct shares *s = user;
    const size_t count = s->r.l.count;
    const uint64_t all = UINT64_MAX >> (SHARES_MOST - count);
    const int is_alone = prefix__openmp_join(&s->r.l) == 0 && !s->r.company;
    size_t k = take_share(s, all & ~bit(count - 1));
    if (k < count)
        usual = (unsigned)k;
    if (k == 0 && (is_alone || 2 * s->r.missing >= s->r.elements))
        prefix__openmp_scan_at_once(&s->r, k, NULL);
    else if (k < count)
        work_on_reduced(s, k);
    while ((k = take_share(s, all)) < count)
        prefix__openmp_scan_at_once(&s->r, k, NULL);
}

uint64_t prefix__openmp_reduce_then_scan(const struct prefix__openmp_pipeline *p, void *memory, int threads,
                                         int wake_them)
{
    struct shares s = {.taken = 0};
    const size_t tiles = divide(&s.r, p, threads);
    s.r.l.patience = prefix__openmp_tuning.patience_of_shares;
    prefix__openmp_ranges_begin(&s.r, tiles, memory);
    return prefix__openmp_ranges_run(&s.r, work_on_shares, threads, wake_them);
}
