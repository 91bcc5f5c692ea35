/* SPDX-License-Identifier: BSD-3-Clause */
#include "chain/ranges.h"

#include "threads/pool.h"
#include "tile/segmented_tile.h"

/* Folds a range into the carry before it, or before the last segment that begins in it. */
static void combine(const void *user, size_t k, uint64_t cut, const void *aggregates, void *carry)
{
    const struct prefix__openmp_ranges *r = user;
    const size_t tiles = (prefix__openmp_range(r, k).count - 1) / r->p->tile + 1, first = cut ? (size_t)cut - 1 : 0;
    uint64_t *const to = carry;
    *to = prefix__openmp_fold(r->p, cut ? r->p->carry : *to, (const uint64_t *)aggregates + first, tiles - first);
}

static uint64_t reduce(const void *user, size_t k, void *own, void *carry)
{
    const struct prefix__openmp_ranges *r = user;
    const struct prefix__openmp_ahead range = prefix__openmp_range(r, k);
    uint64_t aggregates[TILES_MOST], *const to = carry;
    (void)own;
    if (!r->p->heads) {
        *to = prefix__openmp_fold_range(r->p, range.first, range.count, *to);
        return 0;
    }
    const size_t cut = prefix__openmp_reduce_segments(r->p, range.first, range.count, aggregates);
    combine(r, k, cut, aggregates, carry);
    return cut;
}

size_t prefix__openmp_ranges_bytes(size_t count, size_t tiles)
{
    return prefix__openmp_look_back_bytes(count, tiles * sizeof(uint64_t), sizeof(uint64_t));
}

char *prefix__openmp_ranges_begin(struct prefix__openmp_ranges *r, size_t tiles, void *memory)
{
    r->company = prefix__openmp_pool_awake() > 0;
    r->l.combine = combine;
    r->l.reduce = reduce;
    r->l.user = r;
    r->l.start = &r->p->carry;
    r->l.aggregate_bytes = tiles * sizeof(uint64_t);
    r->l.prefix_bytes = sizeof(uint64_t);
    r->l.overwrites = r->p->in == r->p->out;
    return prefix__openmp_look_back_begin(&r->l, memory);
}

uint64_t prefix__openmp_ranges_run(struct prefix__openmp_ranges *r, void (*work)(void *), int threads, int wake_them)
{
    uint64_t total = r->p->carry;
    prefix__openmp_pool_run(work, r, threads, wake_them);
    prefix__openmp_prefix_of(&r->l, r->l.count - 1, &total);
    return total;
}

void prefix__openmp_publish_range(const struct prefix__openmp_ranges *r, size_t k, size_t cut)
{
    uint64_t after = 0;
    if (cut) { /* nothing before it matters */
        combine(r, k, cut, prefix__openmp_aggregate_of(&r->l, k), &after);
        prefix__openmp_publish_prefix(&r->l, k, &after);
    }
    prefix__openmp_publish(&r->l, k, cut);
    HOOK(reduced, k);
}

uint64_t prefix__openmp_carry_before(const struct prefix__openmp_ranges *r, size_t k, size_t cut)
{
    uint64_t before, after;
    prefix__openmp_look_back(&r->l, k, NULL, &before);
    after = before;
    combine(r, k, cut, prefix__openmp_aggregate_of(&r->l, k), &after);
    prefix__openmp_publish_prefix(&r->l, k, &after);
    return before;
}
