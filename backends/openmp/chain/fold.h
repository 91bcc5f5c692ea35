/* SPDX-License-Identifier: BSD-3-Clause */
/* Aggregates of canonical tiles, folded from left to right into the carry before them: the canonical order. */
#ifndef PREFIX_BACKENDS_OPENMP_CHAIN_FOLD_H
#define PREFIX_BACKENDS_OPENMP_CHAIN_FOLD_H

#include "tile/tile.h"

#define PREFIX__OPENMP_FOLDED 16 /* canonical tiles that are reduced at once */

static inline uint64_t prefix__openmp_fold(const struct prefix__openmp_pipeline *p, uint64_t carry,
                                           const uint64_t *aggregates, size_t tiles)
{
    for (size_t i = 0; i < tiles; i++)
        carry = p->core.combine(carry, aggregates[i]);
    return carry;
}

/* Reduces a range of whole canonical tiles, or up to the end of the array. */
static inline uint64_t prefix__openmp_fold_range(const struct prefix__openmp_pipeline *p, size_t first, size_t count,
                                                 uint64_t carry)
{
    uint64_t aggregates[PREFIX__OPENMP_FOLDED];
    for (size_t done = 0, length; done < count; done += length) {
        length = count - done < PREFIX__OPENMP_FOLDED * p->tile ? count - done : PREFIX__OPENMP_FOLDED * p->tile;
        prefix__openmp_reduce(p, first + done, length, aggregates);
        carry = prefix__openmp_fold(p, carry, aggregates, (length - 1) / p->tile + 1);
    }
    return carry;
}

#endif
