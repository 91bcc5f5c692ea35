/* SPDX-License-Identifier: BSD-3-Clause */
/* pfx info: the version, each backend or why it is not available, devices, and the automatic choice. */
#include <config.h>

#include <stdio.h>

#include <prefix/prefix.h>

#include "base/message.h"
#include "base/options.h"
#include "command.h"

#define TEXT_MAX 1024

static void show_devices(const char *backend)
{
    int count;
    if (prefix_backend_devices(backend, &count) != PREFIX_OK)
        return;
    for (int device = 0; device < count; device++) {
        char text[TEXT_MAX] = "";
        int status = prefix_device_name(backend, device, text, sizeof text);
        printf("             device %d: %s\n", device, status == PREFIX_OK ? text : prefix_strerror(status));
    }
}

static void show_backend(const char *backend)
{
    char text[TEXT_MAX] = "";
    int status = prefix_backend_probe(backend, text, sizeof text);
    if (!*text)
        snprintf(text, sizeof text, "%s", prefix_strerror(status));
    printf("%-10s  %s: %s\n", backend, status == PREFIX_OK ? "available" : "not available", text);
    if (status == PREFIX_OK)
        show_devices(backend);
}

static void show_automatic(void)
{
    prefix_ctx *ctx;
    int status = prefix_ctx_create(&ctx, NULL);
    if (status != PREFIX_OK)
        printf("%-10s  none: %s\n", "automatic", prefix_strerror(status));
    else
        printf("%-10s  %s: %s\n", "automatic", prefix_ctx_backend(ctx), prefix_ctx_backend_reason(ctx));
    prefix_ctx_destroy(ctx);
}

int command_info(int argc, char **argv)
{
    static const struct setting settings[] = {{"--help", SETTING_HELP, .letter = 'h'}, {0}};
    if (setting_next(argc, argv, settings, NULL)) {
        fputs("Usage: pfx info\n"
              "\n"
              "Shows the version, each backend (or why it is not available) with its devices, and which\n"
              "one an automatic context takes, and why.\n",
              stdout);
        flush_standard_output();
        return 0;
    }
    if (optind < argc)
        die_usage("info takes no argument: '%s'", argv[optind]);
    printf("%-10s  %s\n", "pfx", prefix_version());
    for (size_t i = 0; prefix_backend_name(i); i++)
        show_backend(prefix_backend_name(i));
    show_automatic();
    flush_standard_output();
    return 0;
}
