/* SPDX-License-Identifier: BSD-3-Clause */
/* The running sums of eight numbers. */
#include <prefix/prefix.h>
#include <stdio.h>

int main(void)
{
    int32_t in[8] = {3, 1, 7, 0, 4, 1, 6, 3}, out[8];
    int status = prefix_scan(NULL, PREFIX_INCLUSIVE, PREFIX_SUM,
                             PREFIX_I32, in, out, 8);
    if (status != PREFIX_OK) {
        fprintf(stderr, "%s: %s\n", prefix_strerror(status),
                prefix_ctx_error(NULL));
        return 1;
    }
    for (int i = 0; i < 8; i++)
        printf("%d\n", (int)out[i]);
    return 0;
}
