/* SPDX-License-Identifier: BSD-3-Clause */
/* What calls have in common that leave a count, want scratch memory, or arrays that lie on the host. */
#ifndef PREFIX_CUDA_CALL_H
#define PREFIX_CUDA_CALL_H

#include "session.h"

/* call.c: counts that kernels leave, and where they are wanted. */
struct prefix__cuda_counted {
    uint64_t *count;
    int memory;
    size_t words;
    void *stream;
};

/* where: what kernels may write to. A count for the host is none for a capture. */
int prefix__cuda_count_begin(struct prefix_session *session, const struct prefix__cuda_counted *counted,
                             uint64_t **where);
/* Waits for counts that go to the host, if all is well up to there; returns the status of both. */
int prefix__cuda_count_end(struct prefix_session *session, const struct prefix__cuda_counted *counted, int status);

/* Memory for one call, as the stream comes to it; captured, it is the graph's. */
int prefix__cuda_allocate(struct prefix_session *session, void **memory, size_t bytes, void *stream);
/* memory: or NULL. Returns the status that there was, if it was not OK. */
int prefix__cuda_release(struct prefix_session *session, void *memory, void *stream, int status);

/* sums.c: numbers on the device become their inclusive sums, modulo 2^64. */
int prefix__cuda_sum_up(struct prefix_session *session, uint64_t *numbers, size_t n, void *stream);

/* Queues a kernel of the library's. */
int prefix__cuda_queue(struct prefix_session *session, const void *kernel, const struct prefix__cuda_grid *grid,
                       void *stream, void **arguments, const char *what);

/* arrays.c: an array of a call, which has to be copied if it lies on the host. */
struct prefix__cuda_array {
    const void *from; /* what the device has to know of it; NULL: nothing */
    void *to;         /* where elements go when the call has ended; NULL: nowhere */
    size_t bytes;
    int memory;
    void *copy;
};

int prefix__cuda_arrays_staged(const struct prefix__cuda_array *arrays, int count);
/* Copies those on the host, with at most so many threads; what has no elements to be read gets memory only. */
int prefix__cuda_arrays_in(struct prefix_session *session, struct prefix__cuda_array *arrays, int count, int threads,
                           void *stream);
/* What is given for the array, or its copy. */
void *prefix__cuda_array_there(const struct prefix__cuda_array *array, const void *given);
/* Copies, or queues the copy of, the first bytes, if there are so many, to where they are wanted. */
int prefix__cuda_array_back(struct prefix_session *session, const struct prefix__cuda_array *array, size_t bytes,
                            int threads, void *stream);
/* Gives the copies back and waits for the stream; returns the status that there was, if it was not OK. */
int prefix__cuda_arrays_end(struct prefix_session *session, struct prefix__cuda_array *arrays, int count, void *stream,
                            int status);
/* Fails if the stream is captured: what is called so copies host arrays. */
int prefix__cuda_not_captured(struct prefix_session *session, void *stream, const char *what);

#endif
