/* SPDX-License-Identifier: BSD-3-Clause */
/* One selection: resolved, and done on one thread or by a team. */
#include "select/select.h"
#include "select/selection.h"
#include "shared/types.h"
#include "threads/team.h"

#define ALONE_BYTES ((size_t)16 << 10) /* of a tile, of the widest array: which stays in the first-level cache */
#define TEAM_BYTES ((size_t)128 << 10)

static size_t select_alone(const struct prefix__openmp_selection *s, char *slot)
{
    size_t before = 0, counts[PREFIX__OPENMP_GROUPS];
    for (size_t k = 0; k < s->tiles; k++) {
        const size_t places[PREFIX__OPENMP_GROUPS] = {before, 0, k * s->tile - before};
        prefix__openmp_pack(s, k, slot, counts);
        prefix__openmp_write_selected(s, k, slot, places, counts, k + 1);
        before += counts[PREFIX__OPENMP_SELECTED];
    }
    return before;
}

/* What each element costs in memory. */
static size_t bytes_of(const struct prefix__openmp_selection *s)
{
    size_t bytes = s->work->in ? s->size : 0;
    for (int i = 0; i < s->count; i++)
        bytes += s->outputs[i].size;
    return s->work->n * (bytes + (s->work->selector == PREFIX_SELECTOR_BYTES));
}

static void add_outputs(struct prefix__openmp_selection *s)
{
    const struct prefix_select_work *work = s->work;
    if (work->out && work->rejects != PREFIX_REJECTS_BEHIND)
        prefix__openmp_selection_add(s, PREFIX__OPENMP_SELECTED, work->in, work->out, s->size, work->capacity);
    if (work->rejected)
        prefix__openmp_selection_add(s, PREFIX__OPENMP_REJECTED, work->in, work->rejected, s->size,
                                     work->rejected_capacity);
    if (work->indices)
        prefix__openmp_selection_add(s, PREFIX__OPENMP_SELECTED, NULL, work->indices, prefix__size_of(work->index_type),
                                     work->capacity);
    if (work->values)
        prefix__openmp_selection_add(s, PREFIX__OPENMP_SELECTED, work->values, work->values_out,
                                     prefix__size_of(work->value_type), work->capacity);
}

int prefix__openmp_select(struct prefix_session *session, const struct prefix_select_work *work)
{
    struct prefix__openmp_selection s;
    int threads = 1, status;
    prefix__openmp_selection_begin(&s, session, work);
    add_outputs(&s);
    s.groups = 2; /* partitions alone have a second one */
    if (work->rejects == PREFIX_REJECTS_BEHIND && s.count == 0)
        return prefix__openmp_partition(session, work);
    const size_t bytes = bytes_of(&s);
    if (prefix__openmp_is_for_team(bytes)) {
        prefix__openmp_selection_cut(&s, TEAM_BYTES);
        threads = prefix__openmp_team_size(work->threads, s.tiles / 2);
    }
    if (threads > 1) {
        status = prefix__openmp_reserve(session, prefix__openmp_select_chain_bytes(&s, threads));
        if (status != PREFIX_OK)
            return status;
        *work->count =
            prefix__openmp_select_chain(&s, session->scratch, threads, prefix__openmp_wakes(session, bytes, threads));
        prefix__openmp_work_ended(session);
    } else {
        prefix__openmp_selection_cut(&s, ALONE_BYTES);
        status = prefix__openmp_reserve(session, s.slot_bytes);
        if (status != PREFIX_OK)
            return status;
        *work->count = select_alone(&s, session->scratch);
    }
    /* Last, because in place it overwrites what selects. */
    return work->rejects == PREFIX_REJECTS_BEHIND ? prefix__openmp_partition(session, work) : PREFIX_OK;
}
