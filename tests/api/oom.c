/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Out of memory at the n-th allocation, for n = 0, 1, ... until a scene plays through: the status
 * is PREFIX_ERROR_NOMEM and nothing else, nothing is written, nothing leaks, and the same context
 * works as soon as there is memory again.
 */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "../support/support.h"
#include "oom_memory.h"
#include "oom_scene.h"

#if !HAVE_OWN_MALLOC

int main(void)
{
    skip_all("this build has a malloc that cannot be replaced");
}

#else

enum { ENDLESS = 1000 };

static int whole_life(const char *backend)
{
    prefix_ctx *ctx;
    int status = prefix_ctx_create(&ctx, backend);
    loader_too = 0; /* from here on it would hit threads as they start */
    if (status != PREFIX_OK)
        return ctx ? PREFIX_ERROR_INTERNAL : status; /* NULL on failure */
    status = prefix_ctx_set_threads(ctx, 3);
    if (status == PREFIX_OK)
        status = scene_play(ctx);
    prefix_ctx_destroy(ctx);
    return status;
}

static void whole_lives(const char *backend)
{
    int good = 1, n;
    const char *name = backend ? backend : "automatic";
    int status = whole_life(backend); /* loads what is loaded once, and starts the threads */
    if (status != PREFIX_OK) {
        ok(0, "%s works at all", name);
        return;
    }
    for (n = 0; n < ENDLESS && good; n++) {
        scene_spoil();
        live_count = 0;
        arm(n);
        status = whole_life(backend);
        disarm();
        good = live_count == 0 && (failed ? scene_is_untouched() : status == PREFIX_OK) &&
               (status == PREFIX_OK ? scene_is_right() : status == PREFIX_ERROR_NOMEM);
        if (!good)
            diag("allocation %d: status %d, %d leaks, right %d, untouched %d", n, status, live_count, scene_is_right(),
                 scene_is_untouched());
        if (!failed)
            break;
    }
    ok(good && n > 0 && n < ENDLESS, "%s: a context from its making to its end", name);
    diag("%d allocations", n);
}

/* One context, in which every allocation fails once. */
static void long_life(const char *backend)
{
    prefix_ctx *ctx;
    int good = prefix_ctx_synchronize(NULL) == PREFIX_OK, n; /* the thread has room for a sentence */
    if (prefix_ctx_create(&ctx, backend) != PREFIX_OK || prefix_ctx_set_threads(ctx, 3) != PREFIX_OK) {
        ok(0, "%s works at all", backend);
        return;
    }
    for (n = 0; n < ENDLESS && good; n++) {
        scene_spoil();
        arm(n);
        int status = scene_play(ctx);
        disarm();
        int broke = failed;
        good = status == PREFIX_OK ? scene_is_right() : status == PREFIX_ERROR_NOMEM && scene_is_untouched();
        good = good && (status == PREFIX_OK || strlen(prefix_ctx_error(scene_is_in_team() ? NULL : ctx)) > 0);
        status = scene_play(ctx);
        good = good && status == PREFIX_OK && scene_is_right();
        if (!good)
            diag("allocation %d: %s", n, prefix_ctx_error(ctx));
        if (!broke)
            break;
    }
    prefix_ctx_destroy(ctx);
    ok(good && n > 0, "%s: a context is of use after a failure", backend);
}

/* --- the context's allocator ----------------------------------------------------------------- */

struct purse {
    long until, given, taken;
};

static void *purse_alloc(void *user, size_t bytes)
{
    struct purse *purse = user;
    if (purse->until-- <= 0)
        return NULL;
    purse->given++;
    return malloc(bytes);
}

static void purse_free(void *user, void *memory)
{
    struct purse *purse = user;
    purse->taken += memory != NULL;
    free(memory);
}

static void own_allocator(const char *backend)
{
    int good = 1, status;
    long n;
    for (n = 0; n < ENDLESS && good; n++) {
        struct purse purse = {n, 0, 0};
        prefix_ctx *ctx;
        if (prefix_ctx_create(&ctx, backend) != PREFIX_OK)
            bail_out("no %s", backend);
        scene_spoil();
        status = prefix_ctx_set_allocator(ctx, purse_alloc, purse_free, &purse);
        if (status == PREFIX_OK)
            status = prefix_ctx_set_threads(ctx, 3);
        if (status == PREFIX_OK)
            status = scene_play(ctx);
        good = status == PREFIX_OK ? scene_is_right() : status == PREFIX_ERROR_NOMEM && scene_is_untouched();
        purse.until = ENDLESS;
        good = good && scene_play(ctx) == PREFIX_OK && scene_is_right();
        prefix_ctx_destroy(ctx);
        good = good && purse.given == purse.taken;
        if (!good)
            diag("allocation %ld: status %d, %ld given, %ld taken back", n, status, purse.given, purse.taken);
        if (status == PREFIX_OK)
            break;
    }
    ok(good && n > 0, "%s: the context's own allocator fails, and gets all back", backend);
}

/* --- the default context, and the first of a process ------------------------------------------ */

struct errand {
    long n;
    int status, broke;
};

static void *in_thread(void *user)
{
    struct errand *errand = user;
    arm(errand->n);
    errand->status = scene_play(NULL);
    disarm();
    errand->broke = failed;
    if (errand->status == PREFIX_ERROR_NOMEM && scene_play(NULL) != PREFIX_OK)
        errand->status = PREFIX_ERROR_INTERNAL;
    return NULL;
}

static void default_context(void)
{
    int good = 1;
    long n;
    for (n = 0; n < ENDLESS && good; n++) {
        struct errand errand = {n, 0, 0};
        pthread_t thread;
        live_count = 0;
        if (pthread_create(&thread, NULL, in_thread, &errand) || pthread_join(thread, NULL))
            bail_out("no thread");
        good =
            (errand.status == PREFIX_OK || errand.status == PREFIX_ERROR_NOMEM) && scene_is_right() && live_count == 0;
        if (!good)
            diag("allocation %ld: status %d, %d leaks", n, errand.status, live_count);
        if (!errand.broke)
            break;
    }
    ok(good && n > 0, "the default context of a thread");
}

/* A process in which memory is short from the start; libprefix has not been used in it. */
static int first_use(const char *backend, long n)
{
    int end;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        bail_out("no child");
    if (child == 0) {
        loader_too = 1;
        scene_spoil();
        arm(n);
        int status = whole_life(backend);
        disarm();
        int good = status == PREFIX_OK ? scene_is_right()
                                       : scene_is_untouched() && (status == PREFIX_ERROR_NOMEM ||
                                                                  (backend && status == PREFIX_ERROR_BACKEND));
        if (!good)
            diag("allocation %ld: status %d", n, status);
        good = good && whole_life(NULL) == PREFIX_OK && scene_is_right();
        _exit(!good ? 1 : failed ? 2 : 0);
    }
    if (waitpid(child, &end, 0) != child || !WIFEXITED(end)) {
        diag("allocation %ld: the child came to a bad end: %d", n, end);
        return 1;
    }
    return WEXITSTATUS(end);
}

static void first_uses(const char *backend)
{
    int result = 2;
    long n;
    for (n = 0; n < ENDLESS && result == 2; n++)
        result = first_use(backend, n);
    ok(result == 0 && n > 1, "%s: the first use in a process", backend ? backend : "automatic");
}

int main(void)
{
    static const char *const backends[] = {"serial", "openmp", "cuda"};
    scene_open();
    first_uses("serial"); /* before anything is loaded here */
    first_uses("openmp");
    first_uses(NULL);
    for (size_t i = 0; i < sizeof backends / sizeof backends[0]; i++) {
        prefix_ctx *ctx = open_backend(backends[i]);
        prefix_ctx_destroy(ctx);
        if (!ctx)
            continue;
        whole_lives(backends[i]);
        long_life(backends[i]);
        own_allocator(backends[i]);
    }
    whole_lives(NULL);
    default_context();
    scene_close();
    return done();
}

#endif
