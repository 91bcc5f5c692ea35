/* SPDX-License-Identifier: BSD-3-Clause */
/* Selections and partitions, resolved. */
#include "select/select.h"
#include "shared/types.h"

#define SINGLE_BYTES ((size_t)16 << 10) /* of a tile, of the widest array: which stays in the first-level cache */
#define TEAM_BYTES ((size_t)128 << 10)

static void add(struct prefix__openmp_selection *s, int group, const void *from, void *to, size_t size, size_t room)
{
    if (to)
        prefix__openmp_add_output(&s->c, group, from, to, size, room);
}

static void add_outputs(struct prefix__openmp_selection *s)
{
    const struct prefix_select_work *work = s->work;
    void *const out = work->rejects == PREFIX_REJECTS_BEHIND ? NULL : work->out;
    add(s, PREFIX__OPENMP_SELECTED, work->in, out, s->size, work->capacity);
    add(s, PREFIX__OPENMP_REJECTED, work->in, work->rejected, s->size, work->rejected_capacity);
    add(s, PREFIX__OPENMP_SELECTED, NULL, work->indices, prefix__size_of(work->index_type), work->capacity);
    add(s, PREFIX__OPENMP_SELECTED, work->values, work->values_out, prefix__size_of(work->value_type), work->capacity);
}

/* Tiles by their widest array, and what all of them cost in memory. */
static void measure(struct prefix__openmp_selection *s)
{
    const struct prefix_select_work *work = s->work;
    size_t widest = s->size, bytes = (work->in ? s->size : 0) + (work->selector == PREFIX_SELECTOR_BYTES);
    for (int i = 0; i < s->c.count; i++) {
        widest = s->c.outputs[i].size > widest ? s->c.outputs[i].size : widest;
        bytes += s->c.outputs[i].size;
    }
    s->c.bytes = work->n * bytes;
    s->c.team_tile = TEAM_BYTES / widest;
    s->c.single_tile = SINGLE_BYTES / widest;
}

/*
 * The rejected behind the selected, in two passes: the first counts the groups, which tells where they begin, and in
 * place leaves a copy for the second.
 */
static int partition(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct prefix__openmp_selection s;
    uint64_t begins[PREFIX__OPENMP_GROUPS] = {0}, ends[PREFIX__OPENMP_GROUPS];
    prefix__openmp_begin_selection(&s, session, work);
    for (int g = 0; g < PREFIX__OPENMP_GROUPS; g++)
        if (g != PREFIX__OPENMP_SECOND || work->ways == PREFIX__OPENMP_GROUPS)
            prefix__openmp_add_output(&s.c, g, work->in, work->out, s.size, work->n);
    s.c.bytes = 2 * work->n * s.size;
    s.c.team_tile = s.c.single_tile = TEAM_BYTES / s.size;
    s.c.kept_bytes = work->in == work->out ? work->n * s.size : 0;
    s.counts_only = 1;
    const int status = prefix__openmp_compact(session, &s.c, ends);
    if (status != PREFIX_OK)
        return status;
    for (int g = 1; g < PREFIX__OPENMP_GROUPS; g++)
        begins[g] = begins[g - 1] + ends[g - 1];
    work->count[0] = ends[PREFIX__OPENMP_SELECTED];
    if (work->ways == PREFIX__OPENMP_GROUPS)
        work->count[1] = ends[PREFIX__OPENMP_SECOND];
    s.counts_only = 0;
    s.c.start = begins;
    if (s.c.kept_bytes > 0)
        s.c.in[0] = s.c.kept;
    for (int i = 0; i < s.c.count; i++)
        s.c.outputs[i].from = s.c.in[0];
    return prefix__openmp_compact(session, &s.c, ends);
}

int prefix__openmp_select(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct prefix__openmp_selection s;
    uint64_t ends[PREFIX__OPENMP_GROUPS];
    prefix__openmp_begin_selection(&s, session, work);
    add_outputs(&s);
    s.groups = 2; /* partitions alone have a second one */
    if (work->rejects == PREFIX_REJECTS_BEHIND && s.c.count == 0)
        return partition(session, work);
    measure(&s);
    const int status = prefix__openmp_compact(session, &s.c, ends);
    if (status != PREFIX_OK)
        return status;
    *work->count = ends[PREFIX__OPENMP_SELECTED];
    /* Last, because in place it overwrites what selects. */
    return work->rejects == PREFIX_REJECTS_BEHIND ? partition(session, work) : PREFIX_OK;
}
