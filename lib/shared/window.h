/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Moving windows: what results are, and how tiles of them are made on the host. Result i of a row is that of the k
 * elements from i - before on; in the place of those that lie outside of the row stands the identity. k - 1 - before
 * and before are less than n.
 *
 * The order in which floats are combined, the same on every backend; libprefix(7) states it for users. All is in f64:
 *
 *   tree    of 2^j elements: the tree of the first half, combined with that of the second.
 *   window  cut from its first element on into trees whose sizes are the powers of two that k is the sum of, the least
 *           first; these are combined from left to right, and rounded once to the output type.
 *
 * So a window has the same bits wherever it stands, and each element goes through log2(k) roundings or so. All trees of
 * 2^(j + 1) elements are made of those of 2^j by one pass that adds the array to itself, 2^j places further on. Windows
 * of many elements take several passes over memory, each of which makes trees of larger ones: one that finds trees of s
 * elements takes places s apart for rows of a panel, in which neighbouring places are columns.
 */
#ifndef PREFIX_LIB_SHARED_WINDOW_H
#define PREFIX_LIB_SHARED_WINDOW_H

#include "shared/window_tile.h"

/* work and loops are there; what they say of values, too. The rest is filled in. */
void prefix__window_begin(struct prefix__window *w);
size_t prefix__window_memory_bytes(const struct prefix__window *w);
struct prefix__window_memory prefix__window_memory_at(const struct prefix__window *w, void *memory);

/* Whether one pass does. Its tiles, of all rows, in the order of memory; and some of them. */
int prefix__window_is_short(const struct prefix__window *w);
size_t prefix__window_tiles(const struct prefix__window *w);
void prefix__window_do_tiles(const struct prefix__window *w, const struct prefix__window_memory *memory, size_t first,
                             size_t last);

/* Otherwise a row at a time, by passes one after the other, tiles of one in any order. */
struct prefix__window_row {
    const struct prefix__window *w;
    struct prefix__row row;
    char *trees[2], *sums; /* what passes leave for the next */
    int passes;
};
size_t prefix__window_row_bytes(const struct prefix__window *w);
struct prefix__window_row prefix__window_row_of(const struct prefix__window *w, size_t row, void *memory);
size_t prefix__window_pass_tiles(const struct prefix__window_row *row, int pass);
void prefix__window_do_pass(const struct prefix__window_row *row, const struct prefix__window_memory *memory, int pass,
                            size_t first, size_t last);

#endif
