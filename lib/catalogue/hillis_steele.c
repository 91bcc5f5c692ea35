/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Recursive doubling: in round r every element takes in the one 2^r before it. Least depth, most work:
 * log2 n rounds and n log2 n - (n - 1) combinations. All read one array and write the other.
 * W. D. Hillis and G. L. Steele, Data Parallel Algorithms, CACM 29(12), 1986; D. Horn, GPU Gems 2, ch. 36,
 * 2005; M. Harris, S. Sengupta and J. D. Owens, GPU Gems 3, ch. 39, algorithm 2, 2007.
 */
#include <string.h>

#include "catalogue/network.h"

static void part(const struct prefix__round *round, size_t first, size_t last)
{
    const size_t distance = (size_t)1 << round->index, size = round->kernel->size;
    const size_t middle = prefix__least(prefix__most(first, distance), last);
    memcpy(round->y + first * size, round->x + first * size, (middle - first) * size);
    prefix__round_combine(round, middle, middle - distance, 1, 1, last - middle);
}

const struct prefix__network prefix__hillis_steele = {
    .doubled = 1, .steps = 1, .rounds = prefix__doublings, .part = part};
