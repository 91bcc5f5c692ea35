/* SPDX-License-Identifier: BSD-3-Clause */
/* Parts numbers in three: below, in and above a range. */
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
    enum { N = 10 };
    const int32_t x[N] = {7, -2, 5, 9, 0, 5, 12, 3, 8, 4};
    const int32_t range[2] = {3, 7};
    int32_t sorted[N];
    uint64_t counts[2];
    prefix_selection *selection;

    /* Below the range; then in it; then the others. */
    check(prefix_selection_create(&selection, NULL, PREFIX_I32));
    check(prefix_selection_set_predicate(selection, PREFIX_LESS,
                                         &range[0]));
    check(prefix_selection_set_second(selection, PREFIX_BETWEEN, range));
    check(prefix_selection_set_rejects(selection, PREFIX_REJECTS_BEHIND,
                                       NULL, 0));
    check(prefix_selection_run(selection, x, sorted, N, N, counts));
    prefix_selection_destroy(selection);
    for (int i = 0; i < N; i++)
        printf("%s%d",
               i == (int)counts[0] || i == (int)(counts[0] + counts[1])
                   ? " | "
                   : " ",
               sorted[i]);

    uint32_t places[N];
    /* Their places alone: there is no output but the indices. */
    check(prefix_selection_create(&selection, NULL, PREFIX_I32));
    check(prefix_selection_set_predicate(selection, PREFIX_BETWEEN,
                                         range));
    check(prefix_selection_set_indices(selection, PREFIX_U32, places));
    check(prefix_selection_run(selection, x, NULL, N, N, counts));
    prefix_selection_destroy(selection);
    printf("\nat");
    for (int i = 0; i < (int)counts[0]; i++)
        printf(" %d", (int)places[i]);
    printf("\n");
    return 0;
}
