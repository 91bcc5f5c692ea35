/* SPDX-License-Identifier: BSD-3-Clause */
/* The state of the calling thread: by a key, for static TLS can be short in a program that loads the library late. */
#include "context/thread.h"

#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t key;
static int have_key;

static void destroy(void *memory)
{
    struct prefix__thread *thread = memory;
    if (thread->ctx)
        thread->destroy(thread->ctx);
    free(thread);
}

static void make_key(void)
{
    have_key = pthread_key_create(&key, destroy) == 0;
}

struct prefix__thread *prefix__thread_state(int make)
{
    pthread_once(&once, make_key);
    if (!have_key)
        return NULL;
    struct prefix__thread *thread = pthread_getspecific(key);
    if (!thread && make && (thread = calloc(1, sizeof *thread)) && pthread_setspecific(key, thread) != 0) {
        free(thread);
        thread = NULL;
    }
    return thread;
}
