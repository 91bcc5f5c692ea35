/* SPDX-License-Identifier: BSD-3-Clause */
/* Several devices that work on one array. */
#ifndef PREFIX_TOOLS_DEVICES_H
#define PREFIX_TOOLS_DEVICES_H

#include <stddef.h>

#include <prefix/prefix.h>

#include "data_options.h"

enum { DEVICES_MOST = 64 };

struct devices {
    size_t count; /* 0: the option was not given */
    int numbers[DEVICES_MOST];
    prefix_ctx *contexts[DEVICES_MOST];
    prefix_team *team; /* NULL until it is opened */
};

/* Reads --devices N,N,... */
void devices_option(void *target, const char *option, char *text);

/* A context for each, by the backend and with the threads of the options, if there are any; and the reverse. */
void devices_open(struct devices *devices, const struct data_options *data);
void devices_close(struct devices *devices);

#endif
