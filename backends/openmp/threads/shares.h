/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Shares of work that threads take one by one: large ones first, as memory gives more to threads that read on for long,
 * and smaller ones towards the end, so that all end together (guided self-scheduling; Polychronopoulos and Kuck 1987).
 */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_SHARES_H
#define PREFIX_BACKENDS_OPENMP_THREADS_SHARES_H

#include <stdatomic.h>
#include <stddef.h>

#define SHARES 4 /* that are left for each thread, at least, after one is taken */

/* Takes the next of count items, at most so many at once, and says which is the first. Returns how many; 0: none. */
static inline size_t prefix__openmp_take_share(atomic_size_t *next, size_t count, int threads, size_t most,
                                               size_t *first)
{
    size_t at = atomic_load_explicit(next, memory_order_relaxed), share;
    do {
        share = (count - at) / (SHARES * (size_t)threads);
        share = share > most ? most : share > 0 ? share : at < count;
    } while (!atomic_compare_exchange_weak_explicit(next, &at, at + share, memory_order_relaxed, memory_order_relaxed));
    *first = at;
    return share;
}

#undef SHARES

#endif
