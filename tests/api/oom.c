/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Out of memory at the n-th allocation, for n = 0, 1, ... until a scene plays through: the status
 * is PREFIX_ERROR_NOMEM and nothing else, nothing is written, nothing leaks, and the same context
 * works as soon as there is memory again. The program's own malloc, in front of the C library's,
 * fails for libprefix and its backends alone: CUDA ends the process instead.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <prefix/prefix.h>

#include "../support/support.h"
#include "oom_scene.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAVE_OWN_MALLOC 0
#endif
#endif
#if !defined(HAVE_OWN_MALLOC) && defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
#define HAVE_OWN_MALLOC 1
#elif !defined(HAVE_OWN_MALLOC)
#define HAVE_OWN_MALLOC 0
#endif

#if !HAVE_OWN_MALLOC

int main(void)
{
    skip_all("this build has a malloc that cannot be replaced");
}

#else

enum { ENDLESS = 1000, MOST_LIVE = 256 };

/* Of the thread that plays. */
static _Thread_local int armed;
static _Thread_local long until; /* allocations that succeed before the one that fails */
static _Thread_local int failed; /* whether one did */
static int loader_too;           /* fail inside dlopen(3), too */
static int loading;              /* inside it */

/* Allocated while armed and not freed yet. One thread plays at a time. */
static void *live[MOST_LIVE];
static int live_count;

void *__libc_malloc(size_t bytes);
void *__libc_calloc(size_t count, size_t bytes);
void *__libc_realloc(void *memory, size_t bytes);
void *__libc_memalign(size_t alignment, size_t bytes);
void __libc_free(void *memory);

/* Whether the caller of malloc is one of those that must cope. */
static int must_cope(void *caller)
{
    Dl_info info;
    int was_armed = armed;
    armed = 0;
    int found = dladdr(caller, &info) && info.dli_fname;
    armed = was_armed;
    if (!found)
        return 0;
    const char *name = strrchr(info.dli_fname, '/');
    name = name ? name + 1 : info.dli_fname;
    if (loading && strncmp(name, "ld-linux", strlen("ld-linux")) == 0)
        return 1;
    if (strncmp(name, "prefix_cuda", strlen("prefix_cuda")) == 0)
        return 0; /* NVIDIA's runtime is linked into it; its own memory it gets from libprefix */
    return strncmp(name, "libprefix", strlen("libprefix")) == 0 || strncmp(name, "prefix_", strlen("prefix_")) == 0 ||
           strstr(name, "oom.t") != NULL; /* where libprefix is linked statically */
}

static int fails(void *caller)
{
    if (!armed || !must_cope(caller))
        return 0;
    if (until-- > 0)
        return 0;
    until = 0; /* and all that follow fail, too */
    failed = 1;
    errno = ENOMEM;
    return 1;
}

/* What others take while armed, they may free later. */
static void *remember(void *memory, void *caller)
{
    if (armed && memory && must_cope(caller)) {
        if (live_count == MOST_LIVE)
            abort();
        live[live_count++] = memory;
    }
    return memory;
}

static void forget(void *memory)
{
    for (int i = 0; memory && i < live_count; i++)
        if (live[i] == memory) {
            live[i] = live[--live_count];
            return;
        }
}

#define CALLER __builtin_return_address(0)
#pragma GCC visibility push(default) /* hidden, they would serve this program alone */

void *malloc(size_t bytes)
{
    return fails(CALLER) ? NULL : remember(__libc_malloc(bytes), CALLER);
}

void *calloc(size_t count, size_t bytes)
{
    return fails(CALLER) ? NULL : remember(__libc_calloc(count, bytes), CALLER);
}

void *realloc(void *memory, size_t bytes)
{
    if (fails(CALLER))
        return NULL;
    forget(memory);
    return remember(__libc_realloc(memory, bytes), CALLER);
}

void *aligned_alloc(size_t alignment, size_t bytes)
{
    return fails(CALLER) ? NULL : remember(__libc_memalign(alignment, bytes), CALLER);
}

void *memalign(size_t alignment, size_t bytes);
void *memalign(size_t alignment, size_t bytes)
{
    return fails(CALLER) ? NULL : remember(__libc_memalign(alignment, bytes), CALLER);
}

int posix_memalign(void **memory, size_t alignment, size_t bytes)
{
    if (fails(CALLER))
        return ENOMEM;
    *memory = remember(__libc_memalign(alignment, bytes), CALLER);
    return *memory ? 0 : ENOMEM;
}

void free(void *memory)
{
    forget(memory);
    __libc_free(memory);
}

/* Elsewhere the dynamic linker may end the process, as when a thread first uses a library's own data. */
void *dlopen(const char *file, int mode)
{
    void *(*next)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
    loading = loader_too;
    void *handle = next ? next(file, mode) : NULL;
    loading = 0;
    return handle;
}

#pragma GCC visibility pop

static void arm(long n)
{
    until = n;
    failed = 0;
    armed = 1;
}

static void disarm(void)
{
    armed = 0;
}

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
    int good = 1, n;
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
        good = good && (status == PREFIX_OK || strlen(prefix_ctx_error(ctx)) > 0);
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
