/* SPDX-License-Identifier: BSD-3-Clause */
/* What the parts come to, combined from the first to the last in the carry type. */
#ifndef PREFIX_LIB_TEAM_FOLD_H
#define PREFIX_LIB_TEAM_FOLD_H

#include "api/plan.h"
#include "team/team.h"

struct prefix__fold {
    struct prefix_plan plan; /* on elements of the carry type, or of the caller's own */
    size_t size;             /* of such a one */
    int have;                /* a value: else nothing stands before */
    _Alignas(16) unsigned char value[PREFIX__ELEMENT_MAX];
};

/* Of what a plan, fit for its operator, combines: begins with its initial value, if it has one. */
int prefix__fold_begin(struct prefix__fold *fold, const struct prefix_team *team, const struct prefix_plan *plan);
/* The value becomes value ⊕ total. */
int prefix__fold_in(struct prefix__fold *fold, const void *total);
/* The same of count totals, one after the other. */
int prefix__fold_all(struct prefix__fold *fold, const void *totals, size_t count);
/* Makes the value, or nothing, the initial value of a part. */
int prefix__fold_precede(const struct prefix__fold *fold, struct prefix_plan *part);

#endif
