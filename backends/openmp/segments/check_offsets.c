/* SPDX-License-Identifier: BSD-3-Clause */
#include "segments/check_offsets.h"

#include <stdatomic.h>

#include "shared/offsets.h"
#include "threads/team.h"

#define GRAIN 4096 /* offsets that are looked at by one thread */

struct check {
    const struct prefix_segmented_work *work;
    atomic_int is_bad;
};

static void check_part(void *user, size_t first, size_t last)
{
    struct check *check = user;
    if (prefix__bad_offset(&check->work->heads, check->work->scan->n, first, last) < last)
        atomic_store_explicit(&check->is_bad, 1, memory_order_relaxed);
}

int prefix__openmp_check_offsets(struct prefix_session *session, const struct prefix_segmented_work *work)
{
    struct check check = {.work = work};
    const struct prefix_heads *heads = &work->heads;
    if (heads->form != PREFIX_HEADS_OFFSETS)
        return PREFIX_OK;
    const size_t count = heads->segments + 1, bytes = count * heads->size;
    const int threads =
        prefix__openmp_is_for_team(bytes) ? prefix__openmp_team_size(work->scan->threads, count / GRAIN) : 1;
    if (threads > 1)
        prefix__openmp_each(count, GRAIN, threads, prefix__openmp_wakes(session, bytes, threads), check_part, &check);
    else
        check_part(&check, 0, count);
    return atomic_load_explicit(&check.is_bad, memory_order_relaxed) ? PREFIX_ERROR_ARGUMENT : PREFIX_OK;
}
