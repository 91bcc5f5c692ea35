/* SPDX-License-Identifier: BSD-3-Clause */
/* The oracle of selections: what the manual says of predicates and of equal neighbours. */
#include <math.h>
#include <stdint.h>

#include <prefix/prefix.h>

#include "oracle.h"

/* What the manual says of a predicate, on an element and one or two operands. */
int oracle_holds(int type, int predicate, const void *element, const void *operands)
{
    const unsigned char *operand = operands;
    size_t size = oracle_size(type);
    int less, greater, equal;
    if (oracle_is_float(type)) {
        double x = oracle_float_get(type, element), a = oracle_float_get(type, operand);
        if (predicate == PREFIX_IS_NAN)
            return isnan(x) != 0;
        if (predicate == PREFIX_BETWEEN)
            return x >= a && x <= oracle_float_get(type, operand + size);
        less = x < a;
        greater = x > a;
        equal = x == a;
    } else {
        oracle_wide x = oracle_integer_get(type, element), a = oracle_integer_get(type, operand);
        if (predicate == PREFIX_BETWEEN)
            return x >= a && x <= oracle_integer_get(type, operand + size);
        if (predicate == PREFIX_HAS_BITS)
            return ((uint64_t)x & (uint64_t)a & (UINT64_MAX >> (64 - 8 * size))) != 0;
        less = x < a;
        greater = x > a;
        equal = x == a;
    }
    switch (predicate) {
    case PREFIX_LESS:
        return less;
    case PREFIX_LESS_EQUAL:
        return less || equal;
    case PREFIX_GREATER:
        return greater;
    case PREFIX_GREATER_EQUAL:
        return greater || equal;
    case PREFIX_EQUAL:
        return equal;
    default:
        return !equal;
    }
}

int oracle_equal(int type, const void *a, const void *b)
{
    if (oracle_is_float(type))
        return oracle_float_get(type, a) == oracle_float_get(type, b);
    return oracle_integer_get(type, a) == oracle_integer_get(type, b);
}
