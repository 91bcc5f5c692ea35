/* SPDX-License-Identifier: BSD-3-Clause */
/* Teams: making them, waiting for them, cutting arrays for them, and the values that parts come to. */
#include "team/team.h"

#include <stdlib.h>

#include "context/context.h"
#include "context/route.h"
#include "context/status.h"

#define CUT 8192 /* elements: a multiple of every tile of the canonical order */

static int check_contexts(prefix_ctx *const *contexts, size_t count)
{
    if (count < 1 || count > PREFIX__PARTS_MAX)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "count: a team has 1 to %d contexts, not %zu",
                            PREFIX__PARTS_MAX, count);
    PREFIX__NEED(contexts);
    for (size_t i = 0; i < count; i++)
        if (!contexts[i])
            return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "contexts: that of part %zu is NULL", i);
    return PREFIX_OK;
}

/* Waits until nothing that is queued needs them. */
static void free_events(struct prefix__member *member)
{
    struct prefix__route *route;
    void *const events[] = {member->written, member->read};
    for (int i = 0; i < 2; i++)
        if (events[i] && prefix__ctx_route(member->ctx, 1, &route) == PREFIX_OK)
            route->entry->backend.event_free(route->session, events[i]);
}

static void destroy(struct prefix_team *team)
{
    for (size_t i = 0; i < team->count; i++) {
        free_events(&team->members[i]);
        (void)prefix_memory_free(team->members[i].ctx, team->members[i].word);
    }
    if (team->totals)
        (void)prefix_memory_free(team->totals_ctx, team->totals);
    prefix_ctx_destroy(team->fold_ctx);
    free(team);
}

static int create(prefix_team **made, prefix_ctx *const *contexts, size_t count)
{
    if (!made)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "team is NULL");
    *made = NULL;
    int status = check_contexts(contexts, count);
    if (status != PREFIX_OK)
        return status;
    struct prefix_team *team = calloc(1, sizeof *team + count * sizeof *team->members);
    if (!team || prefix_ctx_create(&team->fold_ctx, "serial") != PREFIX_OK) {
        free(team);
        return prefix__fail(NULL, PREFIX_ERROR_NOMEM, "no memory for a team");
    }
    team->count = count;
    for (size_t i = 0; i < count; i++)
        team->members[i].ctx = contexts[i];
    *made = team;
    return PREFIX_OK;
}

int prefix_team_create(prefix_team **team, prefix_ctx *const *contexts, size_t count)
{
    int saved = errno;
    return prefix__keep_errno(saved, create(team, contexts, count));
}

void prefix_team_destroy(prefix_team *team)
{
    int saved = errno;
    if (team)
        destroy(team);
    errno = saved;
}

int prefix_team_synchronize(prefix_team *team)
{
    int first = PREFIX_OK;
    PREFIX__NEED(team);
    for (size_t i = 0; i < team->count; i++) {
        int status = prefix_ctx_synchronize(team->members[i].ctx);
        if (status != PREFIX_OK && first == PREFIX_OK)
            first = prefix__part_failed(team, i, status);
    }
    return first;
}

int prefix_team_set_exact(prefix_team *team, int exact)
{
    PREFIX__NEED(team);
    team->exact = exact != 0;
    return PREFIX_OK;
}

/* Parts are as equal as such pieces can be: none has less to do. All but the last are read twice and the last once, but
 * it waits until the others have been read once. */
int prefix_team_cuts(const prefix_team *team, size_t n, size_t *sizes)
{
    PREFIX__NEED(team);
    PREFIX__NEED(sizes);
    const size_t pieces = n / CUT + (n % CUT != 0);
    size_t rest = n;
    for (size_t i = 0; i < team->count; i++) {
        const size_t mine = pieces / team->count + (i < pieces % team->count);
        sizes[i] = rest / CUT < mine ? rest : mine * CUT;
        rest -= sizes[i];
    }
    return PREFIX_OK;
}

int prefix__part_failed(const struct prefix_team *team, size_t part, int status)
{
    return prefix__fail(NULL, status, "part %zu: %s", part, team->members[part].ctx->error);
}

int prefix__value_place(struct prefix_team *team, size_t part, int kind, void **place)
{
    struct prefix__member *member = &team->members[part];
    *place = member->value;
    if (!prefix__is_device_kind(kind))
        return PREFIX_OK;
    int status = PREFIX_OK;
    if (!member->word)
        status = prefix_memory_alloc(member->ctx, PREFIX_MEMORY_DEVICE, &member->word, PREFIX__ELEMENT_MAX);
    if (status != PREFIX_OK)
        return prefix__part_failed(team, part, status);
    *place = member->word;
    member->is_queued = 1;
    return PREFIX_OK;
}

int prefix__values_collect(struct prefix_team *team, size_t size)
{
    for (size_t i = 0; i < team->count; i++) {
        struct prefix__member *member = &team->members[i];
        if (!member->is_queued)
            continue;
        member->is_queued = 0;
        int status = prefix_memory_copy(member->ctx, member->value, member->word, size);
        if (status != PREFIX_OK)
            return prefix__part_failed(team, i, status);
    }
    return PREFIX_OK;
}
