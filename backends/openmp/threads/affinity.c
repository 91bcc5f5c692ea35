/* SPDX-License-Identifier: BSD-3-Clause */
/* On which processors the workers run. The threads of the program are left as they are. */
#define _GNU_SOURCE
#include "threads/affinity.h"

#ifdef __linux__

#include <omp.h>
#include <sys/syscall.h>
#include <unistd.h>

static cpu_set_t allowed;
static int have_allowed;

/* Where OMP_PROC_BIND or OMP_PLACES bind threads, the runtime has bound the first one already. */
static void add_places(void)
{
    CPU_ZERO(&allowed);
    for (int place = omp_get_num_places() - 1; place >= 0; place--) {
        int ids[CPU_SETSIZE], count = omp_get_place_num_procs(place);
        if (count > CPU_SETSIZE)
            return;
        omp_get_place_proc_ids(place, ids);
        for (int i = 0; i < count; i++)
            if (ids[i] >= 0 && ids[i] < CPU_SETSIZE)
                CPU_SET(ids[i], &allowed);
    }
    have_allowed = CPU_COUNT(&allowed) > 0;
}

void prefix__openmp_thread_init(void)
{
    if (omp_get_num_places() > 0)
        add_places();
    else
        have_allowed = sched_getaffinity(getpid(), sizeof allowed, &allowed) == 0;
}

void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread)
{
    cpu_set_t inherited;
    thread->id = (int)syscall(SYS_gettid);
    thread->sent = 0;
    if (have_allowed && sched_getaffinity(0, sizeof inherited, &inherited) == 0 && !CPU_EQUAL(&inherited, &allowed))
        sched_setaffinity(0, sizeof allowed, &allowed);
}

void prefix__openmp_thread_send_away(struct prefix__openmp_thread *thread)
{
    int here = sched_getcpu();
    if (here < 0 || here >= CPU_SETSIZE ||
        sched_getaffinity(thread->id, sizeof thread->processors, &thread->processors) != 0)
        return;
    cpu_set_t others = thread->processors;
    CPU_CLR(here, &others);
    thread->sent = CPU_COUNT(&others) > 0 && sched_setaffinity(thread->id, sizeof others, &others) == 0;
}

void prefix__openmp_thread_leave(struct prefix__openmp_thread *thread, int processor)
{
    if (processor < 0 || sched_getcpu() != processor)
        return;
    prefix__openmp_thread_send_away(thread);
    prefix__openmp_thread_come_back(thread);
}

int prefix__openmp_thread_processor(void)
{
    return sched_getcpu();
}

void prefix__openmp_thread_come_back(struct prefix__openmp_thread *thread)
{
    if (thread->sent)
        sched_setaffinity(0, sizeof thread->processors, &thread->processors);
    thread->sent = 0;
}

void prefix__openmp_thread_fetch(struct prefix__openmp_thread *thread)
{
    int here = sched_getcpu();
    if (here < 0 || here >= CPU_SETSIZE ||
        sched_getaffinity(thread->id, sizeof thread->processors, &thread->processors) != 0)
        return;
    cpu_set_t this_one;
    CPU_ZERO(&this_one);
    CPU_SET(here, &this_one);
    thread->sent = sched_setaffinity(thread->id, sizeof this_one, &this_one) == 0;
}

void prefix__openmp_thread_release(struct prefix__openmp_thread *thread)
{
    if (thread->sent)
        sched_setaffinity(thread->id, sizeof thread->processors, &thread->processors);
    thread->sent = 0;
}

#else

int prefix__openmp_thread_processor(void)
{
    return -1;
}

void prefix__openmp_thread_leave(struct prefix__openmp_thread *thread, int processor)
{
    (void)thread;
    (void)processor;
}

void prefix__openmp_thread_init(void)
{
}

void prefix__openmp_thread_begin(struct prefix__openmp_thread *thread)
{
    (void)thread;
}

void prefix__openmp_thread_send_away(struct prefix__openmp_thread *thread)
{
    (void)thread;
}

void prefix__openmp_thread_come_back(struct prefix__openmp_thread *thread)
{
    (void)thread;
}

void prefix__openmp_thread_fetch(struct prefix__openmp_thread *thread)
{
    (void)thread;
}

void prefix__openmp_thread_release(struct prefix__openmp_thread *thread)
{
    (void)thread;
}

#endif
