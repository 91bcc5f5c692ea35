/* SPDX-License-Identifier: BSD-3-Clause */
/* The serial backend: one thread, host memory, always there. serial_scan.c does the work. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"
#include "serial.h"

/* And a reduction: there is then no output. */
static int serial_scan(struct prefix_session *session, const struct prefix_scan_work *work)
{
    (void)session;
    union prefix_carry carry = prefix__serial_scan(work);
    if (work->total)
        prefix__carry_store(work->carry_type, carry, work->total, work->total_type);
    return PREFIX_OK;
}

static int serial_probe(char *text, size_t size)
{
    static const char description[] = "one thread, built in";
    if (size > 0) {
        size_t length = size < sizeof description ? size : sizeof description;
        memcpy(text, description, length);
        text[length - 1] = 0;
    }
    return PREFIX_OK;
}

static int serial_devices(int *count)
{
    *count = 1;
    return PREFIX_OK;
}

static int serial_device_name(int device, char *text, size_t size)
{
    (void)device;
    return serial_probe(text, size);
}

/* The backend holds nothing for a context, so the context itself serves as its session. */
static int serial_open(struct prefix_session **session, const struct prefix_host *host, void *owner, int device)
{
    (void)host;
    (void)device;
    *session = owner;
    return PREFIX_OK;
}

static void serial_close(struct prefix_session *session)
{
    (void)session;
}

static int serial_synchronize(struct prefix_session *session, void *stream)
{
    (void)session;
    (void)stream;
    return PREFIX_OK;
}

static int serial_memory_kind(const void *memory, int *kind)
{
    (void)memory;
    *kind = PREFIX_MEMORY_HOST;
    return PREFIX_OK;
}

static int serial_memory_alloc(struct prefix_session *session, void **memory, size_t bytes, int kind)
{
    (void)session;
    if (kind != PREFIX_MEMORY_HOST)
        return PREFIX_ERROR_UNSUPPORTED;
    return posix_memalign(memory, PREFIX__ALIGNMENT, bytes) == 0 ? PREFIX_OK : PREFIX_ERROR_NOMEM;
}

static int serial_memory_free(struct prefix_session *session, void *memory)
{
    (void)session;
    free(memory);
    return PREFIX_OK;
}

static int serial_memory_copy(struct prefix_session *session, void *to, const void *from, size_t bytes, void *stream)
{
    (void)session;
    (void)stream;
    memcpy(to, from, bytes);
    return PREFIX_OK;
}

static int serial_workspace(struct prefix_session *session, const struct prefix_scan_work *work, size_t *bytes)
{
    (void)session;
    (void)work;
    *bytes = 0;
    return PREFIX_OK;
}

int prefix__serial_backend(const struct prefix_host *host, struct prefix_backend *backend)
{
    (void)host;
    *backend = (struct prefix_backend){
        .size = sizeof *backend,
        .minor = PREFIX_BACKEND_ABI_MINOR,
        .flags = PREFIX_BACKEND_FLAG_HOST,
        .name = "serial",
        .scan_algorithms = 1u << PREFIX_ALGORITHM_AUTO | 1u << PREFIX_ALGORITHM_SERIAL,
        .probe = serial_probe,
        .devices = serial_devices,
        .device_name = serial_device_name,
        .open = serial_open,
        .close = serial_close,
        .synchronize = serial_synchronize,
        .memory_kind = serial_memory_kind,
        .memory_alloc = serial_memory_alloc,
        .memory_free = serial_memory_free,
        .memory_copy = serial_memory_copy,
        .scan_workspace = serial_workspace,
        .scan = serial_scan,
        .reduce = serial_scan,
    };
    return PREFIX_OK;
}
