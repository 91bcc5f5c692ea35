/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * The OpenMP backend's pool of threads: workers come, nobody who began is left waiting, and what the
 * program has (signals, processors, forks, a limit of threads) is respected. Where a check waits for
 * workers it waits for as long as it takes.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <prefix/backend.h>

#include "threads/pool.h"
#include "../support/tap.h"

enum { TEAM = 4, CALLERS = 40, ROUNDS = 300, PATIENCE = 100 /* seconds */ };

#ifdef __SANITIZE_THREAD__
enum { CAN_REFUSE = 0 };
#else
enum { CAN_REFUSE = 1 };
static int refuse; /* no more threads, as at the limit of a user's processes */

#pragma GCC visibility push(default)
int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *user)
{
    int (*real)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
    void *symbol = dlsym(RTLD_NEXT, "pthread_create");
    memcpy(&real, &symbol, sizeof real);
    return refuse ? EAGAIN : real(thread, attributes, start, user);
}
#pragma GCC visibility pop
#endif

struct job {
    atomic_int begun, ended;
    int wait_for; /* members that must have come before the first may go */
    atomic_int signals;
#ifdef __linux__
    cpu_set_t processors;
    atomic_int elsewhere; /* members that may not run where the process may */
#endif
    pthread_t caller;
};

static void look(struct job *job)
{
    sigset_t mask;
    if (pthread_equal(job->caller, pthread_self()))
        return;
    if (pthread_sigmask(SIG_SETMASK, NULL, &mask) || !sigismember(&mask, SIGINT) || !sigismember(&mask, SIGUSR1) ||
        !sigismember(&mask, SIGPROF))
        atomic_fetch_add(&job->signals, 1);
#ifdef __linux__
    cpu_set_t mine, both; /* with OMP_PROC_BIND the first thread is bound, and they may run on more */
    int failed = sched_getaffinity(0, sizeof mine, &mine);
    CPU_AND(&both, &mine, &job->processors);
    if (failed || !CPU_EQUAL(&both, &job->processors))
        atomic_fetch_add(&job->elsewhere, 1);
#endif
}

static void work(void *user)
{
    struct job *job = user;
    look(job); /* before the others may go: a caller that waits for this one gives it its processor */
    atomic_fetch_add(&job->begun, 1);
    while (atomic_load(&job->begun) < job->wait_for)
        sched_yield();
    atomic_fetch_add(&job->ended, 1);
}

static struct job job_for(int wait_for)
{
    struct job job = {.wait_for = wait_for, .caller = pthread_self()};
#ifdef __linux__
    sched_getaffinity(getpid(), sizeof job.processors, &job.processors);
#endif
    return job;
}

static int members(struct job *job, int threads)
{
    prefix__openmp_pool_run(work, job, threads, 1);
    int ended = atomic_load(&job->ended);
    return atomic_load(&job->begun) == ended ? ended : -1;
}

static int team_comes(void)
{
    struct job job = job_for(TEAM);
    return members(&job, TEAM) == TEAM;
}

static void *call_often(void *user)
{
    for (int i = 0; i < ROUNDS; i++) {
        struct job job = job_for(1);
        int count = members(&job, 1 + i % 4);
        if (count < 1 || count > 1 + i % 4)
            atomic_fetch_add((atomic_int *)user, 1);
    }
    return NULL;
}

static int many_callers(void)
{
    pthread_t threads[CALLERS];
    atomic_int wrong = 0;
    for (int i = 0; i < CALLERS; i++)
        if (pthread_create(&threads[i], NULL, call_often, &wrong))
            bail_out("no thread");
    for (int i = 0; i < CALLERS; i++)
        pthread_join(threads[i], NULL);
    return atomic_load(&wrong) == 0;
}

static int refused(void)
{
    int good = 1;
#ifndef __SANITIZE_THREAD__
    refuse = 1;
    struct job job = job_for(1);
    good = members(&job, TEAM) == 1;
    refuse = 0;
#endif
    return good && team_comes();
}

static char *page;
static size_t page_bytes;
static atomic_int mended;

/* What a program does that learns from faults which pages are used. */
static void mend(int signal_number)
{
    (void)signal_number;
    atomic_fetch_add(&mended, 1);
    if (mprotect(page, page_bytes, PROT_READ | PROT_WRITE))
        _exit(3);
}

static void touch(void *user)
{
    struct job *job = user;
    if (!pthread_equal(job->caller, pthread_self()))
        *(volatile char *)page = 1;
    atomic_fetch_add(&job->begun, 1);
    while (atomic_load(&job->begun) < job->wait_for)
        sched_yield();
}

static int faults(void)
{
    struct sigaction action = {.sa_handler = mend};
    struct job job = job_for(2);
    page_bytes = (size_t)sysconf(_SC_PAGESIZE);
    page = mmap(NULL, page_bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED || sigaction(SIGSEGV, &action, NULL))
        return 0;
    prefix__openmp_pool_run(touch, &job, 2, 1);
    return atomic_load(&mended) == 1 && *page == 1;
}

static int in_child(int (*play)(void))
{
    int end;
    fflush(stdout);
    pid_t child = fork();
    if (child < 0)
        bail_out("no child");
    if (child == 0) {
        alarm(PATIENCE);
        _exit(play() ? 0 : 1);
    }
    return waitpid(child, &end, 0) == child && WIFEXITED(end) && WEXITSTATUS(end) == 0;
}

int main(void)
{
    alarm(3 * PATIENCE);
    if (prefix__openmp_pool_init() != PREFIX_OK)
        bail_out("no pool");
    struct job alone = job_for(1);
    ok(members(&alone, 1) == 1, "a team of one is the caller");
    if (CAN_REFUSE)
        ok(in_child(refused), "no thread can be started: the caller works alone, and later with others");

    struct job job = job_for(TEAM);
#ifdef __linux__
    cpu_set_t one, after;
    CPU_ZERO(&one);
    for (int i = 0; i < CPU_SETSIZE && CPU_COUNT(&one) == 0; i++)
        if (CPU_ISSET(i, &job.processors))
            CPU_SET(i, &one);
    sched_setaffinity(0, sizeof one, &one);
#endif
    ok(members(&job, TEAM) == TEAM, "workers come, and are waited for");
    ok(atomic_load(&job.signals) == 0, "they block signals");
#ifdef __linux__
    ok(sched_getaffinity(0, sizeof after, &after) == 0 && CPU_EQUAL(&after, &one), "a bound caller stays bound");
    ok(atomic_load(&job.elsewhere) == 0, "its workers run where the process may");
    sched_setaffinity(0, sizeof job.processors, &job.processors);
#endif
    usleep(20000); /* likely they sleep then; either way */
    ok(team_comes(), "they come again");
    ok(many_callers(), "%d callers at once, each with all who began for it", CALLERS);
    ok(team_comes(), "and once more");
    if (CAN_REFUSE) /* that sanitizer forbids threads in the child of a process with threads */
        ok(in_child(team_comes), "a child has workers of its own");
    ok(team_comes(), "and the parent keeps its");
    if (CAN_REFUSE)
        ok(in_child(faults), "a fault of a worker is the program's handler's");
    return done();
}
