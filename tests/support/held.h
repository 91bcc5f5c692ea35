/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * What tests of the OpenMP backend share that hold a thread up in the middle of its work: threads of their own in
 * place of the pool's, and waiting, which ends by the alarm if what is waited for does not come.
 */
#ifndef HELD_H
#define HELD_H

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

#include "tap.h"

enum { THREADS = 3, PATIENCE_SECONDS = 100 };

static atomic_int ended; /* threads */

static void await(atomic_int *count, int wanted)
{
    while (atomic_load(count) < wanted)
        sched_yield();
}

struct errand {
    void (*work)(void *);
    void *user;
};

static void *run_errand(void *user)
{
    struct errand *errand = user;
    errand->work(errand->user);
    atomic_fetch_add(&ended, 1);
    return NULL;
}

static pthread_t start_errand(struct errand *errand)
{
    pthread_t thread;
    if (pthread_create(&thread, NULL, run_errand, errand) != 0)
        bail_out("no thread");
    return thread;
}

/* In place of the pool, which it takes its arguments from. */
__attribute__((unused)) static void run_threads(void (*work)(void *), void *user, int threads, int wake_them)
{
    struct errand errand = {work, user};
    pthread_t others[THREADS];
    (void)wake_them;
    for (int i = 0; i < threads; i++)
        others[i] = start_errand(&errand);
    for (int i = 0; i < threads; i++)
        pthread_join(others[i], NULL);
}

#endif
