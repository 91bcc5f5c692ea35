/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A minimal backend, "demo": sums of i32 on one thread. To try it:
 *
 *     cc -shared -fPIC $(pkg-config --cflags prefix) \
 *         -o prefix_demo.so 13-backend.c
 *     LIBPREFIX_BACKEND_PATH=$PWD LIBPREFIX_BACKEND=demo ./01-scan
 */
#include <prefix/backend.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct prefix_session {
    const struct prefix_host *host;
    void *owner;
};

static int demo_probe(char *text, size_t size)
{
    snprintf(text, size, "a demonstration: sums of i32");
    return PREFIX_OK;
}

static int demo_devices(int *count)
{
    *count = 1;
    return PREFIX_OK;
}

static int demo_device_name(int device, char *text, size_t size)
{
    snprintf(text, size, "loop %d", device);
    return PREFIX_OK;
}

static int demo_open(struct prefix_session **session,
                     const struct prefix_host *host, void *owner,
                     int device)
{
    (void)device;
    *session = host->alloc(owner, sizeof **session);
    if (!*session)
        return PREFIX_ERROR_NOMEM;
    (*session)->host = host;
    (*session)->owner = owner;
    return PREFIX_OK;
}

static void demo_close(struct prefix_session *session)
{
    session->host->free(session->owner, session);
}

static int demo_synchronize(struct prefix_session *session, void *stream)
{
    (void)session;
    (void)stream;
    return PREFIX_OK;
}

static int demo_memory_kind(const void *memory, int *kind)
{
    (void)memory;
    *kind = PREFIX_MEMORY_HOST;
    return PREFIX_OK;
}

static int demo_memory_alloc(struct prefix_session *session, void **memory,
                             size_t bytes, int kind)
{
    (void)session;
    if (kind != PREFIX_MEMORY_HOST)
        return PREFIX_ERROR_UNSUPPORTED;
    *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
    return *memory ? PREFIX_OK : PREFIX_ERROR_NOMEM;
}

static int demo_memory_free(struct prefix_session *session, void *memory)
{
    (void)session;
    free(memory);
    return PREFIX_OK;
}

static int demo_memory_copy(struct prefix_session *session, void *to,
                            const void *from, size_t bytes, void *stream)
{
    (void)session;
    (void)stream;
    memcpy(to, from, bytes);
    return PREFIX_OK;
}

static int demo_scan_workspace(struct prefix_session *session,
                               const struct prefix_scan_work *work,
                               size_t *bytes)
{
    (void)session;
    (void)work;
    *bytes = 0;
    return PREFIX_OK;
}

static int demo_scan(struct prefix_session *session,
                     const struct prefix_scan_work *work)
{
    if (work->op != PREFIX_SUM || work->type != PREFIX_I32 ||
        work->output_type != PREFIX_I32) {
        session->host->error(session->owner,
                             "demo knows sums of i32 alone");
        return PREFIX_ERROR_UNSUPPORTED;
    }
    const int32_t *in = work->in;
    int32_t *out = work->out;
    uint32_t carry = (uint32_t)work->carry.i; /* unsigned: it wraps */
    for (size_t k = 0; k < work->n; k++) {
        size_t i = work->reverse ? work->n - 1 - k : k;
        uint32_t next = carry + (uint32_t)in[i];
        out[i] = (int32_t)(work->kind == PREFIX_EXCLUSIVE ? carry : next);
        carry = next;
    }
    if (work->total)
        *(int32_t *)work->total = (int32_t)carry;
    return PREFIX_OK;
}

int prefix_backend_v1(const struct prefix_host *host,
                      struct prefix_backend *backend)
{
    if (host->size < sizeof *host || backend->size < sizeof *backend)
        return PREFIX_ERROR_BACKEND; /* an older libprefix */
    backend->size = sizeof *backend;
    backend->minor = PREFIX_BACKEND_ABI_MINOR;
    backend->flags = PREFIX_BACKEND_FLAG_HOST;
    backend->name = "demo";
    backend->scan_algorithms =
        PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_AUTO) |
        PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SERIAL);
    backend->probe = demo_probe;
    backend->devices = demo_devices;
    backend->device_name = demo_device_name;
    backend->open = demo_open;
    backend->close = demo_close;
    backend->synchronize = demo_synchronize;
    backend->memory_kind = demo_memory_kind;
    backend->memory_alloc = demo_memory_alloc;
    backend->memory_free = demo_memory_free;
    backend->memory_copy = demo_memory_copy;
    backend->scan_workspace = demo_scan_workspace;
    backend->scan = demo_scan;
    return PREFIX_OK;
}
