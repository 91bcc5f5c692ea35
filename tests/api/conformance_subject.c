/* SPDX-License-Identifier: BSD-3-Clause */
/* The backend that conformance tries: its contexts, what it has, and memory. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "conformance.h"

struct subject subject;
static int small_caches;

/*
 * In front of the C library's sysconf(3): what a backend does with arrays that are larger than the
 * last cache is then tried at the sizes that there is time for. Not under the thread sanitizer, which
 * asks before it is ready for code of ours.
 */
#ifndef __SANITIZE_THREAD__
#pragma GCC visibility push(default)
long sysconf(int name)
{
    static long (*real)(int);
#ifdef _SC_LEVEL3_CACHE_SIZE
    if (name == _SC_LEVEL3_CACHE_SIZE && small_caches)
        return 96 << 10;
#endif
    if (!real) {
        void *symbol = dlsym(RTLD_NEXT, "sysconf");
        memcpy(&real, &symbol, sizeof real);
    }
    return real(name);
}
#pragma GCC visibility pop
#endif

/* How the backend takes an algorithm, or one of blocks. */
static int try_algorithm(int algorithm, int block_algorithm)
{
    const struct setting s = {.kind = PREFIX_INCLUSIVE,
                              .op = PREFIX_SUM,
                              .type = PREFIX_I32,
                              .output_type = PREFIX_I32,
                              .algorithm = algorithm,
                              .block_algorithm = block_algorithm,
                              .n = 1};
    int32_t in = 1, out;
    return run_setting(&s, subject.contexts[0], NULL, &in, &out, NULL);
}

/* Which algorithms of blocks the backend has. */
static void look_into_blocks(void)
{
    for (int a = PREFIX_ALGORITHM_SERIAL; prefix_algorithm_name(a); a++) {
        int status = try_algorithm(PREFIX_ALGORITHM_AUTO, a);
        if (status == PREFIX_OK)
            subject.block_algorithms[subject.block_algorithm_count++] = a;
        ok(status == PREFIX_OK || status == PREFIX_ERROR_UNSUPPORTED, "algorithm %s of blocks: %s",
           prefix_algorithm_name(a), prefix_strerror(status));
    }
}

/* Which algorithms and kinds of memory the backend has. */
static void look_around(void)
{
    for (int a = PREFIX_ALGORITHM_AUTO; prefix_algorithm_name(a); a = next_algorithm(a)) {
        int status = try_algorithm(a, PREFIX_ALGORITHM_AUTO);
        if (status == PREFIX_OK)
            subject.algorithms[subject.algorithm_count++] = a;
        ok(status == PREFIX_OK || (status == PREFIX_ERROR_UNSUPPORTED && a != PREFIX_ALGORITHM_AUTO),
           "algorithm %s: %s", prefix_algorithm_name(a), prefix_strerror(status));
    }
    for (int k = 0; k < MEMORY_KINDS; k++) {
        const int kind = PREFIX_MEMORY_HOST + k;
        void *memory = NULL;
        int found = -1, status = prefix_memory_alloc(subject.contexts[0], kind, &memory, 1000);
        subject.inputs[k].ctx = subject.outputs[k].ctx = subject.totals[k].ctx = subject.contexts[0];
        subject.inputs[k].memory = subject.outputs[k].memory = subject.totals[k].memory = kind;
        if (status != PREFIX_OK) {
            ok(status == PREFIX_ERROR_UNSUPPORTED && kind != PREFIX_MEMORY_HOST, "memory kind %d: %s", kind,
               prefix_strerror(status));
            continue;
        }
        subject.memories[subject.memory_count++] = kind;
        ok(prefix_memory_kind(subject.contexts[0], memory, &found) == PREFIX_OK && found == kind,
           "memory kind %d is known again", kind);
        ok((uintptr_t)memory % 256 == 0, "memory kind %d is aligned to 256 bytes", kind);
        ok(prefix_memory_free(subject.contexts[0], memory) == PREFIX_OK, "memory kind %d is freed", kind);
    }
}

int subject_open(const char *name)
{
    subject.contexts[0] = open_backend(name);
    if (!subject.contexts[0])
        return 0;
    ok(prefix_ctx_create(&subject.contexts[1], name) == PREFIX_OK, "a second context");
    look_around();
    look_into_blocks();
    return 1;
}

prefix_ctx *subject_context(int which)
{
    small_caches = which;
    return subject.contexts[which];
}

void subject_close(void)
{
    for (int k = 0; k < MEMORY_KINDS; k++) {
        arena_release(&subject.inputs[k]);
        arena_release(&subject.outputs[k]);
        arena_release(&subject.totals[k]);
    }
    prefix_ctx_destroy(subject.contexts[0]);
    prefix_ctx_destroy(subject.contexts[1]);
}
