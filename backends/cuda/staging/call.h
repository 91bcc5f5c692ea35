/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Calls on arrays some of which lie on the host: these are copied to the device as a whole, and results back; large
 * ones as fast as the bus is. Every array's copy is another one: in place on the host is not in place on the device.
 */
#ifndef PREFIX_CUDA_STAGING_CALL_H
#define PREFIX_CUDA_STAGING_CALL_H

#include "base/session.h"

struct prefix__cuda_array {
    void *place;     /* the pointer to it in what the call is told, which may be NULL; if it is copied, to the copy */
    size_t elements; /* of a result, for so many there is room */
    size_t size;
    int memory;
    int is_result;
    int has_gaps; /* a result: what lies between its elements is copied, too, so that it stays as it is */
    size_t rows, *pitch; /* of an image; that of the call, in bytes, becomes the copy's, which has no gaps */
    size_t given_pitch;  /* 0: the given rows have none either */
    void *given, *copy;
};

static inline struct prefix__cuda_array prefix__cuda_input(void *place, size_t elements, size_t size, int memory)
{
    return (struct prefix__cuda_array){.place = place, .elements = elements, .size = size, .memory = memory};
}

static inline struct prefix__cuda_array prefix__cuda_result(void *place, size_t elements, size_t size, int memory)
{
    struct prefix__cuda_array array = prefix__cuda_input(place, elements, size, memory);
    array.is_result = 1;
    return array;
}

/* Its elements lie in rows, which may have gaps. */
static inline void prefix__cuda_pitched(struct prefix__cuda_array *array, size_t rows, size_t *pitch)
{
    array->rows = rows;
    array->pitch = pitch;
}

/* There are no more than so many. */
static inline void prefix__cuda_limit(struct prefix__cuda_array *array, uint64_t elements)
{
    if (elements < array->elements)
        array->elements = (size_t)elements;
}

struct prefix__cuda_call {
    const char *what; /* for messages */
    struct prefix__cuda_array *arrays;
    int count;
    int threads; /* that copy, at most */
    void *stream;
    int (*run)(struct prefix_session *session, void *work); /* may limit the elements of results */
    void *work;
    uint64_t **counted; /* in the work: where so many words of counts are wanted, and in what memory; or NULL */
    int *counted_memory;
    size_t counted_words;
    uint64_t counts[2]; /* the same, of a call whose arrays are copied */
};

/* Runs it, with the device's context current. If arrays are copied, returns when all is done. */
int prefix__cuda_call(struct prefix_session *session, struct prefix__cuda_call *call);

#endif
