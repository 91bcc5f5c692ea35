/* SPDX-License-Identifier: BSD-3-Clause */
/* Compactions: the layout of a slot, the way out of it, and all tiles one after another. */
#include "select/compaction.h"

#include <string.h>

#include "threads/team.h"
#include "tile/flush.h"

static size_t to_lines(size_t bytes)
{
    return (bytes + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
}

struct prefix__openmp_output *prefix__openmp_add_output(struct prefix__openmp_compaction *c, int group,
                                                        const void *from, void *to, size_t size, size_t room)
{
    struct prefix__openmp_output *o = &c->outputs[c->count++];
    *o = (struct prefix__openmp_output){
        .from = from, .to = to, .size = size, .width = size, .group = group, .room = room};
    return o;
}

void prefix__openmp_choose_tile(struct prefix__openmp_compaction *c, size_t elements)
{
    c->tile = elements < c->n ? elements : (c->n + 63) / 64 * 64; /* small work takes little memory */
    c->tiles = (c->n - 1) / c->tile + 1;
    c->slot_bytes = to_lines(c->aggregate_bytes);
    for (int i = 0; i < c->count; i++) {
        c->outputs[i].slot = c->slot_bytes;
        c->slot_bytes += c->tile * c->outputs[i].width + LINE_BYTES; /* a pack may write a vector more */
    }
}

static struct prefix__openmp_input input_of(const struct prefix__openmp_compaction *c, size_t k)
{
    struct prefix__openmp_input input = {0};
    for (int i = 0; i < 2; i++)
        if (k < c->tiles && c->past_cache && c->in[i]) {
            input.from[i] = c->in[i] + k * c->tile * c->in_size[i];
            input.lines[i] = prefix__openmp_tile_length(c, k) * c->in_size[i] / LINE_BYTES;
        }
    return input;
}

void prefix__openmp_write_slot(const struct prefix__openmp_compaction *c, size_t k, const char *slot,
                               const struct prefix__openmp_packed_group *groups, size_t next)
{
    const struct prefix__openmp_input input = input_of(c, next);
    struct prefix__openmp_input left = input;
    for (int i = 0; i < c->count; i++) {
        const struct prefix__openmp_output *o = &c->outputs[i];
        const struct prefix__openmp_packed_group *g = &groups[o->group];
        /* In place a whole tile stays where it is: another thread may read its last element at the same time. */
        if (o->from != o->to || g->place != k * c->tile || g->count != c->tile)
            prefix__openmp_flush(c->isa, c->past_cache, slot + o->slot + g->first * o->size, o->to, o->size, g->place,
                                 g->count, o->room, &left);
    }
    prefix__openmp_prefetch_begin(&input, &left);
}

static void compact_alone(const struct prefix__openmp_compaction *c, char *slot, void *before)
{
    memcpy(before, c->start, c->prefix_bytes);
    for (size_t k = 0; k < c->tiles; k++) {
        const uint64_t note = c->pack(c, k, slot, slot);
        c->write(c, k, slot, note, slot, before, k + 1);
        c->combine(c, k, note, slot, before);
    }
}

int prefix__openmp_compact(struct prefix_session *session, struct prefix__openmp_compaction *c, void *end)
{
    int threads = 1;
    if (c->team_tile > 0 && prefix__openmp_is_for_team(c->bytes)) {
        prefix__openmp_choose_tile(c, c->team_tile);
        threads = prefix__openmp_team_size(c->threads, c->tiles / 2);
    }
    if (threads <= 1)
        prefix__openmp_choose_tile(c, c->single_tile);
    const size_t kept = to_lines(c->kept_bytes);
    const int status = prefix__openmp_reserve(
        session, kept + (threads > 1 ? prefix__openmp_compact_by_team_bytes(c, threads) : c->slot_bytes));
    if (status != PREFIX_OK)
        return status;
    c->kept = session->scratch;
    if (threads <= 1) {
        compact_alone(c, c->kept + kept, end);
        return PREFIX_OK;
    }
    prefix__openmp_compact_by_team(c, c->kept + kept, threads, prefix__openmp_wakes(session, c->bytes, threads), end);
    prefix__openmp_work_ended(session);
    return PREFIX_OK;
}
