/* SPDX-License-Identifier: BSD-3-Clause */
/* The register of backends: each is looked for once in a process, by name, when first asked for. */
#include "context/backends.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "context/host.h"
#if PREFIX__PLUGINS
#include "context/loader.h"
#endif
#include "context/status.h"
#include "serial/serial.h"

#if PREFIX__BUILTIN_OPENMP
#include "../../backends/openmp/backend.h"
#endif

/* In order of preference. */
static const char *const known[] = {"cuda", "openmp", "serial"};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct prefix__entry *entries;

/* A child of fork(2) must not inherit a lock that another thread held. */
static void lock_before_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void unlock_after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

static void initialise(void)
{
    pthread_atfork(lock_before_fork, unlock_after_fork, unlock_after_fork);
}

int prefix__backend_name_valid(const char *name)
{
    size_t length = strlen(name);
    return length > 0 && length < PREFIX__NAME_MAX && strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789_") == length;
}

/* The first version's table; what later ones appended may be missing. */
#define FIRST_SIZE offsetof(struct prefix_backend, reduce)

/* A backend is complete when its table reaches to the last member of the first version and no function is missing. */
static int complete(const struct prefix_backend *b)
{
    return b->size >= FIRST_SIZE && b->name && b->probe && b->devices && b->device_name && b->open && b->close &&
           b->synchronize && b->memory_kind && b->memory_alloc && b->memory_free && b->memory_copy &&
           b->scan_workspace && b->scan;
}

static void find(struct prefix__entry *entry)
{
    struct prefix_backend *backend = &entry->backend;
    backend->size = sizeof *backend;
    if (strcmp(entry->name, "serial") == 0) {
        entry->status = prefix__serial_backend(&prefix__host, backend);
    }
#if PREFIX__BUILTIN_OPENMP
    else if (strcmp(entry->name, "openmp") == 0) {
        entry->status = prefix__openmp_backend(&prefix__host, backend);
    }
#endif
    else {
#if PREFIX__PLUGINS
        entry->status = prefix__load(entry->name, backend, entry->text, sizeof entry->text);
#ifdef PREFIX__PLUGIN_OPENMP
        entry->is_missed = entry->status != PREFIX_OK && strcmp(entry->name, "openmp") == 0;
#endif
#else
        entry->status = PREFIX_ERROR_BACKEND;
        snprintf(entry->text, sizeof entry->text, "this build of libprefix loads no plugins");
#endif
    }
    if (entry->status != PREFIX_OK) {
        entry->status = PREFIX_ERROR_BACKEND;
    } else if (!complete(backend)) {
        entry->status = PREFIX_ERROR_BACKEND;
        snprintf(entry->text, sizeof entry->text, "prefix_%s.so: its table is too short or lacks a function",
                 entry->name);
    } else if (strcmp(backend->name, entry->name) != 0) {
        entry->status = PREFIX_ERROR_BACKEND;
        snprintf(entry->text, sizeof entry->text, "prefix_%s.so: its table bears another name", entry->name);
    } else if (backend->size < sizeof *backend) {
        memset((char *)backend + backend->size, 0, sizeof *backend - backend->size);
    }
}

const struct prefix__entry *prefix__backend_get(const char *name)
{
    pthread_once(&once, initialise);
    pthread_mutex_lock(&lock);
    struct prefix__entry *entry = entries;
    while (entry && strcmp(entry->name, name) != 0)
        entry = entry->next;
    if (!entry && (entry = calloc(1, sizeof *entry))) {
        memcpy(entry->name, name, strlen(name) + 1);
        find(entry);
        entry->next = entries;
        entries = entry;
    }
    pthread_mutex_unlock(&lock);
    return entry;
}

int prefix__backend_probe(const struct prefix__entry *entry, char *text, size_t size)
{
    if (entry->status == PREFIX_OK)
        return entry->backend.probe(text, size) == PREFIX_OK ? PREFIX_OK : PREFIX_ERROR_BACKEND;
    snprintf(text, size, "%s", entry->text);
    return PREFIX_ERROR_BACKEND;
}

const char *prefix_backend_name(size_t index)
{
    return index < sizeof known / sizeof *known ? known[index] : NULL;
}

/* Checks the arguments that the functions below share, and finds the backend. */
static int get(const char *name, const struct prefix__entry **entry)
{
    if (!name)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "name is NULL");
    if (!prefix__backend_name_valid(name))
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT,
                            "name: a backend's name is of [a-z0-9_], at most %d characters", PREFIX__NAME_MAX - 1);
    *entry = prefix__backend_get(name);
    return *entry ? PREFIX_OK : prefix__fail(NULL, PREFIX_ERROR_NOMEM, "no memory for a backend");
}

static int probe(const char *name, char *text, size_t size)
{
    const struct prefix__entry *entry;
    if (!text && size > 0)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "text is NULL, and size is %zu", size);
    int status = get(name, &entry);
    if (status != PREFIX_OK)
        return status;
    char found[PREFIX__TEXT_MAX] = "";
    status = prefix__backend_probe(entry, found, sizeof found);
    snprintf(text, size, "%s", found);
    return status == PREFIX_OK ? status : prefix__fail(NULL, status, "%s: %s", name, found);
}

static int devices(const char *name, int *count)
{
    const struct prefix__entry *entry;
    char text[PREFIX__TEXT_MAX] = "";
    if (!count)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "count is NULL");
    *count = 0;
    int status = get(name, &entry);
    if (status == PREFIX_OK)
        status = prefix__backend_probe(entry, text, sizeof text);
    if (status != PREFIX_OK)
        return text[0] ? prefix__fail(NULL, status, "%s: %s", name, text) : status;
    status = entry->backend.devices(count);
    return status == PREFIX_OK ? status : prefix__fail(NULL, status, "%s: its devices cannot be counted", name);
}

static int device_name(const char *name, int device, char *text, size_t size)
{
    const struct prefix__entry *entry;
    int count;
    if (!text && size > 0)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "text is NULL, and size is %zu", size);
    int status = devices(name, &count);
    if (status != PREFIX_OK)
        return status;
    if (device < 0 || device >= count)
        return prefix__fail(NULL, PREFIX_ERROR_ARGUMENT, "device: %s has %d, and there is no %d", name, count, device);
    status = get(name, &entry);
    if (status == PREFIX_OK)
        status = entry->backend.device_name(device, text, size);
    return status == PREFIX_OK ? status : prefix__fail(NULL, status, "%s: device %d has no name", name, device);
}

int prefix_backend_probe(const char *name, char *text, size_t size)
{
    int saved = errno;
    return prefix__keep_errno(saved, probe(name, text, size));
}

int prefix_backend_devices(const char *name, int *count)
{
    int saved = errno;
    return prefix__keep_errno(saved, devices(name, count));
}

int prefix_device_name(const char *name, int device, char *text, size_t size)
{
    int saved = errno;
    return prefix__keep_errno(saved, device_name(name, device, text, size));
}
