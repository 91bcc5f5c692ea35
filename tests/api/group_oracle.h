/* SPDX-License-Identifier: BSD-3-Clause */
/* What there is to find in keys, by plain loops. */
#ifndef GROUP_ORACLE_H
#define GROUP_ORACLE_H

#include <stddef.h>

#include "operator_subject.h"

/* The places of keys in their new order, and where each group begins among them, the end of the last one included. */
struct groups {
    size_t *places, *begins, count;
};

struct groups groups_find(int type, const unsigned char *keys, size_t n);
/*
 * The aggregates of all groups by op on elements of type, or by an operator of the caller's own where that is not NULL;
 * sorted: the values in their new order.
 */
void groups_fold(const struct groups *groups, const struct subject *own, int op, int type, const unsigned char *sorted,
                 unsigned char *want);

#endif
