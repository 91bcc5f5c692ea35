/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The work-efficient exclusive scan. Up-sweep: a tree of totals, the total of a block at its end. The
 * root becomes the identity. Down-sweep: a block hands what stands before it to its left half, and that
 * combined with the left half's total to its right half. 2(n - 1) combinations in 2 log2 n rounds.
 *
 * A block that the end of the array cuts off ends there, and one whose right half is missing is its left
 * half: so any n takes n - 1 combinations each way and no element that is not there.
 *
 * G. E. Blelloch, Prefix Sums and Their Applications, CMU-CS-90-190, 1990; M. Harris, S. Sengupta and
 * J. D. Owens, GPU Gems 3, ch. 39, algorithms 3 and 4, 2007.
 */
#include "catalogue/network.h"

static size_t rounds(size_t n)
{
    return 2 * prefix__doublings(n);
}

/* A part has the blocks whose left halves end in it. */
static void part(const struct prefix__round *round, size_t first, size_t last)
{
    const size_t up = prefix__doublings(round->n), n = round->n;
    const int down = round->index >= up;
    const size_t half = (size_t)1 << (down ? 2 * up - 1 - round->index : round->index), block = 2 * half;
    const size_t left = prefix__first_at(first, half - 1, block);
    last = prefix__least(last, n - 1); /* a left half that ends the array is no half */
    if (left >= last)
        return;
    size_t count = (last - left + block - 1) / block;
    const size_t cut = left + (count - 1) * block; /* the last block, which may end early */
    if (cut + half >= n) {
        count--;
        if (down)
            prefix__round_exchange(round, cut, n - 1, block, 1);
        else
            prefix__round_combine(round, n - 1, cut, block, block, 1);
    }
    if (down)
        prefix__round_exchange(round, left, left + half, block, count);
    else
        prefix__round_combine(round, left + half, left, block, block, count);
}

const struct prefix__network prefix__blelloch = {.steps = 1, .rounds = rounds, .part = part, .turn = prefix__doublings};
