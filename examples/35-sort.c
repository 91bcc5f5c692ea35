/* SPDX-License-Identifier: BSD-3-Clause */
/* Sorts: with what belongs to the keys, the best of many, and inverses. */
#include <prefix/prefix.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 8, BEST = 3 };

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/* Places come first to last; the least that is not NaN wins. */
static void race(const float *seconds)
{
    uint32_t places[N], ranks[N], numbers[N];

    /* NaN, who did not finish, is last; of equals the first stays so. */
    check(prefix_argsort(NULL, PREFIX_ASCENDING, PREFIX_F32, PREFIX_U32,
                         seconds, places, N));
    for (int i = 0; i < BEST; i++)
        printf("%d. runner %u, %g s\n", i + 1, places[i],
               seconds[places[i]]);

    /* Places as keys, and 0, 1, ... as values: whose rank is which. */
    for (uint32_t i = 0; i < N; i++)
        numbers[i] = i;
    check(prefix_sort_pairs(NULL, PREFIX_ASCENDING, PREFIX_U32,
                            sizeof *numbers, places, numbers, places,
                            ranks, N));
    printf("ranks:");
    for (int i = 0; i < N; i++)
        printf(" %u", ranks[i] + 1);
    printf("\n");
}

/* By number / 4 alone, which is bits 2 to 31: others stay in order. */
static void fours(const uint32_t *numbers)
{
    uint32_t out[N];
    prefix_sorting *by_bits;

    check(prefix_sorting_create(&by_bits, NULL, PREFIX_U32));
    check(prefix_sorting_set_bits(by_bits, 2, 30));
    check(prefix_sorting_run(by_bits, numbers, out, N));
    prefix_sorting_destroy(by_bits);
    printf("fours:");
    for (int i = 0; i < N; i++)
        printf(" %u", out[i]);
    printf("\n");
}

int main(void)
{
    const float none = (float)strtod("nan", NULL);
    const float seconds[N] = {12.5F, 11, none, 13, 11, 10.5F, 14, 12};
    const uint32_t numbers[N] = {3, 1, 4, 1, 5, 9, 2, 6};
    race(seconds);
    fours(numbers);
    return 0;
}
