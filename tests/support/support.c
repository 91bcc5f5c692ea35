/* SPDX-License-Identifier: BSD-3-Clause */
#include "support.h"

#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>

int backend_required(const char *name)
{
    const char *list = getenv("LIBPREFIX_TEST_REQUIRE");
    size_t length = strlen(name);
    while (list && *list) {
        size_t item = strcspn(list, ",");
        if (item == length && strncmp(list, name, length) == 0)
            return 1;
        list += item + (list[item] == ',');
    }
    return 0;
}

enum test_level test_level(void)
{
    const char *text = getenv("LIBPREFIX_TEST_LEVEL");
    if (text && strcmp(text, "short") == 0)
        return TEST_SHORT;
    return text && strcmp(text, "long") == 0 ? TEST_LONG : TEST_USUAL;
}

static void lock_device(int how)
{
    static int file = -1;
    const char *folder = getenv("top_builddir");
    char name[4096];
    snprintf(name, sizeof name, "%s/tests/cuda.lock", folder ? folder : ".");
    if (file < 0)
        file = open(name, O_RDWR | O_CREAT, 0666);
    if (file >= 0)
        flock(file, how);
}

void device_alone(void)
{
    lock_device(LOCK_EX);
}

void device_among_others(void)
{
    lock_device(LOCK_SH);
}

void must_scan_to(prefix_ctx *ctx, int op, int type, int output_type, int kind, int reverse, void *total,
                  const void *in, void *out, size_t n)
{
    prefix_plan *plan;
    must(ctx, prefix_plan_create(&plan, ctx, op, type));
    must(ctx, prefix_plan_set_output_type(plan, output_type));
    must(ctx, prefix_plan_set_kind(plan, kind));
    must(ctx, prefix_plan_set_reverse(plan, reverse));
    must(ctx, prefix_plan_set_total(plan, prefix_carry_type(op, output_type), total));
    must(ctx, prefix_plan_run(plan, in, out, n));
    must(ctx, prefix_ctx_synchronize(ctx));
    prefix_plan_destroy(plan);
}

void must_scan(prefix_ctx *ctx, int op, int type, int kind, int reverse, void *total, const void *in, void *out,
               size_t n)
{
    must_scan_to(ctx, op, type, type, kind, reverse, total, in, out, n);
}

void *must_alloc(size_t bytes)
{
    void *memory = malloc(bytes ? bytes : 1);
    if (!memory)
        bail_out("no memory for %zu bytes", bytes);
    return memory;
}

static size_t arena_span(const struct arena *arena)
{
    return (size_t)(arena->data - arena->block) + arena->bytes + ARENA_GUARD;
}

void arena_place(struct arena *arena, size_t bytes, size_t offset)
{
    size_t room = bytes + 2 * ARENA_GUARD + ARENA_ALIGN;
    if (arena->room < room) {
        arena_release(arena);
        room += room / 2;
        arena->room = (room + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
        arena->block = aligned_alloc(ARENA_ALIGN, arena->room);
        if (!arena->block)
            bail_out("no memory for %zu bytes", arena->room);
        void *twin = NULL;
        if (arena->memory != PREFIX_MEMORY_HOST)
            must(arena->ctx, prefix_memory_alloc(arena->ctx, arena->memory, &twin, arena->room));
        arena->twin = twin;
    }
    arena->data = arena->block + ARENA_GUARD + offset;
    arena->bytes = bytes;
    memset(arena->block, ARENA_POISON, arena_span(arena));
}

void *arena_pointer(const struct arena *arena)
{
    return arena->twin ? arena->twin + (arena->data - arena->block) : arena->data;
}

void arena_push(struct arena *arena)
{
    if (arena->twin)
        must(arena->ctx, prefix_memory_copy(arena->ctx, arena->twin, arena->block, arena_span(arena)));
}

void arena_pull(struct arena *arena)
{
    if (arena->twin)
        must(arena->ctx, prefix_memory_copy(arena->ctx, arena->block, arena->twin, arena_span(arena)));
}

int all_poison(const unsigned char *from, size_t bytes)
{
    return bytes == 0 || (from[0] == ARENA_POISON && memcmp(from, from + 1, bytes - 1) == 0);
}

int arena_guarded(const struct arena *arena)
{
    return all_poison(arena->block, (size_t)(arena->data - arena->block)) &&
           all_poison(arena->data + arena->bytes, ARENA_GUARD);
}

int arena_untouched(const struct arena *arena)
{
    return all_poison(arena->data, arena->bytes);
}

void arena_release(struct arena *arena)
{
    if (arena->twin)
        must(arena->ctx, prefix_memory_free(arena->ctx, arena->twin));
    free(arena->block);
    arena->block = arena->twin = arena->data = NULL;
    arena->room = arena->bytes = 0;
}

static void *host_alloc(void *owner, size_t bytes)
{
    (void)owner;
    return malloc(bytes);
}

static void host_free(void *owner, void *memory)
{
    (void)owner;
    free(memory);
}

TAP_PRINTF(2, 3) static void host_error(void *owner, const char *format, ...)
{
    char text[512];
    va_list arguments;
    (void)owner;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    diag("%s", text);
}

TAP_PRINTF(3, 4) static void host_log(void *owner, int level, const char *format, ...)
{
    (void)owner;
    (void)level;
    (void)format;
}

const struct prefix_host test_host = {
    .size = sizeof test_host,
    .minor = PREFIX_BACKEND_ABI_MINOR,
    .alloc = host_alloc,
    .free = host_free,
    .error = host_error,
    .log = host_log,
};

void on_each_backend(prefix_ctx **ctx, const char **name, void (*const *tests)(void), size_t count)
{
    static const char *const backends[] = {"serial", "openmp", "cuda"};
    for (size_t b = 0; b < sizeof backends / sizeof *backends; b++) {
        *name = backends[b];
        *ctx = open_backend(backends[b]);
        if (!*ctx)
            continue;
        for (size_t k = 0; k < count; k++)
            tests[k]();
        prefix_ctx_destroy(*ctx);
    }
}

void on_each_place(prefix_ctx **ctx, struct arena *const *arenas, size_t count, void (*test)(const char *backend))
{
    static const struct {
        const char *backend;
        int memory;
    } places[] = {{"serial", PREFIX_MEMORY_HOST},
                  {"openmp", PREFIX_MEMORY_HOST},
                  {"cuda", PREFIX_MEMORY_HOST},
                  {"cuda", PREFIX_MEMORY_DEVICE}};
    for (size_t p = 0; p < sizeof places / sizeof *places; p++) {
        *ctx = open_backend(places[p].backend);
        if (!*ctx)
            continue;
        for (size_t k = 0; k < count; k++) {
            arenas[k]->ctx = *ctx;
            arenas[k]->memory = places[p].memory;
        }
        test(places[p].backend);
        for (size_t k = 0; k < count; k++)
            arena_release(arenas[k]);
        prefix_ctx_destroy(*ctx);
    }
}

void ok_refused(prefix_ctx *ctx, const char *name, int status, int wanted, const char *word)
{
    ok(status == wanted && strstr(prefix_ctx_error(ctx), word), "%s: refused (%d: %s)", name, status,
       prefix_ctx_error(ctx));
}
