/* SPDX-License-Identifier: BSD-3-Clause */
#define _GNU_SOURCE
#include "oom_memory.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#if HAVE_OWN_MALLOC

enum { MOST_LIVE = 256 };

/* Of the thread that plays. */
static _Thread_local int armed;
static _Thread_local long until; /* allocations that succeed before the one that fails */
_Thread_local int failed;        /* whether one did */
int loader_too;                  /* fail inside dlopen(3), too */
static int loading;              /* inside it */

static void *live[MOST_LIVE];
int live_count;

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

void arm(long n)
{
    until = n;
    failed = 0;
    armed = 1;
}

void disarm(void)
{
    armed = 0;
}

#endif
