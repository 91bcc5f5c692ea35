/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * On which processors a worker runs; the threads of the program are left as they are. Workers are moved where
 * prefix__openmp_tuning.moves_workers says so, and only on Linux: elsewhere nothing happens.
 */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H
#define PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H

#include <sched.h>

struct prefix__openmp_thread {
    int id; /* of the kernel */
#ifdef __linux__
    int is_away;
    cpu_set_t processors; /* where it may run when it is back */
#endif
};

/* Of the process, for workers that a bound thread starts. */
void prefix__openmp_thread_init(void);
/* By the worker, at its beginning. */
void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread);
int prefix__openmp_thread_processor(void); /* of the calling thread, or -1 */
/* Before a sleeping worker is woken: off this processor, until it lets itself back. */
void prefix__openmp_thread_send_away(struct prefix__openmp_thread *thread);
void prefix__openmp_thread_let_back(struct prefix__openmp_thread *thread);

#endif
