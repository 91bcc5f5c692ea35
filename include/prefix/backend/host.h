/* SPDX-License-Identifier: BSD-3-Clause */
/* Of the plugin ABI, <prefix/backend.h>: what libprefix offers a backend, and what a backend holds for a context. */
#ifndef PREFIX_BACKEND_HOST_H
#define PREFIX_BACKEND_HOST_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What libprefix offers a backend. owner is the value given to open(). */
struct prefix_host {
    size_t size;    /* of this table, in bytes */
    uint32_t minor; /* PREFIX_BACKEND_ABI_MINOR of libprefix */
    /* Host scratch memory by the context's allocator, aligned for any type; NULL on failure. */
    void *(*alloc)(void *owner, size_t bytes);
    void (*free)(void *owner, void *memory);
    /* Sets the detail of the error that the backend is about to return (printf(3) format). */
    void (*error)(void *owner, const char *format, ...);
    /* A message for the log, of enum prefix_log_level. */
    void (*log)(void *owner, int level, const char *format, ...);
    /*
     * Since minor 5. The folder for what is kept from one process to the next: 1, and its absolute path; or 0: nothing
     * is to be kept. It may be missing, and somebody else's: the backend makes it, and looks whether it can be trusted.
     */
    int (*cache_folder)(void *owner, char *path, size_t size);
};

/* What a backend holds for one context: device, scratch memory. Defined by the backend. */
struct prefix_session;

#ifdef __cplusplus
}
#endif

#endif
