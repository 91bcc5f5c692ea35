/* SPDX-License-Identifier: BSD-3-Clause */
/* One part, and the total: a plan on a context of the team. */
#ifndef PREFIX_LIB_TEAM_PART_H
#define PREFIX_LIB_TEAM_PART_H

#include "api/plan.h"
#include "team/fold.h"
#include "team/team.h"

/* The plan on the context of a part. */
struct prefix_plan prefix__part_plan(const struct prefix_team *team, const struct prefix_plan *plan, size_t part);
/* Whether a team does what the plan says. */
int prefix__check_team_plan(const struct prefix_plan *plan);
/* Whether backends have kernels for it: its operator is not, and does not become, one that is made by a caller. */
int prefix__has_kernels(const struct prefix_plan *plan);
/* A part's arrays by themselves; the kinds of memory that they lie in. */
int prefix__check_part(const struct prefix_team *team, const struct prefix_plan *plan, size_t part, const void *in,
                       void *out, size_t n, int reduces, int *in_kind, int *out_kind);
/* A scan of n elements by the plan of a part, behind what stands before them. */
int prefix__part_run(struct prefix_plan *part, const struct prefix__fold *before, const void *in, void *out, size_t n);
/* What all elements come to, to where the plan has its total: that of nothing behind them. */
int prefix__write_total(const struct prefix_team *team, const struct prefix_plan *plan, const struct prefix__fold *all);

#endif
