/* SPDX-License-Identifier: BSD-3-Clause */
/* Keeps the letters of a text: flags to offsets, and a scatter. */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

int main(void)
{
    enum { N = 29 };
    const char text[N + 1] = "1. a scan, 2. a flag, 3. done";
    uint8_t flags[N];
    for (int i = 0; i < N; i++)
        flags[i] = text[i] >= 'a' && text[i] <= 'z';

    /* From u8 to u32, from an initial value, with their total. */
    uint32_t offsets[N], first = 3, total;
    prefix_plan *plan;
    check(prefix_plan_create(&plan, NULL, PREFIX_SUM, PREFIX_U8));
    check(prefix_plan_set_output_type(plan, PREFIX_U32));
    check(prefix_plan_set_kind(plan, PREFIX_EXCLUSIVE));
    check(prefix_plan_set_init(plan, PREFIX_U32, &first));
    check(prefix_plan_set_total(plan, PREFIX_U32, &total));
    check(prefix_plan_run(plan, flags, offsets, N));
    prefix_plan_destroy(plan);

    char kept[N + 4] = "-> "; /* as many bytes as first says */
    for (int i = 0; i < N; i++)
        if (flags[i])
            kept[offsets[i]] = text[i];
    kept[total] = '\0';
    printf("%s\n%u letters\n", kept, (unsigned)(total - first));
    return 0;
}
