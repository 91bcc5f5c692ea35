/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections: what elements are tested by, and the groups that this makes. */
#ifndef PREFIX_BACKENDS_OPENMP_SELECT_SELECT_H
#define PREFIX_BACKENDS_OPENMP_SELECT_SELECT_H

#include "select/compaction.h"

enum prefix__openmp_group {
    PREFIX__OPENMP_SELECTED,
    PREFIX__OPENMP_SECOND, /* of a partition in three */
    PREFIX__OPENMP_REJECTED
};

struct prefix__openmp_selection {
    struct prefix__openmp_compaction c; /* in[0]: what is selected from */
    const struct prefix_select_work *work;
    int groups;      /* 3 if there is a second one, else 2 */
    int counts_only; /* nothing is written, but a copy to the memory that is kept, if any */
    size_t size;     /* of an element */
};

/* Takes all from the work but its outputs. The prefix is a place for each group, and at first all are 0. */
void prefix__openmp_begin_selection(struct prefix__openmp_selection *s, const struct prefix_session *session,
                                    const struct prefix_select_work *work);

int prefix__openmp_select(struct prefix_session *session, const struct prefix_select_work *work);

#endif
