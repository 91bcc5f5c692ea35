/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H
#define PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H

#include <sched.h>

/* On which processors a worker runs. Where there is no such choice, nothing happens. */
struct prefix__openmp_thread {
    int id;   /* of the kernel; 0 before it has begun */
    int sent; /* away, until it comes back */
#ifdef __linux__
    cpu_set_t processors; /* while it is sent or fetched */
#endif
};

/* Of the process, for workers that a bound thread starts. */
void prefix__openmp_thread_init(void);
/* By the worker, at its beginning. */
void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread);
/* Before a sleeping worker is woken: not on this processor. */
void prefix__openmp_thread_send_away(struct prefix__openmp_thread *thread);
int prefix__openmp_thread_processor(void); /* of the calling thread, or -1 */
/* By the worker: to another one, if it runs on this. */
void prefix__openmp_thread_leave(struct prefix__openmp_thread *thread, int processor);
/* By the worker, when it was woken: on any again. */
void prefix__openmp_thread_come_back(struct prefix__openmp_thread *thread);
/* A worker that waits for a processor gets this one, until it is released. */
void prefix__openmp_thread_fetch(struct prefix__openmp_thread *thread);
void prefix__openmp_thread_release(struct prefix__openmp_thread *thread);

#endif
