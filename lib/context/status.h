/* SPDX-License-Identifier: BSD-3-Clause */
/* The detail of an error or a message. */
#ifndef PREFIX_LIB_CONTEXT_STATUS_H
#define PREFIX_LIB_CONTEXT_STATUS_H

#include <errno.h>
#include <stdlib.h>

#include <prefix/prefix.h>

#define PREFIX__PRINTF(at, first) __attribute__((format(printf, at, first)))

/* Keeps the detail and returns the status. ctx NULL: the calling thread's, shown by prefix_ctx_error(NULL). */
int prefix__fail(prefix_ctx *ctx, int status, const char *format, ...) PREFIX__PRINTF(3, 4);
/* The same for a constant that is not what was wanted, "operator" or the like: PREFIX_ERROR_ARGUMENT. */
int prefix__fail_constant(prefix_ctx *ctx, const char *argument, int constant, const char *wanted);
/* Leaves a function that was given no object, by the name of its parameter. */
#define PREFIX__NEED(object)                                                                                           \
    do {                                                                                                               \
        if (!(object))                                                                                                 \
            return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, #object " is NULL");                                      \
    } while (0)
/* The status that a backend's call gave; a failure of which it said nothing becomes "NAME: the WHAT failed". */
int prefix__ran(prefix_ctx *ctx, const char *name, int status, const char *what);
void prefix__log(prefix_ctx *ctx, int level, const char *format, ...) PREFIX__PRINTF(3, 4);

static inline int prefix__keep_errno(int saved, int status)
{
    errno = saved;
    return status;
}

/* Leaves errno as it was. */
static inline void prefix__free(void *memory)
{
    int saved = errno;
    free(memory);
    errno = saved;
}

#endif
