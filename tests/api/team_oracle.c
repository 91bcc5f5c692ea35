/* SPDX-License-Identifier: BSD-3-Clause */
#include "team_oracle.h"

#include <stdlib.h>

#include "../support/oracle.h"
#include "../support/support.h"

static size_t at(const struct team_sample *c, size_t k)
{
    return c->reverse ? c->count - 1 - k : k;
}

static int is_rounding(const struct team_sample *c)
{
    return oracle_is_float(c->type) && (c->op == PREFIX_SUM || c->op == PREFIX_PRODUCT);
}

/* Whether the results, or the total, are to have the bits of the whole: nothing is rounded, one part has all elements,
 * or what is combined elsewhere than in a scan of the whole is no more than a tile. */
static int is_whole(const struct team_sample *c, int total)
{
    const size_t least_tile = TILE / 2;
    size_t used = 0, first = 0, second = 0;
    for (size_t k = 0; k < c->count; k++) {
        const size_t n = c->n[at(c, k)];
        if (n > 0 && ++used == 1)
            first = n;
        else if (n > 0)
            second = n;
    }
    if (!is_rounding(c) || used == 0)
        return 1;
    if (c->has_init && first > least_tile)
        return used == 1 && !total;
    return used == 1 ||
           (used == 2 && first % (c->has_init ? least_tile : TILE) == 0 && (!total || second <= least_tile));
}

static struct oracle_scan oracle_of(const struct team_sample *c, const struct team_value *first)
{
    return (struct oracle_scan){
        c->kind, c->op, c->type, c->output_type, c->reverse, c->carry_type, first ? first->bytes : NULL};
}

void team_by_the_book(const struct team_sample *c, const unsigned char *in, unsigned char *want,
                      struct team_value *total)
{
    struct team_value carry;
    int have = c->has_init;
    const struct oracle_scan init = {c->kind, c->op, c->type, c->output_type, c->reverse, c->init_type, c->init.bytes};
    if (have)
        oracle_run(&init, NULL, NULL, 0, NULL, carry.bytes);
    for (size_t k = 0; k < c->count; k++) {
        size_t before = 0;
        for (size_t i = 0; i < at(c, k); i++)
            before += c->n[i];
        const struct oracle_scan alone = oracle_of(c, NULL), behind = oracle_of(c, have ? &carry : NULL);
        const size_t n = c->n[at(c, k)];
        const unsigned char *from = in + before * oracle_size(c->type);
        struct team_value part, both;
        if (n == 0)
            continue;
        oracle_run(&behind, from, want + before * oracle_size(c->output_type), n, NULL, NULL);
        oracle_run(&alone, from, NULL, n, NULL, part.bytes);
        const struct oracle_scan one = {PREFIX_INCLUSIVE, c->op,      c->carry_type, c->carry_type, 0,
                                        c->carry_type,    carry.bytes};
        if (have)
            oracle_run(&one, part.bytes, NULL, 1, NULL, both.bytes);
        carry = have ? both : part;
        have = 1;
    }
    const struct oracle_scan nothing = oracle_of(c, have ? &carry : NULL);
    const int is_carry = c->total_type == c->carry_type;
    oracle_run(&nothing, NULL, NULL, 0, is_carry ? NULL : total->bytes, is_carry ? total->bytes : NULL);
}

int team_like_the_whole(const struct team_sample *c, const unsigned char *in, const unsigned char *want,
                        const struct team_value *total, int *unlike)
{
    struct oracle_scan scan = oracle_of(c, c->has_init ? &c->init : NULL);
    struct team_value all;
    size_t where;
    unsigned char *whole = must_alloc(c->all * oracle_size(c->output_type));
    const int is_carry = c->total_type == c->carry_type;
    scan.init_type = c->init_type;
    oracle_run(&scan, in, whole, c->all, is_carry ? NULL : all.bytes, is_carry ? all.bytes : NULL);
    const int same = oracle_same(c->output_type, whole, want, c->all, &where);
    const int same_total = oracle_same(c->total_type, all.bytes, total->bytes, 1, &where);
    free(whole);
    *unlike += !same || !same_total;
    return (same || !is_whole(c, 0)) && (same_total || !is_whole(c, 1));
}
