/* SPDX-License-Identifier: BSD-3-Clause */
/* A radix sort of small numbers by splits, bit by bit. */
#include <prefix/prefix.h>
#include <stdint.h>
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
    enum { N = 8, BITS = 3 };
    uint8_t numbers[N] = {4, 7, 2, 6, 3, 5, 1, 0};
    uint64_t zeros;
    for (int bit = 0; bit < BITS; bit++) {
        check(prefix_split(NULL, bit, PREFIX_U8, numbers, numbers, N,
                           &zeros));
        printf("by bit %d:", bit);
        for (int i = 0; i < N; i++)
            printf("%s%d%d%d", i == (int)zeros ? " | " : " ",
                   numbers[i] >> 2, numbers[i] >> 1 & 1, numbers[i] & 1);
        printf("\n");
    }
    return 0;
}
