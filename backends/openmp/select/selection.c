/* SPDX-License-Identifier: BSD-3-Clause */
/* What a selection tests and where it writes, and its tiles. */
#include "select/selection.h"

#include "shared/types.h"
#include "simd/vector/prefetch.h"

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
    if (s->tile > s->work->n) /* small work takes little memory */
        s->tile = (s->work->n + 63) / 64 * 64;
    s->tiles = (s->work->n - 1) / s->tile + 1;
    s->slot_bytes = 0;
    for (int i = 0; i < s->count; i++) {
        s->outputs[i].slot = s->slot_bytes;
        s->slot_bytes += s->tile * s->outputs[i].size + LINE_BYTES; /* a pack may write a vector more */
    }
}
