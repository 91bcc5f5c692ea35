/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * An operator of your own: what a debt has come to after each month, in which
 * it grows by an interest and is paid off in part. A month makes a x + b of a
 * debt x, and two months after each other do so with other numbers.
 * With LIBPREFIX_BACKEND=cuda it runs on a GPU.
 */
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

/* For the CPU, and as text for the GPU. */
PREFIX_TEXT(
    month_text, struct month { double a, b; };

    static struct month follow(struct month earlier, struct month later) {
        struct month both = {later.a * earlier.a,
                             later.a * earlier.b + later.b};
        return both;
    })

PREFIX_COMBINE(follow_all, struct month, follow(earlier, later))

int main(void)
{
    enum { N = 5 };
    const double debt = 1000;
    struct month months[N] = {
        {1.5, 0}, {1, -500}, {1.5, -250}, {1, -250}, {2, -1000}};
    prefix_operator *op;
    prefix_plan *plan;

    check(prefix_operator_create(&op, sizeof(struct month),
                                 sizeof(double)));
    check(prefix_operator_set_host(op, follow_all));
    check(prefix_operator_set_cuda(op, month_text, "struct month",
                                   "follow(earlier, later)"));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_run(plan, months, months, N));
    for (int i = 0; i < N; i++)
        printf("after month %d: %g\n", i + 1,
               months[i].a * debt + months[i].b);
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);
    return 0;
}
