/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A tree up and another down: fewest combinations at a small depth. Rounds up: the ends of blocks of
 * 2, 4, 8, ... take in the end of their left half. Rounds down, from large to small: the ends of the left
 * halves after the first block take in the end of the block before. Together 2n - 2 - log2 n
 * combinations in 2 log2 n - 1 rounds. What would lie past the end is left out.
 * R. P. Brent and H. T. Kung, A Regular Layout for Parallel Adders, IEEE Transactions on Computers
 * C-31(3), 1982.
 */
#include "catalogue/network.h"

/* Up while a block fits; down from the largest whose end has a left half after it. */
static size_t rounds_up(size_t n)
{
    size_t rounds = 0;
    while (n >> rounds > 1)
        rounds++;
    return rounds;
}

static size_t rounds(size_t n)
{
    return rounds_up(n) + rounds_up(n / 3 * 2);
}

static void part(const struct prefix__round *round, size_t first, size_t last)
{
    const size_t up = rounds_up(round->n);
    const int down = round->index >= up;
    const size_t half = (size_t)1 << (down ? rounds(round->n) - 1 - round->index : round->index);
    const size_t to = prefix__first_at(first, (down ? 3 : 2) * half - 1, 2 * half);
    if (to < last)
        prefix__round_combine(round, to, to - half, 2 * half, 2 * half, (last - to + 2 * half - 1) / (2 * half));
}

const struct prefix__network prefix__brent_kung = {.steps = 1, .rounds = rounds, .part = part};
