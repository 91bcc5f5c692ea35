/* SPDX-License-Identifier: BSD-3-Clause */
/* A context, and the backends that it chooses among. */
#ifndef PREFIX_LIB_CONTEXT_CONTEXT_H
#define PREFIX_LIB_CONTEXT_CONTEXT_H

#include <stddef.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#define PREFIX__NAME_MAX 32  /* of a backend, the ending 0 included */
#define PREFIX__TEXT_MAX 512 /* of an error, a reason or a description */
#define PREFIX__ROUTES_MAX 8 /* backends that one context may choose among */

/* A backend that was looked for in this process: loaded (status PREFIX_OK) or not, and why. */
struct prefix__entry {
    struct prefix__entry *next;
    char name[PREFIX__NAME_MAX];
    int status;
    int is_missed; /* it was built, and cannot be loaded */
    char text[PREFIX__TEXT_MAX];
    struct prefix_backend backend;
};

/* One of the backends that a context chooses among. The session is opened on first use. */
struct prefix__route {
    const struct prefix__entry *entry;
    struct prefix_session *session;
    int probed; /* a device is not started before it is needed */
    int failed; /* it is not available, or open() failed in an automatic context: not tried again */
    /* Of the session, for calls that are made of several; kept from one to the next. */
    void *scratch;
    size_t scratch_bytes;
    int scratch_kind;
};

struct prefix_ctx {
    struct prefix__route routes[PREFIX__ROUTES_MAX];
    size_t route_count;
    const struct prefix__route *last;      /* of the last call; NULL before any */
    struct prefix__route *ready[2];        /* for calls on host and on device memory, once open */
    const struct prefix__entry *missed;    /* without which calls are slow, or NULL */
    const struct prefix__route *of_device; /* that is asked where a pointer leads, or NULL */
    int named;                             /* by the caller: never falls back */
    int device;
    int threads;
    int memory;
    void *stream;
    prefix_alloc_fn alloc;
    prefix_free_fn free;
    void *alloc_user;
    prefix_log_fn log;
    void *log_user;
    char skipped[PREFIX__TEXT_MAX]; /* backends that were not available, and why */
    char reason[2 * PREFIX__TEXT_MAX];
    char error[PREFIX__TEXT_MAX];
};

#endif
