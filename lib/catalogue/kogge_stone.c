/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The circuit of recursive doubling, in place: the combinations of hillis_steele.c without its second
 * array. In a first step a part saves what stands before it and is about to change; in the second it
 * goes through its own elements from right to left.
 * P. M. Kogge and H. S. Stone, A Parallel Algorithm for the Efficient Solution of a General Class of
 * Recurrence Equations, IEEE Transactions on Computers C-22(8), 1973.
 */
#include <string.h>

#include "catalogue/network.h"

static void part(const struct prefix__round *round, size_t first, size_t last)
{
    const size_t distance = (size_t)1 << round->index, size = round->kernel->size;
    first = prefix__most(first, distance);
    if (first >= last)
        return;
    /* The sources of first to last lie distance before them; those before first are others' targets. */
    const size_t saved = prefix__least(last - first, distance);
    if (round->step == 0) {
        memcpy(round->y + first * size, round->x + (first - distance) * size, saved * size);
        return;
    }
    prefix__round_combine_down(round, last, distance, last - first - saved);
    prefix__round_combine_saved(round, first, distance, saved);
}

const struct prefix__network prefix__kogge_stone = {.steps = 2, .rounds = prefix__doublings, .part = part};
