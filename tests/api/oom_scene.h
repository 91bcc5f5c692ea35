/* SPDX-License-Identifier: BSD-3-Clause */
/* What is played again and again while memory is short: a call of each kind, the first ones for a result that is kept.
 */
#ifndef PREFIX_TESTS_API_OOM_SCENE_H
#define PREFIX_TESTS_API_OOM_SCENE_H

#include <prefix/prefix.h>

void scene_open(void);
void scene_close(void);

/* Gives the first status that is not PREFIX_OK. */
int scene_play(prefix_ctx *ctx);

/* Whether it ended in a team, whose sentence is that of no context. */
int scene_is_in_team(void);

/* Makes the result what no call writes. */
void scene_spoil(void);
int scene_is_right(void);
/* Whether it is right or still as it was spoilt. */
int scene_is_untouched(void);

#endif
