/* SPDX-License-Identifier: BSD-3-Clause */
/* What tests of scans share: backends that must be there, and arrays between guard zones. */
#ifndef SUPPORT_H
#define SUPPORT_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "tap.h"

/* Whether LIBPREFIX_TEST_REQUIRE, a list with commas, names the backend. */
int backend_required(const char *name);

/*
 * How much is tried: LIBPREFIX_TEST_LEVEL is "short" (under valgrind, say), "long" (minutes), or
 * unset: what `make check` has time for.
 */
enum test_level { TEST_SHORT = -1, TEST_USUAL = 0, TEST_LONG = 1 };
enum test_level test_level(void);

/*
 * Tests run at the same time, and on the same GPU. One that fills its memory calls device_alone(),
 * and waits for the others; they call device_among_others(), which open_backend() does for them.
 * Both hold until the process and its children end.
 */
void device_alone(void);
void device_among_others(void);

/*
 * A context on the backend, or NULL when it is not available: that is one failed check when it is
 * required and one skipped check otherwise.
 */
__attribute__((unused)) static prefix_ctx *open_backend(const char *name)
{
    prefix_ctx *ctx = NULL;
    char reason[1024] = "";
    if (strcmp(name, "cuda") == 0)
        device_among_others();
    int status = prefix_ctx_create(&ctx, name);
    if (status == PREFIX_OK)
        return ctx;
    if (prefix_backend_probe(name, reason, sizeof reason) == PREFIX_OK)
        snprintf(reason, sizeof reason, "%s", prefix_strerror(status));
    if (backend_required(name))
        ok(0, "backend %s is required, but: %s", name, reason);
    else
        skip("backend %s: %s", name, reason);
    return NULL;
}

/* Runs tests on each backend that is there, with a context on it, of this name. */
void on_each_backend(prefix_ctx **ctx, const char **name, void (*const *tests)(void), size_t count);

/* Checks that a call was refused, and that the context's error says why. */
void ok_refused(prefix_ctx *ctx, const char *name, int status, int wanted, const char *word);

/* The algorithm after this one; prefix_algorithm_name() is NULL behind the last. */
__attribute__((unused)) static int next_algorithm(int algorithm)
{
    return algorithm == PREFIX_ALGORITHM_AUTO ? PREFIX_ALGORITHM_SERIAL : algorithm + 1;
}

/* For what has to go well for the test to go on. */
__attribute__((unused)) static void must(prefix_ctx *ctx, int status)
{
    if (status != PREFIX_OK)
        bail_out("%s: %s", prefix_strerror(status), prefix_ctx_error(ctx));
}

/*
 * An array between two guard zones, in host memory, and where memory says so its twin in a memory
 * kind of the context. All bytes begin as poison.
 */
struct arena {
    prefix_ctx *ctx;
    int memory;
    unsigned char *block; /* of the host */
    unsigned char *twin;  /* NULL for PREFIX_MEMORY_HOST */
    size_t room;
    unsigned char *data; /* the array, in the host's block */
    size_t bytes;
};

enum { ARENA_GUARD = 256, ARENA_ALIGN = 64, ARENA_POISON = 0xa5 };

/* Whether bytes are as they were before anybody wrote them. */
int all_poison(const unsigned char *from, size_t bytes);

/* Puts an array of bytes at an offset (below ARENA_ALIGN) from an aligned address. */
void arena_place(struct arena *arena, size_t bytes, size_t offset);
/* The array as the library is to see it. */
void *arena_pointer(const struct arena *arena);
/* Copies block to twin, and back. */
void arena_push(struct arena *arena);
void arena_pull(struct arena *arena);
/* Whether the poison around the array is intact, and whether it is in the array itself. */
int arena_guarded(const struct arena *arena);
int arena_untouched(const struct arena *arena);
void arena_release(struct arena *arena);

/*
 * Runs a test on each backend that is there, with a context on it and arenas in host memory; on cuda, also in that of
 * the device.
 */
void on_each_place(prefix_ctx **ctx, struct arena *const *arenas, size_t count, void (*test)(const char *backend));

/* A scan with its total, in the carry type, to its end; to elements of another type. */
void must_scan(prefix_ctx *ctx, int op, int type, int kind, int reverse, void *total, const void *in, void *out,
               size_t n);
void must_scan_to(prefix_ctx *ctx, int op, int type, int output_type, int kind, int reverse, void *total,
                  const void *in, void *out, size_t n);

/* What a backend gets that is linked into a test: malloc, and errors as diagnostics. */
extern const struct prefix_host test_host;

/* malloc, without which there is no going on. */
void *must_alloc(size_t bytes);

#endif
