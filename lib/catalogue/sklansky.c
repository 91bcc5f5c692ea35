/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Divide and conquer: in round r the last element of the left half of each block of 2^(r + 1) goes before
 * all of the right half. Least depth, log2 n rounds, of n / 2 combinations each, and one element that is
 * read by many. It is the network of a row in the canonical order, too.
 * J. Sklansky, Conditional-Sum Addition Logic, IRE Transactions on Electronic Computers EC-9, 1960.
 */
#include "catalogue/network.h"

#define SHORT 16 /* blocks up to this length are taken across, all at once */

static void part(const struct prefix__round *round, size_t first, size_t last)
{
    const size_t half = (size_t)1 << round->index, block = 2 * half;
    if (block <= SHORT) {
        for (size_t i = half; i < block; i++) {
            const size_t to = prefix__first_at(first, i, block);
            if (to < last)
                prefix__round_combine(round, to, to - i + half - 1, block, block, (last - to + block - 1) / block);
        }
        return;
    }
    for (size_t at = first / block * block; at + half < last; at += block) {
        const size_t to = prefix__most(at + half, first), end = prefix__least(at + block, last);
        if (to < end)
            prefix__round_combine(round, to, at + half - 1, 1, 0, end - to);
    }
}

const struct prefix__network prefix__sklansky = {.steps = 1, .rounds = prefix__doublings, .part = part};
