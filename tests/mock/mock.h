/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A whole backend in a few lines, the serial scan of i32 sums, from the installed headers alone.
 * simple.c offers it as it is; every other mock departs from it in the one point of its name.
 */
#ifndef MOCK_H
#define MOCK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <prefix/backend.h>

struct prefix_session {
    const struct prefix_host *host;
    void *owner;
};

static int mock_probe(char *text, size_t size)
{
    snprintf(text, size, "a mock that scans");
    return PREFIX_OK;
}

static int mock_devices(int *count)
{
    *count = 1;
    return PREFIX_OK;
}

static int mock_device_name(int device, char *text, size_t size)
{
    (void)device;
    snprintf(text, size, "mock device");
    return PREFIX_OK;
}

static int mock_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device)
{
    (void)device;
    *session = host->alloc(owner, sizeof **session);
    if (!*session)
        return PREFIX_ERROR_NOMEM;
    (*session)->host = host;
    (*session)->owner = owner;
    return PREFIX_OK;
}

static void mock_close(struct prefix_session *session)
{
    session->host->free(session->owner, session);
}

static int mock_synchronize(struct prefix_session *session, void *stream)
{
    (void)session;
    (void)stream;
    return PREFIX_OK;
}

static int mock_memory_kind(const void *memory, int *kind)
{
    (void)memory;
    *kind = PREFIX_MEMORY_HOST;
    return PREFIX_OK;
}

static int mock_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    (void)session;
    if (kind != PREFIX_MEMORY_HOST)
        return PREFIX_ERROR_UNSUPPORTED;
    *memory = aligned_alloc(256, (bytes + 255) / 256 * 256);
    return *memory ? PREFIX_OK : PREFIX_ERROR_NOMEM;
}

static int mock_memory_free(struct prefix_session *session, void *memory)
{
    (void)session;
    free(memory);
    return PREFIX_OK;
}

static int mock_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    (void)session;
    (void)stream;
    memcpy(to, from, bytes);
    return PREFIX_OK;
}

static int mock_scan_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes)
{
    (void)session;
    (void)work;
    *bytes = 0;
    return PREFIX_OK;
}

static int mock_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    const int32_t *in = work->in;
    int32_t *out = work->out;
    uint32_t sum = (uint32_t)work->carry.i;
    char folder[512];
    session->host->log(session->owner, PREFIX_LOG_INFO, "the mock may use %d threads", work->threads);
    if (session->host->cache_folder(session->owner, folder, sizeof folder))
        session->host->log(session->owner, PREFIX_LOG_INFO, "the mock may keep files in %s.", folder);
    if (work->op != PREFIX_SUM || work->type != PREFIX_I32 || work->output_type != PREFIX_I32) {
        session->host->error(session->owner, "this mock sums i32 and nothing else, not op %d", work->op);
        return PREFIX_ERROR_UNSUPPORTED;
    }
    for (size_t i = 0; i < work->n; i++) {
        size_t at = work->reverse ? work->n - 1 - i : i;
        uint32_t next = sum + (uint32_t)in[at];
        out[at] = (int32_t)(work->kind == PREFIX_EXCLUSIVE ? sum : next);
        sum = next;
    }
    if (work->total)
        *(int32_t *)work->total = (int32_t)sum;
    return PREFIX_OK;
}

static const struct prefix_backend mock_backend = {
    .size = sizeof(struct prefix_backend),
    .minor = PREFIX_BACKEND_ABI_MINOR,
    .flags = PREFIX_BACKEND_FLAG_HOST,
    .scan_algorithms = PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_AUTO) |
                       PREFIX_BACKEND_ALGORITHM(PREFIX_ALGORITHM_SERIAL),
    .probe = mock_probe,
    .devices = mock_devices,
    .device_name = mock_device_name,
    .open = mock_open,
    .close = mock_close,
    .synchronize = mock_synchronize,
    .memory_kind = mock_memory_kind,
    .memory_alloc = mock_memory_alloc,
    .memory_free = mock_memory_free,
    .memory_copy = mock_memory_copy,
    .scan_workspace = mock_scan_workspace,
    .scan = mock_scan,
};

/* Fills in the table, which libprefix has given the size of its own, under a name. */
static int mock_offer(struct prefix_backend *backend, const char *name)
{
    size_t size = backend->size < sizeof mock_backend ? backend->size : sizeof mock_backend;
    memcpy(backend, &mock_backend, size);
    backend->size = size;
    backend->name = name;
    return PREFIX_OK;
}

#endif
