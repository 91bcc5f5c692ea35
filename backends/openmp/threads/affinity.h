/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * On which processors a worker runs; the threads of the program are left as they are. Workers are moved where
 * prefix__openmp_tuning.moves_workers says so, and only on Linux: elsewhere nothing happens.
 */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H
#define PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H

#ifdef __linux__

#include <sched.h>

struct prefix__openmp_thread {
    int id;               /* of the kernel; 0 before it has begun */
    int moved;            /* until it is released */
    cpu_set_t processors; /* where it may run then */
};

/* Of the process, for workers that a bound thread starts. */
void prefix__openmp_thread_init(void);
/* By the worker, at its beginning. */
void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread);
int prefix__openmp_thread_processor(void); /* of the calling thread, or -1 */
/* Before a sleeping worker is woken: not on this processor, until it is released. */
void prefix__openmp_thread_send_away(struct prefix__openmp_thread *thread);
/* A worker that waits for a processor gets this one, until it is released. */
void prefix__openmp_thread_fetch(struct prefix__openmp_thread *thread);
void prefix__openmp_thread_release(struct prefix__openmp_thread *thread);
/* By the worker: to another one, if it runs on this. */
void prefix__openmp_thread_leave(struct prefix__openmp_thread *thread, int processor);

#else

struct prefix__openmp_thread {
    int id;
};

#define prefix__openmp_thread_init() (void)0
#define prefix__openmp_thread_begin(thread) (void)(thread)
#define prefix__openmp_thread_processor() (-1)
#define prefix__openmp_thread_send_away(thread) (void)(thread)
#define prefix__openmp_thread_fetch(thread) (void)(thread)
#define prefix__openmp_thread_release(thread) (void)(thread)
#define prefix__openmp_thread_leave(thread, processor) (void)(processor)

#endif

#endif
