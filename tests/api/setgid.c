/* SPDX-License-Identifier: BSD-3-Clause */
/* What libprefix makes of the environment, printed for setgid.t. */
#include <stdio.h>
#include <sys/auxv.h>

#include <prefix/prefix.h>

#include "context/env.h"

int main(void)
{
    prefix_ctx *ctx;
    char text[512] = "", cache[512];
    int probed = prefix_backend_probe("simple", text, sizeof text);
    printf("secure %lu\n", getauxval(AT_SECURE));
    printf("simple %s\n", probed == PREFIX_OK ? "found" : "not found");
    const char *wrong = prefix__env_cache(cache, sizeof cache);
    printf("cache %s\n", cache[0] ? cache : "none");
    printf("cache is %s\n", wrong ? wrong : "right");
    int status = prefix_ctx_create(&ctx, NULL);
    printf("create %d\n", status);
    if (status == PREFIX_OK)
        printf("reason %s\n", prefix_ctx_backend_reason(ctx));
    prefix_ctx_destroy(ctx);
    return 0;
}
