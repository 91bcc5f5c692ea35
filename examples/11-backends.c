/* SPDX-License-Identifier: BSD-3-Clause */
/* Which backends are available, with their devices, or why not. */
#include <prefix/prefix.h>
#include <stdio.h>

static int list(const char *name)
{
    char text[256];
    int devices;
    int status = prefix_backend_probe(name, text, sizeof text);
    printf("%s: %s: %s\n", name, status == PREFIX_OK ? "yes" : "no", text);
    if (status == PREFIX_ERROR_BACKEND)
        return PREFIX_OK;
    if (status == PREFIX_OK)
        status = prefix_backend_devices(name, &devices);
    for (int i = 0; status == PREFIX_OK && i < devices; i++) {
        status = prefix_device_name(name, i, text, sizeof text);
        if (status == PREFIX_OK)
            printf("  device %d: %s\n", i, text);
    }
    return status;
}

static int list_all(void)
{
    const char *name;
    for (size_t i = 0; (name = prefix_backend_name(i)) != NULL; i++) {
        int status = list(name);
        if (status != PREFIX_OK) {
            fprintf(stderr, "%s: %s\n", name, prefix_strerror(status));
            return status;
        }
    }
    return PREFIX_OK;
}

static void message(void *user, int level, const char *text)
{
    fprintf(user, "%s%s\n", level == PREFIX_LOG_ERROR ? "error: " : "",
            text);
}

int main(void)
{
    if (prefix_ctx_set_log(NULL, message, stderr) != PREFIX_OK)
        return 1;
    printf("libprefix %s\n", prefix_version());
    if (prefix_version_number() < PREFIX_VERSION_NUMBER)
        printf("built for " PREFIX_VERSION_STRING ", which is newer\n");
    if (list_all() != PREFIX_OK)
        return 1;
    printf("choice: %s: %s\n", prefix_ctx_backend(NULL),
           prefix_ctx_backend_reason(NULL));
    return 0;
}
