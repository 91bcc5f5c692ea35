/* SPDX-License-Identifier: BSD-3-Clause */
/* The operators on single values. See oracle_parts.h. */
#include "oracle_parts.h"

#include <math.h>
#include <stdlib.h>

#include <prefix/prefix.h>

/* value modulo 2^bits, into the range of the type. */
static oracle_wide wrap(int type, oracle_wide value)
{
    int bits = (int)(8 * oracle_size(type));
    oracle_wide modulus = (oracle_wide)1 << bits;
    value %= modulus;
    if (value < 0)
        value += modulus;
    if (oracle_is_signed(type) && value >= modulus / 2)
        value -= modulus;
    return value;
}

oracle_wide oracle_integer_apply(int op, int type, oracle_wide earlier, oracle_wide later)
{
    switch (op) {
    case PREFIX_SUM:
        return wrap(type, earlier + later);
    case PREFIX_PRODUCT: /* unsigned: 64 by 64 bits may pass 127; 2^bits divides 2^128 */
        return wrap(type, (oracle_wide)((unsigned __int128)earlier * (unsigned __int128)later));
    case PREFIX_MIN:
        return later < earlier ? later : earlier;
    case PREFIX_MAX:
        return later > earlier ? later : earlier;
    case PREFIX_AND:
        return earlier & later;
    case PREFIX_OR:
        return earlier | later;
    case PREFIX_XOR:
        return earlier ^ later;
    case PREFIX_LOGICAL_AND:
        return earlier != 0 && later != 0;
    case PREFIX_LOGICAL_OR:
        return earlier != 0 || later != 0;
    }
    abort();
}

oracle_wide oracle_integer_identity(int op, int type)
{
    int bits = (int)(8 * oracle_size(type));
    oracle_wide one = 1;
    switch (op) {
    case PREFIX_PRODUCT:
    case PREFIX_LOGICAL_AND:
        return 1;
    case PREFIX_MIN:
        return oracle_is_signed(type) ? (one << (bits - 1)) - 1 : (one << bits) - 1;
    case PREFIX_MAX:
        return oracle_is_signed(type) ? -(one << (bits - 1)) : 0;
    case PREFIX_AND:
        return oracle_is_signed(type) ? -1 : (one << bits) - 1;
    }
    return 0;
}

double oracle_float_apply(int op, double earlier, double later)
{
    switch (op) {
    case PREFIX_SUM:
        return earlier + later;
    case PREFIX_PRODUCT:
        return earlier * later;
    case PREFIX_MIN:
    case PREFIX_MAX:
        if (isnan(earlier) || isnan(later))
            return (double)NAN;
        if (earlier == later) /* decides -0 and +0 */
            return (signbit(later) != 0) == (op == PREFIX_MIN) ? later : earlier;
        return (later < earlier) == (op == PREFIX_MIN) ? later : earlier;
    case PREFIX_LOGICAL_AND:
        return earlier != 0 && later != 0;
    case PREFIX_LOGICAL_OR:
        return earlier != 0 || later != 0;
    }
    abort();
}

double oracle_float_identity(int op)
{
    switch (op) {
    case PREFIX_PRODUCT:
    case PREFIX_LOGICAL_AND:
        return 1;
    case PREFIX_MIN:
        return (double)INFINITY;
    case PREFIX_MAX:
        return (double)-INFINITY;
    }
    return 0;
}
