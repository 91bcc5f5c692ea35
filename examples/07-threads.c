/* SPDX-License-Identifier: BSD-3-Clause */
/* A context for each thread: their scans run at once, on one CPU each. */
#include <prefix/prefix.h>
#include <pthread.h>
#include <stdio.h>

#define N 100000

struct job {
    int32_t values[N];
    int status;
    char error[256];
};

/* The running sums of a job's values, in place. */
static void *work(void *given)
{
    struct job *job = given;
    prefix_ctx *ctx;
    job->status = prefix_ctx_create(&ctx, NULL);
    if (job->status == PREFIX_OK)
        job->status = prefix_ctx_set_threads(ctx, 1);
    if (job->status == PREFIX_OK)
        job->status = prefix_scan(ctx, PREFIX_INCLUSIVE, PREFIX_SUM,
                                  PREFIX_I32, job->values, job->values, N);
    /* A context that could not be made is NULL, which has the error. */
    if (job->status != PREFIX_OK)
        snprintf(job->error, sizeof job->error, "%s",
                 prefix_ctx_error(ctx));
    prefix_ctx_destroy(ctx);
    return NULL;
}

#define THREADS 4

static struct job jobs[THREADS];

int main(void)
{
    pthread_t threads[THREADS];
    for (int t = 0; t < THREADS; t++) {
        for (int i = 0; i < N; i++)
            jobs[t].values[i] = t + 1;
        if (pthread_create(&threads[t], NULL, work, &jobs[t]) != 0) {
            fprintf(stderr, "a thread cannot be started\n");
            return 1;
        }
    }
    int failed = 0;
    for (int t = 0; t < THREADS; t++) {
        pthread_join(threads[t], NULL);
        if (jobs[t].status == PREFIX_OK)
            printf("thread %d: %d\n", t, (int)jobs[t].values[N - 1]);
        else
            printf("thread %d: %s: %s\n", t,
                   prefix_strerror(jobs[t].status), jobs[t].error);
        failed |= jobs[t].status != PREFIX_OK;
    }
    return failed;
}
