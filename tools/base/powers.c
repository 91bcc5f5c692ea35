/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "base/powers.h"

/* Enough for 5^339, and for 2^1023 / 5^342 with 128 bits. */
#define LIMBS 32

/* Of a large number, the lowest limb first. */
static uint64_t bits_from(const uint32_t *limbs, int first)
{
    uint64_t bits = 0;
    for (int i = first + 63; i >= first; i--)
        bits = bits << 1 | (i >= 0 ? limbs[i / 32] >> i % 32 & 1 : 0);
    return bits;
}

/* The number times 2^scale. */
static struct power leading(const uint32_t *limbs, int scale)
{
    int top = 32 * LIMBS - 1;
    while (!(limbs[top / 32] >> top % 32 & 1))
        top--;
    return (struct power){bits_from(limbs, top - 63), bits_from(limbs, top - 127), top + scale, 0};
}

static void multiply(uint32_t *limbs, uint32_t factor)
{
    uint64_t carry = 0;
    for (int i = 0; i < LIMBS; i++) {
        carry += (uint64_t)limbs[i] * factor;
        limbs[i] = (uint32_t)carry;
        carry >>= 32;
    }
}

static void divide(uint32_t *limbs, uint32_t divisor)
{
    uint64_t rest = 0;
    for (int i = LIMBS; i-- > 0;) {
        rest = rest << 32 | limbs[i];
        limbs[i] = (uint32_t)(rest / divisor);
        rest %= divisor;
    }
}

/* Powers of five, as two only moves the exponent. The floor of a floor's part is the part's floor. */
static void make(struct power *ten)
{
    uint32_t limbs[LIMBS] = {1};
    for (int e = 0; e <= POWERS_MOST; e++) {
        ten[e] = leading(limbs, e);
        ten[e].is_exact = ten[e].exponent - e < 128;
        multiply(limbs, 5);
    }
    uint32_t parts[LIMBS] = {[LIMBS - 1] = (uint32_t)1 << 31};
    for (int e = -1; e >= POWERS_LEAST; e--) {
        divide(parts, 5);
        ten[e] = leading(parts, e - (32 * LIMBS - 1));
    }
}

const struct power *power_of_ten(int e)
{
    static struct power powers[POWERS_MOST - POWERS_LEAST + 1];
    static int is_made;
    if (!is_made)
        make(powers - POWERS_LEAST);
    is_made = 1;
    return &powers[e - POWERS_LEAST];
}

/* 64 bits times 64, without a type of 128 bits, which not every machine has. */
static uint64_t multiply_words(uint64_t a, uint64_t b, uint64_t *low)
{
    uint64_t a0 = (uint32_t)a, a1 = a >> 32, b0 = (uint32_t)b, b1 = b >> 32;
    uint64_t middle = a1 * b0 + (a0 * b0 >> 32);
    uint64_t other = a0 * b1 + (uint32_t)middle;
    *low = a * b;
    return a1 * b1 + (middle >> 32) + (other >> 32);
}

struct product power_times(const struct power *power, uint64_t factor)
{
    struct product product;
    uint64_t carried = multiply_words(factor, power->low, &product.low);
    product.high = multiply_words(factor, power->high, &product.middle);
    product.middle += carried;
    product.high += product.middle < carried;
    return product;
}
