/* SPDX-License-Identifier: BSD-3-Clause */
/* What the files of the front end share. */
#ifndef PREFIX_LIB_INTERNAL_H
#define PREFIX_LIB_INTERNAL_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>

#include <prefix/backend.h>
#include <prefix/prefix.h>

#include "shared/carry.h"
#include "shared/types.h"

#define PREFIX__NAME_MAX 32   /* of a backend, the ending 0 included */
#define PREFIX__TEXT_MAX 512  /* of an error, a reason or a description */
#define PREFIX__ROUTES_MAX 8  /* backends that one context may choose among */
#define PREFIX__ALIGNMENT 256 /* of memory and workspaces */

#define PREFIX__PRINTF(at, first) __attribute__((format(printf, at, first)))

/* A backend that was looked for in this process: loaded (status PREFIX_OK) or not, and why. */
struct prefix__entry {
    struct prefix__entry *next;
    char name[PREFIX__NAME_MAX];
    int status;
    char text[PREFIX__TEXT_MAX];
    struct prefix_backend backend;
};

/* One of the backends that a context chooses among. The session is opened on first use. */
struct prefix__route {
    const struct prefix__entry *entry;
    struct prefix_session *session;
    int probed; /* a device is not started before it is needed */
    int failed; /* it cannot be had, or open() failed in an automatic context: not tried again */
};

struct prefix_ctx {
    struct prefix__route routes[PREFIX__ROUTES_MAX];
    size_t route_count;
    const struct prefix__route *last;      /* of the last call; NULL before any */
    struct prefix__route *ready[2];        /* for calls on host and on device memory, once open */
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
    char skipped[PREFIX__TEXT_MAX]; /* backends that could not be had, and why */
    char reason[2 * PREFIX__TEXT_MAX];
    char error[PREFIX__TEXT_MAX];
};

struct prefix_plan {
    prefix_ctx *ctx; /* NULL: the calling thread's default context */
    int kind;
    int op;
    int type;
    int output_type;
    int reverse;
    int algorithm;
    int block_algorithm;
    int has_init;
    union prefix_carry init;
    void *total;
    int total_type;
    void *workspace;
    size_t workspace_bytes;
    int workspace_fresh;
    size_t tile;
    int counting;
    struct prefix_scan_watch watch; /* of the last run that was counted or traced */
    struct prefix_heads heads;      /* form 0: no segments */
};

/* status.c: the detail of an error. ctx NULL: the calling thread's, shown by prefix_ctx_error(NULL). */
int prefix__fail(prefix_ctx *ctx, int status, const char *format, ...) PREFIX__PRINTF(3, 4);
void prefix__log(prefix_ctx *ctx, int level, const char *format, ...) PREFIX__PRINTF(3, 4);

static inline int prefix__keep_errno(int saved, int status)
{
    errno = saved;
    return status;
}

/* validate.c: each returns PREFIX_OK, or sets the error and returns its status. */
int prefix__check_op_type(prefix_ctx *ctx, int op, int type);
int prefix__check_kind(prefix_ctx *ctx, int kind);
int prefix__check_output_type(prefix_ctx *ctx, int type, int output_type);
int prefix__check_value_type(prefix_ctx *ctx, const char *argument, int op, int output_type, int type);
int prefix__check_arrays(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, const void *out, size_t n);
int prefix__check_result(prefix_ctx *ctx, const char *argument, const void *result, int type);
int prefix__check_selection(prefix_ctx *ctx, const struct prefix_select_work *work);
int prefix__check_reduction(prefix_ctx *ctx, const struct prefix_plan *plan, const void *in, size_t n);
int prefix__check_runs(prefix_ctx *ctx, const struct prefix_runs_work *work);
int prefix__check_expand(prefix_ctx *ctx, const struct prefix_expand_work *work);
int prefix__check_outside(prefix_ctx *ctx, const void *result, size_t bytes, const void *in, size_t in_bytes);
/* The array that tells segments of n elements, and the output, of out_bytes bytes, that must be outside of it. */
int prefix__check_heads(prefix_ctx *ctx, const struct prefix_heads *heads, size_t n, const void *out, size_t out_bytes);

/* scan.c: the plan's settings as work. */
struct prefix_scan_work prefix__scan_describe(const prefix_ctx *ctx, const struct prefix_plan *plan, const void *in,
                                              void *out, size_t n);

/* segmented.c: runs a plan that has segments; without an output it is a reduction. */
int prefix__segmented_run(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, void *out, size_t n);
int prefix__segmented_reduce(prefix_ctx *ctx, struct prefix_plan *plan, const void *in, size_t n);
/* Fills in what is to be known of keys of a type. */
int prefix__heads_of_keys(prefix_ctx *ctx, struct prefix_heads *heads, const void *keys, int type);

/* predicate.c: what stands for a predicate, after its check; and for the heads of runs. */
int prefix__predicate(prefix_ctx *ctx, int type, int predicate, const void *operand, struct prefix_test *test);
struct prefix_test prefix__heads(int type);

/* select.c: checks, completes and runs it. Without an output but the rejected, there is no room to keep to. */
int prefix__select(prefix_ctx *ctx, struct prefix_select_work *work, int has_output);

/* backends.c: NULL when out of memory. The entry lives as long as the process. */
const struct prefix__entry *prefix__backend_get(const char *name);
int prefix__backend_name_valid(const char *name);
/* PREFIX_OK and a description, or PREFIX_ERROR_BACKEND and the reason. */
int prefix__backend_probe(const struct prefix__entry *entry, char *text, size_t size);

/* loader.c: fills in the table of a plugin, or gives the reason why not. */
int prefix__load(const char *name, struct prefix_backend *backend, char *reason, size_t size);

/* host.c: what backends call back. */
extern const struct prefix_host prefix__host;

/* env.c: the only reader of the environment; all give NULL in a setuid or setgid program. */
const char *prefix__env_backend(void);
const char *prefix__env_backend_path(void);
const char *prefix__env_num_threads(void);
int prefix__env_debug(void);

/* ctx.c: the context to use, or NULL when the default context cannot be made (*status says why). */
prefix_ctx *prefix__ctx_resolve(prefix_ctx *ctx, int *status);
/* The text that prefix__fail(NULL, ...) writes, or NULL when out of memory. */
char *prefix__ctx_thread_error(void);

/* route.c: fills in the context's choice of backends; opens a named one. */
int prefix__ctx_choose(prefix_ctx *ctx, const char *backend);
/* Closes the sessions; they open again on their next use. */
void prefix__ctx_close(prefix_ctx *ctx, int devices_only);
int prefix__ctx_use_device(prefix_ctx *ctx, int device);
/* Whether one of the context's backends has memory of its own. */
int prefix__ctx_has_device(prefix_ctx *ctx);
/* The first that can be had. */
const struct prefix__route *prefix__ctx_first(prefix_ctx *ctx);
/* An open route for work on device memory, or on host memory alone: ctx->ready[], or else this. */
int prefix__ctx_open(prefix_ctx *ctx, int wants_device, struct prefix__route **route);
/*
 * Where arrays lie: as the context promises, or looked up unless n is 0. What is no array, a total or a count, is
 * looked up in any case, for it is often a host variable beside device arrays. What is NULL lies in host memory.
 * And an open route for work on them all.
 */
struct prefix__array {
    const void *memory;
    int *kind;
    int is_single; /* it is no array */
};
int prefix__find_route(prefix_ctx *ctx, size_t n, const struct prefix__array *arrays, size_t count,
                       struct prefix__route **route);

/* The kind of memory that a pointer points to, where the context has a device to ask. */
int prefix__ctx_ask_kind(prefix_ctx *ctx, const void *memory, int *kind);

static inline int prefix__ctx_route(prefix_ctx *ctx, int wants_device, struct prefix__route **route)
{
    *route = ctx->ready[wants_device];
    if (!*route)
        return prefix__ctx_open(ctx, wants_device, route);
    ctx->last = *route;
    return PREFIX_OK;
}

static inline int prefix__ctx_memory_kind(prefix_ctx *ctx, const void *memory, int *kind)
{
    *kind = PREFIX_MEMORY_HOST;
    return ctx->of_device ? prefix__ctx_ask_kind(ctx, memory, kind) : PREFIX_OK;
}

static inline int prefix__is_device_kind(int kind)
{
    return kind == PREFIX_MEMORY_DEVICE || kind == PREFIX_MEMORY_MANAGED;
}

#endif
