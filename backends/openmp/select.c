/* SPDX-License-Identifier: BSD-3-Clause */
/* One selection: resolved, and done on one thread or by a team. */
#include "selection.h"
#include "types.h"

#define ALONE_BYTES ((size_t)16 << 10) /* of a tile, of the widest array: what stays in the first-level cache */
#define TEAM_BYTES ((size_t)128 << 10)

void prefix__openmp_selection_begin(struct prefix__openmp_selection *s, const struct prefix_session *session,
                                    const struct prefix_select_work *work)
{
    s->work = work;
    s->isa = session->isa;
    s->count = 0;
    s->groups = work->ways;
    s->size = prefix__size_of(work->type);
    s->log2_size = log2_of(s->size);
    s->past_cache = work->n * s->size > session->cache_bytes;
}

void prefix__openmp_selection_add(struct prefix__openmp_selection *s, int group, const void *from, void *to,
                                  size_t size, size_t room)
{
    s->outputs[s->count++] = (struct prefix__openmp_output){
        .from = from, .to = to, .size = size, .log2_size = log2_of(size), .group = group, .room = room};
}

void prefix__openmp_selection_cut(struct prefix__openmp_selection *s, size_t tile_bytes)
{
    size_t widest = s->size;
    for (int i = 0; i < s->count; i++)
        widest = s->outputs[i].size > widest ? s->outputs[i].size : widest;
    s->tile = tile_bytes / widest;
    if (s->tile > s->work->n) /* so that little memory is asked for */
        s->tile = (s->work->n + 63) / 64 * 64;
    s->tiles = (s->work->n - 1) / s->tile + 1;
    s->slot_bytes = 0;
    for (int i = 0; i < s->count; i++) {
        s->outputs[i].slot = s->slot_bytes;
        s->slot_bytes += s->tile * s->outputs[i].size + PREFIX__OPENMP_SLOT_ALIGNMENT; /* a pack goes beyond its end */
    }
}

static size_t select_alone(const struct prefix__openmp_selection *s, char *slot)
{
    size_t before = 0, counts[PREFIX__OPENMP_GROUPS];
    for (size_t k = 0; k < s->tiles; k++) {
        const size_t places[PREFIX__OPENMP_GROUPS] = {before, 0, k * s->tile - before};
        prefix__openmp_pack(s, k, slot, counts);
        prefix__openmp_put(s, k, slot, places, counts, k + 1);
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
    s.groups = 2; /* a second one is a partition's */
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
    /* Only now, because in place it overwrites what selects. */
    return work->rejects == PREFIX_REJECTS_BEHIND ? prefix__openmp_partition(session, work) : PREFIX_OK;
}
