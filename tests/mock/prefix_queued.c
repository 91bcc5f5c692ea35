/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * A device that puts its work off until somebody waits for it, and logs what it is asked. Its memory is a part of its
 * own of this file's, never given back.
 */
#include "mock.h"

enum { POOL = 1 << 20, MOST = 256 };

static _Alignas(256) unsigned char pool[POOL];
static size_t used;

struct event {
    struct prefix_session *session;
    int asked, done; /* how often it has been recorded, in the queue and behind it */
};

static struct {
    struct prefix_session *session;
    struct prefix_scan_work work;
    struct event *event; /* or NULL: this is work */
    int waits;           /* for the event to have been recorded so often; 0: it is recorded */
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
    if (kind == PREFIX_MEMORY_HOST || bytes > POOL - used)
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
    for (size_t i = 0; i < scan.before_count; i++)
        scan.carry.i += ((const int32_t *)scan.before)[i];
    mock_scan(session, &scan);
}

/* Does the work of a session, and no more of others' than it waits for: all, or until an event was recorded so often.
 */
static void work_off(struct prefix_session *session, const struct event *until, int times)
{
    int i = 0;
    while (i < queued && !(until && until->done >= times)) {
        if (queue[i].session != session) {
            i++;
            continue;
        }
        const struct prefix_scan_work work = queue[i].work;
        struct event *event = queue[i].event;
        const int waits = queue[i].waits;
        memmove(&queue[i], &queue[i + 1], (size_t)(--queued - i) * sizeof queue[0]);
        if (!event)
            run(&work, session);
        else if (waits)
            work_off(event->session, event, waits);
        else
            event->done++;
        i = 0; /* the queue may be another */
    }
}

static int queued_synchronize(struct prefix_session *session, void *stream)
{
    (void)stream;
    work_off(session, NULL, 0);
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
    queue[queued].event = NULL;
    queue[queued].session = session;
    queue[queued++].work = *work;
    session->host->log(session->owner, PREFIX_LOG_ERROR, work->out ? "scan" : "reduce");
    return PREFIX_OK;
}

static int put_off_event(struct prefix_session *session, struct event *event, int waits)
{
    if (queued == MOST)
        return PREFIX_ERROR_DEVICE;
    queue[queued].session = session;
    queue[queued].event = event;
    queue[queued++].waits = waits;
    return PREFIX_OK;
}

static int queued_record(struct prefix_session *session, void **made, void *stream)
{
    struct event *event = *made ? *made : calloc(1, sizeof *event);
    (void)stream;
    if (!event)
        return PREFIX_ERROR_NOMEM;
    *made = event;
    event->session = session;
    event->asked++;
    return put_off_event(session, event, 0);
}

static int queued_wait(struct prefix_session *session, void *made, void *stream)
{
    struct event *event = made;
    (void)stream;
    return put_off_event(session, event, event->asked);
}

static void queued_event_free(struct prefix_session *session, void *event)
{
    work_off(session, NULL, 0);
    free(event);
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
    backend->event_record = queued_record;
    backend->event_wait = queued_wait;
    backend->event_free = queued_event_free;
    return PREFIX_OK;
}
