/* SPDX-License-Identifier: BSD-3-Clause */
/* A scan of parts, and what it must give. */
#ifndef TEAM_ORACLE_H
#define TEAM_ORACLE_H

#include <stddef.h>

enum { MOST = 10, TILE = 8192 };

struct team_value {
    _Alignas(16) unsigned char bytes[16];
};

struct team_sample {
    size_t count, n[MOST], all;
    int kind, op, type, output_type, carry_type, reverse, init_type, in_place, reduces, by_plan, total_type, pattern;
    int has_init, has_total;
    struct team_value init;
};

/* The results, of all parts in one array, and the total, worked out part by part. */
void team_by_the_book(const struct team_sample *c, const unsigned char *in, unsigned char *want,
                      struct team_value *total);

/*
 * Whether these are what one scan of the whole array gives, where they have to be: where nothing is rounded, one part
 * has all elements, or what is combined elsewhere than in a scan of the whole is no more than a tile. Counts in unlike
 * what differs.
 */
int team_like_the_whole(const struct team_sample *c, const unsigned char *in, const unsigned char *want,
                        const struct team_value *total, int *unlike);

#endif
