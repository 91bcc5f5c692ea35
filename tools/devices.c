/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "devices.h"

#include <limits.h>

#include "base/message.h"
#include "base/options.h"

void devices_option(void *target, const char *option, char *text)
{
    struct devices *const devices = target;
    devices->count = 0;
    for (char *number; (number = option_item(option, &text));) {
        if (devices->count == DEVICES_MOST)
            die_usage("%s: more than %d devices", option, DEVICES_MOST);
        devices->numbers[devices->count++] = (int)option_size(option, number, 0, INT_MAX);
    }
}

/* CUDA's stream of the calling thread, by its value, as pfx is built without CUDA: contexts work in a thread each, and
 * two of one device would else wait for each other. Others ignore it. */
#define STREAM_PER_THREAD ((void *)2)

void devices_open(struct devices *devices, const struct data_options *data)
{
    for (size_t i = 0; i < devices->count; i++) {
        prefix_ctx **const ctx = &devices->contexts[i];
        check(NULL, prefix_ctx_create(ctx, data->backend));
        if (data->threads)
            check(*ctx, prefix_ctx_set_threads(*ctx, data->threads));
        check(*ctx, prefix_ctx_set_device(*ctx, devices->numbers[i]));
        check(*ctx, prefix_ctx_set_stream(*ctx, STREAM_PER_THREAD));
    }
    if (devices->count > 0)
        check(NULL, prefix_team_create(&devices->team, devices->contexts, devices->count));
}

void devices_close(struct devices *devices)
{
    prefix_team_destroy(devices->team);
    for (size_t i = 0; i < devices->count; i++)
        prefix_ctx_destroy(devices->contexts[i]);
}
