/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Arrays of a call some of which lie on the host: these are copied to the device as a whole, and back; large ones
 * as fast as the bus is.
 */
#ifndef PREFIX_CUDA_STAGING_ARRAYS_H
#define PREFIX_CUDA_STAGING_ARRAYS_H

#include "base/session.h"

/* An array of a call, which has to be copied if it lies on the host. */
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

#endif
