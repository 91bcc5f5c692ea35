/* SPDX-License-Identifier: BSD-3-Clause */
/*
 * Fingerprints of all beginnings of a text (Rabin and Karp), from which that
 * of any piece follows: where else does a piece occur?
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

#define PRIME 2147483647u /* 2^31 - 1 */
#define BASE 1000003u

/* Of a piece: its bytes are the digits of a number, modulo PRIME. */
struct print {
    uint32_t value, power; /* BASE to the number of bytes */
};

static uint32_t multiply(uint32_t x, uint32_t y)
{
    return (uint32_t)((uint64_t)x * y % PRIME);
}

static struct print append(struct print earlier, struct print later)
{
    struct print both = {
        (multiply(earlier.value, later.power) + later.value) % PRIME,
        multiply(earlier.power, later.power)};
    return both;
}

PREFIX_COMBINE(append_all, struct print, append(earlier, later))

int main(void)
{
    const char text[] = "how much wood would a woodchuck chuck "
                        "if a woodchuck could chuck wood";
    enum { N = sizeof text - 1 };
    const size_t from = 26, length = 5;  /* the first "chuck" */
    struct print upto[N + 1] = {{0, 1}}; /* of all before a place */
    prefix_operator *op;
    prefix_plan *plan;
    int good = 1;

    for (size_t i = 0; i < N; i++) {
        upto[i + 1].value = (unsigned char)text[i];
        upto[i + 1].power = BASE;
    }
    check(prefix_operator_create(&op, sizeof(struct print),
                                 sizeof(uint32_t)));
    check(prefix_operator_set_host(op, append_all));
    check(prefix_plan_create_operator(&plan, NULL, op));
    check(prefix_plan_run(plan, upto, upto, N + 1));
    prefix_plan_destroy(plan);
    prefix_operator_destroy(op);

    uint32_t wanted = 0;
    for (size_t k = 0; k <= N - length; k++) {
        size_t i = (from + k) % (N - length + 1);
        uint32_t before = multiply(upto[i].value, upto[length].power);
        uint32_t value = (upto[i + length].value + PRIME - before) % PRIME;
        if (k == 0)
            wanted = value;
        if (value == wanted)
            printf("'%.*s' at %zu\n", (int)length, text + i, i);
        good &= (value == wanted) ==
                (memcmp(text + i, text + from, length) == 0);
    }
    return !good;
}
