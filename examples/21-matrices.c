/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Products of matrices, modulo a number that the operator gets as its state:
 * powers of the matrix that makes Fibonacci numbers.
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

struct matrix {
    uint32_t a, b, c, d; /* a b over c d */
};

static struct matrix multiply(const void *state, struct matrix x,
                              struct matrix y)
{
    const uint64_t p = *(const uint32_t *)state;
    struct matrix product = {
        (uint32_t)(((uint64_t)x.a * y.a + (uint64_t)x.b * y.c) % p),
        (uint32_t)(((uint64_t)x.a * y.b + (uint64_t)x.b * y.d) % p),
        (uint32_t)(((uint64_t)x.c * y.a + (uint64_t)x.d * y.c) % p),
        (uint32_t)(((uint64_t)x.c * y.b + (uint64_t)x.d * y.d) % p)};
    return product;
}

PREFIX_COMBINE(multiply_all, struct matrix,
               multiply(state, earlier, later))

#define N 100000

static struct matrix powers[N];

int main(void)
{
    const struct matrix step = {1, 1, 1, 0};
    const uint32_t modulus = 1000000007;
    prefix_operator *op;
    prefix_plan *plan;

    for (int i = 0; i < N; i++)
        powers[i] = step;
    check(prefix_operator_create(&op, sizeof(struct matrix),
                                 sizeof(uint32_t)));
    check(prefix_operator_set_host(op, multiply_all));
    check(prefix_operator_set_state(op, &modulus, sizeof modulus));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_run(plan, powers, powers, N));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);

    /* Of power i + 1, b is Fibonacci number i + 1. */
    for (int i = 9; i < N; i = 10 * i + 9)
        printf("F(%d) = %lu\n", i + 1, (unsigned long)powers[i].b);
    uint32_t last = 0, number = 1;
    for (int i = 0; i < N; i++) {
        if (powers[i].b != number)
            return 1;
        const uint32_t next = (last + number) % modulus;
        last = number;
        number = next;
    }
    return 0;
}
