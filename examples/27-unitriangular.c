/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Integer matrices of three rows with ones on the diagonal and zeros below
 * it: they count the pairs of one letter before another in a text. The
 * order of factors matters.
 */
#include <prefix/prefix.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void check(int status)
{
    if (status == PREFIX_OK)
        return;
    fprintf(stderr, "%s: %s\n", prefix_strerror(status),
            prefix_ctx_error(NULL));
    exit(1);
}

/*
 * 1 s pairs
 * 0 1 i
 * 0 0 1
 */
struct matrix {
    int64_t s, i, pairs;
};

static struct matrix multiply(struct matrix earlier, struct matrix later)
{
    struct matrix product = {earlier.s + later.s, earlier.i + later.i,
                             earlier.pairs + later.pairs +
                                 earlier.s * later.i};
    return product;
}

PREFIX_COMBINE(multiply_all, struct matrix, multiply(earlier, later))

int main(void)
{
    const char text[] = "mississippi";
    enum { N = sizeof text - 1 };
    const struct matrix one = {0, 0, 0};
    struct matrix product[N];
    prefix_operator *op;
    prefix_plan *plan;

    for (size_t k = 0; k < N; k++) {
        struct matrix letter = {text[k] == 's', text[k] == 'i', 0};
        product[k] = letter;
    }
    check(prefix_operator_create(&op, sizeof(struct matrix),
                                 sizeof(int64_t)));
    check(prefix_operator_set_host(op, multiply_all));
    check(prefix_operator_set_identity(op, &one));
    check(prefix_operator_check(NULL, op, NULL, product, N, NULL));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_run(plan, product, product, N));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);

    for (size_t k = 0; k < N; k++) {
        long long pairs = 0;
        for (size_t i = 0; i <= k; i++)
            for (size_t s = 0; s < i; s++)
                pairs += text[s] == 's' && text[i] == 'i';
        printf("%.*s: %lld\n", (int)k + 1, text,
               (long long)product[k].pairs);
        if (pairs != product[k].pairs)
            return 1;
    }
    return 0;
}
