/* SPDX-License-Identifier: BSD-3-Clause */
/* Which backends a context chooses among, and where each call goes. */
#include "context/route.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "context/backends.h"
#include "context/env.h"
#include "context/host.h"
#include "context/scratch.h"
#include "context/status.h"

static int is_device(const struct prefix__route *route)
{
    return (route->entry->backend.flags & PREFIX_BACKEND_FLAG_DEVICE) != 0;
}

static int is_host(const struct prefix__route *route)
{
    return (route->entry->backend.flags & PREFIX_BACKEND_FLAG_HOST) != 0;
}

static void note_skipped(prefix_ctx *ctx, const char *name, const char *why)
{
    size_t used = strlen(ctx->skipped);
    snprintf(ctx->skipped + used, sizeof ctx->skipped - used, "; %s is not available: %s", name, why);
}

static void probe(prefix_ctx *ctx, struct prefix__route *route)
{
    char text[PREFIX__TEXT_MAX] = "";
    route->probed = 1;
    route->failed = prefix__backend_probe(route->entry, text, sizeof text) != PREFIX_OK;
    if (route->failed)
        note_skipped(ctx, route->entry->name, text);
}

/*
 * Adds a backend to the choice if it is available. An automatic context leaves host memory to the CPU:
 * it starts a device, which takes a driver a while, when device memory turns up or somebody asks.
 */
static int add(prefix_ctx *ctx, const char *name)
{
    const struct prefix__entry *entry = prefix__backend_get(name);
    if (!entry)
        return prefix__fail(ctx, PREFIX_ERROR_NOMEM, "no memory for a backend");
    if (ctx->route_count == PREFIX__ROUTES_MAX)
        return PREFIX_OK;
    struct prefix__route *route = &ctx->routes[ctx->route_count];
    *route = (struct prefix__route){.entry = entry};
    if (ctx->named || entry->status != PREFIX_OK || is_host(route))
        probe(ctx, route);
    if (!route->failed)
        ctx->route_count++;
    else if (entry->is_missed)
        ctx->missed = entry;
    return PREFIX_OK;
}

/* Whether a comma-separated list holds a name. */
static int lists(const char *list, const char *name)
{
    size_t length = strlen(name);
    while (*list) {
        size_t word = strcspn(list, ",");
        if (word == length && memcmp(list, name, length) == 0)
            return 1;
        list += word + (list[word] == ',');
    }
    return 0;
}

/* The choice of an automatic context: of LIBPREFIX_BACKEND's list, or all but those after a ^. */
static int add_all(prefix_ctx *ctx, const char *list)
{
    int status = PREFIX_OK;
    if (!list || list[0] == '^') {
        const char *name;
        for (size_t i = 0; status == PREFIX_OK && (name = prefix_backend_name(i)); i++)
            if (!list || !lists(list + 1, name))
                status = add(ctx, name);
        return status;
    }
    while (*list && status == PREFIX_OK) {
        char name[PREFIX__NAME_MAX];
        size_t word = strcspn(list, ",");
        snprintf(name, sizeof name, "%.*s", (int)(word < sizeof name ? word : sizeof name - 1), list);
        if (word < sizeof name && prefix__backend_name_valid(name))
            status = add(ctx, name);
        else if (word > 0)
            note_skipped(ctx, name, "no name of a backend");
        list += word + (list[word] == ',');
    }
    return status;
}

static int open_route(prefix_ctx *ctx, struct prefix__route *route)
{
    if (route->session)
        return PREFIX_OK;
    ctx->error[0] = 0;
    int status = route->entry->backend.open(&route->session, &prefix__host, ctx, is_device(route) ? ctx->device : 0);
    if (status == PREFIX_OK)
        return status;
    route->session = NULL;
    if (!ctx->error[0])
        prefix__fail(ctx, status, "%s: its device %d cannot be opened", route->entry->name, ctx->device);
    return status;
}

/* Whether one that works on host memory where it lies is there: without one, all must be known. */
static int has_host(const prefix_ctx *ctx)
{
    for (size_t i = 0; i < ctx->route_count; i++)
        if (is_host(&ctx->routes[i]))
            return 1;
    return 0;
}

static struct prefix__route *first_usable(prefix_ctx *ctx, int (*suits)(const struct prefix__route *))
{
    for (size_t i = 0; i < ctx->route_count; i++)
        if (!ctx->routes[i].failed && (!suits || suits(&ctx->routes[i])))
            return &ctx->routes[i];
    return NULL;
}

/* Probes what was left for later. */
static void probe_all(prefix_ctx *ctx)
{
    for (size_t i = 0; i < ctx->route_count; i++)
        if (!ctx->routes[i].probed)
            probe(ctx, &ctx->routes[i]);
    ctx->of_device = first_usable(ctx, is_device);
}

const struct prefix__route *prefix__ctx_first(prefix_ctx *ctx)
{
    probe_all(ctx);
    const struct prefix__route *route = first_usable(ctx, NULL);
    return route ? route : &ctx->routes[0];
}

int prefix__ctx_choose(prefix_ctx *ctx, const char *backend)
{
    ctx->named = backend != NULL;
    int status = backend ? add(ctx, backend) : add_all(ctx, prefix__env_backend());
    if (status != PREFIX_OK)
        return status;
    if (!has_host(ctx))
        probe_all(ctx);
    ctx->of_device = first_usable(ctx, is_device);
    if (!first_usable(ctx, NULL))
        return prefix__fail(ctx, PREFIX_ERROR_BACKEND, "%s",
                            ctx->skipped[0] ? ctx->skipped + strlen("; ") : "LIBPREFIX_BACKEND leaves no backend");
    return backend ? open_route(ctx, &ctx->routes[0]) : PREFIX_OK;
}

void prefix__ctx_close(prefix_ctx *ctx, int devices_only)
{
    ctx->ready[0] = ctx->ready[1] = NULL;
    for (size_t i = 0; i < ctx->route_count; i++) {
        struct prefix__route *route = &ctx->routes[i];
        if (!route->session || (devices_only && !is_device(route)))
            continue;
        prefix__scratch_free(ctx, route);
        route->entry->backend.close(route->session);
        route->session = NULL;
    }
}

int prefix__ctx_has_device(prefix_ctx *ctx)
{
    probe_all(ctx);
    return first_usable(ctx, is_device) != NULL;
}

int prefix__ctx_use_device(prefix_ctx *ctx, int device)
{
    int count = 0;
    probe_all(ctx);
    const struct prefix__route *route = first_usable(ctx, is_device);
    if (!route)
        route = prefix__ctx_first(ctx);
    if (route->entry->backend.devices(&count) != PREFIX_OK)
        return prefix__fail(ctx, PREFIX_ERROR_DEVICE, "%s: its devices cannot be counted", route->entry->name);
    if (device < 0 || device >= count)
        return prefix__fail(ctx, PREFIX_ERROR_ARGUMENT, "device: %s has %d, and there is no %d", route->entry->name,
                            count, device);
    if (device == ctx->device)
        return PREFIX_OK;
    prefix__ctx_close(ctx, 1);
    ctx->device = device;
    return ctx->named ? open_route(ctx, &ctx->routes[0]) : PREFIX_OK;
}

int prefix__ctx_ask_kind(prefix_ctx *ctx, const void *memory, int *kind)
{
    int status = ctx->of_device->entry->backend.memory_kind(memory, kind);
    if (status != PREFIX_OK)
        return prefix__fail(ctx, status, "the kind of memory at %p cannot be found", memory);
    if (*kind != PREFIX_MEMORY_HOST && !ctx->of_device->probed) {
        probe_all(ctx);
        *kind = PREFIX_MEMORY_HOST;
        return prefix__ctx_memory_kind(ctx, memory, kind);
    }
    return PREFIX_OK;
}

/*
 * An automatic context leaves host memory to the first backend that works on it where it lies,
 * and to one that copies it only if there is no other.
 */
static int suits(const struct prefix__route *route, int wants_device, int round)
{
    return wants_device ? is_device(route) : round > 0 || is_host(route);
}

/* Once in a process, by the first call that could have gone there. */
static void warn_of_missed(prefix_ctx *ctx)
{
    static atomic_flag warned = ATOMIC_FLAG_INIT;
    if (ctx->missed && !atomic_flag_test_and_set(&warned))
        prefix__log(ctx, PREFIX_LOG_WARNING, "%s cannot be loaded, so calls are several times slower: %s",
                    ctx->missed->name, ctx->missed->text);
}

int prefix__ctx_open(prefix_ctx *ctx, int wants_device, struct prefix__route **found)
{
    int status = PREFIX_ERROR_MEMORY;
    for (int round = 0; round < 2; round++) {
        if (wants_device || round > 0)
            probe_all(ctx);
        for (size_t i = 0; i < ctx->route_count; i++) {
            struct prefix__route *route = &ctx->routes[i];
            if (route->failed || !suits(route, wants_device, round))
                continue;
            status = open_route(ctx, route);
            if (status == PREFIX_OK) {
                ctx->last = ctx->ready[wants_device] = *found = route;
                if (!wants_device)
                    warn_of_missed(ctx);
                return PREFIX_OK;
            }
            if (ctx->named || wants_device)
                return status;
            route->failed = 1;
            note_skipped(ctx, route->entry->name, ctx->error);
        }
    }
    if (status != PREFIX_ERROR_MEMORY)
        return status;
    return prefix__fail(ctx, status, "%s works on host memory alone", prefix__ctx_first(ctx)->entry->name);
}

int prefix__find_route(prefix_ctx *ctx, size_t n, const struct prefix__array *arrays, size_t count,
                       struct prefix__route **route)
{
    int status = PREFIX_OK, device = 0;
    for (size_t i = 0; i < count; i++) {
        const struct prefix__array *a = &arrays[i];
        *a->kind = PREFIX_MEMORY_HOST;
        if (!a->memory)
            continue;
        if (ctx->memory != PREFIX_MEMORY_ANY && !a->is_single)
            *a->kind = ctx->memory;
        else if (i > 0 && a->memory == a[-1].memory) /* in place */
            *a->kind = *a[-1].kind;
        else if (status == PREFIX_OK && (n > 0 || a->is_single))
            status = prefix__ctx_memory_kind(ctx, a->memory, a->kind);
        device |= prefix__is_device_kind(*a->kind);
    }
    return status == PREFIX_OK ? prefix__ctx_route(ctx, device, route) : status;
}
