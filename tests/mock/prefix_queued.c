/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A device that puts its work off until somebody waits for it, and logs what it is asked. Its memory is a part of its
 * own of this file's, never given back.
 */
#include "mock.h"

enum { POOL = 1 << 20, MOST = 32 };

static _Alignas(256) unsigned char pool[POOL];
static size_t used;

static struct {
    struct prefix_session *session;
    struct prefix_scan_work work;
} queue[MOST];
static int queued;

static int queued_kind(const void *memory, int *kind)
{
    const unsigned char *at = memory;
    *kind = at >= pool && at < pool + POOL ? PREFIX_MEMORY_DEVICE : PREFIX_MEMORY_HOST;
    return PREFIX_OK;
}

static int queued_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    (void)session;
    if (kind != PREFIX_MEMORY_DEVICE || bytes > POOL - used)
        return PREFIX_ERROR_NOMEM;
    *memory = pool + used;
    used += (bytes + 255) / 256 * 256;
    return PREFIX_OK;
}

static int queued_free(struct prefix_session *session, void *memory)
{
    (void)session;
    (void)memory;
    return PREFIX_OK;
}

/* A reduction is a scan that keeps its results to itself. */
static void run(const struct prefix_scan_work *work, struct prefix_session *session)
{
    static int32_t aside[POOL / sizeof(int32_t)];
    struct prefix_scan_work scan = *work;
    if (!scan.out)
        scan.out = aside;
    mock_scan(session, &scan);
}

static int queued_synchronize(struct prefix_session *session, void *stream)
{
    int kept = 0;
    (void)stream;
    for (int i = 0; i < queued; i++)
        if (queue[i].session == session)
            run(&queue[i].work, session);
        else
            queue[kept++] = queue[i];
    queued = kept;
    return PREFIX_OK;
}

static int queued_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    queued_synchronize(session, stream);
    session->host->log(session->owner, PREFIX_LOG_ERROR, "copy");
    memcpy(to, from, bytes);
    return PREFIX_OK;
}

static int put_off(struct prefix_session *session, const struct prefix_scan_work *work)
{
    if (queued == MOST)
        return PREFIX_ERROR_DEVICE;
    queue[queued].session = session;
    queue[queued++].work = *work;
    session->host->log(session->owner, PREFIX_LOG_ERROR, work->out ? "scan" : "reduce");
    return PREFIX_OK;
}

int prefix_backend_v1(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    mock_offer(backend, "queued");
    backend->flags = PREFIX_BACKEND_FLAG_DEVICE;
    backend->synchronize = queued_synchronize;
    backend->memory_kind = queued_kind;
    backend->memory_alloc = queued_alloc;
    backend->memory_free = queued_free;
    backend->memory_copy = queued_copy;
    backend->scan = put_off;
    backend->reduce = put_off;
    return PREFIX_OK;
}
