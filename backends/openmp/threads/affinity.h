/* SPDX-License-Identifier: BSD-3-Clause */
/* On which processors a worker runs; the threads of the program are left as they are. For the pool, on Linux only. */
#ifndef PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H
#define PREFIX_BACKENDS_OPENMP_THREADS_AFFINITY_H

#ifdef __linux__

#include <omp.h>
#include <sched.h>
#include <sys/syscall.h>
#include <unistd.h>

struct thread {
    int id; /* of the kernel */
    int is_away;
    cpu_set_t processors; /* where it may run when it is back */
};

static cpu_set_t allowed; /* to workers that a bound thread starts, too; empty: not known */

/* Where OMP_PROC_BIND or OMP_PLACES bind threads, the runtime has bound the first one already. */
static void find_allowed(void)
{
    const int places = omp_get_num_places();
    CPU_ZERO(&allowed);
    if (places <= 0 && sched_getaffinity(getpid(), sizeof allowed, &allowed) != 0)
        CPU_ZERO(&allowed);
    for (int place = 0; place < places; place++) {
        int ids[CPU_SETSIZE], count = omp_get_place_num_procs(place);
        if (count > CPU_SETSIZE)
            return;
        omp_get_place_proc_ids(place, ids);
        while (count-- > 0)
            if (ids[count] >= 0 && ids[count] < CPU_SETSIZE)
                CPU_SET(ids[count], &allowed);
    }
}

/* By the worker. */
static void begin_thread(struct thread *thread)
{
    thread->id = (int)syscall(SYS_gettid);
    thread->is_away = 0;
    if (CPU_COUNT(&allowed) > 0)
        sched_setaffinity(0, sizeof allowed, &allowed);
}

/* Off this processor, until it is let back. */
static void send_away(struct thread *thread)
{
    const int here = sched_getcpu();
    if (here < 0 || here >= CPU_SETSIZE ||
        sched_getaffinity(thread->id, sizeof thread->processors, &thread->processors) != 0)
        return;
    cpu_set_t others = thread->processors;
    CPU_CLR(here, &others);
    thread->is_away = CPU_COUNT(&others) > 0 && sched_setaffinity(thread->id, sizeof others, &others) == 0;
}

static void let_back(struct thread *thread)
{
    if (thread->is_away)
        sched_setaffinity(thread->id, sizeof thread->processors, &thread->processors);
    thread->is_away = 0;
}

#else

struct thread {
    int id;
};

#define find_allowed() (void)0
#define begin_thread(thread) (void)(thread)
#define send_away(thread) (void)(thread)
#define let_back(thread) (void)(thread)
#define sched_getcpu() (-1)

#endif

#endif
